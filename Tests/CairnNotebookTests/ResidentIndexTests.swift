import CairnCapture
import CairnFiles
import CairnIndex
import CairnInsight
import CairnQuery
import CairnText
import Glibc
import Testing

@testable import CairnNotebook

/// What an index costs that stays in memory. That it answers like any other is a law of
/// ``IndexEditLawTests``.
@Suite struct ResidentIndexTests {
  private static func files(_ count: Int) -> [(path: String, text: String)] {
    (0..<count).map { ("f\($0 % 3)/\($0).md", "---\nbudget: \($0)\n---\nA big deal\n") }
  }

  private static func paths(_ notebook: Notebook) throws -> [String] {
    let catalog = notebook.catalog()
    let found = try catalog.select(
      try Query("deal sort:path"), in: catalog.context(TestNotebook.clock))
    return found.entries.map { catalog.snapshot.path($0).description }
  }

  /// The system calls of an update, which are as many however many files changed before. No folder
  /// is listed again for a file that an editor saves.
  @Test func anUpdateReadsOnlyWhatIsNew() throws {
    let disk = try DiskNotebook(Self.files(30))
    var notebook = try IndexTests.notebook(disk)
    let plan = FaultPlan()
    notebook.resident = try ResidentIndex(of: notebook, WatchLimits(), faults: plan)
    #expect(try Self.paths(notebook).count == 30)
    var reads: [Int] = []
    var listings: [Int] = []
    // With more changes, another thread would write the index, and its calls would be counted.
    for number in 0..<6 {
      // A new file, an existing one, and one that replaces another.
      disk.write(Array("f1/.new.tmp".utf8), Array("deal \(number)\n".utf8))
      #expect(rename(disk.absolute("f1/.new.tmp"), disk.absolute("f1/new\(number).md")) == 0)
      disk.write(Array("f1/1.md".utf8), Array("deal \(number)\n".utf8))
      disk.write(Array("f1/4.md~".utf8), Array("deal \(number)\n".utf8))
      #expect(rename(disk.absolute("f1/4.md~"), disk.absolute("f1/4.md")) == 0)
      // A file that was written just now might change again without getting another time.
      usleep(40_000)
      let before = plan.calls.count
      #expect(try Self.paths(notebook).count == 31 + number)
      let calls = plan.calls[before...]
      reads.append(calls.count { $0 == .read })
      listings.append(calls.count { $0 == .getdents })
      // Nothing has changed since; only the root is compared with that of the notebook.
      let after = plan.calls.count
      #expect(try Self.paths(notebook).count == 31 + number)
      #expect(plan.calls[after...].elementsEqual([.fstat]))
    }
    #expect(Set(reads).count == 1 && reads[0] > 0, "\(reads)")
    #expect(listings.allSatisfy { $0 == 0 }, "\(listings)")
  }

  /// Many changes are answered at once, and written to the cache by another thread.
  @Test(.timeLimit(.minutes(15))) func manyChangesAreWrittenLater() async throws {
    let disk = try DiskNotebook(Self.files(40))
    let plain = try IndexTests.notebook(disk)
    var notebook = plain
    let resident = try ResidentIndex(of: notebook)
    notebook.resident = resident
    _ = notebook.catalog()
    for round in 0..<3 {
      for number in 0..<12 {
        disk.write(Array("g/\(round)-\(number).md".utf8), Array("deal \(number)\n".utf8))
      }
      disk.write(Array("f0/0.md".utf8), Array("deal \(round)\n".utf8))
      unlink(disk.absolute("f1/\(3 * round + 1).md"))
      let wanted = try Self.paths(plain.withoutCache)
      #expect(try Self.paths(notebook) == wanted)
      var cache = IndexCache(plain.cache)
      while cache.load().changes?.count != 12 * (round + 1) + 1 {
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(try Self.paths(plain) == wanted)
      while !notebook.catalog().snapshot.changed.isEmpty {
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(try Self.paths(notebook) == wanted)
    }
  }

  /// Before the first look at the files, only captures that are still true come from the index.
  @Test func theSavedIndexOffersOnlyWhatIsUnchanged() throws {
    let names = ["kept", "changed", "gone", "moved", "linked", "open"]
    let disk = try DiskNotebook(
      names.map { ("a/\($0).md", "# Lamp \($0)\n") } + [("b/hidden.md", "# Lamp hidden\n")])
    // A file that was written just now might change again without getting another time.
    usleep(40_000)
    var notebook = try IndexTests.notebook(disk)
    _ = notebook.catalog()
    disk.write(Array("a/changed.md".utf8), Array("# Torch\n".utf8))
    unlink(disk.absolute("a/gone.md"))
    #expect(rename(disk.absolute("a/moved.md"), disk.absolute("b/moved.md")) == 0)
    #expect(rename(disk.absolute("a/linked.md"), disk.absolute("a/linked.txt")) == 0)
    #expect(symlink("linked.txt", disk.absolute("a/linked.md")) == 0)
    disk.write(Array(".cairnignore".utf8), Array("b/\n".utf8))
    disk.write(Array("a/new.md".utf8), Array("# Lamp new\n".utf8))
    let path = try #require(NotePath("a/open.md"))
    notebook.unsaved = UnsavedTexts([path: Array("# Lamp unsaved\n".utf8)])
    #expect(notebook.savedCatalog(ofAtLeast: 1) == nil)
    notebook.resident = try ResidentIndex(of: notebook)
    #expect(notebook.savedCatalog(ofAtLeast: 8) == nil)
    let saved = try #require(notebook.savedCatalog(ofAtLeast: 7))
    let found = saved.linkNames(containing: "lamp", limit: 100, clock: TestNotebook.clock).names
    #expect(found.count == 7)
    #expect(
      Set(found.filter { saved.isUnchanged($0.entry) }.map(\.text)) == [
        "Lamp kept", "Lamp unsaved",
      ])
    _ = notebook.catalog()
    #expect(notebook.savedCatalog(ofAtLeast: 1) == nil)
  }

  /// Captures that were read and are then in the cache have not changed.
  @Test(.timeLimit(.minutes(15))) func writingTheCacheIsNoChange() async throws {
    let disk = try DiskNotebook(Self.files(40))
    var notebook = try IndexTests.notebook(disk)
    let resident = try ResidentIndex(of: notebook)
    notebook.resident = resident
    var changes = resident.changes(of: notebook).makeAsyncIterator()
    mkdir(disk.absolute("g"), 0o755)
    /// Writes a file of which nobody sees a part.
    func write(_ name: String) {
      disk.write(Array(".draft.txt".utf8), Array("deal \(name)\n".utf8))
      #expect(rename(disk.absolute(".draft.txt"), disk.absolute("g/\(name)")) == 0)
    }
    for number in 0..<12 { write("\(number).md") }
    _ = notebook.catalog()
    while !notebook.catalog().snapshot.changed.isEmpty {
      try await Task.sleep(for: .milliseconds(20))
    }
    write("last.md")
    var created: [String] = []
    while !created.contains("last.md"), let change = await changes.next() {
      created += change.created.map(\.name)
      #expect(change.changed.isEmpty && change.removed.isEmpty && change.renamed.isEmpty)
    }
    #expect(created.count == 13)
  }

  /// Captures from which the classifier learns are in the index before it classifies again.
  @Test func lessonsAreWrittenBeforeTheyAreNeeded() throws {
    let disk = try DiskNotebook(Self.files(30))
    let plain = try IndexTests.notebook(disk)
    var notebook = plain
    notebook.resident = try ResidentIndex(of: notebook)
    _ = notebook.catalog()
    #expect(!plain.learnSoon())
    for number in 0..<5 {
      disk.write(
        Array("n\(number).md".utf8), Array("---\ntype: action\n---\ntyre \(number)\n".utf8))
      #expect(notebook.learnSoon())
      _ = notebook.currentHabits
      let learned = IndexCache(plain.cache).lessons().reduce(KindCounts.zero) {
        $0 &+ $1.captures
      }
      #expect(learned == KindCounts(one: .action) &* Int32(number + 1))
    }
  }
}

/// What counts as a change between two states of a notebook.
@Suite struct NotebookChangeTests {
  /// A file that was read, is in the segment of changes, or is in the base: it has changed if its
  /// bytes have, even within one tick of the disk's clock.
  @Test func aFileChangesWithItsBytes() throws {
    let disk = try DiskNotebook([("a.md", "one\n"), ("b/_collection.md", "---\nname: B\n---\n")])
    let notebook = try IndexTests.notebook(disk)
    _ = notebook.catalog()
    func states() -> [Indexer.Result] {
      [(false, false), (true, false), (true, true)].map { keepsAll, isFresh in
        var indexer = Indexer(notebook.store, notebook.cache, progress: nil, keepsAll: keepsAll)
        return indexer.run(isFresh: isFresh)
      }
    }
    disk.write(Array("b/new.md".utf8), Array("first\n".utf8))
    let before = states()
    disk.write(Array("b/new.md".utf8), Array("other\n".utf8))
    let after = states()
    #expect(before.map(\.snapshot.changed.count) == [1, 0, 0])
    for old in before {
      for new in before { #expect(NotebookChange(from: old, to: new, generation: 1) == nil) }
      for new in after {
        let change = try #require(NotebookChange(from: old, to: new, generation: 1))
        #expect(change.changed == [note("b/new.md")])
        #expect(change.created.isEmpty && change.removed.isEmpty && change.renamed.isEmpty)
      }
    }
  }
}

extension Notebook {
  /// The notebook with an index that is made for each catalog.
  fileprivate var withoutCache: Notebook {
    Notebook(
      store: store, stateBase: state.base, settings: settings, clock: clock)
  }
}
