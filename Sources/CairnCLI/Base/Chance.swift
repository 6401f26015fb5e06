/// Where new ids come from: the machine's randomness, or, in tests, a sequence that a seed gives.
struct Chance: RandomNumberGenerator {
  private var machine = SystemRandomNumberGenerator()
  private var state: UInt64?

  /// The machine's randomness, or the sequence of `seed`, a number.
  init(seed: String?) {
    state = seed.flatMap { UInt64($0) }
  }

  /// The next number. A seeded sequence is SplitMix64 (Steele, Lea and Flood 2014).
  mutating func next() -> UInt64 {
    guard let state else { return machine.next() }
    let next = state &+ 0x9E37_79B9_7F4A_7C15
    self.state = next
    var value = next
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
