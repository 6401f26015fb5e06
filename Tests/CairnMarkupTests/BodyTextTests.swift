import CairnText
import Foundation
import Testing

@testable import CairnMarkup

/// In what a body that was read differs from ``Markup`` of the same bytes; nil where it does not.
func difference(_ body: BodyText, _ bytes: [UInt8]) -> String? {
  let markup = Markup(bytes, body: 0..<bytes.count)
  let text = String(decoding: body.plainText, as: UTF8.self)
  let pairs: [(String, String, String)] = [
    ("text", text.debugDescription, markup.plainText.debugDescription),
    ("heading", "\(body.firstHeading as Any)", "\(markup.firstHeading as Any)"),
    ("headings", "\(body.headingTexts)", "\(markup.headingTexts)"),
    ("beginning", "\(body.openingLevel as Any)", "\(markup.openingLevel as Any)"),
    ("line", "\(body.firstLine as Any)", "\(markup.firstLine as Any)"),
    ("links", "\(body.links)", "\(markup.links)"), ("tags", "\(body.tags)", "\(markup.tags)"),
    ("tasks", "\(body.tasks)", "\(markup.tasks)"), ("HTML", body.rawHTML, markup.rawHTML),
  ]
  if Array(text.utf8) != body.plainText { return "the text is no UTF-8" }
  return pairs.first { $0.1 != $0.2 }.map { "\($0.0): \($0.1), Markup \($0.2)" }
}

@Suite("Text of a body")
struct BodyTextTests {
  /// Bodies that must be read without cmark.
  static let ordinary: [String] = [
    "", "\n", " \n\t\n", "a", "a\nb\n\nc", "a  \nb\\\nc", "  a\n b  \n", "# A", "# A #\n## B ##b",
    "#",
    "#a", "####### a", "# #", "\n ### a ###", "a  \n  b\n---", "a\t\n=\n", "> # a",
    "a\n===\n\nb\n---\nc", "---\na\n***\n_ _ _", "Größe 日本 🙂 — “a”",
    // Containers.
    "- a\n- b\n  - c\n    d\n\n  e\nf", "1. a\n2) b\n10. c", "- a\n\n  b\n\n\nc", "+ a\n* b\n- - c",
    "-\n  a\n-\n\n  b", "> a\n> b\n\n> - c\n> d\ne", "> a\nb\n> # c\n>d", "a\n2. b\n1. c",
    "- a\nb\n  c",
    "- [ ] a\n- [x] **b** c\n  d\n- [X] [[e]]", "- [ ] a [x]", "> - [ ] a\n> - [x]  b",
    "1. - [ ] a",
    "- [ ]\n- [] a\n- [y] a\n- [ ]a", "- [ ] # a", "- a\n  ===", "- [ ] a\n  ---",
    // Code.
    "```\na\n\n  b\n```\nc", "~~~ x\n`a`\n", "```\n\n```", "```\n", "- ```\n  a\n   b\n  ```\n- c",
    "> ```\n> a\nb", "  ```\n   a\n b\n  ```", "```\n\ta\n```", "````\n```\n````", "``` a`\nb",
    // Emphasis.
    "*a* **b** ***c*** _d_ __e__", "a*b*c a_b_c", "**a *b* c** *a **b***", "*a _b* c_", "** a **",
    "*a\nb*", "2 * 3 * 4", "*a**b*", "**„a“** *日本*。", "~~a~~ ~b~ ~5", "*[[a]]* [[b]]*c* [[d]]_e_",
    "_*2) __**__>__>> 2) > >>> >___2) __****__", "***a** b*", "*(a)*b", "\\*a\\* \\b \\",
    // Code spans.
    "`a` ``b`c`` ` d `", "`a\n b`", "` `", "`a", "``~~a\nb``c\n``d``", "`\\`a", "`a  \n`b",
    // Links.
    "[[a]] [[b#c|d]] ![[e.png]] [[#f]]", "[[a]](b) [[]] [[a", "[a](b) [c](d.md#e \"f\") [g](<h i>)",
    "![a](b.png) ![](c)", "[a *b* `c`](d)", "[a][b] [c]", "[a [b](c) d](e)", "[](a)", "[a]( b )",
    "[a](b(c)d) [e](f", "[[[a]](b)]", "- [[a]]: b", "[[a]]: b", "[#a](b)", "![ [a](b) http://x.org",
    // Addresses.
    "https://x.org/a_b?c=*d*&e. f", "(www.x.org/a) http://ü.de/ <https://x.org> <a@b.cd>",
    "a@b.cd, e",
    "http://x_y.org http://a_b.c.d http://- www.a_b", "x://y ://z www.", "1 < 2 <3 <- a",
    "AT&T & b",
    "[https://x.org](https://x.org)", "a.www.x.org/www.y.org www.www.www. b",
    // Tags.
    "#a #b/c_d #1 #fff #ü (#e) a#f", "#_a_ #b_c_d #a-b",
  ]

  @Test("Ordinary bodies are read quickly", arguments: ordinary)
  func quick(source: String) throws {
    let bytes = Array(source.utf8)
    let body = try BodyText.quick(bytes, 0..<bytes.count)
    #expect(difference(body, bytes) == nil, "\(source.debugDescription)")
  }

  /// Bodies that Markup reads, and why.
  static let others: [(String, Hurdle)] = [
    ("a\r\nb", .bytes), ("a\0", .bytes), ("\u{FEFF}a", .bytes), ("a\u{C}", .bytes), ("\ta", .tab),
    ("    a", .indentedCode), ("<div>\na", .html), ("a <b>c</b>", .html), ("|a|\n|-|\n|b|", .table),
    ("[a]: b", .definition), ("a[^1]\n\n[^1]: b", .footnote), ("a &amp; b", .entity),
    ("a*\u{61D}b*", .character), ("1.\n   a", .list), ("~~a~", .tilde), ("[a]([[b]])", .address),
    (String(repeating: "> ", count: 99) + "a", .depth),
    ("- [ ] \n  a", .list), ("- \ta", .tab), ("> a\n  `b\n  c`", .list),
    ("a@b.cd-http://c.de", .address),
  ]

  @Test("What is not ordinary is left to Markup", arguments: others)
  func slow(source: String, hurdle: Hurdle) {
    let bytes = Array(source.utf8)
    #expect(throws: hurdle) { try BodyText.quick(bytes, 0..<bytes.count) }
    #expect(difference(BodyText(bytes, body: 0..<bytes.count), bytes) == nil)
  }

  @Test("Ranges are those of the file")
  func ranges() throws {
    let bytes = Array("---\n---\n> a\n> [[b]] #c\n- [ ] d".utf8)
    let body = BodyText(bytes, body: 8..<bytes.count)
    let markup = Markup(bytes, body: 8..<bytes.count)
    #expect(body.links == markup.links)
    #expect(body.tags == markup.tags)
    #expect(body.tasks == markup.tasks)
    #expect(BodyText(bytes, body: 100..<200).plainText.isEmpty)
  }

  @Test("Bytes that are not UTF-8 are repaired as everywhere")
  func invalid() {
    for bytes: [UInt8] in [
      [0xFF], [0x61, 0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0x80, 0x61],
      [0xE2, 0x82], [0xF0, 0x9F, 0x99], [0xE0, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
      [0xC3, 0xA9, 0xA9],
    ] {
      #expect(throws: Hurdle.bytes) { try BodyText.quick(bytes, 0..<bytes.count) }
      #expect(difference(BodyText(bytes, body: 0..<bytes.count), bytes) == nil, "\(bytes)")
    }
  }

  @Test("Every scalar counts for emphasis as it does in cmark")
  func scalars() throws {
    var text: [UInt8] = []
    func compare() {
      #expect(difference(BodyText(text, body: 0..<text.count), text) == nil)
      text.removeAll()
    }
    for value in UInt32(0x80)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let line = Array("\n\na*\(scalar)b*".utf8)
      guard !scalar.properties.isAlphabetic, scalar.properties.generalCategory != .unassigned,
        (try? BodyText.quick(line, 0..<line.count)) != nil
      else { continue }
      text += line
      if text.count > 50_000 { compare() }
    }
    compare()
  }
}

@Suite("Text of a body as a law")
struct BodyTextLawTests {
  /// What bodies are put together from, at random.
  static let fragments = [
    "a", "b c", " ", " ", "  ", "    ", "\n", "\n", "\n", "\n\n", "# ", "## ", " #", "- ", "- ",
    "* ",
    "+ ", "1. ", "2) ", "> ", ">", "*", "**", "_", "__", "~", "~~", "`", "``", "```\n", "~~~\n",
    "[", "]",
    "](", ")", "(", "![", "[[", "]]", "[[a]]", "[[b#c|d]]", "![[e.png]]", "[x](y)", "![i](j.png)",
    "\\",
    "!", "<", ">", "&", "&amp;", ":", "#t", "#a/b_c", "http://x.org/a_b", "https://", "www.",
    "www.q.de",
    "a@b.cd", "<http://u.v>", "@", "---\n", "===\n", "--", "- [ ] ", "- [x] ", "[ ] ", "[ ]", "[x]",
    "|", "|-|",
    "\t",
    "é", "„", "“", "日本", "。", "\u{A0}", "🙂", "_x_", "*y*", "**z**", "w", ".", ",", "\"", "'", "^",
    "[^1]", "1", ";", "<b>", "***", "'t)", "\u{2003}", "ß*", "/", "10. ", "\n   ", "\n  ", "\n> ",
    "\n- ",
  ]

  @Test("Bodies made at random", arguments: [UInt64(1), 2, 3, 4])
  func random(seed: UInt64) {
    var numbers = SplitMix(seed: seed)
    var quick = 0
    for round in 0..<5000 {
      // Few kinds of fragments at a time meet each other more often.
      let kinds = Int.random(in: 4...Self.fragments.count, using: &numbers)
      let first = Int.random(in: 0..<Self.fragments.count, using: &numbers)
      let text = (0..<Int.random(in: 1...(round % 3 == 0 ? 6 : 24), using: &numbers)).map { _ in
        let fragment = first + Int.random(in: 0..<kinds, using: &numbers)
        return Self.fragments[fragment % Self.fragments.count]
      }
      let bytes = Array(text.joined().utf8)
      guard let body = try? BodyText.quick(bytes, 0..<bytes.count) else { continue }
      quick += 1
      let found = difference(body, bytes)
      #expect(found == nil, "seed \(seed), round \(round): \(text.joined().debugDescription)")
    }
    #expect(quick > 2000)
  }

  @Test(
    "Real files", .enabled(if: AgreementTests.hasShared, "no corpora beside this checkout"))
  func realFiles() throws {
    var files = 0
    var quick = 0
    try AgreementTests.forEachRealFile { name, bytes in
      files += 1
      let body = BodyText(bytes, body: 0..<bytes.count)
      quick += (try? BodyText.quick(bytes, 0..<bytes.count)) == nil ? 0 : 1
      #expect(difference(body, bytes) == nil, "\(name)")
    }
    #expect(files > 1000)
    #expect(quick * 2 > files, "\(quick) of \(files) files were read quickly")
  }
}
