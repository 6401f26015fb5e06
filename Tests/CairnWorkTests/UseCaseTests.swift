import CairnCapture
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
  func select() throws {
    let desk = try desk()
    defer { withExtendedLifetime(desk) {} }
    let work = try desk.work()
    var request = SelectRequest(["type:action"])
    request.sort = "title"
    #expect(try work.select(request).captures.map(\.title) == ["Buy wool", "Wash the car"])
    #expect(throws: Refusal.self) { try work.select(SelectRequest(["score=3"])) }
    #expect(throws: Diagnostic.self) { try work.select(SelectRequest(["colour:red"])) }
  }

  @Test("Changing asks before it touches more than one capture, and says what was replaced")
  func change() throws {
    let desk = try desk()
    let work = try desk.work()
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

  @Test("A request without a condition needs to say that it means all captures")
  func tooWide() throws {
    let desk = try desk()
    defer { withExtendedLifetime(desk) {} }
    let work = try desk.work()
    let refusal = #expect(throws: Refusal.self) {
      try work.plan(ChangeRequest(SelectRequest(), .unset(["tags"])))
    }
    #expect(refusal?.code == "query-missing")
    #expect(refusal?.kind == .invalid)
    let all = try work.plan(ChangeRequest(SelectRequest(), all: true, .unset(["tags"])))
    #expect(all.captures.count == 3)
  }

  @Test("Settling, deferring and typing an action")
  func settle() throws {
    let desk = try desk()
    let done = try desk.work().plan(SettleRequest(SelectRequest(["Buy wool"]), as: .done))
    #expect(done.question == nil)
    let result = try desk.work().apply(done, .write)
    #expect(result.report.changed.count == 1)
    #expect(try desk.text("wool.md")?.contains("status: done") == true)
    let box = try desk.work().plan(SettleRequest(SelectRequest(["beds.md:1"]), as: .done))
    #expect(try desk.work().apply(box, .write).boxes == 1)
    #expect(try desk.text("beds.md") == "- [x] dig\n")
    _ = try desk.work().postpone(DeferRequest("m4wz", to: "tomorrow"), .write)
    #expect(try desk.text("car.md")?.contains("due: 2026-11-22") == true)
    #expect(desk.told.sentences == ["due: Sunday, 22 November 2026"])
    _ = try desk.work().setType(TypeRequest("m4wz", "idea"), .write)
    #expect(try desk.text("car.md")?.contains("type: idea") == true)
  }

  @Test("Moving, renaming and removing keep links and can be undone")
  func organise() throws {
    let desk = try desk()
    let work = try desk.work()
    let move = try work.plan(MoveRequest(SelectRequest(["wool.md"]), to: "shop", creates: true))
    _ = try work.apply(move, .write)
    #expect(try desk.text("shop/wool.md") != nil)
    _ = try desk.work().rename(RenameRequest("k7x2", title: "Buy yarn"), .write)
    #expect(try desk.text("car.md")?.contains("[[buy-yarn]]") == true)
    let remove = try desk.work().plan(RemoveRequest(SelectRequest(["car.md"])))
    _ = try desk.work().apply(remove, .write)
    #expect(try desk.text("car.md") == nil)
    #expect(try desk.work().trash().map(\.path.description) == ["car.md"])
    _ = try desk.work().restore(.last, .write)
    for _ in 0..<4 {
      let work = try desk.work()
      _ = try work.apply(try work.plan(UndoRequest()), .write)
    }
    #expect(try desk.text("wool.md") == Self.wool)
    #expect(try desk.text("car.md") == Self.car)
    #expect(throws: Refusal.self) { try desk.work().plan(UndoRequest()) }
  }

  @Test("A digest is made in Markdown and HTML, and not over a file that somebody wrote")
  func digest() throws {
    let desk = try desk()
    var request = DigestRequest(SelectRequest(["type:action"]))
    request.title = "Errands"
    var bytes: [UInt8] = []
    let plan = try desk.work().plan(request)
    #expect(plan.path == nil)
    #expect(plan.count == 2)
    try desk.work().write(plan) { bytes += $0 }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("\n# Errands\n"))
    #expect(text.contains("Wash the car"))
    request.output = "errands.html"
    let work = try desk.work()
    try work.apply(try work.plan(request))
    #expect(try desk.text("errands.html")?.contains("<title>Errands</title>") == true)
    request.output = "wool.md"
    let refusal = #expect(throws: Refusal.self) { try desk.work().plan(request) }
    #expect(refusal?.code == "output-exists")
    #expect(try desk.text("wool.md") == Self.wool)
    request.output = "errands.pdf"
    #expect(throws: Refusal.self) { try desk.work().plan(request) }
  }

  @Test("A site is made, and brought up to date without writing a page that did not change")
  func site() throws {
    let desk = try desk()
    let request = SiteRequest(DigestRequest(), in: ".site", version: "1")
    let made = try #require(try desk.work().makeSite(request))
    #expect(made.count == 3)
    #expect(made.written == made.files)
    #expect(made.problems.isEmpty)
    #expect(try desk.text(".site/index.html")?.contains("Buy wool") == true)
    #expect(try desk.work().makeSite(request)?.written == 0)
    let none = SiteRequest(
      DigestRequest(SelectRequest(["nothing-like-it"])), in: ".site", version: "1")
    #expect(try desk.work().makeSite(none) == nil)
    #expect(throws: Refusal.self) {
      try desk.work().makeSite(SiteRequest(DigestRequest(), in: "", version: "1"))
    }
  }

  @Test("A briefing is shown, kept once a day, and found again")
  func briefing() throws {
    let desk = try Desk([("wool.md", "---\ntype: action\ndue: 2026-11-21\n---\n# Buy wool\n")])
    #expect(throws: Refusal.self) { try desk.work().keptBriefing() }
    let plan = try desk.work().planBriefing()
    #expect(plan.text.contains("Buy wool"))
    #expect(try desk.work().apply(plan, .dryRun).operation == nil)
    #expect(throws: Refusal.self) { try desk.work().keptBriefing() }
    #expect(try desk.work().apply(plan, .write).changed.count == 1)
    #expect(try desk.work().keptBriefing().type == "briefing")
    let again = try desk.work().planBriefing()
    #expect(try desk.work().apply(again, .write).changed.isEmpty)
  }
}
