import CairnCapture
import CairnDesk
import CairnFiles
import CairnNotebook
import CairnQuery
import CairnText
import CairnWork
import FoundationEssentials
import Glibc
import SystemPackage
import Testing

/// Links, drafts, chance, opening, redo, and boxes by their numbers.
@Suite("Everyday work") struct EverydayTests {
  private static let wool = "---\nid: k7x2m9q4ab\n---\n# Buy wool\n"

  @Test("A link is written once, and leads to the capture alone")
  func link() async throws {
    let desk = try Desk([
      ("wool.md", Self.wool), ("a/plan.md", "# Plan A\n"), ("b/plan.md", "# Plan B\n"),
    ])
    try await desk.work { work in
      _ = try work.link(LinkRequest(from: "k7x2", to: "Plan A"), .write)
      _ = try work.link(LinkRequest(from: "k7x2", to: "b/plan.md", under: "Related"), .write)
      let again = try work.link(LinkRequest(from: "k7x2", to: "Plan A"), .write)
      #expect(again.changed.isEmpty && again.unchanged.count == 1)
      #expect(throws: Refusal.self) { try work.link(LinkRequest(from: "k7x2", to: "k7x2"), .write) }
      let edges = try work.links(in: "k7x2").edges.map(\.resolution)
      #expect(edges == ["a/plan.md", "b/plan.md"].compactMap { NotePath($0).map { .found($0) } })
    }
    #expect(
      try desk.text("wool.md")
        == Self.wool + "\n- [[a/plan|Plan A]]\n\n## Related\n\n- [[b/plan|Plan B]]\n")
  }

  @Test("A title of two lines stays out of a link")
  func linkToTwoLines() async throws {
    let head = "---\ntitle: |-\n  Two\n  lines\n---\n"
    let desk = try Desk([("wool.md", Self.wool), ("a/plan.md", "A\n"), ("b/plan.md", head)])
    for (style, link) in [("wiki", "[[b/plan]]"), ("markdown", "[Two lines](b/plan.md)")] {
      try desk.write(Self.wool, to: "wool.md")
      try await desk.work(settings: [("link.style", style)]) { work in
        _ = try work.link(LinkRequest(from: "k7x2", to: "b/plan.md"), .write)
      }
      #expect(try desk.text("wool.md") == Self.wool + "\n- \(link)\n")
    }
  }

  @Test("An operation that another command has undone meanwhile is named, and not undone again")
  func undoneMeanwhile() async throws {
    let desk = try Desk([("wool.md", Self.wool)])
    try await desk.work { work in
      _ = try work.apply(work.plan(InsertRequest(Array("one".utf8), .end, in: "k7x2")))
      let plans = [try work.plan(UndoRequest()), try work.plan(UndoRequest())]
      _ = try await work.apply(plans[0], .write)
      let undo = await #expect(throws: Refusal.self) { try await work.apply(plans[1], .write) }
      #expect(undo?.code == "undo-done" && undo?.kind == .nothingFound)
      let redos = [try work.planToRedo(), try work.planToRedo()]
      _ = try await work.apply(redos[0], .write)
      let redo = await #expect(throws: Refusal.self) { try await work.apply(redos[1], .write) }
      #expect(redo?.code == "undo-done")
      // The undo has been undone, so the first operation can be undone again.
      #expect(try await work.apply(plans[0], .write).report.changed.count == 1)
    }
    #expect(try desk.text("wool.md") == Self.wool)
  }

  @Test("A capture that another command moves after it was chosen is changed where it is now")
  func movedMeanwhile() async throws {
    let desk = try Desk([("wool.md", Self.wool)])
    func move(to folder: String) async throws {
      try await desk.work { work in
        let request = MoveRequest(SelectRequest(["id:k7x2m9q4ab"]), to: folder, creates: true)
        _ = try work.apply(work.plan(request), .write)
      }
    }
    try await desk.work { work in
      let insertion = try work.plan(InsertRequest(Array("one".utf8), .end, in: "k7x2"))
      try await move(to: "old")
      #expect(try work.apply(insertion).changed.map(\.path.description) == ["old/wool.md"])
      let change = try #require(Change.parse("score=3"))
      let plan = try work.plan(
        ChangeRequest(SelectRequest(["id:k7x2m9q4ab"]), .fields([change], areTexts: false)))
      try await move(to: "new")
      let report = try work.apply(plan, .write).report
      #expect(report.changed.map(\.path.description) == ["new/wool.md"] && report.refused.isEmpty)
      // The hash that a client requires goes with the file.
      let (capture, _) = try work.capture(named: "k7x2")
      try work.require(capture.version, of: capture)
      try await move(to: "last")
      try desk.write("---\nid: k7x2m9q4ab\n---\nother\n", to: "last/wool.md")
      #expect(try work.settle([capture], as: "idea").refused.map(\.code) == ["stale_precondition"])
      try FileManager.default.removeItem(atPath: work.notebook.store.root.string + "/last/wool.md")
      #expect(try work.settle([capture], as: "idea").refused.map(\.code) == ["file-unknown"])
    }
    #expect(try desk.text("wool.md") == nil)
  }

  @Test("A draft is added by one command only, and the others say so")
  func draftTakenOnce() async throws {
    let desk = try Desk([("wool.md", Self.wool)])
    func code(_ body: () async throws -> Void) async -> String? {
      do {
        try await body()
        return nil
      } catch {
        return Refusal(error).code
      }
    }
    try await desk.work { work in
      let note = try work.saveDraft(Array("Ring the sweep".utf8))
      var held: PendingCapture? = try work.read(AddRequest(.draft(note)))
      #expect(await code { _ = try work.read(AddRequest(.draft(note))) } == "draft-busy")
      let plan = try await work.plan(try #require(held))
      held = nil
      #expect(await code { _ = try work.read(AddRequest(.draft(note))) } == "draft-busy")
      #expect(try work.apply(plan).report.changed.count == 1)
      #expect(await code { _ = try work.read(AddRequest(.draft(note))) } == "draft-unknown")

      let text = try work.saveDraft(
        Array("one".utf8), notes: InsertRequest([], .end, in: "k7x2").notes)
      let request = try work.request(toInsert: text, .write)
      #expect(await code { _ = try work.request(toInsert: text, .write) } == "draft-busy")
      _ = try work.apply(work.plan(request))
      #expect(await code { _ = try work.request(toInsert: text, .write) } == "draft-unknown")

      // A command that ends without adding the text leaves the draft to others.
      let last = try work.saveDraft(Array("Two".utf8))
      _ = try work.read(AddRequest(.draft(last)))
      _ = try work.read(AddRequest(.draft(last)))
    }
    #expect(try desk.text("wool.md")?.ranges(of: "one").count == 1)
  }

  @Test("Redo repeats what was undone, in order, until something else changes")
  func redo() async throws {
    let desk = try Desk([("wool.md", Self.wool)])
    func append(_ text: String) async throws {
      try await desk.work { work in
        _ = try work.apply(work.plan(InsertRequest(Array(text.utf8), .end, in: "k7x2")))
      }
    }
    func undo() async throws {
      try await desk.work { _ = try await $0.apply(try $0.plan(UndoRequest()), .write) }
    }
    func redo() async throws {
      try await desk.work { _ = try await $0.apply(try $0.planToRedo(), .write) }
    }
    let error = await #expect(throws: Refusal.self) { try await redo() }
    #expect(error?.code == "redo-nothing")
    try await append("- a")
    try await append("- b")
    let last = try desk.text("wool.md")
    for _ in 0..<2 {
      try await undo()
      try await undo()
      #expect(try desk.text("wool.md") == Self.wool)
      try await redo()
      #expect(try desk.text("wool.md") == Self.wool + "\n- a\n")
      try await redo()
      #expect(try desk.text("wool.md") == last)
      await #expect(throws: Refusal.self) { try await redo() }
    }
    try await undo()
    try await append("- c")
    await #expect(throws: Refusal.self) { try await redo() }
  }

  @Test("Only addresses and ordinary files are opened")
  func open() async throws {
    let page = """
      ---
      id: k7x2m9q4ab
      url: https://example.org/page
      files: [media/run.sh]
      ---
      [a](https://example.org/a) [again](https://example.org/a) [mail](mailto:a@example.org)
      [js](javascript:alert) [f](file:///etc/passwd) [[note]] [gone](gone.md) [d](x.desktop)
      """
    let desk = try Desk([
      ("page.md", page), ("note.md", "A note\n"), ("media/run.sh", "echo\n"),
      ("x.desktop", "[Desktop Entry]\n"), ("paper.pdf", "%PDF\n"),
    ])
    try await desk.work { work in
      let links = try work.links(of: "k7x2").links
      #expect(
        links.map(\.destination.description) == [
          "https://example.org/page", "https://example.org/a", "mailto:a@example.org",
          "javascript:alert", "file:///etc/passwd", "note.md", "x.desktop", "media/run.sh",
        ])
      func opened(_ word: String, _ number: Int? = nil) -> String {
        do {
          switch try work.target(of: word, link: number) {
          case .address(let text): return text
          case .file(let path): return path.lastComponent?.string ?? ""
          }
        } catch let refusal as Refusal {
          return refusal.code
        } catch {
          return "\(error)"
        }
      }
      let numbers = (Array(1...9) + [0, .min, .max]).map { opened("page.md", $0) }
      #expect(
        numbers == [
          "https://example.org/page", "https://example.org/a", "mailto:a@example.org",
          "open-scheme", "open-scheme", "note.md", "open-program", "open-program", "link-unknown",
          "link-unknown", "link-unknown", "link-unknown",
        ])
      let words = [
        "k7x2", "paper.pdf", "x.desktop", "https://example.org", "ftp://example.org",
        "javascript:alert(1)", "zeppelin",
      ]
      #expect(
        words.map { opened($0) } == [
          "page.md", "paper.pdf", "open-program", "https://example.org", "open-scheme",
          "open-scheme", "capture-unknown",
        ])
    }
  }

  @Test("A random capture is one of those that match, and each comes up")
  func random() async throws {
    let desk = try Desk((0..<4).map { ("\($0).md", "---\ntype: idea\n---\nIdea \($0)\n") })
    try await desk.work { work in
      var seen: Set<String> = []
      for _ in 0..<64 {
        let found = try work.randomCapture(among: SelectRequest(["type:idea"]))
        seen.insert(try #require(found).capture.title)
      }
      #expect(seen.count == 4)
      #expect(try work.randomCapture(among: SelectRequest(["type:gift"])) == nil)
    }
  }

  @Test("The earlier text of an edited file can be restored, and that can be undone")
  func drafts() async throws {
    let desk = try Desk([("wool.md", Self.wool)])
    try await desk.work { work in
      let path = try #require(NotePath("wool.md"))
      let draft = try work.saveDraft(Array("old\n".utf8), notes: Draft.notes(edited: path))
      let named = try work.drafts(named: [String(draft.id.prefix(8))])
      #expect(named == [draft])
      #expect(
        try work.questionToRestore(draft)?.text == "Replace the text of `wool.md` with the draft")
      _ = try work.restore(draft, .dryRun)
      #expect(try desk.text("wool.md") == Self.wool)
      _ = try work.restore(draft, .write)
      #expect(try desk.text("wool.md") == "old\n" && work.drafts().isEmpty)
      let other = try work.saveDraft(Array("new".utf8))
      #expect(throws: Refusal.self) { try work.restore(other, .write) }
      #expect(throws: Refusal.self) { try work.drafts(named: ["1999"]) }
    }
    try await desk.work { _ = try await $0.apply(try $0.plan(UndoRequest()), .write) }
    #expect(try desk.text("wool.md") == Self.wool)
  }

  @Test("A draft is removed only if what was typed is saved elsewhere")
  func savedDraft() async throws {
    let address = ["field.000.url": "shttps://a.example"]
    let rows: [(text: String, notes: [String: String], saved: [String], isRemoved: Bool)] = [
      ("Ring Ann\n", [:], ["", "Ring Ann"], true), ("Ring Ann", [:], ["Ring Ann soon"], false),
      ("Ring Ann", [:], [], false), ("Ring Ann", address, ["https://a.example"], false),
      ("", address, ["https://a.example"], true), ("", address, ["https://b.example"], false),
    ]
    let desk = try Desk([("wool.md", Self.wool)])
    try await desk.work { work in
      for row in rows {
        let draft = try work.saveDraft(Array(row.text.utf8), notes: row.notes)
        // The start of an id is not enough.
        try work.removeDraft(String(draft.id.dropLast()), ifSavedAs: row.saved)
        #expect(try work.drafts().contains(draft), "\(row)")
        try work.removeDraft(draft.id, ifSavedAs: row.saved)
        #expect(try work.drafts().contains(draft) == !row.isRemoved, "\(row)")
      }
    }
    #expect(try desk.text("wool.md") == Self.wool)
  }

  @Test("A removed capture is restored to another collection, with its field and its files")
  func restoreTo() async throws {
    let text = "---\nid: k7x2m9q4ab\ncollection: a\nimages: [media/p.png]\n---\nA\n"
    let desk = try Desk([("a/x.md", text), ("a/media/p.png", "png"), ("b/y.md", "B\n")])
    try await desk.work { work in
      _ = try work.apply(try work.plan(RemoveRequest(SelectRequest(["k7x2"]))), .write)
      #expect(throws: Refusal.self) { try work.restore(.last, to: "c", .write) }
      let report = try work.restore(.last, to: "b", .write)
      #expect(Set(report.changed.map(\.path.description)) == ["b/x.md", "b/media/p.png"])
      #expect(report.refused.isEmpty)
    }
    #expect(try desk.text("b/x.md")?.contains("collection: b\n") == true)
    #expect(try desk.text("b/media/p.png") == "png")
  }

  @Test("A restored file whose field cannot be changed is named")
  func restoreProtected() async throws {
    let text = "---\nid: k7x2m9q4ab\ncollection: a\n---\nA\n"
    let desk = try Desk([("a/x.md", text), ("b/y.md", "B\n")])
    try await desk.work { work in
      let path = try #require(NotePath("a/x.md"))
      chmod(work.notebook.store.absolute(path).string, 0o444)
      _ = try work.apply(try work.plan(RemoveRequest(SelectRequest(["k7x2"]))), .write)
      let report = try work.restore(.last, to: "b", .write)
      #expect(report.changed.map(\.path.description) == ["b/x.md"])
      #expect(report.refused.map(\.path?.description) == ["b/x.md"])
      #expect(report.refused.first?.message.contains("`collection` is unchanged") == true)
    }
    #expect(try desk.text("b/x.md") == text)
  }

  @Test("A picture is removed by its number, and any other number is refused")
  func pictureNumbers() async throws {
    let text = "---\nid: k7x2m9q4ab\nimages: [p.png, q.png]\n---\nA\n"
    let desk = try Desk([("x.md", text), ("p.png", "png"), ("q.png", "png")])
    try await desk.work { work in
      for number in [0, 3, Int.min, .max] {
        let request = ImagesRequest("k7x2", .remove(["\(number)"]))
        let refusal = #expect(throws: Refusal.self) { try work.changeImages(request, .write) }
        #expect(refusal?.code == "image-unknown")
      }
      _ = try work.changeImages(ImagesRequest("k7x2", .remove(["2"])), .write)
      #expect(try work.images(of: "k7x2").images.map(\.reference.written) == ["p.png"])
    }
  }

  @Test(
    "A capture with the same address is found, whatever characters the address has",
    arguments: ["https://a.example/b", "https://a.example/?q=\"b\"", "https://a.example/\\b(c)"])
  func sameAddress(_ address: String) async throws {
    let desk = try Desk([("x.md", "---\nurl: '\(address)'\n---\nA\n"), ("y.md", "B\n")])
    let found = try await desk.work { try $0.captures(at: address + "/").map(\.path.description) }
    #expect(found == ["x.md"])
  }

  @Test(
    "Boxes are named by a capture and a number",
    arguments: [
      (["k7x2.2"], "- [x] a\n- [x] b\n- [ ] c\n"),
      (["k7x2.2", "k7x2.3"], "- [x] a\n- [x] b\n- [x] c\n"),
      (["Beds.3"], "- [x] a\n- [ ] b\n- [x] c\n"), (["beds.md.2"], "- [x] a\n- [x] b\n- [ ] c\n"),
      (["k7x2.4"], nil), (["k7x2.0"], nil), (["k7x2.2", "k7x2"], nil), (["zeppelin.1"], nil),
    ] as [([String], String?)])
  func boxes(_ words: [String], _ body: String?) async throws {
    let head = "---\nid: k7x2m9q4ab\ntitle: Beds\n---\n"
    let desk = try Desk([
      ("beds.md", head + "- [x] a\n- [ ] b\n- [ ] c\n"), ("v1.2.md", "# v1.2\n"),
    ])
    try await desk.work { work in
      do {
        let plan = try work.plan(SettleRequest(SelectRequest(words), as: .done))
        #expect(try work.apply(plan, .write).report.refused.isEmpty == (body != nil))
      } catch {
        #expect(body == nil, "\(error)")
      }
    }
    #expect(try desk.text("beds.md") == head + (body ?? "- [x] a\n- [ ] b\n- [ ] c\n"))
  }
}
