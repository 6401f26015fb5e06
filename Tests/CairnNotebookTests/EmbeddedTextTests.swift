import CairnCapture
import CairnDocument
import CairnText
import Testing

@testable import CairnNotebook

/// The pieces of text whose vectors represent a capture.
@Suite struct EmbeddedTextTests {
  private static func texts(_ note: String) -> [String] {
    Capture(
      path: NotePath("a/Long walk.md") ?? .root, document: Document(Array(note.utf8)),
      modified: Instant(seconds: 0)
    ).embeddedTexts
  }

  /// A note and its pieces.
  @Test(
    arguments: [
      ("", []), ("---\ntype: idea\ntags: [a]\n---\n \n", []),
      ("Buy *milk*.\n", ["Buy milk."]), ("# Soup\n\nSlow.\n", ["Soup\nSlow."]),
      (
        "---\ntitle: Soup\nmeaning: It is slow.\nauthor: Ann\n---\nStir.\n",
        ["Soup\nIt is slow.\nStir."]
      ),
      ("---\ntitle: Soup\n---\n", ["Soup"]),
    ])
  func short(_ note: String, _ texts: [String]) {
    #expect(Self.texts(note) == texts)
  }

  /// A long text is cut between lines, sentences or words; every part is named by the title, and
  /// no word is lost.
  @Test(arguments: [("\n\n", 40), (" ", 40), ("", 40)])
  func long(_ separator: String, _ repetitions: Int) {
    let words = (0..<(repetitions * 20)).map { "w\($0)" }
    let parts = words.chunked(into: 20).map { $0.joined(separator: " ") + "." }
    let texts = Self.texts("# Long walk\n\n" + parts.joined(separator: separator) + "\n")
    #expect(texts.count > 1 && texts.allSatisfy { $0.hasPrefix("Long walk\n") }, "\(texts)")
    #expect(texts.allSatisfy { $0.utf8.count < 1400 })
    let found = texts.flatMap { $0.dropFirst(10).split { !$0.isLetter && !$0.isNumber } }
    #expect(found.map(String.init) == words)
  }

  /// Text in one word, and more text than fits.
  @Test func extremes() {
    let word = Self.texts(String(repeating: "字", count: 3000))
    #expect(word.count == 10 && word.allSatisfy { $0.utf8.count <= 2000 }, "\(word.count)")
    #expect(Self.texts(String(repeating: "A sentence of words. ", count: 9000)).count == 16)
  }
}
