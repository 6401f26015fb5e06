import CairnConsole
package import CairnGit
package import CairnNotebook
import CairnText
import CairnWire
package import CairnWork

extension Screen {
  /// Shows the files and settings that make git merge captures field by field in this clone.
  package func show(_ setup: GitSetup, _ mode: Mode) {
    let report = setup.report
    show(.setup(setup)) {
      if mode == .write, isQuiet { return }
      show(report, mode, verb: report.changed.first?.before.isEmpty ?? true ? "Created" : nil)
      for key in setup.settings { console.line("\(mode == .write ? "Set" : "Would set") \(key)") }
      if report.changed.isEmpty, setup.settings.isEmpty { say("Everything is already set up.") }
      if mode == .write, setup.allowsCommits {
        say("From now on, `cairn sync` commits in this clone without asking.")
      }
    }
  }

  /// Shows the commit of a plan, and the changed files that are not committed. If `isDone` is
  /// false, the commit was not made, and its files are listed, too.
  package func showCommit(_ plan: SyncPlan, isDone: Bool) {
    if isDone, isQuiet { return }
    let (changes, left) = (plan.files.changes, plan.files.left)
    if plan.hasEndedMerge { console.line("Committed the merge.") }
    if changes.isEmpty, !plan.hasEndedMerge {
      say(left.isEmpty ? "Everything is already committed." : "Nothing to commit.")
    } else if !changes.isEmpty {
      let subject = plan.message.prefix { !$0.isNewline }
      console.line(TerminalText.escaped("\(isDone ? "Committed" : "Would commit"): \(subject)"))
      if !isDone {
        for change in changes { console.line("  \(TerminalText.escaped(change.line))") }
      }
    }
    if left.isEmpty || isQuiet { return }
    sayList(
      "\(isDone ? "Not committed" : "Would not commit"): \(left.count.of("file"))",
      plan.files.leftLines)
  }

  /// Writes a heading and indented lines to standard error.
  package func sayList(_ heading: String, _ lines: [String]) {
    console.say(heading)
    for line in lines { console.say("  \(TerminalText.escaped(line))") }
  }

  /// Shows how many commits were exchanged with the remote, except with `--quiet`.
  package func show(_ done: Repository.Exchange) {
    if isQuiet { return }
    guard let upstream = done.upstream else {
      return say("There is no remote; run `git remote add origin ADDRESS` to add one.")
    }
    let counts = "\(done.received.of("commit")) received, \(done.sent.of("commit")) sent"
    console.line(TerminalText.escaped("\(upstream): \(counts)"))
  }
}
