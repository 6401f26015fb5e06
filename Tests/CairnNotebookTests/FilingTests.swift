import CairnCapture
import CairnDocument
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
    var type: String?
  }

  static let rows = [
    Row(name: "plain", toFile: "Call Sarah"),
    Row(name: "trimmed", text: " Call Sarah\n\n", toFile: "Call Sarah"),
    Row(name: "title", fields: ["title": "Lamp"], toFile: "Lamp\nCall Sarah"),
    Row(name: "type", fields: ["type": "note"], toFile: "Call Sarah", type: "note"),
    Row(name: "front matter", text: "---\nmood: fine\n---\nCall Sarah\n"),
    Row(name: "template", template: "{{text}}"),
    Row(name: "setting", settings: "capture.type: note\n", toFile: "Call Sarah", type: "note"),
    Row(name: "collection's type", collection: "gifts", toFile: "Call Sarah", type: "gift"),
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
    let found = try folder.notebook.textToFile(new)
    #expect(found == row.toFile.map { TextToFile(text: $0, type: row.type) })
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

  /// When it is due stands there with the machine's mark, and not where a person says it.
  @Test(
    arguments: [
      ([:], "every week", "due: 2026-11-27|due_by: cairn -|repeat: every week|repeat_by: cairn -"),
      ([:], nil, "due: 2026-11-27|due_by: cairn -"),
      (["due": "2026-12-01"], "every week", "due: 2026-12-01"),
      (["repeat": "every day"], nil, "repeat: every day"),
    ] as [([String: String], String?, String)])
  func times(_ fields: [String: String], _ rule: String?, _ expected: String) throws {
    var generator = SystemRandomNumberGenerator()
    let folder = try TestNotebook()
    var new = NewCapture(text: "Call Sarah by Friday")
    new.time = FoundTime(due: "2026-11-27", rule: rule)
    new.fields = fields.map { ($0.key, TypedValue($0.value)) }
    let report = try folder.notebook.add(new, .dryRun, using: &generator)
    let document = Document(report.changed[0].after)
    let lines = String(decoding: report.changed[0].after, as: UTF8.self).split(separator: "\n")
    let found = lines.filter { $0.hasPrefix("due") || $0.hasPrefix("repeat") }
    let digests = ["due", "repeat"].compactMap { MachineMark(document["\($0)_by"])?.digest }
    let masked = digests.reduce(found.joined(separator: "|")) { $0.replacing($1, with: "-") }
    #expect(masked == expected)
    for key in ["due", "repeat"] where document["\(key)_by"] != nil {
      #expect(MachineMark(document["\(key)_by"])?.matches(document[key]?.text ?? "") == true)
      let changed = try document.applying([.set(key, .text("another"))])
      #expect(changed["\(key)_by"] == nil)
    }
  }

  private func mark(_ type: String) -> String { MachineMark(maker: "x", value: type).digest }
}
