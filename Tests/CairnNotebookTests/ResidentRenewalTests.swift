import CairnFiles
import CairnIndex
import CairnQuery
import CairnText
import Synchronization
import SystemPackage
import Testing

@testable import CairnNotebook

/// What an index in memory forgets when the index in the cache is made again.
@Suite struct ResidentRenewalTests {
  @Test("An index that was rebuilt or updated beside a resident one is used by it")
  func beside() throws {
    let disk = try DiskNotebook([("a.md", "one deal\n"), ("b.md", "two\n")])
    let plain = try IndexTests.notebook(disk)
    var notebook = plain
    notebook.resident = try ResidentIndex(of: plain)
    func identifiers() -> [UInt64] {
      notebook.catalog().snapshot.layers.map(\.segment.summary.identifier)
    }
    _ = identifiers()
    let rebuilt = notebook.catalog(isFresh: true).snapshot.layers
    #expect(identifiers() == rebuilt.map(\.segment.summary.identifier))
    disk.write(Array("c.md".utf8), Array("three\n".utf8))
    #expect(identifiers().count == 1)
    let updated = notebook.catalog(keepsAll: true).snapshot.layers
    #expect(updated.count == 2)
    #expect(identifiers() == updated.map(\.segment.summary.identifier))
  }

  /// Another request opens the damaged index just before it is replaced (by a query that found the
  /// damage) or removed (by a row that found it). No later request uses it.
  @Test(arguments: [SystemCall.renameat, .unlinkat])
  func damageFoundByTwo(_ call: SystemCall) throws {
    let fixture = try DamageFixture(padding: 120)
    let files = fixture.files
    let bytes = files["captures"] ?? []
    let met = Atomic(0)
    for index in stride(from: 1500, to: bytes.count, by: 4096) {
      var flipped = bytes
      flipped[index] ^= 0xFF
      fixture.restore(files)
      fixture.write("captures", flipped)
      var other = fixture.notebook
      other.resident = try ResidentIndex(of: other)
      _ = other.catalog()
      let plan = FaultPlan(
        .run { [other] in
          met.add(1, ordering: .relaxed)
          _ = other.catalog()
        }, at: 1, of: call)
      var notebook = Notebook(
        store: try Store(root: fixture.disk.base.appending("root"), faults: plan),
        stateBase: fixture.disk.base.appending("state"),
        cacheBase: fixture.disk.base.appending("cache"), settings: Settings(),
        clock: TestNotebook.clock)
      notebook.resident = other.resident
      let first = notebook.catalog()
      let found = try first.select(try Query(""), in: first.context(TestNotebook.clock))
      for entry in found.entries { _ = first.row(entry) }
      _ = try fixture.answers(first)
      // Some bytes are read by no question.
      if first.notes.isEmpty { continue }
      for layer in other.catalog().snapshot.layers {
        #expect(throws: Never.self, "byte \(index)") { try layer.segment.verify() }
      }
    }
    #expect(met.load(ordering: .relaxed) > 0)
  }
}
