import CairnFiles
import CairnText
import SystemPackage
import Testing

@testable import CairnNotebook

/// Captures that a command moves while another one lists the notebook's folders.
struct UndisturbedTests {
  /// Moves a file as a command does, in an operation of its own.
  private static func move(_ path: String, to newPath: String, below base: String) throws {
    let notebook = Notebook(
      store: try Store(root: FilePath("\(base)/root")), stateBase: FilePath("\(base)/state"),
      settings: Settings(), clock: TestNotebook.clock)
    try notebook.state.transaction(at: TestNotebook.clock.now) {
      try $0.move(note(path), to: note(newPath))
    }
  }

  @Test("A capture that moves at any moment of a walk is found", arguments: [true, false])
  func moved(toRoot: Bool) throws {
    let places = ["d/one.md", "one.md"]
    let (from, to) = toRoot ? (places[0], places[1]) : (places[1], places[0])
    var call = 1
    while true {
      let disk = try TestNotebook([from: "---\nid: onecapture\n---\n", "d/two.md": "", "e/": ""])
      let base = disk.base
      let plan = FaultPlan(
        .run { try? Self.move(from, to: to, below: base) }, at: call, of: .getdents)
      let catalog = try disk.opened(plan).catalog()
      #expect(catalog.entries(withID: "onecapture").count == 1, "\(from), call \(call)")
      if plan.calls.count(where: { $0 == .getdents }) < call { break }
      call += 1
    }
    #expect(call > 6)
  }

  @Test("Without other commands, looking at the journal costs four system calls")
  func cost() throws {
    let disk = try TestNotebook(["one.md": ""])
    let plan = FaultPlan()
    let notebook = try disk.opened(plan)
    let before = plan.calls.count
    var runs = 0
    notebook.state.undisturbed { runs += 1 }
    #expect(runs == 1)
    #expect(plan.calls.dropFirst(before).allSatisfy { $0 == .fstatat })
    #expect(plan.calls.count - before == 4)
  }
}
