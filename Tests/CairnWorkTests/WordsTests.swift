import CairnCapture
import CairnDesk
import CairnFiles
import CairnGit
import CairnNotebook
import CairnQuery
import CairnText
import CairnWork
import SystemPackage
import Testing

/// What clients would otherwise decide or word on their own.
@Suite("Decisions for every client") struct WordsTests {
  private static let wool = "---\nid: k7x2m9q4ab\ntype: action\n---\n# Buy wool\n"

  @Test("A folder becomes a notebook once")
  func create() async throws {
    let desk = try Desk()
    try await desk.work { work in
      #expect(try work.createNotebook(.dryRun).changed.map(\.path) == [Notebook.settingsPath])
      #expect(try desk.text(".cairn/config.yml") == nil)
      let report = try work.createNotebook(.write)
      #expect(report.operation != nil)
      #expect(try desk.text(".cairn/config.yml")?.hasPrefix("# Settings of this notebook.") == true)
      #expect(try work.createNotebook(.write).changed.isEmpty)
    }
  }

  @Test("Settings that only a user may have are refused in the notebook's file")
  func settings() async throws {
    let desk = try Desk()
    try await desk.work { work in
      let editor = try Settings.key("editor")
      let refusal = #expect(throws: Refusal.self) {
        try work.set(editor, to: "vi", isUser: false, .write)
      }
      #expect(refusal?.code == "settings-user-only")
      let sort = try Settings.key("list.sort")
      #expect(try work.set(sort, to: "title", isUser: false, .write).report.changed.count == 1)
      #expect(try desk.text(".cairn/config.yml")?.contains("title") == true)
      #expect(try work.set(sort, to: nil, isUser: false, .write).report.changed.count == 1)
    }
  }

  @Test("A view may be named with its sign; one of the user's own is not removed by mistake")
  func views() async throws {
    let desk = try Desk()
    try await desk.work { work in
      _ = try work.saveView("@open", ["type:action"], sort: nil, isUser: false, .write)
      _ = try work.saveView("mine", ["type:idea"], sort: "title", isUser: true, .write)
    }
    try await desk.work { work in
      let view = try work.view(named: "@open")
      #expect(view.query == "type:action")
      let refusal = #expect(throws: Refusal.self) {
        try work.removeView("mine", isUser: false, .write)
      }
      #expect(refusal?.code == "view-user-only")
      #expect(try work.removeView("@open", isUser: false, .write).report.changed.count == 1)
    }
  }

  @Test("While an editor has captures, copies are kept; they stay if it cannot be run")
  func edit() async throws {
    let desk = try Desk([("wool.md", Self.wool)])
    try await desk.work { work in
      let capture = try work.planToEdit(SelectRequest(["Buy wool"]), all: false).captures
      #expect(capture.map(\.path.description) == ["wool.md"])
      let (code, report) = try await work.edit(capture, restoring: { _ in [] }) { files in
        #expect(try work.drafts().count == 1)
        let file = try FileDescriptor.open(files[0], .writeOnly, options: .append)
        _ = try file.closeAfter { try file.writeAll("More.\n".utf8) }
        return 3
      }
      #expect(code == 3)
      #expect(report.report.changed.count == 1)
      #expect(try work.drafts().isEmpty)
      #expect(work.problems(in: capture[0].path).isEmpty)
      await #expect(throws: EditFailure.self) {
        try await work.edit(capture, restoring: { _ in [] }) { _ in throw CancellationError() }
      }
      #expect(throws: Refusal.self) { try work.planToEdit(SelectRequest(), all: false) }
    }
  }

  @Test("Three versions of a note are merged field by field; what both changed is named")
  func merge() async throws {
    try await Desk().work { work in
      let version = { (score: Int, tag: String) in
        Array("---\nid: k7x2m9q4ab\nscore: \(score)\ntag: \(tag)\n---\ntext\n".utf8)
      }
      let clean = try await work.context.merge(
        MergeRequest(base: version(1, "a"), ours: version(2, "a"), theirs: version(1, "b")))
      #expect(clean.bytes == version(2, "b"))
      #expect(clean.conflicts.isEmpty)
      let both = try await work.context.merge(
        MergeRequest(
          base: version(1, "a"), ours: version(2, "a"), theirs: version(3, "a"), markerSize: 0))
      #expect(both.conflicts == ["both copies changed `score`"])
      var context = work.context
      context.findGit = { nil }
      await #expect(throws: Refusal.self) {
        try await context.merge(MergeRequest(base: [], ours: [], theirs: []))
      }
    }
  }

  /// A note that two machines created at the same path.
  struct CreatedTwice: Sendable {
    let path: String
    var theirID = "m3x2m9q4ab"
    let isOne: Bool
  }

  @Test(
    "The notes of a day that two machines created become one, and other notes do not",
    arguments: [
      CreatedTwice(path: "daily/2026-11-27.md", isOne: true),
      CreatedTwice(path: "journal/2026/11-November/2026-11-27-Friday.md", isOne: true),
      CreatedTwice(path: "journal/2026/November/27.md", isOne: true),
      CreatedTwice(path: "daily/2026-11-28.md", isOne: false),
      CreatedTwice(path: "friday.md", isOne: false),
      CreatedTwice(path: "2026-11-27 Meeting.md", isOne: false),
      CreatedTwice(path: "actions/water.md", theirID: "k7x2m9q4ab", isOne: true),
    ])
  func createdTwice(row: CreatedTwice) async throws {
    try await Desk().work { work in
      let version = { (id: String, hour: String, lines: [String]) in
        Array(
          "---\nid: \(id)\ncreated: 2026-11-27T\(hour):00:00Z\n---\n\(lines.joined(separator: "\n"))\n"
            .utf8)
      }
      let isSame = row.theirID == "k7x2m9q4ab"
      let ours = version("k7x2m9q4ab", "09", isSame ? ["# Friday"] : ["# Friday", "- tea"])
      let merged = try await work.context.merge(
        MergeRequest(
          base: [], ours: ours,
          theirs: version(row.theirID, "08", isSame ? ["# Friday"] : ["# Friday", "- milk"]),
          at: NotePath(row.path)))
      #expect(merged.conflicts.isEmpty == row.isOne, "\(merged.conflicts)")
      let lines = isSame ? ["# Friday"] : ["# Friday", "- tea", "- milk"]
      #expect(merged.bytes == (row.isOne ? version(row.theirID, "08", lines) : ours))
    }
  }

  @Test(
    "A word chooses a side of a field, or is refused",
    arguments: [
      ("score=ours", "score", Conflicts.Side.ours), ("a=b=theirs", "a=b", .theirs),
      ("text=both", "text", .both),
    ])
  func sides(word: String, field: String, side: Conflicts.Side) throws {
    #expect(try ResolveRequest.choices([word]) == [field: side])
    #expect(throws: Refusal.self) { try ResolveRequest.choices(["score=mine"]) }
    #expect(ResolveRequest.choice("score") == nil)
  }

  @Test("Changes in words are told from other words; lists have commas")
  func changes() throws {
    let (edit, others) = try ChangeRequest.Edit.fields(
      among: ["type:idea", "score=3", "tags+=a"], areTexts: false)
    guard case .fields(let changes, areTexts: false) = edit else { throw CancellationError() }
    #expect(changes.map(\.field) == ["score", "tags"])
    #expect(others == ["type:idea"])
    guard case .unset(["a", "b"]) = try ChangeRequest.Edit.unset(list: " a,,b ") else {
      throw CancellationError()
    }
    let tags = try ChangeRequest.Edit.tags(addingLists: ["#a, b", "c"], removingLists: ["#"])
    guard case .tags(adding: ["a", "b", "c"], removing: []) = tags else {
      throw CancellationError()
    }
    let (signed, rest) = try ChangeRequest.Edit.tags(
      among: ["-a", "b", "+c", "-d", "-e/f,g", "-tag:h", "-(i)", "-", "+"], addingLists: [],
      removingLists: ["j"])
    guard case .tags(adding: ["c"], removing: ["j", "d", "e/f", "g"]) = signed else {
      throw CancellationError()
    }
    #expect(rest == ["-a", "b", "-tag:h", "-(i)", "-", "+"])
    let twice = #expect(throws: Refusal.self) {
      _ = try ChangeRequest.Edit.fields(among: ["who=x", "a", "who=y"], areTexts: false)
    }
    #expect(twice?.code == "field-invalid")
    for refused in [
      { _ = try ChangeRequest.Edit.fields(among: ["a"], areTexts: false) },
      { _ = try ChangeRequest.Edit.unset(list: ",") },
      { _ = try ChangeRequest.Edit.tags(addingLists: [], removingLists: ["#"]) },
    ] {
      let refusal = #expect(throws: Refusal.self) { try refused() }
      #expect(refusal?.code == "change-missing")
    }
  }

  @Test(
    "A field with one value refuses elements",
    arguments: [
      ("due", true), ("score", true), ("title", true), ("status", true), ("pages", true),
      ("kind", true), ("tags", false), ("url", false), ("people", false), ("aliases", false),
    ])
  func elements(field: String, isRefused: Bool) async throws {
    let page = """
      ---
      fields:
        - {name: pages, kind: number}
        - {name: kind, kind: choice, choices: [a, b]}
        - {name: url, kind: list}
      ---

      """
    let desk = try Desk([("_collection.md", page), ("wool.md", Self.wool)])
    try await desk.work { work in
      for operation in [Change.Operation.add, .remove] {
        let change = Change(field: field, operation, value: "a")
        let edit = ChangeRequest.Edit.fields([change], areTexts: false)
        let plan = try work.plan(ChangeRequest(SelectRequest(["k7x2"]), edit))
        let refused = try work.apply(plan, .dryRun).report.refused
        #expect(refused.map(\.code) == (isRefused ? ["field-single"] : []))
        #expect(refused.allSatisfy { $0.message.hasPrefix("`\(field)` has one value") })
      }
    }
  }

  @Test("An interrupted command that had changed nothing is not mentioned")
  func recovered() {
    let clock = LocalClock(now: Instant(seconds: 0)) { _ in 0 }
    for (outcome, files, isTold) in [
      (Recovery.Outcome.takenBack, 0, false), (.takenBack, 1, true), (.finished, 0, true),
    ] {
      let recovery = Recovery(
        time: Instant(seconds: 0), words: ["cairn", "add"], outcome: outcome, files: files, left: []
      )
      #expect(Notice.recovered(recovery).sentences(clock).isEmpty != isTold)
    }
  }

  @Test("A long recovery is announced")
  func recovering() {
    let clock = LocalClock(now: Instant(seconds: 0)) { _ in 0 }
    let notice = Notice.recovering(
      time: Instant(seconds: 0), words: ["cairn", "import", "vault"], steps: 4280)
    let sentence = notice.sentences(clock).first ?? ""
    #expect(sentence.contains("`cairn import vault`") && sentence.contains("4280 steps"))
  }

  @Test("What a text was understood as is told in sentences")
  func explanation() async throws {
    let desk = try Desk()
    try await desk.work { work in
      var request = AddRequest(.plain("Ring the chimney sweep by Friday"))
      request.type = "action"
      let result = try work.apply(try await work.plan(request))
      let text = work.explanation(of: result.captures[0], result.report.changed[0])
      #expect(text == "Due Friday, 27 November 2026.")
    }
  }

  @Test("Any error is a refusal with a code")
  func refusals() {
    #expect(Refusal(CaptureRefusal.empty).code == "text-empty")
    #expect(Refusal(CancellationError()).code == "internal")
    let refusal = Refusal("x", "no", .nothingFound)
    #expect(Refusal(refusal as any Error).kind == .nothingFound)
    #expect(Refusal(Diagnostic(.error, "query-empty", "no") as any Error).code == "query-empty")
  }

  @Test(
    "Numbers of bytes have units",
    arguments: [("800", 800), ("300k", 307_200), ("2M", 2_097_152), ("1g", 1 << 30)])
  func byteCounts(text: String, bytes: Int) {
    #expect(ByteCount(text)?.bytes == bytes)
    #expect(ByteCount("-1") == nil)
    #expect(ByteCount("1t") == nil)
    #expect(ByteCount("") == nil)
  }

  @Test("Keys in the environment are known by their names")
  func secrets() {
    let variables = ["OPENAI_API_KEY": "abcdef", "KEYBOARD": "abcdef", "MY_TOKEN": "short"]
    #expect(RequestContext.secrets(among: variables) == ["abcdef"])
  }
}
