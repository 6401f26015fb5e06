import CairnText
import CairnMarkup
import Testing

@testable import CairnTerminal

@Suite struct MarkdownLinesTests {
  private static func markup(_ text: String) -> Markup {
    let bytes = Array(text.utf8)
    return Markup(bytes, body: 0..<bytes.count)
  }

  private static func lines(_ text: String, width: Int = 24) -> [String] {
    MarkdownLines(width: width, isColored: false, hasLinks: false).lines(of: markup(text))
  }

  static let plain: [(source: String, lines: [String])] = [
    ("", []), ("a\nb", ["a b"]), ("a  \nb\\\nc", ["a", "b", "c"]), ("a\n\n\nb", ["a", "", "b"]),
    ("# A\nb\n## C", ["# A", "", "b", "", "## C"]), ("***", [String(repeating: "─", count: 24)]),
    ("*a* **b** ~~c~~ `d`", ["*a* **b** ~~c~~ `d`"]),
    ("the quick brown fox jumps over it", ["the quick brown fox", "jumps over it"]),
    ("0123456789012345678901234567890", ["012345678901234567890123", "4567890"]),
    // Widths: wide characters, marks, emoji, right to left.
    (
      "日本語の文章には空白がないので折り返す",
      ["日本語の文章には空白がな", "いので折り返す"]
    ),
    (
      "e\u{301}e\u{301}e\u{301} " + "x".repeated(20),
      ["e\u{301}e\u{301}e\u{301} " + "x".repeated(20)]
    ),
    ("👩‍👩‍👧 " + "x".repeated(22), ["👩‍👩‍👧", "x".repeated(22)]),
    ("שלום עולם", ["שלום עולם"]),
    // Lists.
    ("- a\n- b", ["• a", "• b"]), ("- a\n\n- b", ["• a", "", "• b"]),
    ("9. a\n9. b", ["9. a", "10. b"]),
    ("- a\n  - b\n    - c\n- d", ["• a", "  • b", "    • c", "• d"]),
    (
      "1. the quick brown fox jumps over it",
      ["1. the quick brown fox", "   jumps over it"]
    ),
    ("- [ ] a\n- [x] b", ["☐ a", "☑ b"]), ("-\n- a", ["•", "• a"]),
    ("a\n- b\n\nc", ["a", "", "• b", "", "c"]), ("- a\n\n  b\n- c", ["• a", "", "  b", "", "• c"]),
    ("- ```\n  a\n  ```\n- b", ["•     a", "• b"]),
    // Quotes.
    ("> a\n> b\n\nc", ["│ a b", "", "c"]), ("> a\n>\n> > b", ["│ a", "│", "│ │ b"]),
    ("> - a\n>   b", ["│ • a b"]),
    (
      "> the quick brown fox jumps over it", ["│ the quick brown fox", "│ jumps over it"]
    ),
    ("> [!TIP]\n> a", ["│ **Tip**", "│", "│ a"]),
    ("> [!note]- My *own*\n> a\n> b", ["│ **My *own***", "│", "│ a b"]),
    ("> [!note] x", ["│ **x**"]), ("> [!]\n> a", ["│ [!] a"]),
    // Code.
    ("```swift\na\tb  \n\n  c\n```", ["    a   b", "", "      c"]),
    ("    " + "x".repeated(30), ["    " + "x".repeated(30)]),
    // Links.
    ("[a](b.md) <http://c.d> www.e.f g@h.i", ["a (b.md) http://c.d", "www.e.f g@h.i"]),
    ("[a](javascript:b) [[c|d]]", ["a d"]),
    ("![a|50](b.png) ![](c.png)", ["[image: a — b.png]", "[image: c.png]"]),
    ("a[^1]\n\n[^1]: b\n    c", ["a[1]", "", "───", "[1] b c"]),
    ("<b>a</b> <!-- c -->\n\n<div>\nd\n</div>", ["<b>a</b>", "", "<div>", "d", "</div>"]),
    // Tables.
    (
      "|a|b|\n|-|-:|\n|*c*|1|\n||日本|",
      [
        "┌─────┬──────┐", "│ a   │    b │", "├─────┼──────┤", "│ *c* │    1 │", "│     │ 日本 │",
        "└─────┴──────┘",
      ]
    ),
    (
      "|a|b|\n|-|-|\n|the quick brown fox|c|",
      [
        "┌──────────────────┬───┐", "│ a                │ b │", "├──────────────────┼───┤",
        "│ the quick brown  │ c │", "│ fox              │   │", "└──────────────────┴───┘",
      ]
    ),
    (
      "|a|b|c|d|e|\n|-|-|-|-|-|\n|1|2|3||5|\n|6|",
      [
        "┌───┬───┬───┬───┬───┐", "│ a │ b │ c │ d │ e │", "├───┼───┼───┼───┼───┤",
        "│ 1 │ 2 │ 3 │   │ 5 │", "│ 6 │   │   │   │   │", "└───┴───┴───┴───┴───┘",
      ]
    ),
    // No word is cut for want of room, but for one that is very long.
    (
      "|alpha|beta|gamma|delta|\n|-|-|-|-|\n|1|2||4|\n|6|",
      ["alpha: 1", "beta: 2", "delta: 4", "", "alpha: 6"]
    ),
    (
      "|plant|when|\n|-|-|\n|broad bean|November or March|",
      [
        "┌───────────┬──────────┐", "│ plant     │ when     │", "├───────────┼──────────┤",
        "│ broad     │ November │", "│ bean      │ or March │", "└───────────┴──────────┘",
      ]
    ),
    (
      "|a|b|\n|-|-|\n|c|0123456789012345678901|",
      [
        "┌───┬──────────────────┐", "│ a │ b                │", "├───┼──────────────────┤",
        "│ c │ 0123456789012345 │", "│   │ 678901           │", "└───┴──────────────────┘",
      ]
    ),
  ]

  @Test("Markdown as lines", arguments: plain)
  func lines(source: String, expected: [String]) {
    #expect(Self.lines(source) == expected, "\(source.debugDescription)")
  }

  @Test("Where there is no more than ASCII, what is drawn is ASCII")
  func ascii() {
    let writer = MarkdownLines(width: 24, isColored: false, hasLinks: false, signs: .ascii)
    let source =
      "- é\n- [x] b\n1. [ ] c\n\n> d\n\n---\n\n|a|b|\n|-|-|\n|1|2|\n\ne[^1]\n\n[^1]: f"
    #expect(
      writer.lines(of: Self.markup(source)) == [
        "* é", "[x] b", "", "1. [ ] c", "", "| d", "", String(repeating: "-", count: 24), "",
        "+---+---+", "| a | b |", "+---+---+", "| 1 | 2 |", "+---+---+", "", "e[1]", "", "---",
        "[1] f",
      ])
  }

  @Test("What is set off has its style, and links can be followed")
  func styles() {
    let writer = MarkdownLines(
      width: 80, isColored: true, hasLinks: true, address: { "file:///n/" + $0 },
      wikilink: { $0.target == "e" ? "file:///n/e.md" : nil })
    func lines(_ text: String) -> [String] { writer.lines(of: Self.markup(text)) }
    #expect(lines("a **b** *c*") == ["a \u{1B}[1mb\u{1B}[0m \u{1B}[3mc\u{1B}[0m"])
    #expect(
      lines("***a `b`*** ~~c~~") == [
        "\u{1B}[1;3ma \u{1B}[0m\u{1B}[1;3;36mb\u{1B}[0m \u{1B}[9mc\u{1B}[0m"
      ])
    let link = { (address: String, text: String, style: String) in
      "\u{1B}]8;;\(address)\u{1B}\\\u{1B}[\(style)m\(text)\u{1B}[0m\u{1B}]8;;\u{1B}\\"
    }
    #expect(lines("[a](https://b.c/é)") == [link("https://b.c/%C3%A9", "a", "4;34")])
    #expect(lines("[a](b.md)") == [link("file:///n/b.md", "a", "4;34")])
    #expect(lines("[[e]] [[f]]") == [link("file:///n/e.md", "e", "34") + " \u{1B}[34mf\u{1B}[0m"])
    #expect(lines("[a](javascript:b)") == ["a"])
  }

  /// Bodies, and the lines that a preview of a search for `needle` shows.
  static let found: [(String, [String])] = [
    ("a needle b", ["a [needle] b"]), ("a", ["a"]), ("", []),
    ("the nee**dle needle**", ["the [nee][dle] [needle]"]),
    ("1\n\n2\n\n3 needle\n\n4", ["1", "", "2", "", "3 [needle]", "", "4"]),
    (
      "1\n\n2\n\n3\n\n4\n\n5 needle\n\n6\n\n7\n\n8", ["…", "4", "", "5 [needle]", "", "6", ""]
    ),
  ]

  @Test("A preview highlights the matches, and begins near the first", arguments: found)
  func matches(source: String, expected: [String]) {
    let writer = MarkdownLines(width: 24, isColored: true, hasLinks: false)
    let lines = writer.lines(of: Self.markup(source), omitsFirstHeading: false, most: 7) { text in
      text.ranges(of: "needle")
    }
    let shown = lines.map { line in
      line.replacing(/\u{1B}\[[0-9;]*33m([a-z]+)\u{1B}\[0m/) { "[\($0.1)]" }
        .replacing(/\u{1B}\[[0-9;]*m/, with: "")
    }
    #expect(shown == expected)
  }

  /// Bodies that try to reach the terminal.
  static let hostile: [String] = [
    "\u{1B}[31mred", "`\u{1B}]0;title\u{7}`", "```\n\u{1B}c\n```", "a &#27;[2J b &#x9b;31m",
    "[a](https://b.c/\u{1B}\\\u{1B}[2J)", "[a](<https://b.c/&#27;]8;;x&#7;>)", "# \u{9B}31m",
    "![\u{1B}[1m](\u{1B}[2m)", "|\u{1B}[3m|\n|-|\n|&#27;c|", "<b \u{1B}>",
    "<div>\n\u{1B}[4m\n</div>",
    "[[a|\u{1B}[5m]]", "[^\u{1B}]\n\n[^\u{1B}]: \u{1B}[6m", "a\u{202E}b\u{2066}",
    "\u{1B}]8;;http://x\u{7}",
    "[a](mailto:b@c?\u{7F}\u{85})", "```\u{1B}[7m\na\n```", "a\r\u{1B}b\u{8}c",
    "- \u{1B}\n  > \u{1B}",
  ]

  @Test("No body steers the terminal", arguments: hostile)
  func isSafe(source: String) {
    for (isColored, hasLinks) in [(false, false), (true, false), (true, true)] {
      let writer = MarkdownLines(
        width: 40, isColored: isColored, hasLinks: hasLinks, address: { "file:///" + $0 },
        wikilink: { _ in "file:///a" })
      for line in writer.lines(of: Self.markup(source)) {
        // What is left once our own sequences are taken away.
        let rest = line.replacing(/\u{1B}\[[0-9;]+m|\u{1B}\]8;;[!-~]*\u{1B}\\/, with: "")
        #expect(
          !rest.unicodeScalars.contains {
            ($0.value < 0x20 || (0x7F..<0xA0).contains($0.value)
              || (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value))
          }, "\(source.debugDescription): \(line.debugDescription)")
      }
    }
  }

  @Test("Lines are no wider than asked for, however deep they stand")
  func deep() {
    for mark in ["> ", "- ", "1. ", "> - "] {
      let lines = Self.lines(mark.repeated(60) + "the quick brown fox jumps", width: 40)
      #expect(lines.allSatisfy { $0.count <= 40 }, "\(mark)")
      #expect(lines.joined(separator: " ").contains("fox"))
    }
  }

  @Test("A body that is not read as Markdown is shown as it is, and why")
  func limited() {
    let lines = Self.lines("# a\n**b**\n" + "> ".repeated(600))
    #expect(lines.first == "Shown as plain text: quotes and lists are nested too deeply.")
    #expect(lines.dropFirst().prefix(3) == ["", "    # a", "    **b**"])
  }
}

extension String {
  fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
