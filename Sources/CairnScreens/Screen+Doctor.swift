import CairnConsole
package import CairnNotebook
import CairnText
package import CairnWork

extension Screen {
  /// The maximum number of findings to show in full. If there are more, each finding is shown on
  /// one line, grouped by kind.
  private static let mostFindings = 20

  /// Shows the repairs that were made or, in a dry run, would be made. Then shows the findings, and
  /// what to do next.
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

extension Screen {
  /// The maximum number of dead links to list. `cairn doctor` lists all of them.
  private static let mostDeadLinks = 20

  /// Shows the problems of a site.
  package func showProblems(of result: SiteResult) {
    let more = result.deadLinks.count - Self.mostDeadLinks
    for diagnostic in result.deadLinks.prefix(Self.mostDeadLinks) { warn(diagnostic) }
    if more > 0 { say("\(more) more dead links; run `cairn doctor` to list them.") }
    for problem in result.problems { warn(problem) }
  }
}

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
