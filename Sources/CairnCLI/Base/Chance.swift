import CairnText

/// Where new ids come from: a sequence that begins at a random place, or, in tests, at a seed.
///
/// A copy goes on where the original stands, so that what is shown beforehand is what is written.
struct Chance: RandomNumberGenerator {
  private var numbers: SplitMix

  /// The sequence of `seed`, a number; where there is none, of one that the machine draws.
  init(seed: String?) {
    numbers = SplitMix(seed: seed.flatMap { UInt64($0) } ?? .random(in: .min ... .max))
  }

  mutating func next() -> UInt64 { numbers.next() }
}
