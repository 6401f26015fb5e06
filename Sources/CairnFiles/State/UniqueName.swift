import CairnText

/// A name that nothing else has and that sorts by time: `20261121T100405Z-4f2a9c01`.
struct UniqueName {
  let text: String

  /// A name for something that happens at `time`, with 32 random bits.
  init(_ time: Instant) {
    let stamp = DateTime(Instant(seconds: time.seconds), offset: 0).description
    let digits = String(UInt32.random(in: .min ... .max), radix: 16)
    text =
      stamp.filter { $0 != "-" && $0 != ":" } + "-"
      + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
