import CairnCapture
import CairnDesk
import CairnDocument
import CairnNotebook
import CairnQuery
import CairnText
import CairnWork
import Testing

/// Links follow a title, an alias or an id that changes, whichever request changes it.
@Suite("Links follow names") struct NameTests {
  static let files = [
    ("a.md", "---\nid: k7x2m9q4ab\ntitle: Old\naliases: [Nick]\n---\n# A heading\n"),
    ("b.md", "# Topic\n\nText\n"),
    (
      "c.md",
      "[[Old]] [[old|shown]] [[a]] [[Nick]] [[k7x2m9q4ab]] [[Topic]] [[b#Topic]] [t](a.md)\n"
    ),
  ]

  enum Edit: Sendable {
    case set(String, String)
    case unset(String)
    case saveField(String, String)
    case saveBody(of: String, String)
  }

  /// An edit, and the links in `c.md` afterwards.
  static let rows: [(Edit, String)] = [
    (
      .set("title", "New"),
      "[[New]] [[New|shown]] [[a]] [[Nick]] [[k7x2m9q4ab]] [[Topic]] [[b#Topic]] [t](a.md)\n"
    ),
    // Without the field, the heading is the title.
    (
      .unset("title"),
      "[[A heading]] [[A heading|shown]] [[a]] [[Nick]] [[k7x2m9q4ab]] [[Topic]] [[b#Topic]] "
        + "[t](a.md)\n"
    ),
    // The file name replaces any other name.
    (
      .set("id", "zzzz111111"),
      "[[Old]] [[old|shown]] [[a]] [[Nick]] [[a]] [[Topic]] [[b#Topic]] [t](a.md)\n"
    ),
    (
      .unset("aliases"),
      "[[Old]] [[old|shown]] [[a]] [[a]] [[k7x2m9q4ab]] [[Topic]] [[b#Topic]] [t](a.md)\n"
    ),
    (
      .saveField("title", "New"),
      "[[New]] [[New|shown]] [[a]] [[Nick]] [[k7x2m9q4ab]] [[Topic]] [[b#Topic]] [t](a.md)\n"
    ),
    (
      .saveBody(of: "b.md", "# Theme\n\nText\n"),
      "[[Old]] [[old|shown]] [[a]] [[Nick]] [[k7x2m9q4ab]] [[Theme]] [[b#Theme]] [t](a.md)\n"
    ),
    // The title is a name of another capture, so links use the file name.
    (
      .set("title", "Topic"),
      "[[a]] [[a|shown]] [[a]] [[Nick]] [[k7x2m9q4ab]] [[b]] [[b#Topic]] [t](a.md)\n"
    ),
    // No name changes.
    (.set("score", "great"), files[2].1), (.saveField("score", "great"), files[2].1),
  ]

  @Test(arguments: rows)
  func follow(edit: Edit, links: String) async throws {
    let desk = try Desk(Self.files)
    try await desk.work { work in
      let report: ChangeReport
      switch edit {
      case .set(let field, let value):
        report = try change(.fields([Change(field: field, .set, value: value)], areTexts: false))
      case .unset(let field): report = try change(.unset([field]))
      case .saveField(let field, let value):
        var request = SaveRequest("a.md")
        request.edits = [.fields([Change(field: field, .set, value: value)], areTexts: false)]
        report = try saved(request)
      case .saveBody(of: let name, let body):
        var request = SaveRequest(name)
        request.body = body
        request.version = try work.capture(named: name).capture.version
        report = try saved(request)
      }
      #expect(report.refused.isEmpty)
      #expect(report.changed.first?.path != NotePath("c.md"), "the capture itself comes first")

      func change(_ edit: ChangeRequest.Edit) throws -> ChangeReport {
        let request = ChangeRequest(SelectRequest(["a.md"]), edit)
        let planned = try work.apply(try work.plan(request), .dryRun).report
        let report = try work.apply(try work.plan(request), .write).report
        #expect(planned.changed.map(\.path) == report.changed.map(\.path), "as the dry run said")
        return report
      }
      func saved(_ request: SaveRequest) throws -> ChangeReport {
        guard case .saved(_, let report, _) = try work.save(request) else {
          throw Refusal("test", "not saved")
        }
        return report
      }
    }
    #expect(try desk.text("c.md") == links)
    // Captures and links change, and are undone, together.
    try await desk.work { work in
      _ = try await work.apply(try work.plan(UndoRequest()), .write)
    }
    for (path, text) in Self.files { #expect(try desk.text(path) == text) }
  }

  @Test("A title that breaks a rule changes neither the capture nor a link")
  func refused() async throws {
    let files = [
      (
        "films/_collection.md",
        "---\nname: Films\nfields:\n  - {name: title, kind: text, required: true}\n---\n"
      ), ("films/old.md", "---\ntitle: The Old\n---\n"), ("c.md", "[[The Old]]\n"),
    ]
    let desk = try Desk(files)
    try await desk.work { work in
      let request = ChangeRequest(SelectRequest(["films/old.md"]), .unset(["title"]))
      let report = try work.apply(try work.plan(request), .write).report
      #expect(report.refused.map(\.code) == ["schema-required"] && report.changed.isEmpty)
    }
    for (path, text) in files { #expect(try desk.text(path) == text) }
  }
}
