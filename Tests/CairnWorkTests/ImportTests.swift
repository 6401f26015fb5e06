import CairnDesk
import CairnNotebook
import CairnWork
import Testing

/// Imports as clients ask for them.
struct ImportTests {
  private static let picture = "GIF89a\u{01}\u{00}\u{01}\u{00}\u{00}\u{00}\u{00};"
  private static let keep = """
    {"title":"Tea","textContent":"Green","userEditedTimestampUsec":1717430460000000,
    "createdTimestampUsec":1717430400000000,"labels":[{"name":"home"}],
    "attachments":[{"filePath":"a.gif"}]}
    """
  private static let other = """
    {"title":"Milk","textContent":"Oat","userEditedTimestampUsec":1717430460000000,
    "createdTimestampUsec":1717430500000000}
    """

  private func desk() throws -> Desk {
    try Desk([
      (".export/Tea.json", Self.keep), (".export/Milk.json", Self.other),
      (".export/a.gif", Self.picture), ("old.md", "old\n"),
    ])
  }

  @Test func writesOnceAndIsUndoneAsOne() async throws {
    let desk = try desk()
    var request = ImportRequest(nil, path: ".export")
    request.collection = "from/keep"
    let before = try await desk.work { try $0.apply(try $0.plan(request), .dryRun) }
    #expect(before.summary(.dryRun) == "Would import 2 notes.")
    #expect(try await desk.paths() == ["old.md"])
    let result = try await desk.work { try $0.apply(try $0.plan(request), .write) }
    #expect(result.source == "keep")
    #expect(result.summary(.write) == "Imported 2 notes.")
    #expect(result.report.changed.count == 3)
    let tea = try #require(try await desk.paths().first { $0.contains("tea") })
    let text = try #require(try desk.text(tea))
    #expect(tea.hasPrefix("from/keep/2024-06-03-tea-"))
    #expect(text.contains("created: 2024-06-03T16:00:00Z\n"))
    #expect(text.contains("imported: keep 1717430400000000 Tea\n"))
    #expect(text.contains("tags: [home]\n") && text.hasSuffix("---\n# Tea\n\nGreen\n"))
    #expect(text.contains("originals: [") && text.contains(" a.gif]\n"))
    // The second import adds nothing.
    let again = try await desk.work { try $0.apply(try $0.plan(request), .write) }
    #expect(again.summary(.write) == "Imported 0 notes; 2 imported before.")
    #expect(again.report.operation == nil)
    // One undo takes all of it back.
    _ = try await desk.work { try await $0.apply(try $0.plan(UndoRequest()), .write) }
    #expect(try await desk.paths() == ["old.md"])
  }

  @Test func keepsThePathsOfMarkdownFiles() async throws {
    let desk = try Desk([
      (".vault/A/One.md", "---\ntags: [x] # c\n---\n[[Two]] ![[p.gif]]\n"),
      (".vault/Two.md", "two\n"), (".vault/img/p.gif", Self.picture), ("Two.md", "mine\n"),
    ])
    let result = try await desk.work {
      try $0.apply(try $0.plan(ImportRequest("obsidian", path: ".vault")), .write)
    }
    #expect(result.imported == 1)
    #expect(result.skipped.map(\.item) == ["Two.md"])
    #expect(try desk.text("Two.md") == "mine\n")
    let one = try #require(try desk.text("A/One.md"))
    #expect(one.contains("tags: [x] # c\n") && one.contains("imported: obsidian A/One.md\n"))
    #expect(one.hasSuffix("---\n[[Two]] ![[p.gif]]\n"))
    #expect(try desk.text("img/p.gif") == Self.picture)
  }

  @Test func saysWhatItCannotRead() async throws {
    let desk = try Desk([("x.bin", "nothing")])
    for (source, path, code) in [
      ("what", "x.bin", "source-unknown"), (nil, "x.bin", "source-undetected"),
      ("jrnl", "x.bin", "import-failed"),
    ] {
      await #expect {
        try await desk.work { _ = try $0.plan(ImportRequest(source, path: path)) }
      } throws: { ($0 as? Refusal)?.code == code }
    }
  }
}

extension Desk {
  /// The paths of all captures, in order.
  fileprivate func paths() async throws -> [String] {
    try await work { work in
      try work.select(SelectRequest()).captures.map(\.path.description).sorted()
    }
  }
}
