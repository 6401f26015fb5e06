public import CairnCapture

/// The captures of a digest, read as they are wanted: a digest of any size is made in little memory.
public struct DigestSource: Sendable {
  /// How many there are.
  public let count: Int
  /// Reads those with these numbers, from 0; nil for one that has gone. Asked from several threads.
  public let read: @Sendable ([Int]) -> [Capture?]

  /// Captures that are read by `read`, which is asked for some at a time, and for each twice or more often.
  public init(count: Int, read: @escaping @Sendable ([Int]) -> [Capture?]) {
    self.count = count
    self.read = read
  }

  /// Captures that were read already.
  public init(_ captures: [Capture]) {
    self.init(count: captures.count) { numbers in numbers.map { captures[$0] } }
  }

  /// How many are looked at, or handed to the threads, at a time.
  package static let step = 512
}
