import CairnText

/// The source of new ids: a sequence of numbers with a random seed, or in tests a fixed one.
///
/// A copy continues with the same numbers, so that a preview shows the ids that will be written.
public struct IDSource: RandomNumberGenerator, Sendable {
  private var numbers: SplitMix

  /// Creates a sequence from a seed; nil for a random one.
  public init(seed: UInt64?) {
    numbers = SplitMix(seed: seed ?? .random(in: .min ... .max))
  }

  /// Returns the next number of the sequence.
  public mutating func next() -> UInt64 { numbers.next() }
}
