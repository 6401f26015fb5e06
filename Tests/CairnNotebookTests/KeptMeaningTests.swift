import CairnCapture
import CairnDocument
import CairnInsight
import CairnText
import Testing

@testable import CairnNotebook

/// Meanings that machines write, and whose they are.
@Suite struct KeptMeaningTests {
  private static let made = MachineMark(maker: "cairn", value: "Old.").text

  /// A front matter, whether it is done again, and what stands there afterwards.
  @Test(
    arguments: [
      ("a: 1\n", false, "a: 1\nmeaning: New.\nmeaning_by: test \(digest)\n"),
      ("meaning:\n", false, "meaning: New.\nmeaning_by: test \(digest)\n"),
      ("meaning: Mine.\n", false, "meaning: Mine.\n"),
      ("meaning: Mine.\n", true, "meaning: Mine.\n"),
      ("meaning: Old.\nmeaning_by: \(made)\n", false, "meaning: Old.\nmeaning_by: \(made)\n"),
      (
        "meaning: Old.\nmeaning_by: \(made)\n", true,
        "meaning: New.\nmeaning_by: test \(digest)\n"
      ),
      // Edited by hand: a person's.
      ("meaning: Old!\nmeaning_by: \(made)\n", true, "meaning: Old!\nmeaning_by: \(made)\n"),
    ])
  func keep(_ before: String, _ again: Bool, _ after: String) throws {
    let folder = try TestNotebook(["a.md": "---\n\(before)---\nx\n"])
    let capture = try folder.notebook.capture(at: try #require(NotePath("a.md")))
    _ = try folder.notebook.keep(
      [(capture, .found(FoundMeaning("New.", maker: "test")))], again: again)
    #expect(folder.files()["a.md"] == "---\n\(after)---\nx\n")
  }

  private static let digest = MachineMark(maker: "test", value: "New.").digest

  /// What is made of a file is written only where nobody wrote one meanwhile.
  @Test func writtenMeanwhile() throws {
    let folder = try TestNotebook(["a.md": "x\n"])
    let capture = try folder.notebook.capture(at: try #require(NotePath("a.md")))
    folder.write("a.md", "---\nmeaning: Mine.\n---\nx\n")
    let report = try folder.notebook.keep(
      [(capture, .found(FoundMeaning("New.", maker: "test")))], again: false)
    #expect(report.changed.isEmpty && report.unchanged.count == 1)
    #expect(folder.files()["a.md"] == "---\nmeaning: Mine.\n---\nx\n")
  }

  /// That a machine found no meaning is marked where there is none, for the text as it is.
  @Test func noMeaning() throws {
    let folder = try TestNotebook([
      "a.md": "x\n", "b.md": "---\nmeaning: Old.\nmeaning_by: \(Self.made)\n---\nx\n",
    ])
    let paths = ["a.md", "b.md"].compactMap { NotePath($0) }
    func captures() throws -> [Capture] { try paths.map { try folder.notebook.capture(at: $0) } }
    let report = try folder.notebook.keep(
      try captures().map { ($0, .none(maker: "test")) }, again: true)
    #expect(report.changed.map(\.path) == [paths[0]])
    #expect(try captures().map(\.makerWithoutMeaning) == ["test", nil])
    folder.write("a.md", (folder.files()["a.md"] ?? "") + "y\n")
    #expect(try captures()[0].makerWithoutMeaning == nil)
    _ = try folder.notebook.clearMeanings(of: try captures())
    #expect(folder.files()["a.md"]?.contains("meaning_by") == false)
  }

  /// A body, its paragraphs with `|` between them, and its asides.
  @Test(arguments: [
    ("One. Two.\n\nThree.", "One. Two.|Three.", ""),
    ("# Title\n\nText *with* `code` and [a link](x.md).", "Text with code and a link.", ""),
    ("- a\n- b\n\n> said\n", "", "a|b|said"),
    ("```\ncode\n```\n\n| a | b |\n|---|---|\n| c | d |\n\n<p>x</p>\n\nText.", "Text.", ""),
    (
      "A line that was broken because it had become too long\nfor one. Short\nLines",
      "A line that was broken because it had become too long for one. Short\nLines", ""
    ),
    ("Short\nlines go on", "Short lines go on", ""),
    ("See [[people/sarah|Sarah]].[^1]\n\n[^1]: A note.", "See Sarah.", ""),
    ("", "", ""),
  ])
  func noteText(_ body: String, _ paragraphs: String, _ asides: String) throws {
    let path = try #require(NotePath("a.md"))
    let capture = Capture(
      path: path, document: Document(Array(body.utf8)), modified: TestNotebook.clock.now)
    #expect(capture.noteText.paragraphs.joined(separator: "|") == paragraphs)
    #expect(capture.noteText.asides.joined(separator: "|") == asides)
  }
}
