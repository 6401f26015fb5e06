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

  /// An edit of `old text` to `new text`.
  private func edit(_ sandbox: Sandbox, _ plan: FaultPlan) throws {
    sandbox.write("a.md", "old text")
    _ = try sandbox.state(plan).transaction(at: noon) {
      try $0.edit(note("a.md")) { _ in Array("new text".utf8) }
    }
  }
}
