import CairnCapture
import CairnIndex
import CairnNotebook
import CairnText
import Testing

/// What is counted of captures, from the index and from their files.
@Suite struct FactsTests {
  /// Notes in which the facts are, are missing, or are written oddly.
  private static let files: [(path: String, text: String)] =
    IndexTests.files + [
      ("a/none.md", "No fields.\n"),
      ("a/done.md", "---\ntype: action\nstatus: done\ncompleted: 2026-11-20T23:30:00-05:00\n---\n"),
      ("a/updated.md", "---\ntype: action\nstatus: Cancelled\nlastmod: 2026-11-19\n---\n"),
      ("a/undated.md", "---\ntype: ACTION\nstatus: done\nupdated: soon\n---\n"),
      ("a/waiting.md", "---\ntype: action\nstatus: waiting\ncompleted: 2026-11-20\n---\n"),
      ("b/capital.md", "---\nType: action\nStatus: done\nCompleted: 2026-11-20\n---\n"),
      ("b/both.md", "---\ntype: action\nstatus: done\nCompleted: 2026-11-20\n---\n"),
      ("b/list.md", "---\ntype: [action]\nstatus: {a: b}\nscore: [3]\ncompleted: []\n---\n"),
      ("b/names.md", "---\ntype: [note, action]\nstatus: '[[done]]'\nscore: '[[3]]'\n---\n"),
      ("b/link.md", "---\ntype: '[[Entry|entries]]'\nstatus: [cancelled, done]\n---\n"),
      ("b/empty.md", "---\ntype: ''\nstatus:\nscore: ''\ncreated: ''\n---\n"),
      ("b/twice.md", "---\ntype: note\ntype: action\nstatus: open\nstatus: done\n---\n"),
      (
        "b/long.md",
        "---\ntype: \(String(repeating: "long ", count: 30))\nscore: \(String(repeating: "3", count: 90))\n---\n"
      ),
      ("b/entry.md", "---\ntype: Entry\ncreated: 0001-01-01\n---\n"),
      ("b/score.md", "---\nscore: great\ncreated: 9999-12-31T23:59:59Z\n---\n"),
      ("b/odd.md", "---\nscore: 7\ncreated: 2026-11-21 10:04\n---\n"),
    ]

  private static let clock = LocalClock(now: Instant(seconds: 1_795_258_800)) { _ in 3600 }

  /// Facts as text; an index keeps of a time only the moment.
  private static func text(_ facts: CaptureFacts) -> String {
    func text(_ time: FieldTime?) -> String {
      switch time {
      case nil: "-"
      case .date(let day): day.description
      case .dateTime(let time): clock.dateTime(clock.instant(time)).description
      }
    }
    let action = "\(facts.outcome?.rawValue ?? "-") \(text(facts.closed))"
    return "\(facts.collection) \(facts.type ?? "-") \(facts.score.map { $0.name } ?? "-")"
      + " \(text(facts.created)) \(action)"
  }

  @Test("The index says of each capture what its file says")
  func agreement() throws {
    let disk = try DiskNotebook(Self.files)
    let notebook = try IndexTests.notebook(disk)
    let captures = notebook.load().captures.sorted { $0.path < $1.path }
    try #require(captures.count >= Self.files.count - 2)
    for round in ["made anew", "read again"] {
      let catalog = notebook.catalog(keepsAll: true)
      let snapshot = catalog.snapshot
      let entries = snapshot.entries.sorted { snapshot.path($0) < snapshot.path($1) }
      let found = catalog.facts(of: entries)
      #expect(found.count == captures.count)
      for (facts, capture) in zip(found, captures) {
        #expect(
          Self.text(facts) == Self.text(CaptureFacts(capture)), "\(capture.path), \(round)")
      }
    }
  }
}
