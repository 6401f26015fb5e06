import CairnDocument
import CairnText
import Testing

/// Fields without indentation may be read in one go, all others are read by the scanner: both say
/// the same.
struct PlainFieldTests {
  /// Lines at the border of what is plain.
  static let lines: [String] = [
    "a: b", "a:  b  ", "a:b", "a :b", "a:", "a: ", "a", "a1_b: c", "1a: b", "a-b: c", "é: b",
    "a: b # c", "a: b#c", "a: #c", "a: b: c", "a: b:c", "a: b:", "a: http://x.org/?a=b&c",
    "a: -1", "a: - b", "a: 7", "a: 007", "a: 0x1F", "a: 0o17", "a: 1_000", "a: 1.5", "a: 1e3",
    "a: 123456789012345678", "a: 1234567890123456789", "a: 12345678901234567890", "a: 12:30",
    "a: 2026-11-21", "a: 2026-02-30", "a: 2026-1-2", "a: 2026-11-21T10:04:05+01:00",
    "a: 2026-11-21 10:04:05.123456789123 -3", "a: 2026-11-21T10:04:05Z", "a: 2026-11-21T10:04",
    "a: 2026-11-21T24:00:00Z", "a: 2026-11-21x", "a: 1e44-2-3-4-5",
    "a: null", "a: Null", "a: nULL", "a: nulls", "a: ~", "a: true", "a: True", "a: trueish",
    "a: false", "a: FALSE", "a: no", "a: t", "a: n", "a: é", "a: .5", "a: (b)", "a: %b",
    "a: \"b\"", "a: 'b'", "a: ''", "a: \"\"", "a: 'it''s'", "a: \"b\\n\"", "a: \"b", "a: 'b' c",
    "a: \"b\" # c", "a: \"b\"c", "a: \"\u{7F}\"", "a: b\u{7F}", "a: b\u{1}", "a: \"b\tc\"",
    "a: b\tc", "a:\tb",
    "a: [b, c]", "a: [ b ,c ]  ", "a: []", "a: [b,]", "a: [b c, 3, 2026-11-21, true]", "a: [b]c",
    "a: [b: c]", "a: [\"b\"]", "a: [b#c]", "a: [b #c]", "a: [b", "a: [b, [c]]", "a: [é]",
    "a: [b]  # c", "a: {b: c}", "a: &x b", "a: *x", "a: !t b", "a: |", "a: >-", "a: ? b",
    "null: b", "true: b", "  b", "- b", "  - b", "", "  ", "# c", "<<: b",
  ]

  @Test(arguments: ["\n", "\r\n"])
  func everyTwoLinesReadAsWhenIndented(_ ending: String) {
    for first in Self.lines {
      for second in Self.lines { check([first, second], ending) }
    }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func manyLinesReadAsWhenIndented(_ seed: UInt64) {
    var generator = SplitMix(seed: seed)
    for _ in 0..<5_000 {
      let count = Int.random(in: 3..<8, using: &generator)
      check((0..<count).map { _ in Self.lines.randomElement(using: &generator) ?? "" }, "\n")
    }
  }

  private func check(_ lines: [String], _ ending: String) {
    let plain = Self.document(lines, ending)
    let indented = Self.document(lines.map { " " + $0 }, ending)
    #expect(Self.facts(plain) == Self.facts(indented), "\(lines)")
    #expect(plain.diagnostics.map(\.code) == indented.diagnostics.map(\.code), "\(lines)")
    #expect((plain.editRefusal == nil) == (indented.editRefusal == nil), "\(lines)")
  }

  private static func document(_ lines: [String], _ ending: String) -> Document {
    Document(Array((["---"] + lines + ["---", ""]).joined(separator: ending).utf8))
  }

  /// Each field with its value, the value's first line as written, and how many lines it has.
  private static func facts(_ document: Document) -> [String] {
    document.fields.map { field in
      let written = field.written.map { range in
        String(decoding: document.bytes[range].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      }
      let lines = field.range.map { range in
        document.bytes[range].count { $0 == UInt8(ascii: "\n") }
      }
      return "\(field.key) = \(field.value), \(written ?? "?"), \(lines ?? 0)"
    }
  }
}
