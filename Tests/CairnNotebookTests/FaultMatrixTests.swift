import CairnFiles
import CairnText
import SystemPackage
import Testing

@testable import CairnNotebook

/// Whichever call fails, and for whatever reason: files are whole, what went wrong is said, and the
/// next command works.
@Suite struct FaultMatrixTests {
  private static let reasons: [(String, FaultPlan.Fault)] = [
    ("ENOSPC", .fail(.noSpace)), ("EIO", .fail(.ioError)), ("EACCES", .fail(.permissionDenied)),
    ("EMFILE", .fail(.tooManyOpenFiles)), ("EROFS", .fail(.readOnlyFileSystem)),
    ("EINTR", .fail(.interrupted)), ("short", .short(3)),
  ]

  @Test(arguments: CrashRow.all + CrashRow.imports)
  func fails(row: CrashRow) throws {
    let (before, after, calls) = try course(of: row)
    let sample = Sample(Array(1...calls.count), among: calls, 16)
    var line = SafetyTable.Line(tried: sample.chosen.count, few: sample.few.count)
    var (said, done) = (0, 0)
    for (turn, number) in sample.chosen.enumerated() {
      // Each reason meets each call in some row, and each row each reason.
      let (reason, fault) = Self.reasons[(turn + row.name.utf8.count) % Self.reasons.count]
      let test = try TestNotebook(row.files)
      try row.before(test.notebook, test.catalog())
      let catalog = test.catalog()
      let plan = FaultPlan(fault, at: number)
      let outcome = Result { try row.body(test.opened(plan), catalog) }
      let call = plan.calls.count >= number ? plan.calls[number - 1].rawValue : "none"
      let note: Comment = "\(row.name), call \(number), \(call): \(reason)"
      let files = test.files()
      let temporary = files.keys.filter { $0.contains(".cairn-") && before[$0] == nil }
      #expect(temporary.isEmpty, note)
      // A file may have moved, and be refused its change.
      let whole = Set(before.values).union(after.values)
      for (path, text) in files where !row.isLenient {
        #expect(whole.contains(text), "\(note) \(path)")
      }
      switch outcome {
      case .success:
        if !row.isLenient { #expect(files == after, note) }
        done += 1
      case .failure(let error):
        #expect(reason != "EINTR" && reason != "short", note)
        let isKnown = error is FileError || error is Diagnostic || error is OperationFailure
        #expect(isKnown, "\(note) \(error)")
        said += 1
      }
      if try isWorking(test, note, before, after) { line.survived += 1 }
    }
    line.others = [said, done]
    try SafetyTable.faults.note(row.name, line)
  }

  private func course(
    of row: CrashRow
  ) throws -> (before: [String: String], after: [String: String], calls: [SystemCall]) {
    let test = try TestNotebook(row.files)
    try row.before(test.notebook, test.catalog())
    let catalog = test.catalog()
    let before = test.files()
    let plan = FaultPlan()
    try row.body(test.opened(plan), catalog)
    return (before, test.files(), plan.calls)
  }

  /// Whether the next command works, and of a file no more is lost than has gone into the trash.
  private func isWorking(
    _ test: TestNotebook, _ note: Comment, _ before: [String: String], _ after: [String: String]
  ) throws -> Bool {
    let notebook = try test.opened()
    try notebook.state.transaction(at: notebook.clock.now) { transaction in
      try transaction.create(CairnNotebookTests.note("next.md"), [65])
    }
    #expect(test.files()["next.md"] == "A", note)
    let texts = Set(test.files().values)
      .union(
        try notebook.state.trash().entries.compactMap { entry in
          (try? notebook.state.contents(of: entry).bytes).map {
            String(decoding: $0, as: UTF8.self)
          }
        })
    let lost = before.filter { path, text in after[path] == text && !texts.contains(text) }
    #expect(lost.isEmpty, note)
    return lost.isEmpty
  }
}
