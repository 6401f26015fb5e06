import CairnCapture
import CairnDocument
import CairnFiles
import CairnText
import SystemPackage
import Testing

@testable import CairnNotebook

/// What `done`, `cancel` and `reopen` make of files, byte for byte.
@Suite struct ActionTests {
  /// A file, what is done to it, and what it is then; the day is 21 November 2026. `-` is refused.
  @Test(
    arguments: [
      (
        "---\ntype: action\n---\nx", ActionOutcome.done,
        "---\ntype: action\nstatus: done\ncompleted: 2026-11-21T10:04:05+01:00\n---\nx"
      ),
      (
        "---\r\nstatus: open  # still\r\n---\r\n", .cancelled,
        "---\r\nstatus: cancelled  # still\r\ncompleted: 2026-11-21T10:04:05+01:00\r\n---\r\n"
      ),
      ("---\nstatus: done\n---\n", .done, "---\nstatus: done\n---\n"),
      ("---\nstatus: done\ncompleted: 2026-01-02\n---\n", .open, "---\nstatus: open\n---\n"),
      (
        "---\ntype: action\nstatus: waiting\n---\n", .open,
        "---\ntype: action\nstatus: waiting\n---\n"
      ),
      ("---\ntype: idea\n---\n", .done, "-"),
      ("---\ntype: action\nrepeat: at full moon\n---\n", .done, "-"),
      ("---\ntype: action\nrepeat: [every day]\n---\n", .done, "-"),
      ("---\ntype: action\nrepeat: {every: day}\n---\n", .done, "-"),
      ("---\ntype: action\nrepeat: 7\n---\n", .done, "-"),
      ("---\ntype: action\nrepeat: every monday, at 5pm\n---\n", .done, "-"),
      ("---\ntype: action\nrepeat: every month on the fifth monday\n---\n", .done, "-"),
      ("---\ntype: action\nrepeat: every week from 2027-01-01\n---\n", .done, "-"),
      ("---\ntype: action\ndue: 9999-12-31\nrepeat: every day\n---\n", .done, "-"),
      (
        "---\ntype: action\nrepeat:\n---\n", .done,
        "---\ntype: action\nstatus: done\nrepeat:\ncompleted: 2026-11-21T10:04:05+01:00\n---\n"
      ),
    ] as [(String, ActionOutcome, String)])
  func settles(_ before: String, _ outcome: ActionOutcome, _ after: String) throws {
    let test = try TestNotebook(["a.md": before])
    var generator = SplitMix(seed: 1)
    let settled = try test.notebook.settle(test.library().captures, as: outcome, using: &generator)
    #expect(settled.report.refused.isEmpty == (after != "-"))
    #expect(test.files()["a.md"] == (after == "-" ? before : after))
    #expect(settled.next.isEmpty)
  }

  private static let again =
    "---\nid: aaaa234567\ntype: action\nstatus: open\ndue: 2026-01-31  # end\nrepeat: monthly\n"
    + "created: 2026-01-01\n---\n# Turn\n\n- [x] fork\n- [ ] gloves\n"

  @Test func whatComesAgainMakesTheNext() throws {
    let test = try TestNotebook(["g/a.md": Self.again])
    var generator = SplitMix(seed: 1)
    let settled = try test.notebook.settle(test.library().captures, as: .done, using: &generator)
    let next = try #require(settled.next.first)
    #expect("\(next.due)" == "2026-11-30")
    let text = try #require(test.files()["\(next.path)"])
    #expect(
      text == "---\nid: \(next.id)\ntype: action\nstatus: open\ndue: 2026-11-30  # end\n"
        + "repeat: every month on the 31st\ncreated: 2026-11-21T10:04:05+01:00\n---\n# Turn\n\n"
        + "- [ ] fork\n- [ ] gloves\n")
    #expect(test.files()["g/a.md"]?.contains("repeat") == false)
  }

  /// Two machines make the same next action of an action that is done on both, in the same file.
  @Test func twoMachinesMakeTheSameNext() throws {
    var made: [[String: String]] = []
    for seed in [1, 2] as [UInt64] {
      let test = try TestNotebook(["g/a.md": Self.again])
      var generator = SplitMix(seed: seed)
      _ = try test.notebook.settle(test.library().captures, as: .done, using: &generator)
      made.append(test.files())
    }
    #expect(made[0].count == 2 && made[0] == made[1])
  }

  /// What is done early comes again before it was due, where that is counted from the day it is done.
  @Test func earlyFromCompletion() throws {
    let test = try TestNotebook([
      "a.md": "---\ntype: action\ndue: 2026-12-31\nrepeat: every week from completion\n---\nx\n"
    ])
    var generator = SplitMix(seed: 1)
    let settled = try test.notebook.settle(test.library().captures, as: .done, using: &generator)
    #expect(settled.next.first.map { "\($0.due)" } == "2026-11-28")
  }

  /// The next one of what is called as its file is called so too.
  @Test func nextKeepsTheNameOfItsFile() throws {
    let test = try TestNotebook([
      "Water the plants.md": "---\ntype: action\ndue: 2026-11-21\nrepeat: every day\n---\n"
    ])
    var generator = SplitMix(seed: 1)
    let settled = try test.notebook.settle(test.library().captures, as: .done, using: &generator)
    let next = try #require(settled.next.first)
    #expect("\(next.path)".hasPrefix("2026-11-21-water-the-plants-"))
    #expect(test.files()["\(next.path)"]?.contains("title: Water the plants\n") == true)
  }

  /// The time on the clock stays, also over a day on which there is none such.
  @Test(
    arguments: [
      ("2026-03-28T02:30:00+01:00", "2026-03-29T02:30:00+01:00"),
      ("2026-03-29T02:30:00+01:00", "2026-03-30T02:30:00+02:00"),
      ("2026-03-29T02:30:00", "2026-03-30T02:30:00+02:00"),
      ("2026-10-24T02:30:00+02:00", "2026-10-25T02:30:00+02:00"),
      ("2026-10-25T02:30:00+01:00", "2026-10-26T02:30:00+01:00"),
      ("2026-07-01T22:00:00Z", "2026-07-03T00:00:00+02:00"),
    ])
  func timeOnTheClock(_ due: String, _ next: String) throws {
    let test = try TestNotebook(
      ["a.md": "---\ntype: action\ndue: \(due)\nrepeat: every day\n---\nx\n"])
    let day = try #require(FieldTime(due)?.instant(Self.berlin))
    let notebook = Notebook(
      store: test.notebook.store, stateBase: FilePath("\(test.base)/state"), settings: Settings(),
      clock: LocalClock(now: day, offset: Self.berlin.offset))
    var generator = SplitMix(seed: 1)
    let settled = try notebook.settle(test.library().captures, as: .done, using: &generator)
    #expect(settled.next.first.map { "\($0.due)" } == next)
  }

  private static let berlin = LocalClock(now: Instant(seconds: 0)) { instant in
    (1_774_746_000..<1_792_890_000).contains(instant.seconds) ? 7200 : 3600
  }

  /// Whatever fails, at whichever call: the rule is in one file at least, and nothing else is lost.
  @Test func theRuleIsNotLost() throws {
    var number = 1
    while true {
      let plan = FaultPlan(.fail(.ioError), at: number)
      defer { number += 1 }
      guard let test = try? TestNotebook(["g/a.md": Self.again], faults: plan) else { continue }
      let captures = test.library().captures
      var generator = SplitMix(seed: 1)
      _ = try? test.notebook.settle(captures, as: .done, using: &generator)
      let files = test.files().filter { $0.key.hasSuffix(".md") && !$0.key.contains("/.") }
      #expect(files["g/a.md"] != nil)
      #expect(files.values.contains { $0.contains("repeat: ") }, "call \(number): \(files)")
      if plan.calls.count < number { break }
    }
    #expect(number > 10)
  }

  /// Ticking a box changes one byte, and clearing it gives the file back.
  @Test(arguments: [
    "- [ ] a\n", "- [x] a\r\n- [ ] b\r\n", "1. [ ] a\n\n   - [ ] inner\n", "> - [ ] quoted",
    "---\ntype: note\n---\n\u{FEFF}é\n\n* [ ] a\n+ [X] b\n",
  ])
  func aBoxIsOneByte(_ text: String) throws {
    let test = try TestNotebook(["a.md": text])
    for task in test.library().captures[0].tasks {
      let capture = try #require(test.library().captures.first)
      let before = capture.document.bytes
      let isDone = try #require(capture.tasks.first { $0.line == task.line }).isDone
      _ = try test.notebook.tick([task.line], of: capture, isDone: !isDone)
      let after = try #require(test.library().captures.first).document.bytes
      #expect(zip(before, after).filter { $0 != $1 }.count == 1 && before.count == after.count)
    }
    #expect(!test.library().captures[0].tasks.isEmpty)
  }

  @Test func aTickedBoxUpdatesTheFieldUpdated() throws {
    let text = "---\nupdated: 2020-01-01\n---\n- [ ] a\n- [x] b\n"
    let test = try TestNotebook(["a.md": text], settings: "edit.updated: true\n")
    let capture = test.library().captures[0]
    #expect(try test.notebook.tick([5], of: capture, isDone: true).changed.isEmpty)
    #expect(test.files()["a.md"] == text)
    _ = try test.notebook.tick([4], of: capture, isDone: true)
    #expect(
      test.files()["a.md"]
        == "---\nupdated: 2026-11-21T10:04:05+01:00\n---\n- [x] a\n- [x] b\n")
  }

  @Test func aBoxThatWentElsewhereIsRefused() throws {
    let test = try TestNotebook(["a.md": "- [ ] a\n- [ ] b\n"])
    let capture = test.library().captures[0]
    test.write("a.md", "- [ ] new\n- [ ] a\n- [ ] b\n")
    let report = try test.notebook.tick([1], of: capture, isDone: true)
    #expect(report.refused.map(\.code) == ["task-unknown"])
    #expect(test.files()["a.md"] == "- [ ] new\n- [ ] a\n- [ ] b\n")
  }
}
