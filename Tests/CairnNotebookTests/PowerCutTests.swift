import CairnFiles
import CairnText
import Testing

@testable import CairnNotebook

/// The power goes at any moment of a command, and of what was not synced anything may be missing:
/// the command has happened wholly or not at all, and wholly where it had said so.
@Suite struct PowerCutTests {
  @Test(arguments: CrashRow.all + CrashRow.imports)
  func cut(row: CrashRow) throws {
    let test = try TestNotebook(row.files)
    try row.before(test.notebook, test.catalog())
    let catalog = test.catalog()
    let before = test.files()
    let disk = DiskModel(of: test.base)
    let trace = DiskTrace()
    try row.body(test.opened(FaultPlan(trace: trace)), catalog)
    let after = test.files()
    let sample = Sample(Cut.samples(of: trace.events, most: 250), 40)
    var line = SafetyTable.Line(tried: sample.chosen.count, few: sample.few.count)
    var (old, new) = (0, 0)
    for cut in sample.chosen {
      test.clear()
      cut.disk(disk, trace.events).write(to: test.base)
      _ = try test.notices { try $0.state.transaction(at: $0.clock.now) { _ in } }
      let files = test.files()
      let note: Comment = "\(row.name), \(cut) of \(trace.events.count)"
      #expect(files == before || files == after, note)
      if cut.count == trace.events.count { #expect(files == after, note) }
      if files == before { old += 1 }
      if files == after {
        new += 1
        let notebook = try test.opened()
        let last = try #require(try notebook.state.operations().operations.first, note)
        #expect(try notebook.undo([last]).report.refused == [], note)
        #expect(test.files() == before, note)
      }
    }
    line.survived = old + new
    line.others = [old, new]
    try SafetyTable.cuts.note(row.name, line)
  }
}

/// A moment at which the power goes, and what is on the disk then.
private struct Cut: CustomStringConvertible, Sendable {
  /// How many events there had been.
  let count: Int
  /// Which of those that were not synced are on the disk nevertheless.
  let lucky: Set<Int>

  var description: String { "cut after \(count) with \(lucky.sorted())" }

  /// The disk as it is then.
  func disk(_ disk: DiskModel, _ events: [DiskTrace.Event]) -> DiskModel {
    var disk = disk
    let lost = Self.unsynced(events.prefix(count)).subtracting(lucky)
    for (number, event) in events.prefix(count).enumerated() where !lost.contains(number) {
      disk.apply(event)
    }
    return disk
  }

  /// Moments and subsets: all of them where they are few, else some of each moment.
  static func samples(of events: [DiskTrace.Event], most: Int) -> [Cut] {
    var chance = SplitMix(seed: 7)
    let share = max(4, most / max(events.count, 1))
    var cuts: [Cut] = []
    for count in 0...events.count {
      let open = unsynced(events.prefix(count)).sorted()
      if open.count < 10, 1 << open.count <= share {
        cuts += (0..<(1 << open.count)).map { bits in
          Cut(
            count: count, lucky: Set(open.indices.filter { bits >> $0 & 1 == 1 }.map { open[$0] }))
        }
      } else {
        cuts += [Cut(count: count, lucky: []), Cut(count: count, lucky: Set(open))]
        cuts += (2..<share).map { _ in
          let rarity = Int.random(in: 2...4, using: &chance)
          let isKept = Bool.random(using: &chance)
          return Cut(
            count: count,
            lucky: Set(
              open.filter { _ in (Int.random(in: 1...rarity, using: &chance) == 1) == isKept }))
        }
      }
    }
    return cuts
  }

  /// The events that no later one has put on the disk.
  private static func unsynced(_ events: ArraySlice<DiskTrace.Event>) -> Set<Int> {
    var open: [Int: Set<UInt64>] = [:]
    for (number, event) in events.enumerated() {
      switch event {
      case .sync(let inode):
        for (other, inodes) in open where inodes.contains(inode) {
          let rest = inodes.subtracting([inode])
          open[other] = rest.isEmpty ? nil : rest
        }
      case .syncAll: open = [:]
      case .write(let inode, _, _), .truncate(let inode, _): open[number] = [inode]
      case .create(let folder, _, _), .makeFolder(let folder, _, _),
        .remove(let folder, _), .exchange(let folder, _, _):
        open[number] = [folder]
      case .rename(let folder, _, let newFolder, _): open[number] = [folder, newFolder]
      }
    }
    return Set(open.keys)
  }
}
