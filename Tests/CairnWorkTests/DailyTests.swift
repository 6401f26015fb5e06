import CairnCapture
import CairnDesk
import CairnDocument
import CairnFiles
import CairnNotebook
import CairnText
import CairnWork
import SystemPackage
import Testing

/// The note of a day, and text that is added to notes without an editor.
@Suite("Daily work") struct DailyTests {
  @Test("Today's note is created once, from the template, and can be undone")
  func today() async throws {
    let desk = try Desk()
    try await desk.work { work in
      let note = try work.dailyNote()
      #expect(note.path.description == "daily/2026-11-21.md" && note.capture == nil)
      #expect(try work.create(note, .dryRun).report.changed.count == 1)
      #expect(try desk.text("daily/2026-11-21.md") == nil)
      let made = try work.create(note)
      #expect(made.note.capture?.title == "Saturday, 21 November 2026")
      #expect(made.note.capture?.type == "note")
      let again = try work.create(work.dailyNote())
      #expect(again.report.changed.isEmpty)
      _ = try await work.apply(try work.plan(UndoRequest()), .write)
      #expect(try desk.text("daily/2026-11-21.md") == nil)
    }
  }

  @Test("In Obsidian's template, the title is the name of the file")
  func obsidianTitle() async throws {
    let desk = try Desk([
      (
        ".obsidian/daily-notes.json",
        #"{"folder": "Log", "format": "YYYY/YYYY-MM-DD-dddd", "template": "Templates/Day"}"#
      ),
      (".obsidian/templates.json", #"{"folder": "Templates"}"#),
      ("Templates/Day.md", "# {{title}}\n"),
    ])
    let path = try await desk.work { try $0.create($0.dailyNote()).note.path }
    #expect("\(path)" == "Log/2026/2026-11-21-Saturday.md")
    #expect(try desk.text("\(path)")?.contains("# 2026-11-21-Saturday\n") == true)
  }

  @Test(
    "Days in words",
    arguments: [
      ("2026-11-20", "2026-11-20"), ("yesterday", "2026-11-20"), ("tomorrow", "2026-11-22"),
      ("friday", "2026-11-20"), ("next tuesday", "2026-11-24"), ("last friday", "2026-11-20"),
      ("-7d", "2026-11-14"), ("20 nov 2026", "2026-11-20"), ("2026-11", nil), ("last-week", nil),
      ("every friday", nil), ("zeppelin", nil), ("", nil), ("saturday", "2026-11-21"),
      // A day that recurs is the last such day.
      ("nov 20", "2026-11-20"), ("nov 21", "2026-11-21"), ("22 november", "2025-11-22"),
      ("29 feb", "2024-02-29"), ("31.12.", "2025-12-31"), ("5 january", "2026-01-05"),
      ("the 20th", "2026-11-20"), ("the 22nd", "2026-10-22"), ("the 31st", "2026-10-31"),
      ("christmas", "2025-12-25"), ("next christmas", "2026-12-25"), ("eom", "2026-11-30"),
      ("friday the 13th", "2026-11-13"), ("saturday the 5th", "2026-09-05"),
      ("first monday of the month", "2026-11-02"), ("2 days before christmas", "2025-12-23"),
      ("20 nov 2027", "2027-11-20"), ("am 22. November", "2025-11-22"),
    ] as [(String, String?)])
  func days(_ text: String, _ day: String?) async throws {
    try await Desk().work { work in
      #expect((try? work.dailyNote(on: text))?.day.description == day)
    }
  }

  @Test(
    "An existing folder in other letters is used unless the path is set",
    arguments: [
      (["Daily/x.md"], nil, "Daily"), (["Daily/x.md", "daily/y.md"], nil, "daily"),
      (["DAILY/x.md", "Daily/y.md"], nil, "DAILY"), (["Daily"], nil, "daily"),
      (["a/Daily/x.md"], nil, "daily"), (["Daily/x.md"], "daily/{{date}}", "daily"),
    ] as [([String], String?, String)])
  func existingFolder(_ files: [String], _ pattern: String?, _ folder: String) async throws {
    let settings = pattern.map { [(".cairn/config.yml", "daily.path: \"\($0)\"\n")] } ?? []
    let desk = try Desk(files.map { ($0, "x\n") } + settings)
    try await desk.work { work in
      let note = try work.create(try work.dailyNote()).note
      #expect(note.path.description == "\(folder)/2026-11-21.md" && note.capture != nil)
      #expect(try desk.text("\(folder)/2026-11-21.md") != nil)
    }
  }

  @Test("The place and the template of daily notes are settings")
  func settings() async throws {
    let desk = try Desk([
      (
        ".cairn/config.yml",
        "daily:\n  path: log/{{year}}/{{month}}/{{day}}-{{weekday}}\n  template: log\n"
      ),
      (
        ".cairn/templates/capture/log.md",
        "---\nmood:\n---\n# Log of {{date}}\n\n## Log\n<!-- a hint -->\n"
      ),
    ])
    try await desk.work { work in
      _ = try work.create(try work.dailyNote(on: "yesterday"))
      let text = try #require(try desk.text("log/2026/11/20-Friday.md"))
      let capture = try work.capture(named: "Log of 2026-11-20").capture
      #expect(text.hasSuffix("---\n# Log of 2026-11-20\n\n## Log\n"))
      #expect(capture["created"]?.text == "2026-11-20" && capture["mood"] == nil)
      #expect(capture["title"] == nil && capture["collection"]?.text == "log/2026/11")
    }
  }

  @Test(
    "Patterns of daily notes",
    arguments: [
      ("daily/{{date}}", nil), ("{{date}}.md", nil), ("{{year}}-{{month}}-{{day}}", nil),
      ("daily", "must contain {{date}}, or {{year}}, {{month}} and {{day}}"),
      ("{{year}}/{{month}}", "must contain {{date}}, or {{year}}, {{month}} and {{day}}"),
      (
        "{{date}}-{{id}}",
        "must contain no variables except {{date}}, {{year}}, {{month}}, {{day}}, {{weekday}} and "
          + "{{date:FORMAT}} in the notation of Obsidian"
      ),
      ("{{date:YYYY/MM-MMMM/Do}}", nil), ("log/{{date:GGGG-[W]WW}} {{weekday}}/{{date}}", nil),
      ("{{date:YYYY-MM}}", "must contain {{date}}, or {{year}}, {{month}} and {{day}}"),
      ("../{{date}}", "must be a path in the notebook"),
      ("/tmp/{{date}}", "must be a path in the notebook"),
    ] as [(String, String?)])
  func patterns(_ pattern: String, _ breach: String?) throws {
    #expect(try Settings.key("daily.path").breach(by: pattern) == breach)
  }

  @Test("Appending creates today's note, then changes it, and is undone step by step")
  func append() async throws {
    let desk = try Desk()
    let path = "daily/2026-11-21.md"
    try await desk.work { work in
      func add(_ text: String, _ place: BodyInsertion.Place, under heading: String? = nil) throws {
        _ = try work.apply(
          work.plan(InsertRequest(Array(text.utf8), place, under: heading)))
      }
      try add("- rang Sarah", .end, under: "Log")
      try add("- rang Tom", .end, under: "Log")
      try add("A calm day.", .start)
      let text = try #require(try desk.text(path))
      #expect(text.hasSuffix("---\nA calm day.\n\n## Log\n\n- rang Sarah\n- rang Tom\n"))
      #expect(work.writtenOperations.count == 3)
      #expect(desk.told.sentences.isEmpty)
    }
    for count in [2, 1, 0] {
      try await desk.work { work in
        _ = try await work.apply(try work.plan(UndoRequest()), .write)
        let lines = try desk.text(path)?.split(separator: "\n").count {
          $0.hasPrefix("- ") || $0.hasPrefix("A ")
        }
        #expect(lines ?? 0 == count)
      }
    }
    #expect(try desk.text(path) == nil)
  }

  /// A handle, and the note that gets the text.
  @Test(
    arguments: [
      ("yesterday", "daily/2026-11-20.md"), ("2026-11-18", "daily/2026-11-18.md"),
      ("next tuesday", "daily/2026-11-24.md"), ("today", "daily/2026-11-21.md"),
      ("friday", "friday.md"), ("monday", nil), ("3", nil), ("last week", nil),
    ] as [(String, String?)])
  func appendToDay(_ handle: String, _ path: String?) async throws {
    let desk = try Desk([
      ("friday.md", "x\n"), ("a.md", "---\ntitle: Monday\n---\n"),
      ("b.md", "---\ntitle: Monday\n---\n"), ("daily/2026-11-18.md", "Old.\n"),
    ])
    try await desk.work { work in
      let request = InsertRequest(Array("New".utf8), .end, in: handle)
      guard let path else {
        #expect(throws: AddFailure.self) { try work.plan(request) }
        return
      }
      _ = try work.apply(work.plan(request))
      #expect(try desk.text(path)?.hasSuffix("New\n") == true)
      #expect(try work.drafts().isEmpty)
    }
  }

  @Test("Text for a day that cannot be added leads to the same day later")
  func draftOfDay() async throws {
    let desk = try Desk([(".cairn/config.yml", "daily.template: nosuch\n")])
    try await desk.work { work in
      let plan = try work.plan(InsertRequest(Array("New".utf8), .end, in: "yesterday"))
      #expect(throws: AddFailure.self) { try work.apply(plan) }
      #expect(try work.drafts().first?.notes["to"] == "2026-11-20")
    }
  }

  @Test("A new heading and a new title are reported")
  func told() async throws {
    let desk = try Desk([("a.md", "First line\r\n"), ("b.md", "# B\n\n## Log\n")])
    try await desk.work { work in
      for (handle, heading) in [("a.md", nil), ("a.md", "Log"), ("b.md", "Log")] {
        var request = InsertRequest(Array("New".utf8), .start, in: handle, under: heading)
        request.mode = .dryRun
        _ = try work.apply(work.plan(request))
        request.mode = .write
        _ = try work.apply(work.plan(request))
      }
    }
    #expect(try desk.text("a.md") == "New\r\n\r\nFirst line\r\n\r\n## Log\r\n\r\nNew\r\n")
    #expect(try desk.text("b.md") == "# B\n\n## Log\n\nNew\n")
    let title = "The title is now `New`; it was `First line`."
    let heading = ["Added the heading `## Log`.", "The title is now `Log`; it was `New`."]
    #expect(desk.told.sentences == [title, title] + heading + heading)
  }

  @Test(
    "Text that cannot be added is a draft",
    arguments: [("nothing-like-this", nil), ("a.md", "\n"), ("a.md", nil)] as [(String, String?)])
  func draft(_ handle: String, _ heading: String?) async throws {
    let desk = try Desk([("a.md", "x\n")])
    try await desk.work { work in
      // The last row is bytes that are not UTF-8.
      let bytes = heading == nil && handle == "a.md" ? [0x41, 0xFF] : Array("precious".utf8)
      var request = InsertRequest(bytes, .end, in: handle, under: heading)
      request.mode = .dryRun
      #expect(throws: AddFailure.self) { try work.plan(request) }
      #expect(try work.drafts().isEmpty)
      request.mode = .write
      #expect(throws: AddFailure.self) { try work.plan(request) }
      let draft = try #require(try work.drafts().first)
      #expect(try work.notebook.state.text(of: draft) == bytes)
    }
    #expect(try desk.text("a.md") == "x\n")
  }

  @Test(
    "A time in front of a text",
    arguments: [
      ("yesterday 3pm: met Sarah", "2026-11-20T15:00:00+01:00", "met Sarah"),
      ("yesterday: met Sarah", "2026-11-20", "met Sarah"),
      ("9am: met Sarah", "2026-11-21T09:00:00+01:00", "met Sarah"),
      ("9:30: met Sarah", "2026-11-21T09:30:00+01:00", "met Sarah"),
      ("last friday: met Sarah", "2026-11-20", "met Sarah"),
      ("2026-11-01: met Sarah", "2026-11-01", "met Sarah"),
      // In the future, no time, a rule, or several days.
      ("12:30: lunch", nil, "12:30: lunch"), ("3pm: tea", nil, "3pm: tea"),
      ("tomorrow: tea", nil, "tomorrow: tea"), ("note: tea", nil, "note: tea"),
      ("Sarah: tea at 9", nil, "Sarah: tea at 9"), ("every friday: tea", nil, "every friday: tea"),
      ("last week: tea", nil, "last week: tea"), ("2:1: a ratio", nil, "2:1: a ratio"),
      ("call at 9am: tea", nil, "call at 9am: tea"), ("yesterday 3pm", nil, "yesterday 3pm"),
      ("may: a month", nil, "may: a month"), ("1: first", nil, "1: first"),
    ] as [(String, String?, String)])
  func leadingTime(_ text: String, _ created: String?, _ body: String) async throws {
    try await Desk().work { work in
      var request = AddRequest(.typed([text]))
      (request.type, request.mode) = ("note", .dryRun)
      let result = try work.apply(try await work.plan(request))
      let document = Document(try #require(result.report.changed.first).after)
      #expect(document["created"]?.text == created ?? "2026-11-21T12:00:00+01:00")
      #expect(String(decoding: document.bytes[document.body], as: UTF8.self) == body + "\n")
    }
  }
}
