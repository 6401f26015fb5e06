import CairnFiles
import CairnText
import Glibc
import Synchronization
import SystemPackage
import Testing

@testable import CairnNotebook

/// A command that is killed at any moment has happened wholly or not at all, once the next one has
/// begun.
@Suite struct CrashTests {
  /// What a row looks like before and after, and how many calls it makes that matter.
  private struct Course {
    let before: [String: String]
    let after: [String: String]
    /// The numbers of the calls at which it may be killed with something to show for it.
    let moments: [Int]
  }

  /// How often each row was killed, and what the next command did about it.
  private struct Tally {
    var killed = 0
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

  @Test(arguments: CrashRow.all)
  func killed(row: CrashRow) throws {
    let course = try course(of: row)
    #expect(course.before != course.after)
    var tally = Tally()
    for moment in course.moments {
      let test = try TestNotebook(row.files)
      try row.before(test.notebook, test.library())
      let library = test.library()
      let succeeded = (try? row.body(test.opened(FaultPlan(.stop, at: moment)), library)) != nil
      tally.killed += 1
      let note: Comment = "\(row.name), killed at call \(moment)"
      let files = try recovered(test, note, course, &tally)
      #expect(files == course.before || files == course.after, note)
      if succeeded { #expect(files == course.after, note) }
      try expectUndoable(test, note, course)
    }
    #expect(tally.killed == course.moments.count && tally.killed > 10)
    #expect(tally.finished + tally.takenBack > 0 && tally.untouched > 0)
  }

  /// Runs the row as it is meant to be, and notes how.
  private func course(of row: CrashRow) throws -> Course {
    let test = try TestNotebook(row.files)
    try row.before(test.notebook, test.library())
    let library = test.library()
    let before = test.files()
    let plan = FaultPlan()
    try row.body(test.opened(plan), library)
    let moments = plan.calls.indices.filter { !Self.harmless.contains(plan.calls[$0]) }
    return Course(before: before, after: test.files(), moments: moments.map { $0 + 1 })
  }

  /// The files when the next command has begun; a further one has nothing to do.
  private func recovered(
    _ test: TestNotebook, _ note: Comment, _ course: Course, _ tally: inout Tally
  ) throws -> [String: String] {
    let torn = test.files()
    let notices = try test.notices { try $0.state.transaction(at: $0.clock.now) { _ in } }
    switch notices.first {
    case .recovered(let recovery)?:
      #expect(recovery.left == [], note)
      if recovery.outcome == .finished { tally.finished += 1 } else { tally.takenBack += 1 }
    case nil: if torn == course.after { tally.done += 1 } else { tally.untouched += 1 }
    default: Issue.record("\(notices)", severity: .error)
    }
    let files = test.files()
    #expect(try test.notices { try $0.state.transaction(at: $0.clock.now) { _ in } }.isEmpty, note)
    #expect(test.files() == files, note)
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
