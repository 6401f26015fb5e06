import CairnCapture
import CairnDesk
import CairnFiles
import CairnNotebook
import CairnQuery
import CairnText
import CairnWork
import Testing

/// What a client without a command line can do: each use case, planned and carried out.
@Suite("Use cases") struct UseCaseTests {
  private static let wool = "---\nid: k7x2m9q4ab\ntype: action\ntags: [a, b]\n---\n# Buy wool\n"
  private static let car =
    "---\nid: m4wz81kd0p\ntype: action\n---\n# Wash the car\n\nSee [[wool]].\n"

  private func desk() throws -> Desk {
    try Desk([("wool.md", Self.wool), ("car.md", Self.car), ("beds.md", "- [ ] dig\n")])
  }

  @Test("Choosing reads what words say, and refuses changes and unknown fields")
  func select() async throws {
    let desk = try desk()
    try await desk.work { work in
      var request = SelectRequest(["type:action"])
      request.sort = "title"
      let titles = try work.select(request).captures.map(\.title)
      #expect(titles == ["Buy wool", "Wash the car"])
      #expect(throws: Refusal.self) { try work.select(SelectRequest(["score=3"])) }
      #expect(throws: Diagnostic.self) { try work.select(SelectRequest(["colour:red"])) }
    }
  }

  @Test("Changing asks before it touches more than one capture, and says what was replaced")
  func change() async throws {
    let desk = try desk()
    try await desk.work { work in
      let change = try #require(Change.parse("tags=c"))
      let plan = try work.plan(
        ChangeRequest(SelectRequest(["type:action"]), .fields([change], areTexts: false)))
      #expect(plan.questions.map(\.text) == ["Change 2 captures"])
      #expect(plan.questions.first?.details.count == 2)
      let preview = try work.apply(plan, .dryRun)
      #expect(preview.report.changed.count == 2)
      #expect(preview.report.operation == nil)
      #expect(try desk.text("wool.md") == Self.wool)
      let result = try work.apply(plan, .write)
      #expect(result.notes.count == 1)
      #expect(try desk.text("wool.md")?.contains("tags: [c]") == true)
    }
  }

  @Test(
    "Changes of titles, meanings and collections, with the lines that they leave",
    arguments: [
      ("title=  Wool  ", ["title: Wool"]), ("title=   ", ["title:"]),
      ("meaning=   ", ["meaning_by: person 19cc3e"]), ("meaning=", ["meaning_by: person 19cc3e"]),
      ("meaning= Yarn. ", ["meaning: Yarn."]), ("\"Zeta field\"=6", ["Zeta field: 6"]),
      ("collection=/", ["collection: /"]), ("collection=movies", nil),
    ] as [(String, [String]?)])
  func lines(change: String, lines: [String]?) async throws {
    let text = "---\nid: k7x2m9q4ab\nmeaning: Old.\nmeaning_by: local 000000\n---\nBuy wool.\n"
    let desk = try Desk([("wool.md", text)])
    try await desk.work { work in
      let changes = [try #require(Change.parse(change))]
      func plan() throws -> WritePlan<ChangeRequest> {
        try work.plan(
          ChangeRequest(SelectRequest(["wool.md"]), .fields(changes, areTexts: false)))
      }
      guard let lines else {
        let refusal = #expect(throws: Refusal.self) { try plan() }
        #expect(refusal?.message.contains("cairn mv k7x2 --to movies") == true)
        var request = SaveRequest("wool.md")
        request.edits = [.fields(changes, areTexts: false)]
        #expect(throws: Refusal.self) { try work.save(request) }
        return
      }
      _ = try work.apply(try plan(), .write)
      let after = try #require(try desk.text("wool.md")).split(separator: "\n").map(String.init)
      #expect(after.filter { !text.contains("\($0)\n") } == lines)
    }
  }

  @Test("An undo without an id undoes everything that the last command did")
  func undoCommand() async throws {
    let desk = try desk()
    func add(_ words: [String], _ texts: [String]) async throws {
      try await Workspace.with(desk.root, desk.context(words)) { work in
        for text in texts { _ = try work.apply(try await work.plan(AddRequest(.plain(text)))) }
      }
    }
    try await add(["cairn", "add", "--retry"], ["One", "Two"])
    try await add(["cairn", "add"], ["Three"])
    for count in [1, 2] {
      try await desk.work { work in
        let plan = try work.plan(UndoRequest())
        #expect(plan.operations.count == count)
        _ = try await work.apply(plan, .write)
      }
    }
    try await desk.work { #expect($0.catalog().count == 3) }
  }

  @Test("Renaming a tag asks, is one operation, and names the views with the old tag")
  func renameTag() async throws {
    let files = [
      ("a.md", "---\ntags: [old]\n---\n#old/x\n"), ("b.md", "#old\n"),
      ("c.md", "---\ntags: [new]\nupdated: 2020-01-01\n---\n#Old\n"),
      ("d.md", "---\ntags: [older]\n---\n"), (".cairn/views.yml", "mine: tag:old/x\n"),
    ]
    let desk = try Desk(files)
    func code(_ old: String, _ new: String, in words: [String] = []) async throws -> String? {
      try await desk.work { work in
        let request = TagRenameRequest(SelectRequest(words), from: old, to: new)
        return #expect(throws: (any Error).self) { try work.plan(request) }.map { Refusal($0).code }
      }
    }
    #expect(try await code("odl", "new") == "tag-unknown")
    #expect(try await code("old", "new", in: ["tag:older"]) == "tag-unknown")
    #expect(try await code("old", "a b") == "tag-invalid")
    #expect(try await code("old", "a.b") == "tag-invalid")
    #expect(try await code("#", "new") == "change-missing")
    try await desk.work(settings: [("edit.updated", "true")]) { work in
      let plan = try work.plan(TagRenameRequest(SelectRequest(), from: "#old", to: "new"))
      #expect(
        plan.questions.map(\.text) == [
          "Rename the tag `old` to `new` in 3 captures, where `new` is already a tag of other captures"
        ])
      #expect(try work.apply(plan, .dryRun).report.changed.count == 3)
      #expect(try desk.text("b.md") == "#old\n")
      let result = try work.apply(plan, .write)
      #expect(result.notes == ["the view `mine` still contains `tag:old/x`"])
      #expect(try desk.text("a.md") == "---\ntags: [new]\n---\n#new/x\n")
      #expect(try desk.text("b.md") == "#new\n")
      let text = try #require(try desk.text("c.md"))
      #expect(text.contains("updated: 2026-11-21T") && text.hasSuffix("---\n#new\n"))
      let undo = try work.plan(UndoRequest())
      #expect(try await work.apply(undo, .write).report.changed.count == 3)
    }
    for (path, text) in files { #expect(try desk.text(path) == text) }
  }

  @Test("A file that changes while a question is open is skipped and named")
  func changedWhileAsked() async throws {
    let desk = try desk()
    let other = "---\ntype: action\n---\n# Sell the car\n"
    try await desk.work { work in
      let selection = SelectRequest(["type:action"])
      let change = try #require(Change.parse("score=3"))
      let change1 = try work.plan(ChangeRequest(selection, .fields([change], areTexts: false)))
      let done = try work.plan(SettleRequest(selection, as: .done))
      let move = try work.plan(MoveRequest(selection, to: "old", creates: true))
      let removal = try work.plan(RemoveRequest(selection))
      try desk.write(other, to: "car.md")
      var reports = [try work.apply(change1, .write).report]
      reports.append(try work.apply(removal, .write))
      #expect(reports[0].changed.map(\.path.description) == ["wool.md"])
      // The first report changed the other file.
      #expect(reports[1].changed.isEmpty)
      reports.append(try work.apply(done, .write).report)
      reports.append(try work.apply(move, .write))
      for report in reports {
        let codes = report.refused.filter { $0.path?.description == "car.md" }.map(\.code)
        #expect(codes == ["file-changed"])
      }
    }
    #expect(try desk.text("car.md") == other)
  }

  @Test("A request without a condition needs to say that it means all captures")
  func tooWide() async throws {
    let desk = try desk()
    try await desk.work { work in
      let refusal = #expect(throws: Refusal.self) {
        try work.plan(ChangeRequest(SelectRequest(), .unset(["tags"])))
      }
      #expect(refusal?.code == "query-missing")
      #expect(refusal?.kind == .invalid)
      let all = try work.plan(ChangeRequest(SelectRequest(), all: true, .unset(["tags"])))
      #expect(all.captures.count == 3)
    }
  }

  @Test("Settling, deferring and typing an action")
  func settle() async throws {
    let desk = try desk()
    try await desk.work { work in
      let done = try work.plan(SettleRequest(SelectRequest(["Buy wool"]), as: .done))
      #expect(done.question == nil)
      let result = try work.apply(done, .write)
      #expect(result.report.changed.count == 1)
    }
    #expect(try desk.text("wool.md")?.contains("status: done") == true)
    try await desk.work { work in
      let box = try work.plan(SettleRequest(SelectRequest(["beds.md:1"]), as: .done))
      #expect(try work.apply(box, .write).boxes == 1)
    }
    #expect(try desk.text("beds.md") == "- [x] dig\n")
    _ = try await desk.work { try $0.postpone(DeferRequest("m4wz", to: "tomorrow"), .write) }
    #expect(try desk.text("car.md")?.contains("due: 2026-11-22") == true)
    #expect(desk.told.sentences == ["due: Sunday, 22 November 2026"])
    _ = try await desk.work { try $0.setType(TypeRequest("m4wz", "idea"), .write) }
    #expect(try desk.text("car.md")?.contains("type: idea") == true)
  }

  @Test("Moving, renaming and removing keep links and can be undone")
  func organise() async throws {
    let desk = try desk()
    try await desk.work { work in
      let move = try work.plan(MoveRequest(SelectRequest(["wool.md"]), to: "shop", creates: true))
      _ = try work.apply(move, .write)
    }
    #expect(try desk.text("shop/wool.md") != nil)
    _ = try await desk.work { try $0.rename(RenameRequest("k7x2", title: "Buy yarn"), .write) }
    #expect(try desk.text("car.md")?.contains("[[buy-yarn]]") == true)
    try await desk.work { work in
      _ = try work.apply(try work.plan(RemoveRequest(SelectRequest(["car.md"]))), .write)
      #expect(try desk.text("car.md") == nil)
      #expect(try work.trash().map(\.path.description) == ["car.md"])
      _ = try work.restore(.last, .write)
    }
    for _ in 0..<4 {
      _ = try await desk.work { try await $0.apply(try $0.plan(UndoRequest()), .write) }
    }
    #expect(try desk.text("wool.md") == Self.wool)
    #expect(try desk.text("car.md") == Self.car)
    await #expect(throws: Refusal.self) {
      try await desk.work { _ = try $0.plan(UndoRequest()) }
    }
  }

  @Test("A link that an editor adds while a question is open follows what moves")
  func linksAddedMeanwhile() async throws {
    let desk = try desk()
    let linking = "See [wool](wool.md).\n"
    try await desk.work { work in
      let move = try work.plan(
        MoveRequest(SelectRequest(["\"buy wool\""]), to: "shop", creates: true))
      #expect(move.captures.map(\.path.description) == ["wool.md"])
      #expect(!move.questions.isEmpty)
      try desk.write(linking, to: "new.md")
      _ = try work.apply(move, .write)
    }
    #expect(try desk.text("new.md") == "See [wool](shop/wool.md).\n")
    try await desk.work { work in
      let request = CollectionRenameRequest("shop", path: "store", name: nil)
      try desk.write("[[car]]\n", to: "shop/more.md")
      let plan = try work.plan(request)
      #expect(plan.question != nil)
      try desk.write(linking.replacing("wool.md", with: "shop/wool.md"), to: "newer.md")
      _ = try work.apply(plan, of: request, .write)
    }
    #expect(try desk.text("newer.md") == "See [wool](store/wool.md).\n")
  }

  @Test("Emptying the trash deletes what is older, and says what that was")
  func emptyTrash() async throws {
    let desk = try desk()
    for (day, path) in [(0, "car.md"), (2, "wool.md")] {
      try await desk.work(after: day) { work in
        _ = try work.apply(try work.plan(RemoveRequest(SelectRequest([path]))), .write)
      }
    }
    // By default what is older than 30 days; with days named, what is older than these.
    for (day, days, gone) in [
      (30, nil, []), (2, 2, []), (2, 1, ["car.md"]), (31, nil, []), (33, nil, ["wool.md"]),
    ] as [(Int, Int?, [String])] {
      try await desk.work(after: day) { work in
        let plan = try work.planToEmptyTrash(olderThan: days)
        #expect(plan.entries.map(\.path.description) == gone, "day \(day)")
        #expect(try work.apply(plan, .write).changed.map(\.path.description) == gone)
      }
    }
    #expect(try await desk.work { try $0.trash().isEmpty })
  }

  @Test("A digest is made in Markdown and HTML, and not over a file that somebody wrote")
  func digest() async throws {
    let desk = try desk()
    var request = DigestRequest(SelectRequest(["type:action"]))
    request.title = "Errands"
    try await desk.work { [request] work in
      var bytes: [UInt8] = []
      let plan = try work.plan(request)
      #expect(plan.path == nil)
      #expect(plan.count == 2)
      try await work.write(plan) { bytes += $0 }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains("\n# Errands\n"))
      #expect(text.contains("Wash the car"))
    }
    request.output = "errands.html"
    try await desk.work { [request] work in try await work.apply(try work.plan(request)) }
    #expect(try desk.text("errands.html")?.contains("<title>Errands</title>") == true)
    request.output = "wool.md"
    let refusal = await #expect(throws: Refusal.self) {
      try await desk.work { [request] in _ = try $0.plan(request) }
    }
    #expect(refusal?.code == "output-exists")
    #expect(try desk.text("wool.md") == Self.wool)
    request.output = "errands.pdf"
    await #expect(throws: Refusal.self) {
      try await desk.work { [request] in _ = try $0.plan(request) }
    }
  }

  @Test("A capture with the text of private captures is private itself")
  func privateText() async throws {
    let desk = try Desk([
      ("a.md", "---\ntype: action\ndue: 2026-11-21\nprivate: true\n---\n# Secret\n"),
      ("b.md", "---\ntype: action\ndue: 2026-11-21\n---\n# Open\n"),
      (
        ".cairn/templates/digests/mine/markdown/page.mustache", "---\nmood: fine\n---\n{{title}}\n"
      ),
    ])
    for (name, template) in [("d.md", "default"), ("e.md", "mine"), ("d.txt", "default")] {
      var request = DigestRequest()
      (request.output, request.template, request.includesPrivate) = (name, template, true)
      for _ in 0..<2 {
        try await desk.work { [request] work in try await work.apply(try work.plan(request)) }
      }
      let isPrivate = try desk.text(name)?.contains("private: true\n---\n") == true
      #expect(isPrivate == name.hasSuffix(".md"), "\(name)")
    }
    try await desk.work { work in _ = try work.apply(try work.planBriefing(), .write) }
    #expect(try desk.text("briefings/2026-11-21.md")?.contains("\nprivate: true\n") == true)
    try await desk.work { work in
      let shown = try work.plan(DigestRequest())
      #expect(shown.count == 1 && shown.leftOut == 4)
    }
  }

  @Test("A site is made, and brought up to date without writing a page that did not change")
  func site() async throws {
    let desk = try desk()
    var digest = DigestRequest()
    digest.pictures.folder = ".pictures"
    let request = SiteRequest(digest, in: ".site", version: "1")
    try await desk.work { work in
      let site = try await work.makeSite(request)
      #expect(try work.notebook.store.kind(NotePath(".pictures") ?? .root) == nil)
      let made = try #require(site)
      #expect(made.count == 3)
      #expect(made.written == made.files)
      #expect(made.problems.isEmpty)
    }
    #expect(try desk.text(".site/index.html")?.contains("Buy wool") == true)
    try await desk.work { work in
      let again = try await work.makeSite(request)
      #expect(again?.written == 0)
      let none = SiteRequest(
        DigestRequest(SelectRequest(["nothing-like-it"])), in: ".site", version: "1")
      #expect(try await work.makeSite(none) == nil)
      await #expect(throws: Refusal.self) {
        try await work.makeSite(SiteRequest(DigestRequest(), in: "", version: "1"))
      }
    }
  }

  @Test(
    "A program of the user shows formulas in digests and on sites",
    arguments: [
      (
        #"sed '/bad/!s|^\$\$*\(.*[^$]\)\$\$*$|<math><mi onclick="x">\1</mi></math>|'"#,
        "<math><mi>x*y*z</mi></math>", "<math><mi>n</mi></math>", nil
      ), ("cat", "$x*y*z$", "$$n$$", "the output contains no MathML"),
      ("exit 3", "$x*y*z$", "$$n$$", "the program exited with code 3"),
      ("", "$x*y*z$", "$$n$$", nil),
    ] as [(String, String, String, String?)])
  func math(
    _ program: String, _ inline: String, _ block: String, _ failure: String?
  ) async throws {
    let desk = try Desk([("a.md", "# A\n\nSo $x*y*z$ costs $5, $bad$.\n\n$$\nn\n$$\n")])
    var request = DigestRequest()
    let site = SiteRequest(request, in: ".site", version: "1")
    request.output = "a.html"
    let settings = [(key: "math.program", value: program)]
    try await desk.work(settings: settings) { [request] work in
      try await work.apply(try work.plan(request))
      #expect(try await work.makeSite(site) != nil)
      #expect(try await work.makeSite(site)?.written == 0)
    }
    let notices = failure.map {
      ["Formulas are shown as written, because `\(program)` failed: \($0)"]
    }
    #expect(Set(desk.told.sentences) == Set(notices ?? []))
    for path in ["a.html", ".site/a.html"] {
      let html = try #require(try desk.text(path))
      #expect(html.contains("So <span class=\"math\" dir=\"ltr\">\(inline)</span> costs $5, <span"))
      #expect(html.contains(" dir=\"ltr\">\(block)</span>"))
      #expect(html.contains(">$bad$</span>."))
    }
    try await desk.work(settings: [(key: "math.program", value: "echo \(program)")]) { work in
      // If the program no longer converts formulas, the pages are made again.
      let written = try await work.makeSite(site)?.written ?? 0
      #expect((written > 0) == inline.hasPrefix("<math>"))
    }
  }

  @Test("A briefing is shown, kept once a day, and found again")
  func briefing() async throws {
    let desk = try Desk([("wool.md", "---\ntype: action\ndue: 2026-11-21\n---\n# Buy wool\n")])
    try await desk.work { work in
      #expect(throws: Refusal.self) { try work.keptBriefing() }
      let plan = try work.planBriefing()
      #expect(plan.text.contains("Buy wool"))
      #expect(try work.apply(plan, .dryRun).operation == nil)
    }
    await #expect(throws: Refusal.self) { try await desk.work { _ = try $0.keptBriefing() } }
    try await desk.work { work in
      let plan = try work.planBriefing()
      #expect(try work.apply(plan, .write).changed.count == 1)
    }
    try await desk.work { work in
      #expect(try work.keptBriefing().type == "briefing")
      let plan = try work.planBriefing()
      #expect(try work.apply(plan, .write).changed.isEmpty)
    }
  }
}
