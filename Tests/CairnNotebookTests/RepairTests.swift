import CairnFiles
import CairnNotebook
import CairnText
import Testing

/// What `repair` makes of what `diagnose` finds, byte for byte.
struct RepairTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let path: String
    let before: String
    let after: String?

    init(_ name: String, _ path: String, _ before: String, _ after: String?) {
      testDescription = name
      self.path = path
      self.before = before
      self.after = after
    }
  }

  static let rows: [Row] = [
    Row(
      "in line with the folder", "work/a.md",
      "---\r\nid: k7x2m9q4ab\r\ncollection: \"home\"  # here\r\nx: 1\r\n---\r\nbody",
      "---\r\nid: k7x2m9q4ab\r\ncollection: \"work\"  # here\r\nx: 1\r\n---\r\nbody"),
    Row(
      "gone in the inbox", "a.md", "---\nid: k7x2m9q4ab\ncollection: home\n---\nbody\n",
      "---\nid: k7x2m9q4ab\n---\nbody\n"),
    Row("a left-over file", "work/.cairn-1.tmp", "half", nil),
    Row(
      "not ours", "posts/a.md", "---\ncollection: Summer\n---\n", "---\ncollection: Summer\n---\n"),
    Row(
      "a person's to decide", "a.md", "---\nscore: 9\ndue: soon\n---\n[[gone]]\n",
      "---\nscore: 9\ndue: soon\n---\n[[gone]]\n"),
    Row(
      "refused", "work/a.md", "---\nid: k7x2m9q4ab\ncollection: a\ncollection: b\n---\n",
      "---\nid: k7x2m9q4ab\ncollection: a\ncollection: b\n---\n"),
  ]

  @Test(arguments: rows)
  func repairs(_ row: Row) throws {
    let disk = try DiskNotebook([(row.path, row.before)])
    let notebook = try disk.notebook()
    let findings = notebook.diagnose().findings
    let preview = try notebook.repair(findings, .dryRun)
    #expect(try disk.text(row.path) == row.before)
    let report = try notebook.repair(findings)
    #expect(try disk.text(row.path) == row.after)
    #expect(preview.changed.map(\.path) == report.changed.map(\.path))
    #expect(report.changed.map(\.path) == (row.before == row.after ? [] : [NotePath(row.path)]))
    #expect((report.operation == nil) == report.changed.isEmpty)
    let rest = notebook.diagnose().findings.filter(\.isFixable)
    #expect(rest.count == report.refused.count)
    #expect(preview.refused == report.refused)
  }

  @Test func movesLeftoversIntoTheTrash() throws {
    let disk = try DiskNotebook([(".cairn-1.tmp", "the only copy")])
    let notebook = try disk.notebook()
    _ = try notebook.repair(notebook.diagnose().findings)
    let entries = try notebook.state.trash().entries
    #expect(entries.map(\.path) == [NotePath(".cairn-1.tmp")])
    _ = try notebook.restore(entries)
    #expect(try disk.text(".cairn-1.tmp") == "the only copy")
  }
}

/// The law of edits on the files of a notebook.
struct RoundTripTests {
  @Test func countsWhatItTried() throws {
    let disk = try DiskNotebook([
      ("a.md", "---\ntitle: One\ntags: [x, z]\ncount: 0x1F\n---\nbody\n"), ("b.md", "body\n"),
      ("c.md", "+++\na: 1\n+++\n"), ("d.md", "+++\na = \"x\"\n[t]\nb = 1\n+++\n"),
      ("e.md", "{\"a\": 1, \"b\": [\"x\"]}\n"), ("f.md", "---\n{a: x, b: 1}\n---\n"),
      ("w/_collection.md", "---\nname: W\n---\n"),
    ])
    let notebook = try disk.notebook()
    var seen: [Int] = []
    let trial = notebook.roundTrip { done, all in
      seen.append(done)
      #expect(all == 7)
    }
    #expect(trial.files == 7)
    #expect(seen == [1, 2, 3, 4, 5, 6, 7])
    #expect(trial.violations.isEmpty)
    // Three edits for each field but the table, and two more for each file that is well-formed.
    #expect(trial.edits == 40)
    #expect(trial.restored == 8)
    #expect(trial.respelled == 1)
    #expect(trial.refused == ["front-matter-malformed": 1, "table": 1])
  }
}
