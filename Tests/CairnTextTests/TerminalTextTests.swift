import CairnFixtures
import CairnText
import Testing

@Suite("Text on a terminal")
struct TerminalTextTests {
  @Test(
    "The width of text is that of its characters",
    arguments: [
      ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("Straße", 6), ("東京", 4), ("ｶﾅ", 2),
      ("ＡＢ", 4), ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("ไทย", 3), ("ที่", 1), ("नि", 2),
      ("שָׁלוֹם", 4), ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("❤", 1), ("❤️", 2), ("🇩🇪", 2), ("1️⃣", 2),
      ("⭐", 2), ("★", 1), ("…", 1), ("—", 1), ("a\u{200B}b", 2), ("\u{FEFF}a", 1), ("🏴‍☠️", 2),
      ("\u{1F6DC}", 2), ("䷀", 2), ("、", 2), ("\u{0}", 0),
    ])
  func width(text: String, width: Int) {
    #expect(TerminalText.width(of: text) == width)
  }

  @Test(
    "Text is cut between characters, and says so",
    arguments: [
      ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""),
      ("東京物語", 8, "東京物語"), ("東京物語", 7, "東京物…"), ("東京物語", 6, "東京…"),
      ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"), ("ab cdef", 4, "ab…"),
    ])
  func truncation(text: String, width: Int, cut: String) {
    #expect(TerminalText.truncated(text, to: width) == cut)
    #expect(TerminalText.width(of: cut) <= max(width, 0))
  }

  @Test(
    "Text is shortened at the end of a word, unless little would be left",
    arguments: [
      ("one two three", 13, "one two three"), ("one two three", 12, "one two…"),
      ("one two three", 8, "one two…"), ("one two three", 7, "one…"), ("one two", 4, "one…"),
      ("onetwothree four", 8, "onetwot…"), ("a onetwothree", 8, "a onetw…"), ("東京物語 紙", 7, "東京物…"),
      ("see 東京物語", 9, "see 東京…"), ("", 3, ""), ("one", 1, "…"), ("one", 0, ""),
      ("e\u{301}te\u{301} e\u{301}te\u{301}", 5, "e\u{301}te\u{301}…"),
    ])
  func shortening(text: String, width: Int, cut: String) {
    #expect(TerminalText.shortened(text, to: width) == cut)
  }

  @Test(
    "Text with right-to-left characters is isolated",
    arguments: [
      ("abc", false), ("東京", false), ("été", false), ("خط", true), ("a שלום", true), ("ܐ", true),
      ("\u{200F}", true), ("", false), ("𞤀", true), ("Ж ߐ", true), ("👍🏽", false),
    ])
  func isolation(text: String, isIsolated: Bool) {
    let shown = TerminalText.isolated(text)
    #expect(shown == (isIsolated ? "\u{2068}\(text)\u{2069}" : text))
    #expect(TerminalText.width(of: shown) == TerminalText.width(of: text))
  }

  // The widths are those of the Python package wcwidth 0.7.0.
  @Test(
    "Widths agree with wcwidth",
    arguments: [
      ("مرحبا", 5), ("🧑🏽‍💻", 2), ("🏳️‍🌈", 2), ("☎️", 2), ("☎", 1), ("मूँग दाल", 6), ("தமிழ்", 4),
      ("ﷺ", 1), ("👩‍👩‍👧‍👦 Family 🇯🇵", 12), ("\u{2068}خط\u{2069}", 2),
    ])
  func agreement(text: String, width: Int) {
    #expect(TerminalText.width(of: text) == width)
  }

  @Test(
    "What steers a terminal is made visible",
    arguments: [
      ("plain — 東京", "plain — 東京"), ("\u{1B}[31mred", "␛[31mred"), ("a\u{7F}", "a␡"),
      ("\u{9B}2J", "\\u{9b}2J"), ("a\u{202E}b", "a\\u{202e}b"), ("\u{2066}x", "\\u{2066}x"),
      ("a\nb\tc", "a␊b␉c"), ("\u{0}", "␀"), ("a\u{2028}b", "a\\u{2028}b"),
    ])
  func escaping(text: String, shown: String) {
    #expect(TerminalText.escaped(text) == shown)
    #expect(!shown.unicodeScalars.contains(where: TerminalText.steers))
  }

  @Test("Lines can be kept, or folded into one")
  func lines() {
    #expect(TerminalText.escaped("a\n\tb\r", keepingLines: true) == "a\n\tb␍")
    #expect(TerminalText.escaped("a\r\nb\r\r\n", keepingLines: true) == "a\nb␍\n")
    #expect(TerminalText.line("a\r\n  b\t\u{7}c") == "a b ␇c")
    #expect(TerminalText.line("a  b") == "a  b")
  }
}

/// Text that is all of one hostile kind costs no more than its length.
@Suite struct TextScaleTests {
  static let rows: [(name: String, part: String, work: @Sendable (String) -> Void)] = [
    ("escapes", "\u{2028}", { _ = TerminalText.escaped($0) }),
    ("controls", "\0", { _ = TerminalText.showingControls($0) }),
    ("one character of many letters", "\u{1100}", { _ = range(in: $0) }),
    ("one character of many vowels", "\u{1160}", { _ = range(in: $0) }),
    ("one letter with many marks", "\u{301}", { _ = range(in: $0) }),
    ("one character of joiners", "\u{200D}", { _ = range(in: $0) }),
  ]

  private static func range(in text: String) -> Range<String.Index> {
    let folded = FoldedText(text)
    return folded.originalRange(folded.bytes.count / 2..<folded.bytes.count)
  }

  @Test(arguments: rows.indices)
  func growsAsItsLength(number: Int) {
    let row = Self.rows[number]
    let times = [4000, 32_000].map { count in
      let text = "x " + String(repeating: row.part, count: count)
      return (0..<3).map { _ in ThreadTime.measure { row.work(text) } }.min() ?? .zero
    }
    #expect(times[1] < times[0] * 24 + .milliseconds(20), "\(row.name): \(times)")
  }
}
