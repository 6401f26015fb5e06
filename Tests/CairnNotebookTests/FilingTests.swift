import CairnCapture
import CairnText
import Testing

@testable import CairnNotebook

/// What a machine found a capture to be: where it is asked, and what it writes.
@Suite struct FilingTests {
  /// A new capture, and whether it is to be filed by its text.
  struct Row: Sendable {
    let name: String
    var text = "Call Sarah"
    var collection: String?
    var fields: [String: String] = [:]
    var template: String?
    var settings = ""
    var toFile: String?
  }

  static let rows = [
    Row(name: "plain", toFile: "Call Sarah"),
    Row(name: "trimmed", text: " Call Sarah\n\n", toFile: "Call Sarah"),
    Row(name: "title", fields: ["title": "Lamp"], toFile: "Lamp\nCall Sarah"),
    Row(name: "type", fields: ["type": "note"]),
    Row(name: "front matter", text: "---\nmood: fine\n---\nCall Sarah\n"),
    Row(name: "template", template: "{{text}}"),
    Row(name: "setting", settings: "capture.type: note\n"),
    Row(name: "collection's type", collection: "gifts"),
    Row(name: "collection's fields", collection: "books"),
    Row(name: "below such a collection", collection: "books/old"),
    Row(name: "plain page", collection: "plain", toFile: "Call Sarah"),
  ]

  @Test(arguments: rows)
  func textToFile(row: Row) throws {
    let files = [
      "gifts/_collection.md": "---\ntype: gift\n---\n",
      "books/_collection.md": "---\nfields:\n  - author: text\n---\n",
      "books/old/": "", "plain/_collection.md": "---\nname: Plain\n---\n",
    ]
    let folder = try TestNotebook(files, settings: row.settings)
    var new = NewCapture(text: row.text)
    new.collection = row.collection.flatMap { NotePath($0) }
    new.fields = row.fields.map { ($0.key, TypedValue($0.value)) }
    new.template = row.template
    #expect(try folder.notebook.textToFile(new) == row.toFile)
  }

  /// What would not be taken is not filed.
  @Test func refusals() throws {
    let folder = try TestNotebook()
    let notebook = folder.notebook
    #expect(throws: CaptureRefusal.empty) { try notebook.textToFile(NewCapture(text: " ")) }
    var lost = NewCapture(text: "x")
    lost.collection = NotePath("nowhere")
    #expect(throws: CaptureRefusal.self) { try notebook.textToFile(lost) }
  }

  /// What is said counts more than what was found.
  @Test func saidCountsMore() throws {
    var generator = SystemRandomNumberGenerator()
    let folder = try TestNotebook()
    let notebook = folder.notebook
    var new = NewCapture(text: "Call Sarah")
    new.filing = .found(type: "action", maker: "cairn 0.97", fields: [("person", "Sarah")])
    new.fields = [("person", TypedValue("Sal"))]
    func lines() throws -> [Substring] {
      let report = try notebook.add(new, .dryRun, using: &generator)
      return String(decoding: report.changed[0].after, as: UTF8.self).split(separator: "\n")
    }
    var found = try lines()
    #expect(found[2...3] == ["type: action", "type_by: cairn 0.97 \(mark("action"))"])
    #expect(found.contains("person: Sal") && !found.contains("person: Sarah"))
    new.filing = .unsure
    found = try lines()
    #expect(found[2] == "type_by: unsure")
    new.fields.append(("type", TypedValue("idea")))
    found = try lines()
    #expect(found[2] == "type: idea" && !found[3].hasPrefix("type_by"))
  }

  private func mark(_ type: String) -> String { MachineMark(maker: "x", value: type).digest }
}
