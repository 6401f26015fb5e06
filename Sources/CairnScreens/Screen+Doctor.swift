import CairnConsole
import CairnNotebook
import CairnText
package import CairnWork

extension Screen {
  /// The maximum number of findings to show in full. If there are more, each finding is shown on
  /// one line, grouped by kind.
  private static let mostFindings = 20

  /// Shows the repairs that were made or, in a dry run, would be made, the findings, and what to do
  /// next.
  package func show(_ result: DoctorResult, _ request: DoctorRequest) {
    if let mode = request.repairs {
      show(result.report, mode, verb: "Fixed")
      for finding in result.repaired where !isQuiet {
        let place = TerminalText.escaped(finding.diagnostic.source ?? "the index")
        console.line("\(mode == .dryRun ? "Would fix" : "Fixed") \(place)")
      }
    }
    show(result.findings)
    for sentence in work.skippedNotes(result) + [result.summary] {
      say(TerminalText.escaped(sentence))
    }
    let fixable = result.findings.count(where: \.isFixable)
    if fixable > 0, request.repairs == nil {
      say("Run `cairn doctor --fix` to fix \(fixable) of these problems.")
    }
  }

  private func show(_ findings: [Finding]) {
    guard findings.count > Self.mostFindings else {
      for finding in findings { console.line(finding.diagnostic) }
      return
    }
    for (kind, group) in findings.byKind {
      console.line(console.styled("\(kind): \(group.count)", .bold))
      for finding in group { console.line(finding.diagnostic, isShort: true, indent: "  ") }
    }
  }
}
