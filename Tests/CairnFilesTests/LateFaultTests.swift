import CairnText
import Glibc
import Synchronization
import SystemPackage
import Testing

@testable import CairnFiles

/// What becomes of a change when only what comes after it fails.
@Suite struct LateFaultTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test("Where the folder cannot be synced, a change is said to be unsafe, and can be undone")
  func sync() throws {
    // The journal and its folder are synced, then the new bytes; the fourth time it is the folder.
    for (number, paths) in [(4, ["a.md"]), (5, ["a.md", "b.md"])] {
      for path in paths { sandbox.write(path, "old") }
      _ = try sandbox.state().transaction(at: noon) { try $0.makeFolder(note("made")) }
      let plan = FaultPlan(.fail(.ioError), at: number, of: .fsync)
      try sandbox.state(plan).transaction(at: noon) { transaction in
        if paths.count == 1 {
          let error = #expect(throws: FileError.self) {
            try transaction.edit(note("a.md")) { _ in Array("new".utf8) }
          }
          #expect(error?.operation == .sync)
        } else {
          for outcome in try transaction.editAll(paths.map(note), { _, _ in Array("new".utf8) }) {
            guard case .unsafe = outcome else {
              Issue.record("\(outcome)")
              continue
            }
          }
        }
      }
      for path in paths { #expect(sandbox.text(path) == "new") }
      let state = try sandbox.state()
      let last = try #require(try state.operations().operations.first)
      try state.transaction(at: noon) { transaction in
        let undone = try transaction.carryOut(state.planToUndo([last]))
        #expect(undone.refused.isEmpty && undone.changes.count == paths.count)
      }
      for path in paths { #expect(sandbox.text(path) == "old") }
      try sandbox.state().transaction(at: noon) { try $0.removeFolder(note("made")) }
    }
  }

  @Test(
    "A temporary file that could not be removed goes later, or is named", arguments: [false, true])
  func leftOver(isLasting: Bool) throws {
    sandbox.write("a.md", "old")
    let said = Said()
    var caller = Caller()
    caller.tell = { said.add($0) }
    let plan = FaultPlan(.fail(.ioError), at: 1, of: .unlinkat, lasting: isLasting)
    try sandbox.state(plan, caller).transaction(at: noon) {
      _ = try $0.edit(note("a.md")) { _ in Array("new".utf8) }
    }
    #expect(sandbox.text("a.md") == "new")
    guard isLasting else {
      #expect(sandbox.names() == ["a.md"] && said.notices.count == said.operations.count)
      return
    }
    #expect(sandbox.names().count == 2)
    guard case .leftOver(let error)? = said.notices.first else {
      Issue.record("\(said.notices)")
      return
    }
    #expect(error.notePath.map { TemporaryName.isOne($0.nameBytes) } == true)
  }

  @Test("An operation is told when it ends, unless nothing is left of it")
  func wrote() throws {
    let said = Said()
    var caller = Caller()
    caller.tell = { said.add($0) }
    let state = try sandbox.state(nil, caller)
    try state.transaction(at: noon) { _ in }
    try state.transaction(at: noon) { transaction in
      try transaction.makeFolder(note("a"))
      try transaction.removeFolder(note("a"))
    }
    #expect(throws: FileError.self) {
      try state.transaction(at: noon) { try $0.move(note("b.md"), to: note("c.md")) }
    }
    #expect(said.operations.isEmpty)
    let first = try state.transaction(at: noon) { transaction in
      try transaction.create(note("b.md"), [])
      return transaction.operation
    }
    #expect(said.operations == [first])
    #expect(throws: FileError.self) {
      try state.transaction(at: noon) { transaction in
        try transaction.create(note("c.md"), [])
        try transaction.create(note("b.md"), [])
      }
    }
    #expect(said.operations.count == 2)
  }

  @Test("What a process that was killed left in the state folder goes when it is old")
  func killed() throws {
    let state = try sandbox.state()
    try state.transaction(at: noon) { _ in }
    let folder = "../state/cairn/\(sandbox.names("../state/cairn")[0])"
    for name in [".cairn-1.tmp", ".cairn-2.tmp", "captures"] {
      sandbox.write("\(folder)/\(name)", "rest")
    }
    let times = [timespec](repeating: timespec(tv_sec: 1000, tv_nsec: 0), count: 2)
    utimensat(AT_FDCWD, sandbox.absolute("\(folder)/.cairn-1.tmp".utf8), times, 0)
    utimensat(AT_FDCWD, sandbox.absolute("\(folder)/captures".utf8), times, 0)
    try state.transaction(at: noon) { try $0.create(note("a.md"), []) }
    let names = sandbox.names(folder)
    #expect(!names.contains(".cairn-1.tmp"))
    #expect(names.contains(".cairn-2.tmp") && names.contains("captures"))
  }

  @Test("A draft whose writer was killed is listed, and stays; its notes alone are none")
  func killedDraft() throws {
    let state = try sandbox.state()
    _ = try state.saveDraft([65], at: noon)
    let folder = "../state/cairn/\(sandbox.names("../state/cairn")[0])/drafts"
    let names = [".cairn-5f00000000.tmp", ".cairn-6f00000000.tmp", ".cairn-5f.tmp"]
    let times = [timespec](repeating: timespec(tv_sec: 1000, tv_nsec: 0), count: 2)
    for (name, text) in zip(names, ["half a text", "", "for edit"]) {
      sandbox.write("\(folder)/\(name)", text)
      utimensat(AT_FDCWD, sandbox.absolute("\(folder)/\(name)".utf8), times, 0)
    }
    _ = try state.saveDraft([66], at: noon)
    let drafts = try state.drafts().filter { !$0.isCapture }
    #expect(try drafts.map { try state.text(of: $0) } == [Array("half a text".utf8)])
    #expect(drafts.first?.time == Instant(seconds: 1000))
    #expect(try state.drafts().count == 3)
    #expect(sandbox.names(folder).count { names.contains($0) } == 2)
    for draft in drafts { try state.removeDraft(draft) }
    #expect(try state.drafts().count == 2)
  }

  @Test("Drafts of the same second come in the order in which they were kept")
  func drafts() throws {
    let state = try sandbox.state()
    for number in 1...12 { _ = try state.saveDraft(Array("\(number)".utf8), at: noon) }
    let texts = try state.drafts().map { try String(decoding: state.text(of: $0), as: UTF8.self) }
    #expect(texts == (1...12).reversed().map(String.init))
  }
}

/// What was said, in its order.
final class Said: Sendable {
  private let list = Mutex<[Notice]>([])

  var notices: [Notice] { list.withLock { $0 } }

  /// The operations that wrote.
  var operations: [String] {
    notices.compactMap { if case .wrote(let operation) = $0 { operation } else { nil } }
  }

  func add(_ notice: Notice) { list.withLock { $0.append(notice) } }
}
