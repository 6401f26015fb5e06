import CairnText

/// Where new ids come from: a sequence that begins at a random place, or, in tests, at a seed.
///
/// A copy goes on where the original stands, so that what is shown beforehand is what is written.
public struct IDSource: RandomNumberGenerator, Sendable {
  private var numbers: SplitMix

  /// The sequence of a seed; if nil, of one that the machine draws.
  public init(seed: UInt64?) {
    numbers = SplitMix(seed: seed ?? .random(in: .min ... .max))
  }

  /// The next number of the sequence.
  public mutating func next() -> UInt64 { numbers.next() }
}
