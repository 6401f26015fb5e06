import CairnCapture
import CairnDesk
import CairnDocument
import CairnFiles
import CairnNotebook
import CairnText
import CairnWork
import FoundationEssentials
import Synchronization
import SystemPackage
import Testing

/// Texts that a client without a command line adds.
@Suite("Adding") struct AddTests {
  @Test(
    "The parts of a hidden capture are hidden in the same way",
    arguments: [
      ("private: true", "private: true"), ("Private:yes", "private: true"),
      ("private: [false]", "private: true"), ("publish: no", "publish: false"),
      ("draft: true", "draft: true"), ("private: false", nil), ("publish: true", nil),
      ("type: briefing", "private: true"),
    ] as [(String, String?)])
  func hiddenParts(field: String, line: String?) async throws {
    let secret = "---\ntitle: Secret\nprivate: true\n---\n"
    let text = "---\ntitle: List\n\(field)\n---\nMy results are bad, see [[Secret]].\n\nBuy milk.\n"
    let desk = try Desk([("list.md", text), ("secret.md", secret)])
    try await desk.work { work in
      let old = try work.catalog().unpublished(work.clock).count
      var request = SplitRequest("list")
      request.pieces = ["See [[Secret]].", "Buy milk."].map {
        ProposedPiece(text: $0, heading: nil, isTicked: nil, type: nil)
      }
      let paths = try work.apply(try await work.plan(request)).report.changed.map(\.path)
      #expect(paths.count == 2)
      for path in paths {
        let lines = try #require(try desk.text("\(path)")).split(separator: "\n").map(String.init)
        let found = lines.filter {
          ["private", "publish", "draft"].contains($0.prefix { $0 != ":" })
        }
        #expect(found == [line].compactMap(\.self), "\(field)")
      }
      let new = try work.catalog().unpublished(work.clock).count
      #expect(new == old + (line == nil ? 0 : 2))
    }
  }

  @Test("A text whose type is certain is added at once")
  func certainType() async throws {
    try await Desk().work { work in
      let plan = try await work.plan(AddRequest(.typed(["Ring", "the", "sweep", "+house"])))
      #expect(plan.question == nil)
      let result = try work.apply(plan)
      let capture = try work.capture(named: try #require(result.report.changed.first?.id)).capture
      #expect(capture.type == "action")
      #expect(capture.fieldTags == ["house"])
      #expect(!result.hasUnclassified)
    }
  }

  @Test("A question leaves a draft until it is answered")
  func questionLeavesDraft() async throws {
    try await Desk().work(canAsk: true) { work in
      let plan = try await work.plan(AddRequest(.plain("Sarah")))
      guard case .type? = plan.question else {
        Issue.record("nothing is asked")
        return
      }
      let texts = try work.drafts().map { try work.text(of: $0) }
      #expect(texts == ["Sarah"])
      #expect(throws: AddFailure.self) { try work.apply(plan) }
      let answered = try work.plan(plan, answering: .type("person"))
      #expect(answered.question == nil)
      let result = try work.apply(answered)
      #expect(result.captures.first?.new.field("type") == "person")
      #expect(try work.drafts().isEmpty)
    }
  }

  @Test("A type that is left open can be given later")
  func typeLater() async throws {
    try await Desk().work { work in
      let result = try work.apply(try await work.plan(AddRequest(.plain("Sarah"))))
      #expect(result.hasUnclassified)
      let waiting = try work.unclassified()
      #expect(waiting.map(\.capture.title) == ["Sarah"])
      _ = try work.settle([try #require(waiting.first).capture], as: "person")
      #expect(try work.unclassified().isEmpty)
    }
  }

  @Test("A text that cannot be added becomes a draft, which can be added")
  func failedTextBecomesDraft() async throws {
    try await Desk().work { work in
      var request = AddRequest(.plain("A jar of honey"))
      (request.collection, request.title) = ("presents", "Honey")
      let failure = await #expect(throws: AddFailure.self) { try await work.plan(request) }
      guard case .draft(let draft)? = failure?.rescued else {
        Issue.record("there is no draft")
        return
      }
      #expect(try work.text(of: draft) == "A jar of honey")
      var retry = AddRequest(.draft(draft))
      retry.creates = true
      let result = try work.apply(try await work.plan(retry))
      #expect(result.report.changed.first?.path.parent == NotePath("presents"))
      #expect(result.captures.first?.new.field("title") == "Honey")
      #expect(try work.drafts().isEmpty)
    }
  }

  @Test(
    "A draft that is gone or cannot be removed does not make an added text fail",
    arguments: [true, false])
  func keptDraft(isGone: Bool) async throws {
    try await Desk().work { work in
      let draft = try work.saveDraft(Array("Ring the sweep".utf8))
      let plan = try await work.plan(AddRequest(.draft(draft)))
      let other = try work.saveDraft(Array("New".utf8), notes: ["for": "append"])
      let insertion = try work.plan(work.request(toInsert: other, .write))
      for file in [draft.file.string, other.file.string] {
        try FileManager.default.removeItem(atPath: file)
        if !isGone {
          try FileManager.default.createDirectory(
            atPath: file, withIntermediateDirectories: false)
        }
      }
      #expect(try work.apply(plan).report.changed.count == 1)
      #expect(try work.apply(insertion).changed.count == 1)
      #expect(work.catalog().count == 2)
    }
  }

  @Test("The name of a file that a client sent is not a path, so a retry does not read that path")
  func namesOfUploads() async throws {
    try await Desk([("secret.txt", "secret\n")]).work { work in
      var request = AddRequest(.plain("A jar of honey"))
      request.collection = "presents"
      let file = UploadedFile(name: "secret.txt", bytes: Array("sent\n".utf8))
      let failure = await #expect(throws: AddFailure.self) {
        try await work.add(request, with: [file])
      }
      guard case .draft(let draft)? = failure?.rescued else {
        Issue.record("there is no draft")
        return
      }
      #expect(!draft.notes.keys.contains { $0.hasPrefix("media.") }, "\(draft.notes)")
      var retry = AddRequest(.draft(draft))
      retry.creates = true
      let result = try await work.add(retry)
      let path = try #require(result.report.changed.first?.path)
      #expect(try work.notebook.capture(at: path).files.isEmpty)
    }
  }

  @Test(
    "A file that is refused leaves the text as a draft",
    arguments: [("a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"), ("empty.txt", "")])
  func refusedFile(name: String, text: String) async throws {
    try await Desk().work { work in
      let file = UploadedFile(name: name, bytes: Array(text.utf8))
      let failure = await #expect(throws: AddFailure.self) {
        try await work.add(AddRequest(.plain("A jar of honey")), with: [file])
      }
      #expect(failure?.reason is MediaRefusal)
      let texts = try work.drafts().map { try work.text(of: $0) }
      #expect(texts == ["A jar of honey"])
      #expect(work.catalog().count == 0)
    }
  }

  @Test("A file that a client sent cannot be added with a text that is split")
  func splitWithFile() async throws {
    try await Desk().work { work in
      var request = AddRequest(.plain("- Ring the sweep\n- Buy rope"))
      request.isSplit = true
      let file = UploadedFile(name: "a.log", bytes: Array("one\n".utf8))
      let failure = await #expect(throws: AddFailure.self) {
        try await work.add(request, with: [file])
      }
      #expect((failure?.reason as? Refusal)?.code == "split-option")
      #expect(work.catalog().count == 0)
    }
  }

  @Test("The built-in type of a piece can be typed in any case")
  func typeOfPiece() async throws {
    try await Desk([("list.md", "- Ring the sweep\n- Buy rope\n")]).work { work in
      var request = SplitRequest("list")
      request.pieces = ["Idea", "action"].map {
        ProposedPiece(text: "Ring", heading: nil, isTicked: nil, type: $0)
      }
      let result = try await work.split(request)
      #expect(result.captures.map { $0.new.field("type") } == ["idea", "action"])
    }
  }

  @Test(
    "A new type removes the details of the previous type that Cairn detected",
    arguments: ["author", "artist", "director"])
  func detailsOfTheOldType(key: String) async throws {
    let mark = MachineMark(maker: "cairn", value: "Tarkovsky").text
    let head = "---\ntype: entry\n\(key): Tarkovsky\n"
    let desk = try Desk([
      ("found.md", head + "\(key)_by: \(mark)\n---\nMirror\n"), ("own.md", head + "---\nMirror\n"),
    ])
    try await desk.work { work in
      for type in ["entry", "note"] {
        _ = try work.setType(TypeRequest(["found.md", "own.md"], type), .write)
        #expect(try desk.text("found.md")?.contains(key) == (type == "entry"), "\(type)")
        #expect(try desk.text("own.md")?.contains("\(key): Tarkovsky") == true, "\(type)")
      }
    }
  }

  @Test("An incomplete text is saved and not added")
  func incompleteText() async throws {
    try await Desk().work { work in
      var request = AddRequest(.plain("The first half of"))
      request.shortfall = Refusal("input-unreadable", "the connection was closed")
      let failure = await #expect(throws: AddFailure.self) { try await work.plan(request) }
      #expect((failure?.reason as? Refusal)?.code == "input-unreadable")
      let texts = try work.drafts().map { try work.text(of: $0) }
      #expect(texts == ["The first half of"])
      #expect(work.catalog().count == 0)
    }
  }

  @Test("A text that is not UTF-8 is saved with every byte")
  func bytes() async throws {
    try await Desk().work { work in
      let bytes = Array("caf".utf8) + [0xe9]
      for _ in 1...2 {
        let failure = await #expect(throws: AddFailure.self) {
          try await work.plan(AddRequest(.bytes(bytes)))
        }
        #expect((failure?.reason as? Refusal)?.code == "text-not-utf8")
      }
      let drafts = try work.drafts()
      let saved = try drafts.map { try work.notebook.state.text(of: $0) }
      #expect(saved == [bytes, bytes])
      #expect(throws: Refusal.self) { try work.read(AddRequest(.draft(drafts[0]))) }
    }
  }

  @Test("A dry run writes nothing and saves nothing")
  func dryRun() async throws {
    try await Desk().work(canAsk: true) { work in
      var request = AddRequest(.plain("Sarah"))
      request.mode = .dryRun
      let plan = try await work.plan(request)
      #expect(plan.question == nil)
      #expect(try work.apply(plan).report.changed.count == 1)
      request.collection = "missing"
      let failure = await #expect(throws: AddFailure.self) { try await work.plan(request) }
      #expect(failure?.rescued == nil)
      #expect(try work.drafts().isEmpty)
    }
  }

  @Test("The pieces that are approved are added in one operation")
  func pieces() async throws {
    try await Desk().work { work in
      var request = AddRequest(.plain("- Ring the sweep\n- Buy rope\n- Feed the cat"))
      request.isSplit = true
      let plan = try await work.plan(request)
      guard case .pieces(let pieces, _)? = plan.question else {
        Issue.record("nothing is asked")
        return
      }
      #expect(pieces.map(\.text) == ["Ring the sweep", "Buy rope", "Feed the cat"])
      let answered = try work.plan(plan, answering: .pieces(Array(pieces.dropLast())))
      let result = try work.apply(answered)
      #expect(result.captures.map(\.new.text) == ["Ring the sweep", "Buy rope"])
      #expect(result.report.changed.count == 2)
      #expect(result.report.operation != nil)
    }
  }

  @Test("The link of each piece to a long capture costs no look at all of its text")
  func manyPieces() async throws {
    let list = (0..<1000).map { "- Ring the sweep \($0)\n" }.joined()
    let settings = [(key: "classify.add", value: "off")]
    try await Desk([("list.md", "# List\n\n" + list)]).work(settings: settings) { work in
      // Pieces of a capture that is removed have no link. In turn, so that both meet the same load.
      var times: [Bool: Duration] = [:]
      for removes in [true, false, true, false] {
        var request = SplitRequest("list")
        (request.removesCapture, request.mode) = (removes, .dryRun)
        let start = ContinuousClock.now
        let result = try work.apply(try await work.plan(request))
        times[removes] = min(times[removes] ?? .seconds(600), ContinuousClock.now - start)
        #expect(result.captures.count == 1000)
      }
      let (linked, bare) = (try #require(times[false]), try #require(times[true]))
      #expect(linked < bare * 3, "\(times)")
    }
  }

  @Test(
    "A value that is not a date is refused in every built-in date field",
    arguments: ["due", "created", "date", "updated", "modified", "lastmod", "completed"])
  func datesInFields(_ field: String) async throws {
    try await Desk().work { work in
      let error = #expect(throws: Diagnostic.self) { try work.typed("flurb", for: field) }
      #expect(error?.message.hasPrefix("\(field): `flurb` is not a date or time; ") == true)
    }
  }

  @Test("The fields of a gift are checked in a new notebook")
  func fieldsOfGifts() async throws {
    try await Desk().work { work in
      var request = AddRequest(.plain("Socks for Nora"))
      (request.type, request.fields) = ("gift", ["budget=lots"])
      let failure = await #expect(throws: AddFailure.self) {
        try work.apply(try await work.plan(request))
      }
      #expect((failure?.reason as? Diagnostic)?.message == "budget: `lots` is not a number")
      #expect(failure?.remedy == ["--set", "budget=…"])
    }
  }

  @Test("Malformed front matter becomes text, with a warning that says where the mistake is")
  func malformedFrontMatter() async throws {
    let desk = try Desk()
    let warnings = Mutex<[Diagnostic]>([])
    var context = desk.context()
    context.tell = { remark in
      if case .warning(let warning) = remark { warnings.withLock { $0.append(warning) } }
    }
    try await Workspace.with(desk.root, context) { work in
      let text = "---\ntitle: Roof\ntags: [roof, \"urgent]\n---\nSlates 400\n"
      let result = try work.apply(try await work.plan(AddRequest(.plain(text))))
      let added = try #require(result.report.changed.first)
      #expect(String(decoding: added.after, as: UTF8.self).hasSuffix(text))
    }
    let warning = warnings.withLock(\.first)
    #expect(warning?.severity == .warning)
    #expect(warning?.message.hasSuffix("; the front matter is saved as text") == true)
    #expect((warning?.location?.line ?? 0) > 1)
  }

  @Test("Adding the same text again removes the draft, unless the draft has other fields")
  func draftsOfTheSameText() async throws {
    try await Desk().work { work in
      var request = AddRequest(.plain("A jar of honey"))
      request.collection = "presents"
      await #expect(throws: AddFailure.self) { try await work.plan(request) }
      request.title = "Honey"
      await #expect(throws: AddFailure.self) { try await work.plan(request) }
      #expect(try work.drafts().count == 2)
      (request.title, request.creates) = (nil, true)
      _ = try work.apply(try await work.plan(request))
      #expect(try work.drafts().map { $0.notes["field.000.title"] } == ["tHoney"])
    }
  }

  @Test("A draft with other tags, or with an option that is still invalid, stays")
  func draftsWithOptions() async throws {
    try await Desk().work { work in
      var request = AddRequest(.plain("A jar of honey"))
      request.due = "nonsense"
      await #expect(throws: AddFailure.self) { try await work.plan(request) }
      request.due = nil
      _ = try work.apply(try await work.plan(request))
      #expect(try work.drafts().count == 1)
      request.due = "friday"
      _ = try work.apply(try await work.plan(request))
      #expect(try work.drafts().isEmpty)
      (request.tags, request.collection) = (["bees"], "presents")
      await #expect(throws: AddFailure.self) { try await work.plan(request) }
      (request.tags, request.collection) = ([], nil)
      _ = try work.apply(try await work.plan(request))
      #expect(try work.drafts().count == 1)
    }
  }

  @Test("A retry refuses an option that the draft may not have, until it is removed")
  func optionOfSingleCapture() async throws {
    try await Desk().work { work in
      var request = AddRequest(.plain("- Ring the sweep\n- Buy rope"))
      (request.isSplit, request.title) = (true, "Both")
      let failure = await #expect(throws: AddFailure.self) { try await work.plan(request) }
      #expect(failure?.remedy == ["--title", "''"])
      var retry = AddRequest(.draft(try #require(failure?.rescued?.draft)))
      await #expect(throws: AddFailure.self) { try await work.add(retry) }
      retry.title = ""
      #expect(try await work.add(retry).report.changed.count == 2)
    }
  }

  @Test("A retry keeps its corrections if a file of the draft is gone")
  func lostFileOfDraft() async throws {
    let desk = try Desk([("note.txt", "note\n")])
    try await desk.work { work in
      var request = AddRequest(.plain("A jar of honey"))
      request.files = [work.notebook.store.root.string + "/note.txt"]
      request.collection = "presents"
      let failure = await #expect(throws: AddFailure.self) { try await work.plan(request) }
      try FileManager.default.removeItem(atPath: request.files[0])
      var retry = AddRequest(.draft(try #require(failure?.rescued?.draft)))
      retry.creates = true
      let second = await #expect(throws: AddFailure.self) { try await work.add(retry) }
      #expect(second?.remedy == ["--file", "FILE"])
      retry = AddRequest(.draft(try #require(second?.rescued?.draft)))
      retry.files = [""]
      #expect(try await work.add(retry).report.changed.first?.path.parent == NotePath("presents"))
    }
  }

  @Test(
    "The person and the birthday are found if the type is given, by an option or by the settings",
    arguments: [
      ("action", "Call Sarah tomorrow", ["person: Sarah", "person_by: cairn", "due: 2026-11-22"]),
      (
        "person", "Priya: birthday 3 May, likes gardening",
        ["person: Priya", "person_by: cairn", "birthday: 05-03", "birthday_by: cairn"]
      ),
      ("person", "Sarah\nCollects misprinted stamps", ["person: Sarah", "person_by: cairn"]),
      ("idea", "Call Sarah tomorrow", []),
    ])
  func person(type: String, text: String, expected: [String]) async throws {
    for setting in [nil, "capture.type: \(type)\n"] {
      let desk = try Desk(setting.map { [(".cairn/config.yml", $0)] } ?? [])
      try await desk.work { work in
        var request = AddRequest(.plain(text))
        request.type = setting == nil ? type : nil
        let added = try await work.add(request).report.changed[0]
        let lines = String(decoding: added.after, as: UTF8.self).split(separator: "\n")
        let found = lines.filter { line in
          ["person", "birthday", "due:"].contains { line.hasPrefix($0) }
        }
        #expect(found.count == expected.count, "\(found)")
        for line in expected { #expect(found.contains { $0.hasPrefix(line) }, "\(found)") }
      }
    }
  }

  @Test("A person that does not fit the fields of the type, or that is given, is not replaced")
  func givenPerson() async throws {
    let desk = try Desk([(".cairn/config.yml", "fields.action: person Bob|Ann\n")])
    try await desk.work { work in
      var request = AddRequest(.plain("Call Sarah tomorrow"))
      request.type = "action"
      for fields in [[], ["person=Ann"]] {
        request.fields = fields
        let added = try await work.add(request).report.changed[0]
        let document = Document(added.after)
        #expect(document["person"]?.text == (fields.isEmpty ? nil : "Ann"))
        #expect(document["person_by"] == nil)
      }
    }
  }

  @Test("The first capture is classified as the next ones are, without an index")
  func withoutIndex() async throws {
    let notes = (0..<25).map { ("\($0).md", "Plain text number \($0)\n") }
    try await Desk(notes).work { work in
      for _ in 1...2 {
        let result = try await work.add(AddRequest(.plain("Ring the plumber tomorrow")))
        #expect(result.captures.first?.silence == .habits)
        _ = work.catalog(keepsAll: true)
      }
    }
  }

  @Test("Marks after `-` set fields and do not change the text")
  func marksApart() async throws {
    try await Desk().work { work in
      var request = AddRequest(.plain("Tell @Sarah +1\n"))
      request.marks = ["+house", "due:2026-11-27"]
      let new = try #require(try await work.add(request).captures.first?.new)
      #expect(new.text == "Tell @Sarah +1\n")
      #expect(new.tags == ["house"])
      #expect(new.field("due") == "2026-11-27")
      request.marks = ["+house", "due:frday"]
      let failure = await #expect(throws: AddFailure.self) { try await work.add(request) }
      #expect((failure?.reason as? Refusal)?.code == "mark-unknown")
    }
  }

  @Test(
    "A due date and a score in front matter are checked",
    arguments: [
      ("due: 2026-11-30", "due: 2026-11-30"), ("due: 30 Nov 2027", "due: 2027-11-30"),
      ("due: zork", nil), ("score: great", "score: great"), ("score: 9", nil),
    ] as [(String, String?)])
  func frontMatter(field: String, line: String?) async throws {
    try await Desk().work { work in
      let request = AddRequest(.plain("---\ntype: action\n\(field)\n---\nRing the sweep\n"))
      let result = try? await work.add(request)
      let text = result.map { String(decoding: $0.report.changed[0].after, as: UTF8.self) }
      #expect((text == nil) == (line == nil))
      #expect(text?.split(separator: "\n").contains { $0 == line ?? "" } != false)
    }
  }

  @Test("Giving up the pieces keeps the text")
  func noPieces() async throws {
    try await Desk().work { work in
      var request = AddRequest(.plain("- Ring the sweep\n- Buy rope"))
      request.isSplit = true
      let plan = try await work.plan(request)
      #expect(throws: AddFailure.self) { try work.plan(plan, answering: .pieces(nil)) }
      #expect(try work.drafts().count == 1)
    }
  }

  @Test("Meanings are found without a command line")
  func meanings() async throws {
    try await Desk().work { work in
      let text =
        "The meeting about the harbour ran long. We decided to close the harbour road in March. "
        + "Nobody spoke of the ferry."
      _ = try work.apply(try await work.plan(AddRequest(.plain(text))))
      let request = MeaningRequest(
        SelectRequest(), all: true, .find(again: false, .none), .write)
      let plan = try #require(try work.plan(request))
      let result = try await work.findMeanings(plan)
      #expect(result.found.count == 1)
      #expect(result.operations.count == 1)
      #expect(result.found.first?.maker == "cairn")
    }
  }
}
