import CairnNotebook
import CairnText
import Testing

/// What `adopt` makes of a file, byte for byte.
struct AdoptTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let path: String
    let before: String
    /// `ID` stands for the id that was drawn.
    let after: String
    let page: String?

    init(
      _ name: String, _ path: String, _ before: String, _ after: String, page: String? = nil
    ) {
      testDescription = name
      self.path = path
      self.before = before
      self.after = after
      self.page = page
    }
  }

  static let rows: [Row] = [
    Row(
      "no front matter", "a.md", "# A\n",
      "---\nid: ID\ncreated: 2026-11-21T11:00:00+01:00\n---\n# A\n"),
    Row(
      "in a folder, with a date in its name", "work/acme/2026-01-02-a.md", "# A\r\n",
      "---\r\nid: ID\r\ncollection: work/acme\r\ncreated: 2026-01-02\r\n---\r\n# A\r\n"),
    Row(
      "other fields stay", "a.md", "---\ntitle: 'A'  # x\ndate: 2026-01-02\n---\nbody",
      "---\nid: ID\ntitle: 'A'  # x\ndate: 2026-01-02\n---\nbody"),
    Row(
      "the collection's type", "gifts/deep/a.md", "---\ncreated: 2026-01-02\n---\n",
      "---\nid: ID\ntype: gift\ncollection: gifts/deep\ncreated: 2026-01-02\n---\n", page: "gift"),
    Row(
      "its own type stays", "gifts/a.md", "---\ntype: idea\ncreated: 2026-01-02\n---\n",
      "---\nid: ID\ntype: idea\ncollection: gifts\ncreated: 2026-01-02\n---\n", page: "gift"),
    Row(
      "a foreign id stays", "a.md", "---\nid: 7\n---\n",
      "---\nid: 7\ncreated: 2026-11-21T11:00:00+01:00\n---\n"),
    Row(
      "a field that disagrees stays, an empty one is filled", "work/a.md",
      "---\nid:\ncollection: home\ncreated: some day\n---\n",
      "---\nid: ID\ncollection: home\ncreated: some day\n---\n"),
    Row(
      "everything is there", "a.md", "---\nid: k7x2m9q4ab\ndate: 2026-01-02\n---\n",
      "---\nid: k7x2m9q4ab\ndate: 2026-01-02\n---\n"),
    Row(
      "TOML", "a.md", "+++\na = 1\ndate = 2026-01-02\n+++\n",
      "+++\nid = \"ID\"\na = 1\ndate = 2026-01-02\n+++\n"),
    Row(
      "the time of the last change stays", "a.md", "---\nid: 7\nupdated: 2026-01-02\n---\n",
      "---\nid: 7\ncreated: 2026-11-21T11:00:00+01:00\nupdated: 2026-01-02\n---\n"),
    Row("refused", "a.md", "+++\na = = 1\n+++\n", "+++\na = = 1\n+++\n"),
  ]

  @Test(arguments: rows)
  func adopts(_ row: Row) throws {
    let disk = try DiskNotebook([(row.path, row.before)])
    if let type = row.page {
      disk.write(Array("gifts/_collection.md".utf8), Array("---\ntype: \(type)\n---\n".utf8))
    }
    // Adopting a file does not count as a change of its text.
    let notebook = try disk.notebook(settings: "edit.updated: true\n")
    let captures = notebook.load().captures
    var generator = Numbers()
    let preview = try notebook.adopt(captures, .dryRun, using: &generator)
    #expect(try disk.text(row.path) == row.before)
    generator = Numbers()
    let report = try notebook.adopt(captures, using: &generator)
    let id = report.changed.first?.id ?? ""
    #expect(try disk.text(row.path) == row.after.replacing("ID", with: id))
    #expect(preview.changed.map(\.path) == report.changed.map(\.path))
    #expect(preview.refused == report.refused)
    #expect(preview.unchanged == report.unchanged)
    #expect(report.refused.isEmpty == !row.before.hasPrefix("+++\na = ="))
    // Once adopted, there is nothing left to do.
    #expect(try notebook.adopt(notebook.load().captures, using: &generator).changed.isEmpty)
  }
}

/// A generator that counts.
private struct Numbers: RandomNumberGenerator {
  private var state: UInt64 = 0

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return state
  }
}
