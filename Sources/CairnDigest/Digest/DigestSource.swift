public import CairnCapture

/// The captures of a digest, read on demand, so that a digest of any size needs little memory.
public struct DigestSource: Sendable {
  /// The number of captures.
  public let count: Int
  /// Reads captures by index; nil for any that no longer exists. Called from several threads.
  public let read: @Sendable ([Int]) -> [Capture?]

  /// Creates a source. `read` gets a few indices at a time, and each index at least twice.
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
