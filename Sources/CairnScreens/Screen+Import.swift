import CairnConsole
package import CairnNotebook
import CairnText
package import CairnWork

extension Screen {
  /// Shows what was imported or, in a dry run, the files that would change.
  package func show(_ result: ImportResult, _ mode: Mode) {
    if mode == .dryRun {
      console.lines(result.report.changed.map { TerminalText.escaped($0.path.description) })
    }
    for (item, reason) in result.skipped {
      say("Skipped \(TerminalText.escaped(item)): \(TerminalText.escaped(reason))")
    }
    say(result.summary(mode))
    for sentence in result.suggestions { say(TerminalText.escaped(sentence)) }
  }
}
