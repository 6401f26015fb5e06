import CairnMarkup
import Testing

@Suite struct TagTests {
  static let rows: [(String, [String])] = [
    ("#tag", ["tag"]), ("a #tag, b", ["tag"]), ("#x/y/z", ["x/y/z"]), ("#a/ b", ["a"]),
    ("#a//b", ["a"]), ("#日本語 #größe #тег", ["日本語", "größe", "тег"]), ("#a-b_c", ["a-b_c"]),
    ("#2026-plan", ["2026-plan"]), ("(#a) \"#b\" *#c*", ["a", "b", "c"]), ("#a#b", ["a"]),
    ("#a.b", ["a"]), ("。#a", ["a"]), ("#🌱grow", ["🌱grow"]), ("# a\n## #b", ["b"]),
    ("- #a\n- [ ] #b\n\n> #c", ["a", "b", "c"]), ("| #a |\n|---|\n| #b |", ["a", "b"]),
    ("#cafe #facts #deadbee", ["cafe", "facts", "deadbee"]), ("#a\r\n#b\r#c", ["a", "b", "c"]),
    ("#123", []), ("#fff", []), ("#FFFFFF", []), ("#ff00ff80", []), ("#1-2", []), ("#", []),
    ("##a", []), ("a#b", []), ("\\#a", []), ("&#35;a", []), ("`#a`", []), ("    #a", []),
    ("```\n#a\n```", []), ("https://x.org/#a", []), ("[#a](b)", []), ("[a](#b)", []),
    ("[[a#b]]", []), ("[[a|#b]]", []), ("<!-- #a -->", []), ("<div>\n#a\n</div>", []),
    ("<b title=\"#a\">x</b>", []), ("[r]: #a", []), ("![#a](b.png)", []), ("#-", []),
  ]

  @Test(arguments: rows) func readsTags(source: String, expected: [String]) {
    let markup = Markup(source)
    #expect(markup.tags.map(\.name) == expected)
    #expect(markup.tags.map { markup.source($0.range) } == expected.map { "#" + $0 })
  }
}

@Suite struct HeadingTests {
  struct Row: Sendable {
    let source: String
    let level: Int
    let text: String
    let slug: String
    let written: String
  }

  static let rows: [Row] = [
    Row(source: "# A *b* `c` #", level: 1, text: "A b c", slug: "a-b-c", written: "# A *b* `c` #"),
    Row(source: "x\n\nA\nb\n---\nc", level: 2, text: "A b", slug: "a-b", written: "A\nb\n---"),
    Row(source: "A\n===\n\n\n", level: 1, text: "A", slug: "a", written: "A\n==="),
    Row(source: "> ### Q\r\n> x", level: 3, text: "Q", slug: "q", written: "### Q"),
    Row(
      source: "> Q\n> r\n> ===\n>\n> x", level: 1, text: "Q r", slug: "q-r",
      written: "Q\n> r\n> ==="),
    Row(source: "- # [[A|b]]!", level: 1, text: "b!", slug: "b", written: "# [[A|b]]!"),
    Row(
      source: "###### Größe & Maß: 日本", level: 6, text: "Größe & Maß: 日本",
      slug: "größe--maß-日本", written: "###### Größe & Maß: 日本"),
    Row(source: "#", level: 1, text: "", slug: "", written: "#"),
    Row(source: "[r]: x\n# [R](y)", level: 1, text: "R", slug: "r", written: "# [R](y)"),
  ]

  @Test(arguments: rows) func readsOneHeading(row: Row) throws {
    let markup = Markup(row.source)
    try #require(markup.headings.count == 1)
    #expect(markup.headings[0].level == row.level)
    #expect(markup.headings[0].text == row.text)
    #expect(markup.headings[0].slug == row.slug)
    #expect(markup.source(markup.headings[0].range) == row.written)
  }

  @Test func anchorsAreUnique() {
    let markup = Markup("# a\n# A\n# a-1\n# a\n")
    #expect(markup.headings.map(\.slug) == ["a", "a-1", "a-1-1", "a-2"])
  }
}

@Suite struct TaskTests {
  static let rows: [(String, Bool, String, String)] = [
    ("- [ ] call", false, "call", "- [ ] call"), ("- [x] call", true, "call", "- [x] call"),
    ("* [X] *call*\n  her", true, "call her", "* [X] *call*"),
    ("12. [ ] a", false, "a", "12. [ ] a"), ("> + [x] a\r\n", true, "a", "+ [x] a"),
    ("- a\n\t- [ ] [[b]]", false, "b", "- [ ] [[b]]"),
    ("> [!todo] x\n> - [x] **b**", true, "b", "- [x] **b**"),
    ("1. - [ ] a", false, "a", "- [ ] a"), ("- [ ] a [x]", false, "a [x]", "- [ ] a [x]"),
  ]

  @Test(arguments: rows)
  func readsOneTask(source: String, isDone: Bool, text: String, written: String) throws {
    let markup = Markup(source)
    try #require(markup.tasks.count == 1)
    #expect(markup.tasks[0].isDone == isDone)
    #expect(markup.tasks[0].text == text)
    #expect(markup.source(markup.tasks[0].range) == written)
    #expect(" xX".contains(markup.source(markup.tasks[0].markRange)))
  }

  @Test(arguments: [
    "- [] a", "- [y] a", "[ ] a", "- [ ]a", "> - \\[ ] a", "> - [&#32;] a", "`- [ ] a`",
    "    - [ ] a",
  ])
  func readsNoTask(source: String) { #expect(Markup(source).tasks.isEmpty) }
}

@Suite struct PlainTextTests {
  static let rows: [(String, String)] = [
    ("# A\n\nb *c*\nd `e`\n", "A\nb c d e"), ("- a\n  - b\n- [x] c", "a\nb\nc"),
    ("[[a]] [[b|c]] ![[d.png]] [e](f) ![g](h)", "a c d.png e g"),
    ("| a | b |\n|---|---|\n| c | [[d\\|e]] |", "a b\nc e"),
    ("```swift\nlet a\nlet b\n```\nc", "let a\nlet b\nc"),
    ("a <b>c</b>\n\n<div>\nd\n</div>", "a c"),
    ("a &amp; b \\* c", "a & b * c"), ("x[^1]\n\n[^1]: note", "x\nnote"), ("", ""), ("\n\n", ""),
    ("a\u{0}b", "a\u{FFFD}b"), ("a\r\nb\rc", "a b c"), ("~~a~~ **b**", "a b"),
  ]

  @Test(arguments: rows) func showsText(source: String, expected: String) {
    #expect(Markup(source).plainText == expected)
  }

  @Test func findsTheFirstLines() {
    let markup = Markup("<!-- x -->\n\n  \n**b** c\nd\n\n#\n\n## e")
    #expect(markup.firstLine == "b c d")
    #expect(markup.firstHeading == "e")
    #expect(Markup("").firstLine == nil)
    #expect(Markup("a").firstHeading == nil)
  }

  @Test func invalidBytesAreNoTrouble() {
    let bytes: [UInt8] = [0xFF, 0x20, 0x5B, 0x5B, 0xC3, 0x5D, 0x5D, 0x20, 0x23, 0x61, 0xE2, 0x82]
    let markup = Markup(bytes, body: 0..<bytes.count)
    #expect(markup.links.map(\.range) == [2..<7])
    #expect(markup.links.map(\.targetRange) == [4..<5])
    #expect(markup.tags.map(\.range) == [8..<10])
    #expect(markup.html().contains("\u{FFFD}"))
  }
}

@Suite("Footnotes' marks")
struct FootnoteMarkTests {
  @Test(
    "Marks are found where a footnote is referred to or begins",
    arguments: [
      ("a[^1] b[^1]\n\n[^1]: note `[^1]`\n", [1..<5, 7..<11, 13..<17]),
      ("a [^none] `[^1]`", []), ("a[^Ü]\n\n> [^ü]: x\n", [1..<6, 10..<15]),
      ("- [^1] [[b^]]\n\n[^1]: e", [2..<6, 15..<19]), ("[^1]: never used", []),
      ("[^1][d] [^1]\n\n[^1]: x\n\n[d]: e", [8..<12, 14..<18]),
    ] as [(String, [Range<Int>])])
  func marks(text: String, ranges: [Range<Int>]) {
    let bytes = Array(text.utf8)
    #expect(Markup(bytes, body: 0..<bytes.count).footnotes.map(\.range) == ranges)
  }
}
