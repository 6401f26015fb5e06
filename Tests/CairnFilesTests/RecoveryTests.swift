import CairnText
import Testing

@testable import CairnFiles

/// What another program saved while an edit was interrupted is there after the recovery.
@Suite struct RecoveryTests {
  /// Killed when the old and the new file have changed places: what lies aside is what the file was
  /// at that moment, also where it is a part of what it was before.
  @Test(arguments: ["old", "old text", "old text, and more", "other", ""])
  func save(saved: String) throws {
    let whole = FaultPlan()
    try edit(Sandbox(), whole)
    let exchange = try #require(whole.calls.firstIndex(of: .exchange)) + 1
    var met = 0
    for number in exchange...whole.calls.count {
      let sandbox = try Sandbox()
      try? edit(sandbox, FaultPlan(.stop, at: number))
      guard sandbox.text("a.md") == "new text",
        let aside = sandbox.names().first(where: { $0 != "a.md" && sandbox.text($0) == "old text" })
      else { continue }
      met += 1
      sandbox.write(aside, saved)
      _ = try sandbox.state().transaction(at: noon) { _ in }
      let state = try sandbox.state()
      let kept = try state.trash().entries.map { entry in
        String(decoding: try state.contents(of: entry).bytes, as: UTF8.self)
      }
      let texts = kept + [sandbox.text("a.md") ?? ""]
      #expect(saved.isEmpty || texts.contains(saved), "call \(number)")
      #expect(sandbox.names() == ["a.md"], "call \(number)")
    }
    #expect(met > 0)
  }

  /// The rollback of many new files makes the same number of system calls for each of them, and a
  /// long one is announced before it begins.
  @Test func costsTheSameForEachFile() throws {
    let few = try rollback(of: 40)
    let many = try rollback(of: 160)
    #expect(few.notices == ["recovered 40"] && many.notices == ["recovering 160", "recovered 160"])
    // The calls that do not depend on the number of files make `few` a little dearer.
    #expect(many.calls / 160 <= few.calls / 40, "\(many.calls) and \(few.calls) calls")
    #expect(few.calls > 40)
  }

  /// The number of system calls, and the notices, of the rollback of an operation that is killed
  /// just before its last file gets its name.
  private func rollback(of count: Int) throws -> (calls: Int, notices: [String]) {
    let whole = FaultPlan()
    let probe = try Sandbox()
    try create(count, in: probe.state(whole))
    let last = try #require(whole.calls.lastIndex(of: .renameNew)) + 1
    let sandbox = try Sandbox()
    try? create(count, in: sandbox.state(FaultPlan(.stop, at: last)))
    let said = Said()
    var caller = Caller()
    caller.tell = { said.add($0) }
    let plan = FaultPlan()
    try sandbox.state(plan, caller).transaction(at: noon) { _ in }
    #expect(sandbox.names() == [])
    #expect(try sandbox.state().trash().entries.count == count)
    return (plan.calls.count, said.notices.map(Self.summary))
  }

  private func create(_ count: Int, in state: StateFolder) throws {
    try state.transaction(at: noon) { transaction in
      for number in 0..<count {
        try transaction.create(note("n\(number).md"), Array("text \(number)".utf8))
      }
    }
  }

  private static func summary(_ notice: Notice) -> String {
    switch notice {
    case .recovering(_, _, let steps): "recovering \(steps)"
    case .recovered(let recovery): "recovered \(recovery.files)"
    default: "\(notice)"
    }
  }

  /// An edit of `old text` to `new text`.
  private func edit(_ sandbox: Sandbox, _ plan: FaultPlan) throws {
    sandbox.write("a.md", "old text")
    _ = try sandbox.state(plan).transaction(at: noon) {
      try $0.edit(note("a.md")) { _ in Array("new text".utf8) }
    }
  }
}
