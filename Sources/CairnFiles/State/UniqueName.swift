import CairnText

/// A name that nothing else has and that sorts by time: `20261121T100405Z-4f2a9c01`.
struct UniqueName {
  let text: String

  /// A name for something that happens at `time`, with 32 bits: random ones, if not said.
  init(_ time: Instant, number: UInt32 = .random(in: .min ... .max)) {
    let digits = String(number, radix: 16)
    text = Self.stamp(time) + "-" + String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// What names of this second begin with.
  static func stamp(_ time: Instant) -> String {
    DateTime(Instant(seconds: time.seconds), offset: 0).description
      .filter { $0 != "-" && $0 != ":" }
  }

  /// Whether a text can be such a name: it is one of a file that lies in no other folder.
  static func isOne(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      }
  }
}
