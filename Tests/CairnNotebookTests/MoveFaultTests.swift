import CairnCapture
import CairnFiles
import CairnText
import SystemPackage
import Testing

@testable import CairnNotebook

/// Whatever fails, at whichever call (at every third one, where it has to be quick): every capture is in one place, whole, old or rewritten.
@Suite struct MoveFaultTests {
  static let before = [
    "w/a.md": "---\ncollection: w\n---\n[b](../b.md)", "b.md": "[a](w/a.md)", "c.md": "[b](b.md)",
  ]

  @Test func aMoveLosesNothing() throws {
    try everyCall { test, library, capture in
      _ = try test.notebook.move([capture], to: note("x"), creating: true, in: library)
    }
  }

  @Test func aRenamedCollectionLosesNothing() throws {
    try everyCall { test, library, _ in
      _ = try test.notebook.renameCollection(note("w"), to: note("x"), in: library)
    }
  }

  /// Runs `operation` on a fresh notebook once for each system call, which fails.
  private func everyCall(
    _ operation: (TestNotebook, Library, Capture) throws -> Void
  ) throws {
    var number = 1
    while true {
      let plan = FaultPlan(.fail(.ioError), at: number)
      defer { number += isLongForm ? 1 : 3 }
      // Where the notebook cannot even be opened, nothing is done to it.
      guard let test = try? TestNotebook(Self.before, faults: plan) else { continue }
      let library = test.library()
      if let capture = library.captures.first(where: { $0.path == note("w/a.md") }) {
        try? operation(test, library, capture)
      }
      let files = test.files().filter { !$0.key.contains("/.") && !$0.key.hasPrefix(".") }
      let moved = [files["w/a.md"], files["x/a.md"]].compactMap(\.self)
      #expect(moved.count == 1, "call \(number): \(files)")
      #expect(
        moved == [Self.before["w/a.md"]] || moved == ["---\ncollection: x\n---\n[b](../b.md)"],
        "call \(number)")
      #expect(files["b.md"] == "[a](w/a.md)" || files["b.md"] == "[a](x/a.md)", "call \(number)")
      #expect(files["c.md"] == Self.before["c.md"])
      if plan.calls.count < number { break }
    }
    #expect(number > 20)
  }
}
