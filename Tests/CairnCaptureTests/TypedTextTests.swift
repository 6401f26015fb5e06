import CairnCapture
import CairnDocument
import CairnText
import Testing

/// What is made of texts that people type: the text of a capture, and tags.
@Suite struct TypedTextTests {
  @Test(arguments: [
    ("  one line  ", "one line"), ("\n\n  one line\n", "one line"), ("", ""), (" \n\t\n", ""),
    ("    code\nmore\n", "    code\nmore"), ("\n \n  - a\n  - b\n\n", "  - a\n  - b"),
    ("\r\n\tcode\r\nx \r\n", "\tcode\r\nx"), ("a\n\n  b", "a\n\n  b"),
  ])
  func aTextKeepsTheIndentationOfItsFirstLine(_ typed: String, _ saved: String) {
    #expect(typed.trimmedAsCapture == saved)
  }

  @Test(arguments: [
    "garden", "work/acme", "to-do", "snake_case", "2026", "c++", "c#", "node.js", "R&D", "été",
    "東京",
    "🌱", "👩‍👩‍👧", "l'amour", "हिन्दी",
  ])
  func aTagCanContain(_ name: String) throws { try TagName.check(name) }

  @Test(arguments: [
    "not a tag!", "two words", "what?", "", "-", "a,b", "a\tb", "a\u{200B}b", "(x)", "\"x\"", "a:b",
    "[x]",
  ])
  func aTagCannotContain(_ name: String) {
    #expect(throws: Diagnostic.self) { try TagName.check(name) }
  }

  @Test func fieldsAreShownInOrder() {
    let text = """
      ---
      zeta: 1
      Platform: PC
      Author: A
      alpha: 2
      created: 2026-01-01
      genre: g
      Beta: 3
      year: 1999
      type: entry
      ---
      """
    let names = FieldOrder.shown(Document(Array(text.utf8)).fields).map(\.key)
    #expect(
      names == ["type", "created", "year", "genre", "Author", "Platform", "alpha", "Beta", "zeta"])
  }
}
