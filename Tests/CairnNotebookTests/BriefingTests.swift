import CairnCapture
import CairnDocument
import CairnText
import Testing

@testable import CairnNotebook

/// Where a briefing is kept, byte for byte.
@Suite struct BriefingTests {
  private static let day = TestNotebook.clock.today
  /// The line in front of what is written now.
  private static let now = "<!-- brief \(TestNotebook.clock.timestamp) -->"

  private static func keep(
    _ text: String, _ test: TestNotebook, privacy: Privacy = Privacy(of: Document([]))
  ) throws -> ChangeReport {
    var generator = SplitMix(seed: 1)
    return try test.notebook.keepBriefing(
      text, of: day, in: [], privacy: privacy, using: &generator)
  }

  /// Two commands that both saw none keep one.
  @Test func oneOfADayHoweverManySawNone() throws {
    let test = try TestNotebook()
    let first = try Self.keep("one", test)
    let second = try Self.keep("two", test)
    #expect(first.changed.first?.path == second.changed.first?.path)
    let text = try #require(test.files()["briefings/2026-11-21.md"])
    #expect(text.hasSuffix("---\n\(Self.now)\ntwo\n<!-- /brief -->\n"))
    #expect(try Self.keep("two", test).changed.isEmpty)
  }

  /// A body, and what it is when the briefing is `new`; nil where it is refused.
  @Test(
    arguments: [
      ("<!-- brief -->\nold\n<!-- /brief -->\n", "\(now)\nnew\n<!-- /brief -->\n"),
      (
        "a\r\n<!-- brief -->\r\nold\r\n<!-- /brief -->\r\nb",
        "a\r\n\(now)\r\nnew\r\n<!-- /brief -->\r\nb"
      ),
      ("<!-- brief 2026-11-20T06:30:00+01:00 -->\n<!-- /brief -->", "\(now)\nnew\n<!-- /brief -->"),
      (
        "```\n<!-- brief -->\n<!-- /brief -->\n```\n<!-- brief -->\n<!-- /brief -->\n",
        "```\n<!-- brief -->\n<!-- /brief -->\n```\n\(now)\nnew\n<!-- /brief -->\n"
      ),
      (
        "````x\n```\n<!-- brief -->\n````\n <!-- brief --> \n~~~\n<!-- /brief -->\n",
        "````x\n```\n<!-- brief -->\n````\n \(now) \nnew\n<!-- /brief -->\n"
      ),
      (
        "```x```\n> ~~~\n<!-- brief -->\n<!-- /brief -->\n",
        "```x```\n> ~~~\n\(now)\nnew\n<!-- /brief -->\n"
      ),
      ("<!-- brief -->\nnew\n<!-- /brief -->\n", "<!-- brief -->\nnew\n<!-- /brief -->\n"),
      ("<!-- brief soon -->\n<!-- /brief -->\n", nil),
      ("say <!-- brief --> and\n<!-- /brief -->\n", nil),
      ("<!-- /brief -->\n<!-- brief -->\n", nil),
      ("", nil),
    ] as [(String, String?)])
  func replaces(_ body: String, _ result: String?) throws {
    let header = "---\ntype: briefing\n---\n"
    let test = try TestNotebook(["briefings/2026-11-21.md": header + body])
    let report = try? Self.keep("<!-- /brief -->\nnew\n<!-- brief -->", test)
    #expect((report != nil) == (result != nil))
    #expect(test.files()["briefings/2026-11-21.md"] == header + (result ?? body))
  }

  /// Two machines made it at different paths: one stays, with what persons wrote in either.
  @Test func joinsSeveralOfADay() throws {
    func file(_ before: String, _ after: String, _ field: String = "") -> String {
      "---\ntype: briefing\n\(field)---\n\(before)<!-- brief -->\nold\n<!-- /brief -->\n\(after)"
    }
    let test = try TestNotebook([
      "briefings/2026-11-21.md": file("one\n", "both\n"),
      "briefings/b.md": file("two\n", "both\nthree", "publish: no\n"),
      "c.md": file("", "mine\n", "mood: fine\n"),
    ])
    let known = try ["briefings/2026-11-21.md", "briefings/b.md", "c.md"].map {
      try test.notebook.capture(at: try #require(NotePath($0)))
    }
    var generator = SplitMix(seed: 1)
    let report = try test.notebook.keepBriefing(
      "new", of: Self.day, in: known, privacy: Privacy(of: Document([])), using: &generator)
    let files = test.files()
    #expect(
      report.changed.map(\.path.description) == ["briefings/2026-11-21.md", "briefings/b.md"])
    #expect(
      files["briefings/2026-11-21.md"]
        == "---\ntype: briefing\npublish: false\n---\none\ntwo\n\(Self.now)\nnew\n<!-- /brief -->\nboth\nthree\n"
    )
    #expect(files["briefings/b.md"] == nil && files["c.md"] != nil)
  }

  /// A briefing stays hidden if the captures that it names are changed or removed later.
  @Test func isAsHiddenAsWhatItNames() throws {
    let test = try TestNotebook()
    let name = "briefings/2026-11-21.md"
    let rows: [(isPrivate: Bool, isUnpublished: Bool, field: String?)] = [
      (false, false, nil), (false, true, "publish: false"), (true, true, "private: true"),
      (false, false, "private: true"),
    ]
    for row in rows {
      let privacy = Privacy(isPrivate: row.isPrivate, isUnpublished: row.isUnpublished)
      _ = try Self.keep("new", test, privacy: privacy)
      let text = try #require(test.files()[name])
      for field in ["publish: false", "private: true"] where field == row.field {
        #expect(text.contains("\n\(field)\n"), "\(row)")
      }
      if row.field == nil { #expect(!text.contains("private") && !text.contains("publish")) }
    }
  }

  @Test func leavesAloneWhatIsNone() throws {
    let test = try TestNotebook(["briefings/2026-11-21.md": "mine\n"])
    #expect(throws: Diagnostic.self) { try Self.keep("new", test) }
    #expect(test.files()["briefings/2026-11-21.md"] == "mine\n")
  }
}
