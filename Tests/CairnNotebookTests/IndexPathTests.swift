import CairnIndex
import CairnText
import Testing

@testable import CairnNotebook

/// Every capture is found by its path, and nothing else is.
@Suite struct IndexPathTests {
  /// Names that sort differently by whole paths than folder by folder, or begin with one another.
  static let paths = [
    "a.md", "a/b.md", "a/b/c.md", "a-b/c.md", "a b.md", "a/b c.md", "a/bc.md", "b.md", "B.md",
    "a/é.md",
    "aa/a.md", "a/b/c/d/e.md", "zz/z.md", "雪/国.md",
  ]

  @Test(arguments: [0, 3, 15])
  func findsByPath(changed: Int) throws {
    let disk = try DiskNotebook(Self.paths.map { ($0, "# \($0)\n") })
    let notebook = try IndexTests.notebook(disk)
    _ = notebook.catalog()
    // A layer of changes lies over the first one.
    for path in Self.paths.prefix(changed) { disk.write(Array(path.utf8), Array("new\n".utf8)) }
    let snapshot = notebook.catalog(keepsAll: true).snapshot
    for path in Self.paths {
      let path = try #require(NotePath(path))
      let entry = try #require(snapshot.entry(at: path), "\(path)")
      #expect(snapshot.path(entry) == path)
      for other in ["\(path)x", String(path.description.dropLast()), "a/\(path)", "0\(path)"]
      where !Self.paths.contains(other) {
        #expect(NotePath(other).flatMap { snapshot.entry(at: $0) } == nil, "\(other)")
      }
    }
  }
}
