import CairnCapture
import CairnFiles
import CairnText
import SystemPackage
import Testing

@testable import CairnNotebook

/// Several captures at once, and what becomes of the one that they were cut from.
@Suite struct PiecesTests {
  private static let dump = "---\nid: aaaa234567\nimages: [media/x.gif]\n---\nring Ann. buy rope\n"

  private func pieces() -> [NewCapture] {
    ["ring Ann", "buy rope"].map { text in
      var new = NewCapture(text: text)
      new.collection = note("g")
      return new
    }
  }

  private func add(_ notebook: Notebook, _ catalog: Catalog, removes: Bool) throws -> ChangeReport {
    var generator = SplitMix(seed: 1)
    let origin = removes ? try notebook.capture(at: note("g/a.md")) : nil
    return try notebook.add(pieces(), removing: origin, using: &generator, in: catalog)
  }

  @Test func oneOperation() throws {
    let test = try TestNotebook(["g/a.md": Self.dump, "g/media/x.gif": "GIF"])
    let before = test.files()
    let report = try add(test.notebook, test.catalog(), removes: true)
    let operation = try #require(report.operation)
    #expect(report.changed.count == 4)
    #expect(report.changed.prefix(2).allSatisfy { $0.path.parent == note("g") })
    #expect(test.files().keys.count { $0.hasSuffix(".md") } == 2)
    #expect(try test.notebook.state.operations().operations.map(\.id) == [operation])
    _ = try test.notebook.undo(test.notebook.state.operations().operations)
    #expect(test.files() == before)
  }

  /// A picture that a new capture shows stays where it is.
  @Test func keepsPicturesOfPieces() throws {
    let test = try TestNotebook(["g/a.md": Self.dump, "g/media/x.gif": "GIF"])
    var pieces = pieces()
    pieces[1].text = "buy rope\n\n![x](media/x.gif)"
    for mode in [Mode.dryRun, .write] {
      var generator = SplitMix(seed: 1)
      let report = try test.notebook.add(
        pieces, removing: test.notebook.capture(at: note("g/a.md")), mode, using: &generator,
        in: test.catalog())
      #expect(report.changed.count == 3)
    }
    #expect(test.files()["g/media/x.gif"] != nil && test.files()["g/a.md"] == nil)
  }

  @Test func dryRunWritesNothing() throws {
    let test = try TestNotebook(["g/a.md": Self.dump])
    let before = test.files()
    var generator = SplitMix(seed: 1)
    let report = try test.notebook.add(
      pieces(), removing: test.notebook.capture(at: note("g/a.md")), .dryRun, using: &generator,
      in: test.catalog())
    #expect(report.changed.count == 3 && report.operation == nil)
    #expect(test.files() == before)
  }

  /// One that is refused keeps back all.
  @Test func allOrNone() throws {
    let test = try TestNotebook(["g/a.md": Self.dump])
    let before = test.files()
    var generator = SplitMix(seed: 1)
    let few = pieces() + [NewCapture(text: " ")]
    #expect(throws: CaptureRefusal.empty) {
      try test.notebook.add(few, using: &generator, in: test.catalog())
    }
    #expect(test.files() == before)
  }

  /// Whatever fails, at whichever call: all of it is done or nothing, and nothing lies in between.
  @Test func nothingIsLost() throws {
    var number = 0
    while true {
      number += 1
      let test = try TestNotebook(["g/a.md": Self.dump])
      let before = test.files()
      let plan = FaultPlan(.fail(.noSpace), at: number)
      let catalog = test.catalog()
      let done = Result { try add(test.opened(plan), catalog, removes: true) }
      let files = test.files()
      let new = files.keys.count { $0 != "g/a.md" }
      #expect(files == before || files["g/a.md"] == nil && new == 2, "call \(number)")
      if case .success = done { #expect(new == 2, "call \(number)") }
      if plan.calls.count < number { break }
    }
    #expect(number > 20)
  }
}
