/// Where new ids come from: a sequence that begins at a random place, or, in tests, at a seed.
///
/// A copy goes on where the original stands, so that what is shown beforehand is what is written.
struct Chance: RandomNumberGenerator {
  private var state: UInt64

  /// The sequence of `seed`, a number; where there is none, of one that the machine draws.
  init(seed: String?) {
    state = seed.flatMap { UInt64($0) } ?? UInt64.random(in: .min ... .max)
  }

  /// The next number of SplitMix64 (Steele, Lea and Flood 2014).
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
