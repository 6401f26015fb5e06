import CairnCapture
import CairnFiles
import CairnText
import SystemPackage
import Testing

@testable import CairnNotebook

/// Whatever fails, at whichever call (at every third one, where it has to be quick): all is as before
/// or all as after.
@Suite struct MoveFaultTests {
  static let before = [
    "w/a.md": "---\ncollection: w\n---\n[b](../b.md)", "b.md": "[a](w/a.md)", "c.md": "[b](b.md)",
  ]

  static let after = [
    "x/a.md": "---\ncollection: x\n---\n[b](../b.md)", "b.md": "[a](x/a.md)", "c.md": "[b](b.md)",
  ]

  @Test(arguments: [false, true])
  func aMoveIsWhole(isDiskFull: Bool) throws {
    try everyCall(isDiskFull) { test, catalog, capture in
      try test.notebook.move([capture], to: note("x"), creating: true, in: catalog)
    }
  }

  @Test(arguments: [false, true])
  func aRenamedCollectionIsWhole(isDiskFull: Bool) throws {
    try everyCall(isDiskFull) { test, catalog, _ in
      try test.notebook.renameCollection(note("w"), to: note("x"), in: catalog)
    }
  }

  /// An undo that fails leaves the operation to be undone. What cannot be restored at once, since nothing
  /// can be written any more, the next command restores.
  @Test(arguments: CrashRow.all.filter { $0.name.hasPrefix("undo") }, [false, true])
  func anUndoIsWhole(row: CrashRow, isDiskFull: Bool) throws {
    var number = 1
    var failures = 0
    while true {
      let test = try TestNotebook(row.files)
      try row.before(test.notebook, test.catalog())
      let catalog = test.catalog()
      let before = test.files()
      let plan =
        isDiskFull
        ? FaultPlan(.fail(.noSpace), at: number, of: .write, lasting: true)
        : FaultPlan(.fail(.noSpace), at: number)
      let outcome = Result { try row.body(test.opened(plan), catalog) }
      let now = test.files()
      try test.opened().state.transaction(at: TestNotebook.clock.now) { _ in }
      let later = test.files()
      if case .failure(let error) = outcome {
        failures += 1
        let isHalfDone = (error as? OperationFailure)?.isHalfDone ?? false
        #expect(isHalfDone || now == later, "call \(number)")
        #expect(later == before, "call \(number): \(error)")
        try row.body(test.opened(), catalog)
      }
      #expect(test.files() != before, "call \(number)")
      let count = isDiskFull ? plan.calls.count { $0 == .write } : plan.calls.count
      if count < number { break }
      number += isLongForm || isDiskFull ? 1 : 3
    }
    #expect(failures > 1)
  }

  /// An import that fails says what became of the notes, and the next command removes them.
  @Test(arguments: [false, true])
  func anImportIsWhole(isDiskFull: Bool) throws {
    let captures = ["One.", "Two.", "Three."].map {
      ImportedCapture(text: "---\ntype: note\n---\n\($0)\n", in: note("new"), label: $0)
    }
    var (number, halfDone) = (1, 0)
    while true {
      let test = try TestNotebook(Self.before)
      let before = test.files()
      let plan =
        isDiskFull
        ? FaultPlan(.fail(.noSpace), at: number, of: .write, lasting: true)
        : FaultPlan(.fail(.noSpace), at: number)
      let outcome = Result {
        var chance = SplitMix(seed: 1)
        return try test.opened(plan).add(captures, .write, using: &chance) { [] }
      }
      let now = test.files()
      try test.opened().state.transaction(at: TestNotebook.clock.now) { _ in }
      if case .failure(let error) = outcome {
        #expect(test.files() == before, "call \(number): \(error)")
        if let failure = error as? OperationFailure {
          if failure.isHalfDone { halfDone += 1 }
          #expect(failure.isHalfDone == (now != before), "call \(number): \(error)")
        }
      }
      let count = isDiskFull ? plan.calls.count { $0 == .write } : plan.calls.count
      if count < number { break }
      number += isLongForm || isDiskFull ? 1 : 3
    }
    #expect(isDiskFull ? halfDone > 0 : number > 20)
  }

  /// Runs `operation` on a fresh notebook once for each system call, which fails; or from which on
  /// nothing can be written.
  private func everyCall(
    _ isDiskFull: Bool, _ operation: (TestNotebook, Catalog, Capture) throws -> ChangeReport
  ) throws {
    var number = 1
    while true {
      let plan =
        isDiskFull
        ? FaultPlan(.fail(.noSpace), at: number, of: .write, lasting: true)
        : FaultPlan(.fail(.ioError), at: number)
      defer { number += isLongForm || isDiskFull ? 1 : 3 }
      // Where the notebook cannot even be opened, nothing is done to it.
      guard let test = try? TestNotebook(Self.before, faults: plan) else { continue }
      let catalog = test.catalog()
      // What could not be read is not known to link anywhere.
      guard catalog.problems.isEmpty else { continue }
      var isDone = false
      if let capture = catalog.captures.first(where: { $0.path == note("w/a.md") }) {
        isDone = (try? operation(test, catalog, capture))?.refused.isEmpty ?? false
      }
      let files = test.files().filter { !$0.key.contains(".cairn") && !$0.key.hasSuffix("/") }
      #expect(files == (isDone ? Self.after : Self.before) || files == Self.after, "call \(number)")
      try test.opened().state.transaction(at: TestNotebook.clock.now) { _ in }
      let later = test.files().filter { !$0.key.contains(".cairn") && !$0.key.hasSuffix("/") }
      #expect(later == files, "call \(number), the next command")
      let count = isDiskFull ? plan.calls.count { $0 == .write } : plan.calls.count
      if count < number { break }
    }
    #expect(number > (isDiskFull ? 4 : 20))
  }
}
