import CairnDesk
import CairnHost
import CairnNotebook
import CairnText
import CairnWork
import Testing

/// What a query finds while it is typed.
@Suite("A query while it is typed") struct LiveQueryTests {
  private func desk() throws -> Desk {
    try Desk([
      ("custard.md", "---\ntype: idea\n---\n# Custard\n\nWheat \"big deal\" paste\n"),
      ("in/sweep.md", "---\ntype: action\n---\n# Ring the sweep\n"),
      (".cairn/views.yml", "open: type:action\n"),
    ])
  }

  /// A text, the titles that it finds (nil if it is not a query), and whether something is wrong.
  @Test(
    "Each letter",
    arguments: [
      ("", ["Custard", "Ring the sweep"], false), ("c", ["Custard"], false),
      ("ustar", ["Custard"], false), ("custrad", ["Custard"], true), ("zzzz", [], false),
      // Unfinished: a field without a value, an unknown field, an open quotation mark or bracket.
      ("type:", ["Custard", "Ring the sweep"], true), ("type:act", [], false),
      ("type:action", ["Ring the sweep"], false), ("custard foo:b", ["Custard"], true),
      ("\"big deal", ["Custard"], true), ("\"big d", [], true),
      ("(type:idea OR type:act", ["Custard"], true),
      ("type:idea OR", ["Custard"], true), ("@open", ["Ring the sweep"], false),
      ("@ope", ["Custard", "Ring the sweep"], true),
      // Finished, and wrong.
      ("foo:b ", nil, true), ("foo:b custard", nil, true),
    ] as [(String, [String]?, Bool)])
  func letters(_ text: String, _ titles: [String]?, _ hasProblem: Bool) async throws {
    try await desk().work { work in
      let page = try #require(work.liveQuery().page(for: text, limit: 10))
      #expect(page.rows.map { Set($0.map(\.title)) } == titles.map { Set($0) })
      #expect((page.problem != nil) == hasProblem, "\(page.problem ?? "")")
      #expect(page.total == titles?.count ?? 0)
    }
  }

  @Test("A resident index answers with the files as they are")
  func resident() async throws {
    let desk = try desk()
    try await desk.work { work in
      let live = work.liveQuery(Host().index(of: work.notebook))
      #expect(live.page(for: "rope", limit: 10)?.total == 0)
      try desk.write("A rope\n", to: "rope.md")
      #expect(live.page(for: "rope", limit: 10)?.total == 1)
      #expect(live.page(for: "", limit: 1)?.rows?.count == 1)
      let among = work.liveQuery(among: Set([NotePath("rope.md")].compactMap(\.self)))
      #expect(among.page(for: "", limit: 10)?.rows?.map(\.title) == ["A rope"])
      #expect(live.page(for: "rope", limit: 10, until: { true }) == nil)
    }
  }
}
