import CairnDesk
import CairnJSON
import CairnText
import Testing

/// Completions in the middle of a word: which text they replace.
struct CompletedWordTests {
  private typealias Editor = LanguageServerTests.Editor

  struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    let label: String
    /// The text after the completion, in an editor that replaces the whole word.
    let result: String
    var testDescription: String { text.debugDescription }

    init(_ text: String, _ label: String, _ result: String) {
      (self.text, self.label, self.result) = (text, label, result)
    }
  }

  static let rows = [
    Row("see [[sa¦r]] x", "Sarah", "see [[Sarah]] x"),
    Row("see [[¦Tom]] x", "Sarah", "see [[Sarah]] x"),
    Row("see [[Sa¦m Hill|Sam]] x", "Sarah", "see [[Sarah|Sam]] x"),
    Row("see [[Sa¦m#Phone]] x", "Sarah", "see [[Sarah#Phone]] x"),
    Row("see [[Sarah#Ph¦one number]] x", "Phone", "see [[Sarah#Phone]] x"),
    Row("see [[Sarah#Ph¦one|her]] x", "Phone", "see [[Sarah#Phone|her]] x"),
    Row("给 [[sa¦m]]\r\n[[gone]]", "Sarah", "给 [[Sarah]]\r\n[[gone]]"),
    Row("[[Sar¦ah]]", "Sarah", "[[Sarah]]"),
    Row("see [[sa¦m] x", "Sarah", "see [[Sarah]] x"),
    Row("see [[sa¦m and [x](y)", "Sarah", "see [[Sarah]] and [x](y)"),
    Row("see [[¦ and x]] y", "Sarah", "see [[Sarah]] y"),
    Row("see [[¦here", "Sarah", "see [[Sarah]]here"),
    Row("[s](sar¦ah.md) x", "../people/sarah.md", "[s](../people/sarah.md) x"),
    Row("[s](<sar¦ah x.md>) x", "../people/sarah.md", "[s](<../people/sarah.md>) x"),
    Row("[s](<sar¦ah x.md#y>) x", "../people/sarah.md", "[s](<../people/sarah.md#y>) x"),
    Row("see #fi¦x-it, x", "finance", "see #finance, x"),
    Row("---\nformat: pa¦in\n---\n", "paper", "---\nformat: paper\n---\n"),
    Row("---\nformat: pa¦in # x\n---\n", "paper", "---\nformat: paper # x\n---\n"),
    Row("---\nformat: \"pa¦in\" # x\n---\n", "paper", "---\nformat: \"paper\" # x\n---\n"),
    Row("---\ntags: [a, fi¦x, b]\n---\n", "finance", "---\ntags: [a, finance, b]\n---\n"),
    Row("---\ntags: a, fi¦x, b\n---\n", "finance", "---\ntags: a, finance, b\n---\n"),
    Row("---\ntags: a fi¦x b # c\n---\n", "finance", "---\ntags: a finance b # c\n---\n"),
    Row("---\ntags: fi¦\n---\n", "finance", "---\ntags: finance\n---\n"),
    Row("---\ntags: a, fi¦", "finance", "---\ntags: a, finance"),
    Row("---\nkeywords: \"fi¦x, b\"\n---\n", "finance", "---\nkeywords: \"finance, b\"\n---\n"),
    Row("---\naliases: One two, bi¦\n---\n", "bill", "---\naliases: One two, bill\n---\n"),
    Row("+++\ntags = \"a, fi¦\"\n+++\n", "finance", "+++\ntags = \"a, finance\"\n+++\n"),
    Row("---\ntags:\n  - fi¦x\n---\n", "finance", "---\ntags:\n  - finance\n---\n"),
    Row("---\ndue: next fri¦day\n---\n", "next fri", "---\ndue: 2026-11-27\n---\n"),
    Row("---\nperson: Sa¦m\n---\n", "Sarah", "---\nperson: \"[[Sarah]]\"\n---\n"),
    Row("---\npriv¦\n---\n", "private", "---\nprivate: \n---\n"),
    Row("---\nsco¦pe: 2\n---\n", "score", "---\nscore: 2\n---\n"),
    Row("+++\nsco¦pe = 2\n+++\n", "score", "+++\nscore = 2\n+++\n"),
    Row("+++\nformat = \"pa¦in\"\n+++\n", "paper", "+++\nformat = \"paper\"\n+++\n"),
    Row(
      "+++\ntags = [\"fi¦x\", \"b\"]\n+++\n", "finance", "+++\ntags = [\"finance\", \"b\"]\n+++\n"),
    Row("{\"sco¦pe\": 2}\n", "score", "{\"score\": 2}\n"),
    Row("{\"format\": \"pa¦in\", \"a\": 1}\n", "paper", "{\"format\": \"paper\", \"a\": 1}\n"),
    Row("{\"score\": 2¦2}\n", "3 great", "{\"score\": 3}\n"),
  ]

  @Test(arguments: rows, [false, true])
  func `A completion replaces the rest of the word`(_ row: Row, _ canChoose: Bool) async throws {
    let item = #"{"completionItem":{"insertReplaceSupport":\#(canChoose)}}"#
    let editor = try await Editor(
      LanguageServerTests.files, utf8: true,
      abilities: #"{"textDocument":{"completion":\#(item)}}"#)
    let place = editor.open("films/x.md", row.text)
    let found = await editor.ask("textDocument/completion", place)
    let edit = try #require(
      found["items"]?.elements?.first { $0["label"]?.text == row.label }?["textEdit"], "\(found)")
    let range = try #require(canChoose ? edit["replace"] : edit["range"])
    let whole: JSONValue = [["range": range, "newText": edit["newText"] ?? .null]]
    let text = row.text.replacing("¦", with: "")
    #expect(EditorChangeTests.applied(whole, to: text) == row.result)
    if canChoose {
      // An editor that inserts keeps the text after the cursor.
      #expect(edit["insert"]?["end"] == place[1].value)
      #expect(edit["insert"]?["start"] == range["start"])
    }
    await editor.talk.end()
  }
}
