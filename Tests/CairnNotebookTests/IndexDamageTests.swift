import CairnCapture
import CairnFiles
import CairnQuery
import CairnText
import Glibc
import SystemPackage
import Testing

@testable import CairnIndex
@testable import CairnNotebook

/// Whatever became of the index's files: the answers are those of the notes, and the next command
/// finds a good index again.
@Suite struct IndexDamageTests {
  static let queries = [
    "", "deal", "\"big deal\"", "big deal", "*ea*", "/b.g/", "type:action", "-type:action",
    "budget:10..", "tag:work", "title:report", "created:2026-11", "in:work", "has:due", "path:*.md",
    "id:k7x2", "is:open", "sort:-budget", "sort:title", "sort:-updated",
  ].compactMap { try? Query($0) }
  static let prefixes = ["k7", "nobody", "k7x2"]

  @Test func theFixtureHasTwoLayersAndAFreshFile() throws {
    let fixture = try DamageFixture()
    let catalog = fixture.notebook.catalog()
    #expect(catalog.snapshot.layers.count == 2 && catalog.snapshot.changed.count == 1)
    try fixture.check("as it is")
  }

  /// Every byte has a checksum over it, and no length but the right one will do.
  @Test(arguments: ["captures", "changes"])
  func everyByteCounts(_ name: String) throws {
    let fixture = try DamageFixture()
    let bytes = fixture.bytes(name)
    #expect(bytes.count > 2000)
    func isRefused(_ bytes: [UInt8]) -> Bool {
      do {
        try Segment(IndexBytes([bytes])).verify()
        return false
      } catch {
        return true
      }
    }
    #expect(!isRefused(bytes))
    for index in bytes.indices {
      for mask in [0x01, 0x80, 0xFF] as [UInt8] {
        var flipped = bytes
        flipped[index] ^= mask
        #expect(isRefused(flipped), "byte \(index) xor \(mask)")
      }
      #expect(isRefused(Array(bytes[..<index])), "the first \(index) bytes")
    }
    for count in [1, 7, 8, 24, 4096] {
      #expect(isRefused(bytes + [UInt8](repeating: 0, count: count)))
    }
  }

  /// Asked of damaged bytes, a segment answers as it should, or says that it is damaged.
  @Test(arguments: ["captures", "changes"])
  func noWrongAnswerComesFromDamage(_ name: String) throws {
    let fixture = try DamageFixture()
    let bytes = fixture.bytes(name)
    func answers(_ bytes: [UInt8]) throws -> [[Int]] {
      let segment = try Segment(IndexBytes([bytes]))
      let live = DocumentSet(capacity: segment.count, isFull: true) & segment.captures
      let snapshot = Snapshot(layers: [Snapshot.Layer(segment, live: live)])
      let context = fixture.notebook.catalog().context(TestNotebook.clock)
      return try Self.queries.filter { !$0.description.contains("/") }.map { query in
        try query.select(
          from: snapshot, in: context, read: { paths, visit in paths.forEach { _ in visit(nil) } }
        ).entries.map { entry in
          guard case .document(_, let document) = entry else { return -1 }
          return document
        }
      }
    }
    let wanted = try answers(bytes)
    for index in Sample(Array(stride(from: 0, to: bytes.count, by: 5)), 1500).chosen {
      var flipped = bytes
      flipped[index] ^= UInt8(truncatingIfNeeded: 1 << (index % 8))
      if let found = try? answers(flipped) { #expect(found == wanted, "byte \(index)") }
    }
  }

  /// Somebody who can write to the cache makes the checksums fit. Then answers may be wrong, but a
  /// command ends all the same, and what is asked of the notes is right.
  @Test(arguments: ["captures", "changes"], 1...4)
  func forgedBytesOnTheDisk(_ name: String, _ seed: UInt64) throws {
    let fixture = try DamageFixture()
    let files = fixture.files
    let bytes = files[name] ?? []
    let count = fixture.notebook.load().captures.count
    var random = SplitMix(seed: seed)
    for _ in 0..<40 {
      var forged = bytes
      for _ in 0..<(random.next() % 3 + 1) {
        let place = Int(random.next() % UInt64(bytes.count - 8))
        let value = [0, 1, .max, random.next(), random.next() & 0xFF][Int(random.next() % 5)]
        for index in 0..<[1, 2, 4, 8][Int(random.next() % 4)] {
          forged[place + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index))
        }
      }
      fixture.restore(files)
      fixture.write(name, Trailer.sealed(forged))
      let catalog = fixture.notebook.catalog()
      _ = try? fixture.answers(catalog)
      _ = try? catalog.status()
      _ = fixture.notebook.checkIndex()
      #expect(fixture.notebook.load().captures.count == count)
    }
  }

  @Test(arguments: ["captures", "changes"])
  func flippedBytesOnTheDisk(_ name: String) throws {
    let fixture = try DamageFixture()
    let files = fixture.files
    let bytes = files[name] ?? []
    for index in stride(from: 0, to: bytes.count, by: bytes.count / 60) {
      var flipped = bytes
      flipped[index] ^= 0xFF
      fixture.restore(files)
      fixture.write(name, flipped)
      try fixture.check("byte \(index) of \(name)")
    }
  }

  @Test(arguments: ["captures", "changes"])
  func shortenedOnTheDisk(_ name: String) throws {
    let fixture = try DamageFixture()
    let files = fixture.files
    let bytes = files[name] ?? []
    for count in [0, 1, 7, 8, 12, 47, 1023, 1024, 1025, bytes.count / 2, bytes.count - 1] {
      fixture.restore(files)
      fixture.write(name, Array(bytes.prefix(count)))
      try fixture.check("\(count) bytes of \(name)")
    }
    fixture.restore(files)
    fixture.write(name, bytes + [0])
    try fixture.check("one byte more")
    fixture.restore(files)
    fixture.write(name, bytes + bytes)
    try fixture.check("twice the bytes")
  }

  /// Damage in a part of the file that is read only when rows are shown, or names looked up. What
  /// was found before is still shown, and the index is good again for the next command.
  @Test(arguments: ["captures", "changes"])
  func foundLate(_ name: String) throws {
    let fixture = try DamageFixture(padding: 120)
    let files = fixture.files
    let bytes = files[name] ?? []
    let wanted = fixture.wanted
    #expect(bytes.count > 30_000)
    for index in stride(from: 1500, to: bytes.count, by: 4096) {
      var flipped = bytes
      flipped[index] ^= 0xFF
      fixture.restore(files)
      fixture.write(name, flipped)
      let catalog = fixture.notebook.catalog()
      let context = catalog.context(TestNotebook.clock)
      let found = try catalog.select(try Query(""), in: context).entries
      let before = found.map { catalog.snapshot.path($0).description }
      #expect(before == wanted.found[""], "byte \(index)")
      // Each of these may find the damage.
      let rows = found.compactMap { catalog.row($0) }
      #expect(rows.map(\.path.description) == before)
      #expect(catalog.entries(withIDPrefix: "k7x2").count == wanted.prefixes[2].count)
      #expect(catalog.fieldNames.count == wanted.fields.count)
      _ = catalog.idWidth
      #expect(try fixture.answers(catalog) == wanted, "byte \(index)")
      #expect(found.compactMap { catalog.row($0)?.path.description } == before, "byte \(index)")
      #expect(catalog.captures(found).map(\.path.description) == before, "byte \(index)")
      try fixture.check("byte \(index)")
    }
  }

  /// A list that only shows rows finds damage too, and the next one need not.
  @Test(arguments: ["captures", "changes"])
  func rowsThatFindDamage(_ name: String) throws {
    let fixture = try DamageFixture(padding: 120)
    let files = fixture.files
    let bytes = files[name] ?? []
    for index in stride(from: 1500, to: bytes.count, by: 4096) {
      var flipped = bytes
      flipped[index] ^= 0xFF
      fixture.restore(files)
      fixture.write(name, flipped)
      let catalog = fixture.notebook.catalog()
      let found = try catalog.select(try Query(""), in: catalog.context(TestNotebook.clock))
      let rows = found.entries.compactMap { catalog.row($0) }.map(IndexedAnswers.row)
      #expect(rows.sorted() == fixture.wanted.rows, "byte \(index)")
      let next = fixture.notebook.catalog()
      for entry in next.snapshot.entries { _ = next.row(entry) }
      #expect(next.notes.isEmpty, "byte \(index)")
    }
  }
}

// MARK: - Other things in their place

extension IndexDamageTests {
  @Test(arguments: ["captures", "changes"])
  func ofAnotherNotebook(_ name: String) throws {
    let fixture = try DamageFixture()
    let other = try DamageFixture()
    other.disk.write(Array("sarah.md".utf8), Array("another deal\n".utf8))
    for _ in 0..<20 { other.disk.write(Array("\(UInt64.random(in: 0 ... .max)).md".utf8), [65]) }
    _ = other.notebook.catalog()
    fixture.write(name, other.bytes(name))
    try fixture.check("another notebook's file")
    // Each file in the other's place.
    let files = fixture.files
    fixture.write("captures", files["changes"] ?? [])
    fixture.write("changes", files["captures"] ?? [])
    try fixture.check("exchanged")
  }

  /// The folder is named after the root: a copied notebook has its own, a moved one a new one.
  @Test func aCopiedAndAMovedNotebook() throws {
    let fixture = try DamageFixture()
    let base = fixture.disk.base
    #expect(rename(base.appending("root").string, base.appending("moved").string) == 0)
    mkdir(base.appending("root").string, 0o755)
    fixture.disk.write(Array("only.md".utf8), Array("here\n".utf8))
    #expect(try IndexTests.notebook(fixture.disk).catalog().count == 1)
    let moved = try Notebook(
      root: base.appending("moved"), stateBase: base.appending("state"),
      cacheBase: base.appending("cache"), settings: { _ in Settings() }, clock: TestNotebook.clock)
    #expect(try fixture.answers(moved.catalog()) == fixture.wanted)
    #expect(try fixture.answers(moved.catalog()) == fixture.wanted)
  }

  @Test(arguments: ["captures", "changes"])
  func ofAnotherVersion(_ name: String) throws {
    let fixture = try DamageFixture()
    var bytes = fixture.bytes(name)
    // The number stands behind the eight letters at the beginning.
    bytes[8] &+= 1
    fixture.write(name, bytes)
    try fixture.check("version \(bytes[8])")
  }

  @Test(arguments: ["captures", "changes"], ["nothing", "fifo", "link", "dangling", "loop"])
  func somethingElse(_ name: String, _ kind: String) throws {
    let fixture = try DamageFixture()
    let path = "\(fixture.folder)/\(name)"
    let files = fixture.files
    unlink(path)
    switch kind {
    case "fifo": #expect(mkfifo(path, 0o600) == 0)
    case "link":
      FileBytes.write("\(path)-elsewhere", files[name] ?? [])
      #expect(symlink("\(path)-elsewhere", path) == 0)
    case "dangling": #expect(symlink("nowhere", path) == 0)
    case "loop": #expect(symlink(name, path) == 0)
    default: break
    }
    try fixture.check("\(kind) for \(name)")
  }

  /// A folder is not ours to remove: the answers are right all the same.
  @Test(arguments: ["captures", "changes"])
  func aFolder(_ name: String) throws {
    let fixture = try DamageFixture()
    unlink("\(fixture.folder)/\(name)")
    mkdir("\(fixture.folder)/\(name)", 0o755)
    for _ in 0..<2 {
      #expect(try fixture.answers(fixture.notebook.catalog()) == fixture.wanted)
    }
    FileBytes.write("\(fixture.folder)/\(name)/x", [1])
    let catalog = fixture.notebook.catalog()
    #expect(try fixture.answers(catalog) == fixture.wanted)
    #expect(catalog.notes.count <= 2 && (name == "changes" || !catalog.notes.isEmpty))
  }
}

// MARK: - No place for it

extension IndexDamageTests {
  private func notebook(_ fixture: DamageFixture, cache: FilePath?, _ faults: FaultPlan? = nil)
    throws
    -> Notebook
  {
    Notebook(
      store: try Store(root: fixture.disk.base.appending("root"), faults: faults),
      stateBase: fixture.disk.base.appending("state"), cacheBase: cache, settings: Settings(),
      clock: TestNotebook.clock)
  }

  @Test func withoutACacheFolder() throws {
    let fixture = try DamageFixture()
    let catalog = try notebook(fixture, cache: nil).catalog()
    #expect(try fixture.answers(catalog) == fixture.wanted)
    #expect(catalog.notes.isEmpty)
    // A file where the folder should be; what is no folder at all.
    let file = fixture.disk.base.appending("file")
    FileBytes.write(file.string, [1])
    for path in [file, file.appending("below"), "/dev/null/x", "/proc/none", "relative/cache", ""] {
      let catalog = try notebook(fixture, cache: path).catalog()
      #expect(try fixture.answers(catalog) == fixture.wanted, "\(path)")
      #expect(catalog.notes.count <= 2 && !catalog.notes.isEmpty, "\(path): \(catalog.notes)")
    }
  }

  /// Each system call of a command fails once, and from then on: for the notes that is said, and
  /// for the index it makes no difference.
  @Test(arguments: [SystemCall.write, .openat, .renameat, .mkdirat, .unlinkat])
  func aFullOrBrokenDisk(_ call: SystemCall) throws {
    let fixture = try DamageFixture()
    let cache = fixture.disk.base.appending("cache-of-\(call)")
    for number in 1...12 {
      for lasting in [false, true] {
        let plan = FaultPlan(.fail(.noSpace), at: number, of: call, lasting: lasting)
        guard let notebook = try? notebook(fixture, cache: cache, plan) else { continue }
        let catalog = notebook.catalog()
        let what = "\(call) \(number) \(lasting)"
        guard catalog.problems.isEmpty else { continue }
        // Questions that read files again may meet the fault; what is known without does not.
        let found = try catalog.select(
          try Query("sort:path"), in: catalog.context(TestNotebook.clock))
        #expect(
          found.entries.map { catalog.snapshot.path($0).description }.sorted()
            == fixture.wanted.found[""]?.sorted(), "\(what)")
        let after = try self.notebook(fixture, cache: cache).catalog()
        #expect(try fixture.answers(after) == fixture.wanted, "\(what), after")
      }
    }
    // Nothing half-written is left behind.
    for state in try StateFolder.all(in: cache) {
      let names = FileBytes.names(in: state.folder.string)
      #expect(names.count <= 3, "\(names)")
    }
  }
}
