import CairnIndex
import CairnText
import Glibc
import Testing

@testable import CairnNotebook

/// Whether a wrong index is told from a right one.
@Suite struct IndexCheckTests {
  /// Bytes in the place of a file's, and what the check says then of an index made before.
  static let changes: [(old: String, new: String, kinds: [IndexCheck.Difference.Kind])] = [
    ("a word", "a ward", [.words]),
    ("a word", "word a", [.words]),
    ("title: one", "title: two", [.fields, .words]),
    ("kind: x", "kind: y", [.fields, .words]),
    ("created: 2026-11-01", "created: 2026-11-02", [.facts]),
    ("- [ ] do", "- [x] do", [.facts]),
  ]

  static let text = """
    ---
    title: one
    kind: x
    created: 2026-11-01
    ---
    a word
    - [ ] do
    """

  @Test func differencesAreFound() throws {
    for change in Self.changes {
      let changed = Self.text.replacing(change.old, with: change.new)
      let left = try snapshot([("a.md", Self.text), ("b/c.md", "same")])
      let right = try snapshot([("a.md", changed), ("b/c.md", "same")])
      let found = try IndexCheck.differences(left.snapshot, right.snapshot)
      #expect(Set(found.map(\.path.description)) == ["a.md"], "\(change.new)")
      #expect(found.map(\.kind).filter { $0 != .facts || change.kinds == [.facts] } == change.kinds)
    }
  }

  @Test func capturesOfOneSideAreFound() throws {
    let left = try snapshot([("a.md", "a"), ("b.md", "b")])
    let right = try snapshot([("b.md", "b"), ("c.md", "c")])
    let found = try IndexCheck.differences(left.snapshot, right.snapshot)
    #expect(found.map { "\($0.path) \($0.kind)" } == ["a.md surplus", "c.md missing"])
  }

  /// The index of changes says of a capture what one index of all captures says of it.
  @Test func anIndexOfChangesIsRight() throws {
    let disk = try DiskNotebook(IndexTests.files)
    let notebook = try IndexTests.notebook(disk)
    #expect(!notebook.checkIndex().exists)
    _ = notebook.catalog()
    #expect(notebook.checkIndex().isRight)
    for (number, file) in IndexTests.files.enumerated() where number % 2 == 0 {
      disk.write(Array(file.path.utf8), Array((file.text + "\nmore of \(number)\n").utf8))
    }
    #expect(unlink(disk.absolute("sarah.md")) == 0)
    #expect(notebook.checkIndex().isRight)
    let catalog = notebook.catalog(keepsAll: true)
    #expect(catalog.snapshot.layers.count == 2 && catalog.snapshot.changed.isEmpty)
    let check = notebook.checkIndex()
    #expect(check.isRight, "\(check)")
    #expect(check.captures == catalog.count)
    let status = try catalog.status()
    #expect(status.captures == catalog.count && status.folder != nil)
    // Another command makes it anew before this one says so.
    _ = notebook.catalog(isFresh: true)
    #expect(try catalog.status().folder != nil)
    #expect(status.changed == catalog.snapshot.layers[1].live.count)
  }

  private func snapshot(_ files: [(String, String)]) throws -> (
    disk: DiskNotebook, snapshot: Snapshot
  ) {
    let disk = try DiskNotebook(files)
    return (disk, try IndexTests.notebook(disk).catalog().snapshot)
  }
}
