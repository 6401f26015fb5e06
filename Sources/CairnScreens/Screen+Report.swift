package import CairnCapture
import CairnConsole
package import CairnNotebook
import CairnText
import CairnWire
package import CairnWork

extension Screen {
  /// Shows what a command changed or, in a dry run, would change: with `--json`, as a document.
  /// Otherwise, shows errors and warnings with their positions, and the changed paths or, in a dry
  /// run, the differences. `unchanged` is the phrase for files that stay as they are.
  package func show(
    _ report: ChangeReport, _ mode: Mode, verb: String? = nil, unchanged: String = "unchanged"
  ) {
    if isJSON { return console.line(.changes(report)) }
    for diagnostic in report.refused + report.warnings {
      console.say(diagnostic)
    }
    for changed in report.changed {
      if mode == .dryRun { showDifference(changed) } else { showChanged(changed, verb) }
    }
    let counts = [
      Self.counted(report.refused.count, "refused"),
      Self.counted(report.unchanged.count, unchanged),
    ].compactMap(\.self)
    if mode == .dryRun {
      say("\(report.changed.count.of("file")) would \(report.plannedVerb); nothing was written.")
    }
    if !counts.isEmpty { say(counts.joined(separator: ", ") + ".") }
  }

  /// Returns a phrase such as `1 was refused` or `2 were refused`; nil if `count` is 0.
  private static func counted(_ count: Int, _ outcome: String) -> String? {
    count == 0 ? nil : "\(count) \(count == 1 ? "was" : "were") \(outcome)"
  }

  /// Shows the differences of all changes in a report.
  package func showDifferences(_ report: ChangeReport) {
    for changed in report.changed { showDifference(changed) }
  }

  private func showChanged(_ changed: ChangeReport.Changed, _ verb: String?) {
    let path = TerminalText.escaped(changed.path.description)
    if isQuiet { return }
    if let from = changed.from {
      console.line("Moved \(TerminalText.escaped(from.description)) → \(path)")
    } else {
      console.line("\(verb ?? changed.verb) \(path)")
    }
    if let text = changed.explanation { say(TerminalText.line(text)) }
  }

  private func showDifference(_ changed: ChangeReport.Changed) {
    for line in changed.headings {
      console.line(console.styled(TerminalText.escaped(line), .bold))
    }
    if let size = changed.sizeOfBinary {
      return console.line("(not text: \(size.of("byte")))")
    }
    console.lines(UnifiedDiff(from: changed.before, to: changed.after).text(differenceStyle))
  }

  private func differenceStyle(_ line: String, _ sign: Character) -> String {
    switch sign {
    case "+": console.styled(line, .green)
    case "-": console.styled(line, .red)
    case "@": console.styled(line, .cyan)
    default: line
    }
  }

  /// Shows the changes that an undo made, and the files that it refused to change.
  package func show(_ undoing: Notebook.Undoing) {
    for refusal in undoing.report.refused {
      console.say(refusal)
    }
    guard !undoing.changes.isEmpty else { return }
    if isQuiet { return }
    console.lines(undoing.changes.map { TerminalText.escaped($0.words) })
  }

  /// Shows the changes, and the next action for each completed action that repeats.
  package func show(_ result: SettleResult, _ outcome: ActionOutcome, _ mode: Mode) {
    if let boxes = result.boxes {
      let number = boxes == 1 ? "a checkbox" : "\(boxes) checkboxes"
      let verb = outcome == .done ? "Ticked" : "Cleared"
      return show(result.report, mode, verb: "\(verb) \(number) in")
    }
    let unchanged = "already \(outcome.rawValue)"
    if isJSON || mode == .dryRun { return show(result.report, mode, unchanged: unchanged) }
    var report = result.report
    report.changed.removeLast(result.next.count)
    show(report, mode, verb: outcome.participle, unchanged: unchanged)
    for next in result.next {
      let path = TerminalText.escaped(next.path.description)
      console.line("Next \(next.id)  \(path)  due \(next.due.spelled(clock))")
    }
  }
}
