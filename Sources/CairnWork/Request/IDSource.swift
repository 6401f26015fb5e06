import CairnText

/// A random number generator for new ids. Tests use a fixed seed.
///
/// A copy yields the same numbers as the original, so that a preview can show the ids that will be
/// written.
public struct IDSource: RandomNumberGenerator, Sendable {
  private var numbers: SplitMix

  /// Creates a generator with a seed; nil for a random seed.
  public init(seed: UInt64?) {
    numbers = SplitMix(seed: seed ?? .random(in: .min ... .max))
  }

  /// Returns the next number of the sequence.
  public mutating func next() -> UInt64 { numbers.next() }
}
