import CairnConsole
import CairnFiles
import CairnNotebook
import CairnText
import CairnWire
import CairnWork
import SystemPackage

extension Session {
  /// Shows what a command changed or, in a dry run, would change. With `--json`, prints a JSON
  /// document. Otherwise shows errors and warnings with their positions, and the changed paths or,
  /// in a dry run, the differences.
  func show(_ report: ChangeReport, _ mode: Mode, verb: String? = nil) {
    if options.json { return console.line(.changes(report)) }
    for diagnostic in report.refused + report.warnings {
      console.say(diagnostic)
    }
    for changed in report.changed {
      if mode == .dryRun { showDifference(changed) } else { showChanged(changed, verb) }
    }
    let counts = [
      Self.counted(report.refused.count, "refused"),
      Self.counted(report.unchanged.count, "unchanged"),
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

  /// Reports a change to settings or views: to the user's own if `isUser` is true, otherwise to the
  /// notebook's.
  ///
  /// - Throws: An exit code if the change was refused.
  func finish(
    _ changed: (report: ChangeReport, file: ConfigFile), isUser: Bool, _ mode: Mode
  ) throws {
    let (report, file) = changed
    if isUser, mode == .write, !options.json, !report.changed.isEmpty {
      let path = file.store.absolute(file.path).string
      return console.line("Changed \(TerminalText.escaped(path))")
    }
    try finish(report, mode)
  }

  func showDifferences(_ report: ChangeReport) {
    for changed in report.changed { showDifference(changed) }
  }

  private func showChanged(_ changed: ChangeReport.Changed, _ verb: String?) {
    let path = TerminalText.escaped(changed.path.description)
    if options.quiet { return }
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
}
