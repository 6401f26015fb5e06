import Testing

@testable import CairnMarkup

/// Bodies for which a parser of Markdown may take quadratic time. The first are those of
/// `test/pathological_tests.py` of cmark and cmark-gfm.
private struct Hostile: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// What keeps it from being read as Markdown, or nil where cmark-gfm reads it in linear time.
  let limit: MarkupLimit?
  /// The body with so many of its parts.
  let body: @Sendable (Int) -> String

  init(_ name: String, _ limit: MarkupLimit?, _ body: @escaping @Sendable (Int) -> String) {
    testDescription = name
    self.limit = limit
    self.body = body
  }

  /// A part repeated.
  init(_ name: String, _ limit: MarkupLimit?, repeated part: String) {
    self.init(name, limit) { part.times($0) }
  }
}

extension String {
  fileprivate func times(_ count: Int) -> String { String(repeating: self, count: count) }
}

@Suite struct LimitTests {
  private static let cmark: [Hostile] = [
    Hostile("nested strong emphasis", .emphasis) {
      "*a **a ".times($0) + "b" + " a** a*".times($0)
    },
    Hostile("closers with no openers", nil, repeated: "a_ "),
    Hostile("openers with no closers", nil, repeated: "_a "),
    Hostile("closing brackets", nil, repeated: "a]"),
    Hostile("opening brackets", nil, repeated: "[a"),
    Hostile("mismatched openers and closers", .emphasis, repeated: "*a_ "),
    Hostile("lengths that are multiples of 3", nil) { "a**b" + "c* ".times($0) },
    Hostile("brackets and closers", nil, repeated: "[ a_"),
    Hostile("brackets and parentheses", nil, repeated: "[ (]("),
    Hostile("nested brackets", nil) { "[".times($0) + "a" + "]".times($0) },
    Hostile("nested quotes", .nesting) { "> ".times($0) + "a" },
    Hostile("nested lists", .nesting) { count in
      (0..<min(count, 1000)).map { "  ".times($0) + "* a\n" }.joined()
    },
    Hostile("NUL", nil, repeated: "abc\0de\0"),
    Hostile("runs of backticks", nil) { count in
      (1..<min(count, 2000)).map { "e" + "`".times($0) }.joined()
    },
    Hostile("unclosed destinations in brackets", nil, repeated: "[a](<b"),
    Hostile("unclosed destinations", nil, repeated: "[a](b"),
    Hostile("one table", .tables, repeated: "aaa\rbbb\n-\u{B}\n"),
    Hostile("many references", nil) { count in
      (0..<count).map { "[\($0)]: u\n" }.joined() + "[0] ".times(count)
    },
    Hostile("instructions", .html) { "</" + "<?".times($0) },
    Hostile("comments", nil) { "</" + "<!--".times($0) },
    Hostile("sections", .html) { "</" + "<![CDATA[".times($0) },
    Hostile("declarations", .html) { "</" + "<!A ".times($0) },
    Hostile("a nest of marks", nil) { "*".times($0) + "a" + "*".times($0) },
    Hostile("cells that are not written", .tables) { count in
      "|" + "x|".times(count / 2) + "\n|" + "-|".times(count / 2) + "\n" + "a\n".times(count)
    },
    Hostile("footnotes", nil, repeated: "[^a] [^b]: c\n\n[^b]: d\n\n"),
  ]

  private static let others: [Hostile] = [
    Hostile("closers that forget", .emphasis) { "_a ".times($0) + "_b* c_ ".times($0) },
    Hostile("tildes", .emphasis) { "~a ".times($0) + "~~a *b~ c* ".times($0) },
    Hostile("escaped marks", .emphasis) { "\\***a ".times($0) + "\\***a b** c***d".times($0) },
    Hostile("unclosed images", .brackets, repeated: "![[x](y)"),
    Hostile("images before links", .brackets) { "![".times($0) + "[a](b)".times($0) },
    Hostile("addresses before tags", .addresses, repeated: "http://a<"),
    Hostile("closing parentheses", .addresses) { "http://a" + ")".times($0) },
    Hostile("underscores in domains", .addresses, repeated: "_www."),
    Hostile("domains around wikilinks", .addresses, repeated: "_www.[[a b]]"),
    Hostile("at signs", .addresses, repeated: "a@"),
    Hostile("mail addresses on a line", .addresses, repeated: "ab@cd.ef "),
    Hostile("mail addresses on lines", nil, repeated: "a@b.c\n"),
    Hostile("addresses on a line", nil, repeated: "http://a.b/c www.d.e "),
    Hostile("blank lines in lists", .nesting) { "- ".times(400) + "a\n" + "\n".times($0 * 10) },
    Hostile("marks in quotes", .nesting) { ">".times(400) + "*a".times($0 * 8) },
    Hostile("rows that do not fit", .tables, repeated: "|-|-|\n|-|\n"),
    Hostile("rows that do not fit, behind what is no table", .tables) {
      "|a|\n    |-|\n" + "|-|-|\n|-|\n".times($0)
    },
    Hostile("lines before a row", .tables) { "a\n".times($0) + ":-\n" },
    Hostile("cells in a row", .tables) { "|".times($0) + "\n" + "|-".times($0) + "|" },
    Hostile("a long definition", .references) {
      "[a]: " + "b".times($0) + "\n\n" + "[a]".times($0)
    },
    Hostile("a long title", .references) {
      "[a]: b\n'\n" + "[c]:\n".times($0) + "'\n\n" + "[ A\t]".times($0)
    },
    Hostile("entities for a caret", .footnotes, repeated: "[&#x5E;a]"),
  ]

  @Test("The cost of a body is bounded", arguments: cmark + others)
  private func limits(_ hostile: Hostile) {
    for count in [5, 500, 20_000] {
      let bytes = Array(hostile.body(count).utf8)
      let markup = Markup(bytes, body: 0..<bytes.count)
      if count == 20_000 { #expect(markup.limit == hostile.limit) }
      // What is read makes no more of the body than that.
      #expect(markup.tree.nodes.count < 4 * bytes.count + 140_000)
      #expect(markup.tree.pool.count < 128 * bytes.count + 1 << 24)
      #expect(difference(BodyText(bytes, body: 0..<bytes.count), bytes) == nil)
    }
  }

  @Test("A body that is not read as Markdown is shown and searched as it is")
  func plain() {
    let body = "\u{FEFF}# a\r\n\r\n- [ ] <b> [[c]] #d\0\r" + "> ".times(600)
    let markup = Markup(body)
    #expect(markup.limit == .nesting)
    #expect(markup.links.isEmpty && markup.tags.isEmpty && markup.tasks.isEmpty)
    #expect(markup.headings.isEmpty && markup.footnotes.isEmpty)
    #expect(markup.firstLine == "# a")
    #expect(markup.plainText.hasPrefix("# a\n\n- [ ] <b> [[c]] #d\u{FFFD}\n> > "))
    let html = markup.html()
    #expect(html.hasPrefix("<p class=\"limit\">Shown as plain text: quotes and lists are nested"))
    #expect(html.contains("- [ ] &lt;b&gt; [[c]]"))
    for limit in MarkupLimit.allCases { #expect(limit.note.hasSuffix("\(limit.reason).")) }
  }

  @Test("A body is read up to its size")
  func size() {
    let line = "0123456789 abcde\n"
    let most = line.times(WorkEstimate.largest / line.utf8.count)
    #expect(WorkEstimate.limit(of: Array(most.utf8), 0..<most.utf8.count) == nil)
    let more = Array((most + line).utf8)
    #expect(WorkEstimate.limit(of: more, 0..<more.count) == .size)
    #expect(WorkEstimate.limit(of: more, 0..<100) == nil)
  }

  /// Long texts as people write or paste them.
  private static let ordinary: [Hostile] = [
    Hostile("a chat", nil, repeated: "**Ana:** are you *there*? www.a.org/x_(y)_z ~~no~~\n"),
    Hostile("a list", nil, repeated: "- [ ] **a**: _b_ [c](d_e.md) ![f](g*h.png) <br>\n"),
    Hostile("a deep list", nil, repeated: "- a\n  - b\n    - c\n      - d\n\n"),
    Hostile("a table", nil) { "|a|b|c|d|\n|-|-|-|-|\n" + "|[[a\\|b]]|**c**|_d_|`e`|\n".times($0) },
    Hostile("a table with many rules", nil) {
      "|a|b|\n|-|-|\n" + "|c|d|\n|---|---|\n|e|f|\n".times($0)
    },
    Hostile("code", nil) { "```js\n" + "![_a,b]*c_(<?d,**_e.www.f)".times($0) + "\n```" },
    Hostile("names", nil, repeated: "snake_case_name other_name 3 * 4 * 5 a_b "),
    Hostile("quotes", nil, repeated: "> *a* **b** [c](http://d.e/f_g)\n> > h_i\n>\n"),
    Hostile("dashes", nil, repeated: "a: *b*\n---\n"),
    Hostile("empty items", nil, repeated: "- \n- a\n- \n"),
    Hostile("footnotes", nil) { count in
      (0..<count).map { "*a*[^\($0)] b\n\n[^\($0)]: **c** <http://d.e>\n\n" }.joined()
    },
    Hostile("pictures by reference", nil) { count in
      (0..<count / 100).map { "![][\($0)] [ ] [a]\n\n[\($0)]: <data:image/png;base64," }
        .map { $0 + "iVBORw0KGgo".times(300) + ">\n\n" }.joined()
    },
    Hostile("elided excerpts", nil, repeated: "abc [&#8230;] *def* &amp; g\n\n"),
  ]

  @Test("What people write is read as Markdown", arguments: ordinary)
  private func reads(_ ordinary: Hostile) {
    for count in [10, 1_000, 10_000] { #expect(Markup(ordinary.body(count)).limit == nil) }
  }

  @Test("A count of marks passes what an estimate does", arguments: cmark + others + ordinary)
  private func counts(_ body: Hostile) {
    for count in [1, 3, 10, 30, 100, 200, 400, 1000] {
      for text in ["", "a".times(2_000), "a\n".times(1_000), "a bc\n\n".times(400)] {
        for body in [body.body(count) + text, text + body.body(count)] {
          let bytes = Array(body.utf8)
          guard bytes.count > 512 else { continue }
          let estimate = WorkEstimate.estimated(bytes, 0..<bytes.count)
          #expect(WorkEstimate.limit(of: bytes, 0..<bytes.count) == estimate)
        }
      }
    }
  }

  @Test("Ordinary notes are known to be cheap from their marks alone")
  func knowsNotes() {
    let note = "# Pay\n\nAsk [[Sarah]] about **it**, by 10:30.\n\n- [ ] see [a](http://b.c/d_e)\n"
    let bytes = Array((note + "Some more words, as in any note.\n".times(50)).utf8)
    #expect(WorkEstimate.isSurelyCheap(bytes, 0..<bytes.count))
    let hostile = Array("*a_ ".times(1_000).utf8)
    #expect(!WorkEstimate.isSurelyCheap(hostile, 0..<hostile.count))
  }

  @Test(.enabled(if: AgreementTests.hasShared, "no corpora beside this checkout"))
  func readsRealFiles() throws {
    var count = 0
    try AgreementTests.forEachRealFile { name, bytes in
      #expect(WorkEstimate.limit(of: bytes, 0..<bytes.count) == nil, "\(name)")
      count += 1
    }
    #expect(count > 1000)
  }
}
