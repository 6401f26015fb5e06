import CairnFiles
import CairnText
import Glibc
import Synchronization
import SystemPackage
import Testing

@testable import CairnNotebook

/// A command that is killed at a system call that writes has happened wholly or not at all, once the next one has
/// begun.
@Suite struct CrashTests {
  /// What a row looks like before and after, and how many calls it makes that matter.
  private struct Course {
    let before: [String: String]
    let after: [String: String]
    /// The numbers of the calls at which it is killed.
    let moments: Sample<Int>
  }

  /// What the next command did about a kill.
  private struct Tally {
    var untouched = 0
    var takenBack = 0
    var finished = 0
    var done = 0
  }

  /// Calls that change nothing: killed there or at the next one that does, it is the same.
  private static let harmless: Set<SystemCall> = [
    .open, .openat2, .realpath, .fstat, .fstatat, .readlinkat, .getdents, .read, .flistxattr,
    .fgetxattr, .flock,
  ]

  @Test(arguments: CrashRow.all + CrashRow.imports + [.large])
  func killed(row: CrashRow) throws {
    let course = try course(of: row)
    #expect(course.before != course.after)
    var tally = Tally()
    var line = SafetyTable.Line(
      tried: course.moments.chosen.count, few: course.moments.few.count)
    for moment in course.moments.chosen {
      let (test, succeeded) = try killed(row, at: moment)
      let note: Comment = "\(row.name), killed at call \(moment)"
      let files = try recovered(test, note, course, &tally)
      let isWhole = files == course.after || files == course.before && !succeeded
      #expect(isWhole, note)
      if isWhole { line.survived += 1 }
      try expectUndoable(test, note, course)
    }
    line.others = [tally.untouched, tally.takenBack, tally.finished, tally.done]
    #expect(line.tried >= 4 && line.others.reduce(0, +) == line.tried)
    #expect(tally.finished + tally.takenBack > 0 && tally.untouched > 0)
    try SafetyTable.kills.note(row.name, line)
  }

  /// The command that deals with a kill is itself killed at that, and then a third one comes.
  @Test(arguments: CrashRow.all + CrashRow.imports)
  func killedAtRecovery(row: CrashRow) throws {
    let course = try course(of: row)
    var (tried, few, survived) = (0, 0, 0)
    let first = Sample(course.moments.all, 4)
    // The long form has more moments of the command, and all of its recovery.
    for moment in isLongForm ? Sample(course.moments.all, 12).few : first.few {
      let plan = FaultPlan()
      let (probe, _) = try killed(row, at: moment)
      try Self.next(try probe.opened(plan))
      let again = Self.telling(plan.calls, 4)
      if first.few.contains(moment) { few += again.few.count }
      for second in again.chosen {
        let (test, _) = try killed(row, at: moment)
        try? Self.next(test.opened(FaultPlan(.stop, at: second)))
        let note: Comment = "\(row.name), killed at call \(moment), recovery at call \(second)"
        var tally = Tally()
        let files = try recovered(test, note, course, &tally)
        #expect(files == course.before || files == course.after, note)
        if files == course.before || files == course.after { survived += 1 }
        tried += 1
      }
    }
    #expect(tried > 10)
    try SafetyTable.recoveries.note(
      row.name, SafetyTable.Line(tried: tried, few: few, survived: survived))
  }

  /// A notebook in which the row was killed at a call; and whether it had ended well before.
  private func killed(_ row: CrashRow, at moment: Int) throws -> (TestNotebook, Bool) {
    let test = try TestNotebook(row.files)
    try row.before(test.notebook, test.catalog())
    let catalog = test.catalog()
    let succeeded = (try? row.body(test.opened(FaultPlan(.stop, at: moment)), catalog)) != nil
    return (test, succeeded)
  }

  /// A command that does nothing but what has to be done before.
  private static func next(_ notebook: Notebook) throws {
    try notebook.state.transaction(at: notebook.clock.now) { _ in }
  }

  /// The calls at which a kill has something to show for it.
  private static func telling(_ calls: [SystemCall], _ count: Int) -> Sample<Int> {
    let numbers = calls.indices.filter { !harmless.contains(calls[$0]) }.map { $0 + 1 }
    return Sample(numbers, among: calls, count)
  }

  /// Runs the row as it is meant to be, and notes how.
  private func course(of row: CrashRow) throws -> Course {
    let test = try TestNotebook(row.files)
    try row.before(test.notebook, test.catalog())
    let catalog = test.catalog()
    let before = test.files()
    let plan = FaultPlan()
    try row.body(test.opened(plan), catalog)
    let moments = Self.telling(plan.calls, 10)
    return Course(
      before: before, after: test.files(),
      moments: row.files.count < 100 ? moments : Sample(Sample(moments.all, 150).few, 4))
  }

  /// The files when the next command has begun; a further one has nothing to do.
  private func recovered(
    _ test: TestNotebook, _ note: Comment, _ course: Course, _ tally: inout Tally
  ) throws -> [String: String] {
    let torn = test.files()
    let notices = try test.notices(Self.next).filter {
      if case .recovering = $0 { false } else { true }
    }
    switch notices.first {
    case .recovered(let recovery)?:
      #expect(recovery.left == [], note)
      if recovery.outcome == .finished { tally.finished += 1 } else { tally.takenBack += 1 }
    case nil: if torn == course.after { tally.done += 1 } else { tally.untouched += 1 }
    default: Issue.record("\(notices)", severity: .error)
    }
    let files = test.files()
    #expect(try test.notices(Self.next).isEmpty, note)
    #expect(test.files() == files, note)
    #expect(test.leftOver.isEmpty, note)
    return files
  }

  /// What has happened can be taken back; and `doctor` sees nothing that it would not see anyway.
  private func expectUndoable(_ test: TestNotebook, _ note: Comment, _ course: Course) throws {
    guard test.files() == course.after else { return }
    let notebook = try test.opened()
    let last = try #require(try notebook.state.operations().operations.first, note)
    #expect(!last.isTakenBack, note)
    let undoing = try notebook.undo([last])
    #expect(undoing.report.refused == [], note)
    #expect(test.files() == course.before, note)
  }
}
