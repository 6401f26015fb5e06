import CairnCapture
import CairnFiles
import CairnIndex
import CairnQuery
import CairnText
import Glibc
import Synchronization
import SystemPackage
import Testing

@testable import CairnNotebook

/// Whatever happens to the files between two commands, the second one sees it: random edits of every
/// kind, each followed by the same questions asked the slow way.
///
/// `CAIRN_LAW_ROUNDS` is how many rounds are played, `CAIRN_LAW_SEED` where they begin.
@Suite struct IndexEditLawTests {
  static let queries = [
    "~dael", "", "deal", "\"big deal\"", "*ea*", "type:action", "-type:action", "budget:5..",
    "tag:work",
    "title:report", "in:a", "in:a/b", "has:due", "path:*1*", "is:open", "id:k7x2", "updated:2020..",
    "/b.g/", "rating:2", "deal -big", "sort:-budget", "sort:title", "sort:-updated", "sort:path",
  ].compactMap { try? Query($0) }

  @Test(arguments: 0..<4)
  func everyEditIsSeen(_ number: Int) throws {
    try playEdits(number) { $0 }
  }

  /// The same with an index that stays in memory: with all watches, with too few, and with a queue
  /// that overflows.
  @Test(
    arguments: 0..<4,
    [WatchLimits(), WatchLimits(watches: 3), WatchLimits(events: 16), WatchLimits(watches: 0)])
  func everyEditIsSeenByAResidentIndex(_ number: Int, _ limits: WatchLimits) throws {
    try playResident(number + 100, limits)
  }

  /// The same for ten minutes, with the limits of a small machine, and a clock that jumps.
  @Test(.enabled(if: TestSettings.number("CAIRN_SOAK") != nil), .timeLimit(.minutes(30)))
  func everyEditIsSeenForTenMinutes() throws {
    let limits = [WatchLimits(events: 16), WatchLimits(watches: 50), WatchLimits()]
    let end = ContinuousClock.now + .seconds(TestSettings.number("CAIRN_SOAK_SECONDS") ?? 600)
    var games = 0
    while ContinuousClock.now < end {
      try playResident(1000 + games, limits[games % limits.count])
      games += 1
    }
    print("\(games) games")
  }

  /// Plays edits with an index that stays in memory, whose clock jumps now and then.
  private func playResident(_ number: Int, _ limits: WatchLimits) throws {
    let shift = Atomic(0)
    var chance = SplitMix(seed: UInt64(number))
    let clock: @Sendable () -> Instant = {
      var now = timespec()
      clock_gettime(CLOCK_REALTIME, &now)
      return Instant(
        seconds: Int(now.tv_sec) + shift.load(ordering: .relaxed), nanoseconds: Int(now.tv_nsec))
    }
    var resident: ResidentIndex?
    try playEdits(number) { notebook in
      var notebook = notebook
      if resident == nil { resident = try ResidentIndex(of: notebook, limits, clock: clock) }
      notebook.resident = resident
      if Int.random(in: 0..<10, using: &chance) == 0 {
        let jump = [-40_000_000, -3600, -1, 0, 1, 3600, 40_000_000].randomElement(using: &chance)
        shift.store(jump ?? 0, ordering: .relaxed)
      }
      return notebook
    }
    #expect(try #require(resident).watchedFolders <= limits.watches)
  }

  private func playEdits(_ number: Int, _ opened: (Notebook) throws -> Notebook) throws {
    let seed = TestSettings.number("CAIRN_LAW_SEED").map(UInt64.init) ?? 0x5EED + UInt64(number)
    let rounds = TestSettings.number("CAIRN_LAW_ROUNDS") ?? 60
    let disk = try DiskNotebook()
    let notebook = try IndexTests.notebook(disk)
    var editor = RandomEditor(disk.base.appending("root").string, seed: seed)
    for _ in 0..<(number % 100 * 12 + 5) { editor.create() }
    for round in 0..<rounds {
      var done: [String] = []
      for _ in 0..<Int.random(in: 0...6, using: &editor.chance) { done.append(editor.edit()) }
      if round % 9 == 4 { for _ in 0..<14 { done.append(editor.edit()) } }
      let found = try answers(opened(notebook).catalog())
      let wanted = IndexedAnswers(
        notebook.load(), Self.queries, prefixes: ["k7", "k7x2"], name: "report")
      #expect(
        found == wanted,
        """
        seed \(seed), round \(round), after \(done.joined(separator: ", ")):
        \(wanted.difference(found))
        """)
      if found != wanted { return }
    }
    print("seed \(seed): \(editor.count) edits, \(rounds) comparisons")
  }

  private func answers(_ catalog: Catalog) throws -> IndexedAnswers {
    try IndexedAnswers(catalog, Self.queries, prefixes: ["k7", "k7x2"], name: "report")
  }

  /// A folder that cannot be listed says nothing about what is in it, and is whole again afterwards.
  @Test(arguments: [SystemCall.openat, .openat2, .getdents, .fstatat, .read, .fstat, .readlinkat])
  func unreadableForAWhile(_ call: SystemCall) throws {
    let disk = try DiskNotebook(
      (0..<12).map { ("f\($0 % 3)/\($0).md", "---\nbudget: \($0)\n---\nA big deal\n") })
    let healthy = try IndexTests.notebook(disk)
    _ = healthy.catalog()
    let wanted = try answers(healthy.catalog())
    for number in 1...25 {
      for lasting in [false, true] {
        let plan = FaultPlan(.fail(.ioError), at: number, of: call, lasting: lasting)
        if lasting { disk.write(Array("f1/new.md".utf8), Array("new \(number)\n".utf8)) }
        guard let store = try? Store(root: disk.base.appending("root"), faults: plan) else {
          continue
        }
        let broken = Notebook(
          store: store, stateBase: disk.base.appending("state"),
          cacheBase: disk.base.appending("cache"), settings: Settings(), clock: TestNotebook.clock)
        let catalog = broken.catalog()
        // What it shows is there, and nothing that is missing is missing without a word.
        #expect(catalog.count <= 12 + (lasting ? 1 : 0))
        if catalog.problems.isEmpty, !lasting {
          #expect(catalog.count == 12, "\(call) \(number)")
        }
        unlink(disk.absolute("f1/new.md"))
        #expect(try answers(healthy.catalog()) == wanted, "\(call) \(number) \(lasting)")
      }
    }
  }

  /// A folder that can never be listed is no reason to read all the others each time; what is in it is
  /// found when it can be.
  @Test func isKeptBesidesAnUnreadableFolder() throws {
    var kept = 0
    for number in 1...25 {
      let disk = try DiskNotebook(
        (0..<12).map { ("f\($0 % 3)/\($0).md", "---\nbudget: \($0)\n---\nA big deal\n") })
      let plan = FaultPlan(.fail(.permissionDenied), at: number, of: .openat, lasting: false)
      guard let store = try? Store(root: disk.base.appending("root"), faults: plan) else {
        continue
      }
      let broken = Notebook(
        store: store, stateBase: disk.base.appending("state"),
        cacheBase: disk.base.appending("cache"), settings: Settings(), clock: TestNotebook.clock)
      let catalog = broken.catalog()
      if !catalog.problems.isEmpty, catalog.isKept { kept += 1 }
      let healthy = try IndexTests.notebook(disk).catalog()
      #expect(healthy.count == 12, "\(number)")
      #expect(healthy.problems.isEmpty)
    }
    #expect(kept > 0)
  }

  /// The machine's clock was wrong, or is: files from years to come are looked at each time.
  @Test(arguments: [-40_000_000, -86_400, -1, 1, 86_400, 40_000_000])
  func theClockJumps(_ seconds: Int) throws {
    let disk = try DiskNotebook([("a.md", "one deal\n"), ("b.md", "two deal\n")])
    func notebook(_ shift: Int) throws -> Notebook {
      Notebook(
        store: try Store(
          root: disk.base.appending("root"), faults: nil,
          clock: {
            var now = timespec()
            clock_gettime(CLOCK_REALTIME, &now)
            return Instant(seconds: Int(now.tv_sec) + shift, nanoseconds: Int(now.tv_nsec))
          }), stateBase: disk.base.appending("state"), cacheBase: disk.base.appending("cache"),
        settings: Settings(), clock: TestNotebook.clock)
    }
    usleep(50_000)
    _ = try notebook(seconds).catalog()
    FileBytes.write(disk.absolute("a.md"), Array("six deal\n".utf8))
    usleep(30_000)
    for shift in [seconds, 0, -seconds] {
      let now = try notebook(shift)
      #expect(
        try answers(now.catalog())
          == IndexedAnswers(now.load(), Self.queries, prefixes: ["k7", "k7x2"], name: "report"))
    }
  }

  /// A file that may change once more within one tick of its clock is known to be such a one,
  /// however odd its times: seconds from now, when its contents and when anything changed.
  @Test(arguments: [
    (0, 0, true), (-1, 0, true), (0, -1, true), (-1, -1, false), (-10_000_000_000, 0, true),
    (-10_000_000_000, -1, false), (1, -1, true), (100_000_000, -1, true),
    // Beyond the year 2262, nanoseconds do not fit into 64 bits.
    (9_000_000_000, 0, true),
  ])
  func racy(_ modified: Int, _ changed: Int, _ isRacy: Bool) {
    let now = Instant(seconds: 1_795_258_800, nanoseconds: 5)
    func moment(_ shift: Int) -> Instant { Instant(seconds: now.seconds + shift, nanoseconds: 4) }
    let stamp = Stamp(
      size: 1, modified: moment(modified), changed: moment(changed), inode: 1, device: 1)
    #expect(stamp.isRacy(at: now) == isRacy)
  }
}

/// What tests are told by the environment.
enum TestSettings {
  static func number(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }
  }
}
