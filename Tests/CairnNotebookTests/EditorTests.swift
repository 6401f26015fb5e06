import CairnCapture
import CairnDocument
import CairnFiles
import CairnText
import SystemPackage
import Testing

@testable import CairnNotebook

/// What an editor saves is never lost, nor what commands do meanwhile.
@Suite struct EditorTests {
  private static let opened = "---\nscore: 1\n---\nOne\n\nTwo\n\nThree\n"
  private static let saved = "---\nscore: 1\n---\nOne\n\nTwo!\n\nThree\n"
  private static let merged = "---\nscore: 3\n---\nOne\n\nTwo!\n\nThree\n"

  /// A file changed by a command and then overwritten by the editor, one that the editor alone
  /// changed, and one that it removed.
  private func close(_ test: TestNotebook, _ faults: FaultPlan?) throws -> EditorReport {
    let paths = ["a.md", "b.md", "c.md"]
    let opened = try test.notebook.open(paths.map { try test.notebook.capture(at: note($0)) })
    _ = try test.notebook.change([test.notebook.capture(at: note("a.md"))]) {
      capture throws(Diagnostic) in
      try test.notebook.applying([.set("score", .literal("3"))], to: capture)
    }
    for path in paths.dropLast() { test.write(path, Self.saved) }
    try test.notebook.state.transaction(at: test.notebook.clock.now) { transaction in
      try transaction.withdraw(note("c.md"), [])
    }
    return try test.opened(faults).close(opened)
  }

  private func fresh() throws -> TestNotebook {
    try TestNotebook(["a.md": Self.opened, "b.md": Self.opened, "c.md": Self.opened])
  }

  @Test func isTakenBack() throws {
    let test = try fresh()
    let result = try close(test, nil)
    #expect(result.report.changed.count == 3)
    #expect(test.files() == ["a.md": Self.merged, "b.md": Self.saved])
    let last = try #require(try test.notebook.state.operations().operations.first)
    #expect(try test.notebook.undo([last]).report.refused.isEmpty)
    let set = Self.opened.replacing("score: 1", with: "score: 3")
    #expect(test.files() == ["a.md": set, "b.md": Self.opened, "c.md": Self.opened])
  }

  @Test(arguments: [FaultPlan.Fault.stop, .fail(.noSpace)])
  func losesNothing(fault: FaultPlan.Fault) throws {
    let plan = FaultPlan()
    _ = try close(fresh(), plan)
    let count = plan.calls.count
    #expect(count > 20)
    for number in 1...count {
      let test = try fresh()
      _ = try? close(test, FaultPlan(fault, at: number))
      _ = try test.notices { notebook in
        try notebook.state.transaction(at: notebook.clock.now) { _ in }
      }
      let files = test.files()
      #expect([Self.saved, Self.merged].contains(files["a.md"]), "call \(number)")
      #expect(files["b.md"] == Self.saved, "call \(number)")
      #expect([nil, Self.opened].contains(files["c.md"]), "call \(number)")
    }
  }
}
