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

  @Test(arguments: CrashRow.all)
  func fails(row: CrashRow) throws {
    let (before, after, calls) = try course(of: row)
    for number in 1...calls {
      // Each reason meets each call in some row, and each row each reason.
      let (reason, fault) = Self.reasons[(number + row.name.utf8.count) % Self.reasons.count]
      let test = try TestNotebook(row.files)
      try row.before(test.notebook, test.library())
      let library = test.library()
      let plan = FaultPlan(fault, at: number)
      let outcome = Result { try row.body(test.opened(plan), library) }
      let call = plan.calls.count >= number ? plan.calls[number - 1].rawValue : "none"
      let note: Comment = "\(row.name), call \(number), \(call): \(reason)"
      let files = test.files()
      // A file may have moved, and be refused its change.
      let whole = Set(before.values).union(after.values)
      for (path, text) in Self.kept(files) where !row.isLenient {
        #expect(whole.contains(text), "\(note) \(path)")
      }
      switch outcome {
      case .success where !row.isLenient: #expect(Self.kept(files) == Self.kept(after), note)
      case .success: break
      case .failure(let error):
        #expect(reason != "EINTR" && reason != "short", note)
        #expect(error is FileError || error is Diagnostic, "\(note) \(error)")
      }
      try expectWorking(test, note, before, after)
    }
  }

  /// The files that are no temporary ones: where removing one fails, it stays, and `doctor` says so.
  private static func kept(_ files: [String: String]) -> [String: String] {
    files.filter { !$0.key.contains(".cairn-") }
  }

  private func course(
    of row: CrashRow
  ) throws -> (before: [String: String], after: [String: String], calls: Int) {
    let test = try TestNotebook(row.files)
    try row.before(test.notebook, test.library())
    let library = test.library()
    let before = test.files()
    let plan = FaultPlan()
    try row.body(test.opened(plan), library)
    return (before, test.files(), plan.calls.count)
  }

  /// The next command works; of a file no more is lost than has gone into the trash.
  private func expectWorking(
    _ test: TestNotebook, _ note: Comment, _ before: [String: String], _ after: [String: String]
  ) throws {
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
    for (path, text) in before where after[path] == text {
      #expect(texts.contains(text), "\(note) \(path)")
    }
  }
}
