import CairnFiles
import CairnIndex
import Glibc
import SystemPackage
import Testing

@testable import CairnNotebook

/// A notebook with both files of an index.
final class DamageFixture {
  let disk: DiskNotebook
  let notebook: Notebook
  /// What it answers, by reading all files.
  let wanted: IndexedAnswers
  /// The folder of its index.
  let folder: String

  /// With so many more captures in each of them, so that they have parts that not every
  /// question reads.
  init(padding: Int = 0) throws {
    let disk = try DiskNotebook(Array(IndexTests.files.prefix(4)))
    self.disk = disk
    let words = String(repeating: "so many words ", count: 5)
    func pad(_ folder: String) {
      for number in 0..<padding {
        let id = String(100_000 + number * 37, radix: 32)
        disk.write(
          Array("\(folder)/\(number).md".utf8),
          Array(
            "---\nid: \(folder)\(id)\nlong\(number): x\ntags: [\(folder)\(number), \(id)]\n---\n# \(number) \(words)\n"
              .utf8))
      }
    }
    pad("padded")
    notebook = try IndexTests.notebook(disk)
    _ = notebook.catalog()
    for number in 0..<9 {
      disk.write(
        Array("late/\(number).md".utf8),
        Array("---\nid: k7x2\(number)00000\nbudget: \(number)\n---\nbig deal #late\n".utf8))
    }
    pad("later")
    disk.write(Array("sarah.md".utf8), Array("---\ntype: person\n---\nNo big deal.\n".utf8))
    _ = notebook.catalog()
    // One more that no segment has.
    disk.write(Array("fresh.md".utf8), Array("---\nid: k7fresh000\n---\nA deal #new\n".utf8))
    wanted = IndexedAnswers(
      notebook.load(), IndexDamageTests.queries, prefixes: IndexDamageTests.prefixes,
      name: "k7x2300000")
    let cache = disk.base.appending("cache")
    folder = try #require(StateFolder.all(in: cache).first?.folder.string)
  }

  func answers(_ catalog: Catalog) throws -> IndexedAnswers {
    try IndexedAnswers(
      catalog, IndexDamageTests.queries, prefixes: IndexDamageTests.prefixes, name: "k7x2300000")
  }

  /// Asks with the files as they are, and asks again.
  func check(_ what: String, _ location: Testing.SourceLocation = #_sourceLocation) throws {
    let found = try answers(notebook.catalog())
    #expect(
      found == wanted, "\(what): \(wanted.difference(found))", sourceLocation: location)
    var cache = IndexCache(notebook.cache)
    let contents = cache.load()
    #expect(
      contents.base != nil && cache.notes.isEmpty, "\(what): \(cache.notes)",
      sourceLocation: location)
    for segment in [contents.base, contents.changes].compactMap(\.self) {
      #expect(throws: Never.self, "\(what)", sourceLocation: location) { try segment.verify() }
    }
  }

  func bytes(_ name: String) -> [UInt8] { FileBytes.read("\(folder)/\(name)") ?? [] }

  func write(_ name: String, _ bytes: [UInt8]) {
    // As the index's own writer does: a mapped file is replaced, and never written in place.
    FileBytes.write("\(folder)/\(name)~", bytes)
    rename("\(folder)/\(name)~", "\(folder)/\(name)")
  }

  /// Puts both files back as they were.
  func restore(_ files: [String: [UInt8]]) {
    for (name, bytes) in files { write(name, bytes) }
  }

  var files: [String: [UInt8]] {
    ["captures": bytes("captures"), "changes": bytes("changes")]
  }
}
