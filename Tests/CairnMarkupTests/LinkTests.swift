import CairnMarkup
import Testing

/// One body with one link, and what is read from it.
struct LinkRow: CustomTestStringConvertible, Sendable {
  let source: String
  let kind: Markup.Link.Kind
  let target: String
  let fragment: String?
  let text: String
  let written: String
  let targetWritten: String?
  let isExternal: Bool

  init(
    _ source: String, _ kind: Markup.Link.Kind, _ target: String, fragment: String? = nil,
    text: String, written: String? = nil, targetWritten: String? = "=", isExternal: Bool = false
  ) {
    self.source = source
    self.kind = kind
    self.target = target
    self.fragment = fragment
    self.text = text
    self.written = written ?? source
    self.targetWritten = targetWritten == "=" ? target : targetWritten
    self.isExternal = isExternal
  }

  var testDescription: String { source.debugDescription }
}

@Suite struct LinkTests {
  static let rows: [LinkRow] = [
    LinkRow("[[Sarah]]", .wiki, "Sarah", text: "Sarah"),
    LinkRow(
      "https://ü.de/a", .autolink, "https://ü.de/a", text: "https://ü.de/a", isExternal: true),
    LinkRow("[a](<b> (c))", .markdown, "b", text: "a"),
    LinkRow("[a](( )", .markdown, "(", text: "a"),
    LinkRow("`` ```a```b``` [c](d)```", .markdown, "d", text: "c", written: "[c](d)"),
    LinkRow("see [[Sarah]].", .wiki, "Sarah", text: "Sarah", written: "[[Sarah]]"),
    LinkRow("[[Sarah|her]]", .wiki, "Sarah", text: "her"),
    LinkRow("[[Sarah#Phone]]", .wiki, "Sarah", fragment: "Phone", text: "Sarah > Phone"),
    LinkRow("[[Sarah#Phone|call]]", .wiki, "Sarah", fragment: "Phone", text: "call"),
    LinkRow("[[#Phone]]", .wiki, "", fragment: "Phone", text: "Phone"),
    LinkRow("[[people/Sarah]]", .wiki, "people/Sarah", text: "people/Sarah"),
    LinkRow("[[ Sarah | her ]]", .wiki, "Sarah", text: "her"),
    LinkRow("[[名前|メモ]]", .wiki, "名前", text: "メモ"),
    LinkRow("![[plan.png]]", .wikiEmbed, "plan.png", text: "plan.png"),
    LinkRow("\\![[a]]", .wiki, "a", text: "a", written: "[[a]]"),
    LinkRow("**[[a_b_c*d]]**", .wiki, "a_b_c*d", text: "a_b_c*d", written: "[[a_b_c*d]]"),
    LinkRow("| x |\n|---|\n| [[a\\|b]] |", .wiki, "a", text: "b", written: "[[a\\|b]]"),
    LinkRow("| x | y |\n|---|---|\n| [[a|b]] | |", .wiki, "a", text: "b", written: "[[a|b]]"),
    LinkRow("> - x\n>   [[a]]", .wiki, "a", text: "a", written: "[[a]]"),
    LinkRow("[t](path.md)", .markdown, "path.md", text: "t"),
    LinkRow("[t](path.md \"title\")", .markdown, "path.md", text: "t"),
    LinkRow("[t]( path.md\n'title' )", .markdown, "path.md", text: "t"),
    LinkRow("[t](<a b.md>)", .markdown, "a b.md", text: "t"),
    LinkRow("[t](a%20b.md)", .markdown, "a b.md", text: "t", targetWritten: "a%20b.md"),
    LinkRow("[t](a.md#x%20y)", .markdown, "a.md", fragment: "x y", text: "t"),
    LinkRow("[t](#x)", .markdown, "", fragment: "x", text: "t"),
    LinkRow("[t](<a b.md#x>)", .markdown, "a b.md", fragment: "x", text: "t"),
    LinkRow("[t](a\\_b.md)", .markdown, "a_b.md", text: "t", targetWritten: "a\\_b.md"),
    LinkRow("[t](a&amp;b.md)", .markdown, "a&b.md", text: "t", targetWritten: "a&amp;b.md"),
    LinkRow("[t](a(b(c)).md)", .markdown, "a(b(c)).md", text: "t"),
    LinkRow("[t]()", .markdown, "", text: "t"),
    LinkRow("[a *b* `c]`](d.md)", .markdown, "d.md", text: "a b c]"),
    LinkRow("[a \\] b](d.md)", .markdown, "d.md", text: "a ] b"),
    LinkRow("[a [b] c](d.md)", .markdown, "d.md", text: "a [b] c"),
    LinkRow("[a\nb](d.md)", .markdown, "d.md", text: "a b"),
    LinkRow("[[a]](d.md)", .markdown, "d.md", text: "[a]"),
    LinkRow("é\u{1F600}\t[t](ü.md)", .markdown, "ü.md", text: "t", written: "[t](ü.md)"),
    LinkRow("> a\r\n> [t](d.md)\r\n", .markdown, "d.md", text: "t", written: "[t](d.md)"),
    LinkRow("> [t\n> u](d.md)", .markdown, "d.md", text: "t u", written: "[t\n> u](d.md)"),
    LinkRow("a\r[t](d.md)\rb", .markdown, "d.md", text: "t", written: "[t](d.md)"),
    LinkRow("\u{FEFF}[t](d.md)", .markdown, "d.md", text: "t", written: "[t](d.md)"),
    LinkRow("\0[t](d.md)", .markdown, "d.md", text: "t", written: "[t](d.md)"),
    LinkRow("# [t](d.md) #", .markdown, "d.md", text: "t", written: "[t](d.md)"),
    LinkRow("[t](d.md)\n===", .markdown, "d.md", text: "t", written: "[t](d.md)"),
    LinkRow("p\n| [t](d.md) |\n|-|", .markdown, "d.md", text: "t", written: "[t](d.md)"),
    LinkRow("x[^1]\n\n[^1]: a [t](d.md)", .markdown, "d.md", text: "t", written: "[t](d.md)"),
    LinkRow("[^1]: unused [t](d.md)", .markdown, "d.md", text: "t", written: "[t](d.md)"),
    LinkRow("![alt *x*](a.png)", .image, "a.png", text: "alt x"),
    LinkRow("[t](//x.org/a)", .markdown, "//x.org/a", text: "t", isExternal: true),
    LinkRow(
      "[t](https://x.org/a%20b#c)", .markdown, "https://x.org/a%20b#c", text: "t",
      isExternal: true),
    LinkRow(
      "<https://x.org>", .autolink, "https://x.org", text: "https://x.org", isExternal: true),
    LinkRow(
      "<a@b.cc>", .autolink, "mailto:a@b.cc", text: "a@b.cc", targetWritten: "a@b.cc",
      isExternal: true),
    LinkRow(
      "(https://x.org/a_b).", .autolink, "https://x.org/a_b", text: "https://x.org/a_b",
      written: "https://x.org/a_b", isExternal: true),
    LinkRow(
      "www.x.org, y", .autolink, "http://www.x.org", text: "www.x.org", written: "www.x.org",
      targetWritten: "www.x.org", isExternal: true),
    LinkRow(
      "to a.b@c.de.", .autolink, "mailto:a.b@c.de", text: "a.b@c.de", written: "a.b@c.de",
      targetWritten: "a.b@c.de", isExternal: true),
    LinkRow("[Ref]: path.md", .reference, "path.md", text: "Ref"),
    LinkRow("[Ref]:\n  <q r.md#h>\n  'x'", .reference, "q r.md", fragment: "h", text: "Ref"),
    LinkRow("> [r]: p.md", .reference, "p.md", text: "r", written: "[r]: p.md"),
    LinkRow("- [r]: p.md", .reference, "p.md", text: "r", written: "[r]: p.md"),
  ]

  @Test(arguments: rows) func readsOneLink(row: LinkRow) throws {
    let markup = Markup(row.source)
    try #require(markup.links.count == 1)
    let link = markup.links[0]
    #expect(link.kind == row.kind)
    #expect(link.target == row.target)
    #expect(link.fragment == row.fragment)
    #expect(link.text == row.text)
    #expect(markup.source(link.range) == row.written)
    #expect(link.targetRange.map(markup.source) == row.targetWritten)
    #expect(link.isExternal == row.isExternal)
  }

  @Test func readsReferences() {
    let markup = Markup("[A b][Réf] [réf][] [RÉF] ![x][réf] [no][no]\n\n[réf]: p.md#h\n")
    #expect(markup.links.map(\.kind) == [.markdown, .markdown, .markdown, .image, .reference])
    #expect(markup.links.allSatisfy { $0.target == "p.md" && $0.fragment == "h" })
    #expect(markup.links.map { $0.targetRange == nil } == [true, true, true, true, false])
    #expect(markup.links.map(\.text) == ["A b", "réf", "RÉF", "x", "réf"])
  }

  static let none: [String] = [
    "`[[a]]`", "    [[a]]", "```\n[[a]]\n```", "~~~\n[t](a)\n~~~", "<!-- [[a]] -->",
    "<div>\n[[a]] [t](b)\n</div>", "x <b title=\"[[a]]\">y</b>", "\\[[a]]", "\\[t](a)", "[[]]",
    "[[a\nb]]", "[[a`b]]`", "[t] (a)", "[t](a b)", "[t][undefined]", "``[t](a)``", "[^1]: x",
    "- x\n\n      [t](a)", "1. ```\n   [[a]]\n   ```\n", "[t](a\n\nb)", "$ [t",
  ]

  @Test(arguments: none) func readsNoLink(source: String) {
    #expect(Markup(source).links.isEmpty)
  }

  @Test func rangesAreThoseOfTheFile() {
    let file = Array("---\nid: 1\n---\n# A [[b]]\n- [ ] do #it\n".utf8)
    let markup = Markup(file, body: 14..<file.count)
    #expect(markup.links.map { markup.textOf($0.range, file) } == ["[[b]]"])
    #expect(markup.tags.map { markup.textOf($0.range, file) } == ["#it"])
    #expect(markup.headings.map { markup.textOf($0.range, file) } == ["# A [[b]]"])
    #expect(markup.tasks.map { markup.textOf($0.range, file) } == ["- [ ] do #it"])
    #expect(markup.tasks.map { markup.textOf($0.markRange, file) } == [" "])
  }

  @Test func linksDoNotNest() {
    let markup = Markup("[a [b](c) d](e) ![f [g](h)](i)")
    #expect(markup.links.map(\.target) == ["c", "i", "h"])
  }
}

extension Markup {
  fileprivate func textOf(_ range: Range<Int>, _ file: [UInt8]) -> String {
    String(decoding: file[range], as: UTF8.self)
  }
}
