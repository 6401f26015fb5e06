import CairnCapture
import CairnDocument
import CairnFiles
import CairnText
import SystemPackage
import Testing

@testable import CairnNotebook

/// Whatever happens to the files, the changes that a receiver gets lead from what it knows to what is
/// there.
@Suite struct ChangeLawTests {
  @Test(
    .timeLimit(.minutes(15)),
    arguments: 0..<3, [WatchLimits(), WatchLimits(watches: 3), WatchLimits(events: 16)])
  func changesLeadToTheFiles(_ number: Int, _ limits: WatchLimits) async throws {
    let disk = try DiskNotebook()
    var notebook = try IndexTests.notebook(disk)
    var editor = RandomEditor(
      disk.base.appending("root").string, seed: 0xC4A9 + UInt64(number))
    for _ in 0..<(number * 20 + 5) { editor.create() }
    let resident = try ResidentIndex(of: notebook, limits)
    notebook.resident = resident
    var known = Self.contents(notebook)
    var changes = resident.changes(of: notebook).makeAsyncIterator()
    for round in 0..<30 {
      var done: [String] = []
      for _ in 0..<Int.random(in: 1...6, using: &editor.chance) { done.append(editor.edit()) }
      // A walk that began before the last edit may see only some of the edits. This sends the rest.
      _ = notebook.catalog()
      let end = try #require(NotePath("report-end-\(round).md"))
      disk.write(end.bytes, Array("the end of round \(round)\n".utf8))
      _ = notebook.catalog()
      var paths = Set(known.keys)
      var told: Set<NotePath> = []
      while !paths.contains(end), let change = await changes.next() {
        let gone = change.removed + change.renamed.map(\.from)
        let new = change.created + change.renamed.map(\.to)
        #expect(paths.isSuperset(of: (gone + change.changed).filter { !Self.isPage($0) }))
        #expect(paths.isDisjoint(with: new))
        paths.subtract(gone)
        paths.formUnion(new.filter { !Self.isPage($0) })
        told.formUnion(new + change.changed)
      }
      let now = Self.contents(notebook)
      let detail = "\(number), round \(round), after \(done.joined(separator: ", "))"
      #expect(paths == Set(now.keys), "\(detail)")
      for (path, bytes) in now where !told.contains(path) {
        #expect(known[path] == bytes, "\(path): \(detail)")
      }
      known = now
    }
  }

  private static func isPage(_ path: NotePath) -> Bool { path.name == "_collection.md" }

  private static func contents(_ notebook: Notebook) -> [NotePath: [UInt8]] {
    Dictionary(
      notebook.load().captures.map { ($0.path, $0.document.bytes) }, uniquingKeysWith: { $1 })
  }
}
