import CairnFiles
import CairnIndex
import CairnText
import Glibc
import Synchronization
import SystemPackage
import Testing

@testable import CairnNotebook

/// When an index that stays in memory writes to the cache, and what it then writes.
@Suite struct ResidentWriteTests {
  /// A notebook of 40 captures whose index is in the cache, and a clock for the index in memory.
  private struct Fixture {
    let disk: DiskNotebook
    let plain: Notebook
    let clock = TestClock()

    init() throws {
      disk = try DiskNotebook((0..<40).map { ("f\($0 % 3)/\($0).md", "A big deal \($0)\n") })
      plain = try IndexTests.notebook(disk)
      // A file that was written just now might change again without getting another time.
      usleep(40_000)
      _ = plain.catalog()
    }

    /// The notebook once more: with faults in the folder of the cache, and with an index in memory.
    func notebook(
      _ resident: ResidentIndex? = nil, _ faults: FaultPlan? = nil, mayWrite: Bool = true
    ) throws -> Notebook {
      var caller = Caller()
      caller.mayWrite = mayWrite
      var notebook = Notebook(
        store: try Store(root: disk.base.appending("root"), faults: faults),
        stateBase: disk.base.appending("state"), cacheBase: disk.base.appending("cache"),
        settings: Settings(), clock: TestNotebook.clock, caller: caller)
      notebook.resident = resident
      return notebook
    }

    func resident(
      _ limits: WatchLimits = WatchLimits(), _ faults: FaultPlan? = nil
    ) throws -> ResidentIndex {
      let clock = clock
      return try ResidentIndex(of: plain, limits, faults: faults, clock: { clock.now })
    }

    func write(_ count: Int, _ text: String = "deal") {
      for number in 0..<count { disk.write(Array("g/\(number).md".utf8), Array("\(text)\n".utf8)) }
    }

    /// The segment of changes in the cache.
    var changes: Segment? {
      var cache = IndexCache(plain.cache)
      return cache.load().changes
    }
  }

  /// Writes what is to be learned, unless it is written already or must wait.
  private static func learn(_ notebook: Notebook) {
    _ = notebook.learnSoon()
    _ = notebook.currentHabits
  }

  @Test("A notebook that is closed at once still writes its changes", .timeLimit(.minutes(15)))
  func closed() async throws {
    let fixture = try Fixture()
    weak var open: ResidentIndex?
    func change() throws {
      let resident = try fixture.resident()
      open = resident
      let notebook = try fixture.notebook(resident)
      _ = notebook.catalog()
      fixture.write(12)
      _ = notebook.catalog()
    }
    try change()
    while open != nil { try await Task.sleep(for: .milliseconds(20)) }
    #expect(fixture.changes?.count == 12)
  }

  @Test(
    "A reader that may not write does not keep others from writing", .timeLimit(.minutes(15)))
  func reader() async throws {
    let fixture = try Fixture()
    let resident = try fixture.resident()
    let writer = try fixture.notebook(resident)
    let reader = try fixture.notebook(resident, mayWrite: false)
    _ = writer.catalog()
    fixture.write(12)
    _ = reader.catalog()
    _ = writer.catalog()
    while fixture.changes?.count != 12 { try await Task.sleep(for: .milliseconds(20)) }
  }

  /// Changes and requests in the meantime lead to no other attempt, whether or not the folders can
  /// be watched.
  @Test(arguments: [WatchLimits(), WatchLimits(watches: 0)])
  func aFailedWriteIsRepeatedAfterAMinute(_ limits: WatchLimits) throws {
    let fixture = try Fixture()
    let plan = FaultPlan(.fail(.noSpace), at: 1, of: .renameat)
    let notebook = try fixture.notebook(fixture.resident(limits), plan)
    _ = notebook.catalog()
    fixture.write(12)
    let start = fixture.clock.seconds
    // The seconds since the first attempt, and the number of attempts until then.
    for (round, (time, attempts)) in [(0, 1), (1, 1), (59, 1), (61, 2), (62, 3)].enumerated() {
      fixture.clock.set(start + time)
      Self.learn(notebook)
      #expect(plan.calls.count { $0 == .renameat } == attempts, "after \(time) s")
      #expect(notebook.catalog().count == (round == 0 ? 52 : 53))
      fixture.disk.write(Array("more.md".utf8), Array("deal \(time)\n".utf8))
    }
    #expect(fixture.changes?.count == 13)
  }

  @Test("A clock that jumps back ends the wait")
  func jump() throws {
    let fixture = try Fixture()
    let plan = FaultPlan(.fail(.noSpace), at: 1, of: .renameat)
    let notebook = try fixture.notebook(fixture.resident(), plan)
    fixture.write(12)
    Self.learn(notebook)
    #expect(fixture.changes == nil)
    fixture.clock.set(fixture.clock.seconds - 3600)
    Self.learn(notebook)
    #expect(fixture.changes?.count == 12)
  }

  /// Later updates do not reread a file that was written to the cache long after it changed.
  @Test func aFileIsAsOldAsItIsWhenItIsWrittenToTheCache() throws {
    let fixture = try Fixture()
    let notebook = try fixture.notebook(fixture.resident())
    _ = notebook.catalog()
    fixture.write(8)
    fixture.clock.set(fixture.clock.seconds - 1)
    _ = notebook.catalog()
    fixture.clock.set(fixture.clock.seconds + 1000)
    Self.learn(notebook)
    let changes = try #require(fixture.changes)
    #expect(changes.count == 8)
    #expect(try changes.racyDocuments().isEmpty)
  }

  /// Writing reads each changed file once, whether or not it succeeds.
  @Test(arguments: [false, true])
  func aWriteReadsEachFileOnce(_ fails: Bool) throws {
    let fixture = try Fixture()
    let plan = FaultPlan()
    let faults = fails ? FaultPlan(.fail(.noSpace), at: 1, of: .renameat, lasting: true) : nil
    let notebook = try fixture.notebook(fixture.resident(WatchLimits(), plan), faults)
    _ = notebook.catalog()
    func reads(_ body: () -> Void) -> Int {
      let before = plan.calls.count
      body()
      return plan.calls[before...].count { $0 == .read }
    }
    fixture.write(8)
    // Their times must be past for them to be read only once.
    fixture.clock.set(fixture.clock.seconds + 1000)
    let needed = reads { _ = notebook.catalog() }
    #expect(needed >= 8)
    #expect(reads { Self.learn(notebook) } == needed)
    #expect((fixture.changes == nil) == fails)
  }
}

/// A clock that stands still until it is set.
private final class TestClock: Sendable {
  private let value = Atomic(Int(time(nil)))

  var seconds: Int { value.load(ordering: .relaxed) }
  var now: Instant { Instant(seconds: seconds) }
  func set(_ seconds: Int) { value.store(seconds, ordering: .relaxed) }
}
