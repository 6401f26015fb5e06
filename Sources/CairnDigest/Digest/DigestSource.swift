public import CairnCapture

/// The captures of a digest. They are read on demand, so that a digest of any size needs little
/// memory.
public struct DigestSource: Sendable {
  /// The number of captures.
  public let count: Int
  /// A function that takes the indices of captures and reads these captures. It returns nil for
  /// each capture that no longer exists. Called on several threads, so it must be thread-safe.
  public let read: @Sendable ([Int]) -> [Capture?]

  /// Creates a source. `read` receives a limited number of indices at a time, and receives most
  /// indices more than once.
  public init(count: Int, read: @escaping @Sendable ([Int]) -> [Capture?]) {
    self.count = count
    self.read = read
  }

  /// Creates a source of captures already in memory.
  public init(_ captures: [Capture]) {
    self.init(count: captures.count) { numbers in numbers.map { captures[$0] } }
  }

  /// The number of captures processed at a time.
  package static let step = 512
}
