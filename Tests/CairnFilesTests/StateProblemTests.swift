import CairnText
import Glibc
import SystemPackage
import Testing

@testable import CairnFiles

/// What is found wrong in a state folder, what is done about it, and how one root's state becomes
/// another's.
@Suite struct StateProblemTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// The state folder, from the root.
  private func folder() throws -> String {
    "../state/cairn/\(StateFolder.hash(try sandbox.store().root.bytes))"
  }

  /// Makes a file, and removes another: two operations and an entry of the trash.
  private func work(_ names: [String] = ["a.md", "b.md"]) throws {
    for name in names { sandbox.write(name, "text of \(name)") }
    let state = try sandbox.state()
    _ = try state.transaction(at: noon) { try $0.edit(note(names[0])) { $0 + [65] } }
    _ = try state.transaction(at: noon) { try $0.trash(note(names[1])) }
  }

  /// Begins an edit that stops when it is in the journal.
  private func interrupt() throws {
    for number in 1...100 {
      let plan = FaultPlan(.stop, at: number)
      try? sandbox.state(plan).transaction(at: noon) { _ = try $0.edit(note("a.md")) { _ in [66] } }
      // The header alone is no operation yet: what is in the journal then goes without a word.
      if try kinds() == [.journalUnfinished], plan.calls.count >= number,
        plan.calls[number - 1] == .exchange
      {
        return
      }
    }
  }

  private func kinds() throws -> [StateProblem.Kind] { try sandbox.state().problems().map(\.kind) }

  @Test("Nothing is wrong where nothing was done, and after it was")
  func sound() throws {
    #expect(try kinds() == [])
    try work()
    #expect(try kinds() == [])
    let last = try #require(try sandbox.state().operations().operations.first)
    let plan = try sandbox.state().planToUndo([last])
    _ = try sandbox.state().transaction(at: noon) { try $0.carryOut(plan) }
    #expect(try kinds() == [])
  }

  @Test("A journal with any byte changed is found, and one cut off anywhere; then it is put aside")
  func journals() throws {
    try work()
    let journals = "\(try folder())/journal"
    let name = try #require(sandbox.names(journals).first)
    let store = try Store(root: sandbox.base)
    let path = note("\(journals.dropFirst(3))/\(name)")
    let whole = try store.read(path).bytes
    for index in whole.indices {
      var bytes = whole
      bytes[index] ^= 0x10
      for damaged in [bytes, Array(whole[..<index])] {
        sandbox.put(damaged, at: "\(journals)/\(name)")
        #expect(try kinds() == [.journalDamaged], "byte \(index)")
      }
    }
    let state = try sandbox.state()
    for problem in state.problems() {
      #expect(try state.repair(problem, at: noon))
      #expect(try !state.repair(problem, at: noon))
    }
    #expect(try kinds() == [.journalPutAside])
    #expect(try state.operations().problems == [])
    #expect(try state.operations().operations.count == 1)
  }

  @Test("What stands in the place of a journal: a folder, a pipe, a link, a stranger")
  func strangers() throws {
    try work()
    let journals = "\(try folder())/journal"
    mkdir(sandbox.absolute("\(journals)/00000003-x".utf8), 0o755)
    mkfifo(sandbox.absolute("\(journals)/00000004-x".utf8), 0o644)
    sandbox.link("\(journals)/00000005-x", to: "/etc/passwd")
    sandbox.write("\(journals)/stranger", "x")
    let kinds = try kinds()
    #expect(kinds.count == 4)
    #expect(kinds.last == .journalDamaged)
    #expect(try sandbox.state().operations().operations.count == 2)
    try sandbox.state().transaction(at: noon) { _ = try $0.edit(note("a.md")) { $0 + [66] } }
    #expect(try sandbox.state().operations().operations.count == 3)
  }

  @Test("What stands in the place of the pending journal holds up nobody", arguments: 0..<5)
  func pendingStrangers(kind: Int) throws {
    try work()
    let pending = "\(try folder())/journal/pending"
    switch kind {
    case 0: mkdir(sandbox.absolute(pending.utf8), 0o755)
    case 1: mkfifo(sandbox.absolute(pending.utf8), 0o644)
    case 2: sandbox.link(pending, to: "/etc/passwd")
    case 3: sandbox.link(pending, to: "pending")
    default: sandbox.write(pending, String(repeating: "no journal ", count: 9))
    }
    sandbox.write("c.md", "c")
    try sandbox.state().transaction(at: noon) { _ = try $0.edit(note("c.md")) { _ in [66] } }
    #expect(sandbox.text("c.md") == "B")
    #expect(try sandbox.state().operations().operations.count == 3)
    #expect(try kinds() == [.journalPutAside])
  }

  @Test("What stands in the place of the lock is said, and never waited for", arguments: 0..<4)
  func lockStrangers(kind: Int) throws {
    try work()
    let lock = "\(try folder())/lock"
    unlink(sandbox.absolute(lock.utf8))
    switch kind {
    case 0: mkdir(sandbox.absolute(lock.utf8), 0o755)
    case 1: sandbox.link(lock, to: "../../../root/a.md")
    case 2: sandbox.link(lock, to: "lock")
    default: mkfifo(sandbox.absolute(lock.utf8), 0o644)
    }
    let before = sandbox.text("a.md")
    let outcome = Result {
      try sandbox.state().transaction(at: noon) { _ = try $0.edit(note("a.md")) { _ in [66] } }
    }
    switch outcome {
    case .success: #expect(kind == 3 && sandbox.text("a.md") == "B")
    case .failure(let error):
      #expect(kind < 3 && (error as? FileError)?.operation == .lock)
      #expect(sandbox.text("a.md") == before)
    }
  }

  @Test("An operation that was interrupted, and one that is under way")
  func pending() throws {
    sandbox.write("a.md", "a")
    try interrupt()
    #expect(sandbox.names("\(try folder())/journal").contains("pending"))
    #expect(try kinds() == [.journalUnfinished])
    try sandbox.state().transaction(at: noon) { transaction in
      _ = try transaction.edit(note("a.md")) { _ in [2] }
      #expect(try kinds() == [])
    }
    #expect(try kinds() == [])
  }

  @Test("Entries of the trash without an origin, and without anything in them")
  func trash() throws {
    try work()
    let trash = "\(try folder())/trash"
    sandbox.write("\(trash)/lost/contents", "text")
    sandbox.write("\(trash)/wrong/contents", "text")
    sandbox.write("\(trash)/wrong/entry", "no record")
    sandbox.write("\(trash)/hollow/entry", "x")
    #expect(try kinds() == [.trashHollow, .trashDamaged, .trashDamaged])
    let state = try sandbox.state()
    for problem in state.problems() {
      #expect(try state.repair(problem, at: noon) == problem.isRepairable)
    }
    #expect(try kinds() == [.trashDamaged, .trashDamaged])
    #expect(sandbox.text("\(trash)/lost/contents") == "text")
    #expect(try state.trash().entries.count == 1)
  }

  // MARK: Taking over

  @Test("What was kept of a root comes before what was done since at the new one")
  func takeOver() throws {
    try work()
    let old = try sandbox.store().root
    _ = try sandbox.state().saveDraft([65], at: noon)
    rename(sandbox.path("root"), sandbox.path("moved"))
    let root = sandbox.base.appending("moved")
    let state = StateFolder(in: sandbox.states, of: try Store(root: root))
    try state.transaction(at: noon) { _ = try $0.edit(note("a.md")) { $0 + [66] } }
    try state.transaction(at: noon) { _ = try $0.edit(note("a.md")) { $0 + [67] } }
    let before = try state.operations().operations.map(\.id)
    try state.takeOver(old)
    #expect(try StateFolder.all(in: sandbox.states).map(\.root) == [root])
    let operations = try state.operations().operations
    #expect(operations.count == 4)
    #expect(operations.prefix(2).map(\.id) == before)
    #expect(state.problems() == [])
    #expect(try state.drafts().count == 1)
    let plan = try state.planToUndo(operations)
    #expect(plan.refused == [])
    _ = try state.transaction(at: noon) { try $0.carryOut(plan) }
    rename(sandbox.path("moved"), sandbox.path("root"))
    #expect(sandbox.contents() == ["a.md": "text of a.md", "b.md": "text of b.md"])
  }

  @Test("An interrupted operation comes along, and is dealt with")
  func takeOverPending() throws {
    sandbox.write("a.md", "a")
    let old = try sandbox.store().root
    try interrupt()
    rename(sandbox.path("root"), sandbox.path("moved"))
    let state = StateFolder(
      in: sandbox.states, of: try Store(root: sandbox.base.appending("moved")))
    try state.takeOver(old)
    #expect(state.problems() == [])
    #expect(try !state.operations().operations.isEmpty)
    rename(sandbox.path("moved"), sandbox.path("root"))
    #expect(["a", "B"].contains(sandbox.text("a.md")))
    #expect(sandbox.names() == ["a.md"])
  }

  @Test("Whichever call fails: asked for again, all of it is taken over, in its order")
  func takeOverFaults() throws {
    var number = 1
    while true {
      let sandbox = try Sandbox(in: "/dev/shm")
      sandbox.write("a.md", "")
      let root = sandbox.root
      for byte in 1...3 as ClosedRange<UInt8> {
        _ = try sandbox.state().transaction(at: noon) {
          try $0.edit(note("a.md")) { $0 + [64 + byte] }
        }
      }
      let old = try sandbox.store().root
      rename(sandbox.path("root"), sandbox.path("moved"))
      let moved = root.removingLastComponent().appending("moved")
      let state = { StateFolder(in: sandbox.states, of: try Store(root: moved, faults: $0)) }
      for byte in 4...5 as ClosedRange<UInt8> {
        _ = try state(nil).transaction(at: noon) {
          try $0.edit(note("a.md")) { $0 + [64 + byte] }
        }
      }
      let plan = FaultPlan(.stop, at: number)
      let isDone = (try? state(plan).takeOver(old)) != nil
      if try StateFolder.all(in: sandbox.states).contains(where: { $0.root == old }) {
        try state(nil).takeOver(old)
      }
      let operations = try state(nil).operations().operations
      #expect(operations.count == 5, "call \(number)")
      let undo = try state(nil).planToUndo(operations)
      #expect(undo.refused == [], "call \(number)")
      _ = try state(nil).transaction(at: noon) { try $0.carryOut(undo) }
      rename(sandbox.path("moved"), sandbox.path("root"))
      #expect(sandbox.text("a.md") == "", "call \(number)")
      if isDone { break }
      number += 1
    }
    #expect(number > 20)
  }

  @Test("No state, and one whose root is still there, are not taken over")
  func refused() throws {
    try work()
    let state = StateFolder(in: sandbox.states, of: try Store(root: sandbox.base))
    let none = #expect(throws: FileError.self) { try state.takeOver("/nowhere") }
    #expect(none?.code == .notFound)
    let there = #expect(throws: FileError.self) { try state.takeOver(sandbox.store().root) }
    #expect(there?.code == .exists)
    #expect(try sandbox.state().operations().operations.count == 2)
  }
}
