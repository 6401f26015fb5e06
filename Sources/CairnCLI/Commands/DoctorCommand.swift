import ArgumentParser
import CairnNotebook
import CairnText
import CairnWire
import CairnWork
import SystemPackage

struct DoctorCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Find what is wrong in the notebook.",
    discussion: """
      Front matter that cannot be read, ids that occur twice, dead links, files that nothing links \
      to, values that do not fit, names that other systems cannot hold, and more: each with its \
      place and what to do. The exit code is 2 where there is anything.

      EXAMPLES
        cairn doctor
        cairn doctor --kind dead-link
        cairn doctor --fix --dry-run        what can be put right without asking
        cairn doctor --round-trip           prove that edits here change nothing else
        cairn doctor --take-over /old/place the notebook was there, and its journal and trash are
      """)

  @Flag(
    help: """
      Put right what can be without asking: fields that name another folder, leftovers, a damaged \
      journal or index.
      """)
  var fix = false

  @Flag(help: "Try edits of every field of every file, in memory only, and count.")
  var roundTrip = false

  @Option(help: "Only findings of this kind; may be said several times.")
  var kind: [String] = []

  @Flag(help: "With --fix: show what would change, and change nothing.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "Take over the journal, trash and drafts of the notebook that was at this place and is gone.",
      valueName: "folder"))
  var takeOver: String?

  @OptionGroup var common: CommonOptions

  /// The most findings to show in full. If there are more, they are shown by kind, one per line.
  private static let most = 20

  func validate() throws {
    if dryRun, !fix { throw ValidationError("--dry-run goes with --fix") }
    if roundTrip, fix || !kind.isEmpty { throw ValidationError("--round-trip stands alone") }
    if takeOver != nil, fix || roundTrip || !kind.isEmpty {
      throw ValidationError("--take-over stands alone")
    }
  }

  func prepare(_ surroundings: Surroundings) throws {
    try request.check()
  }

  private var request: DoctorRequest {
    DoctorRequest(kinds: kind, repairs: fix ? dryRun ? .dryRun : .write : nil)
  }

  func run(_ session: Session) async throws {
    if let takeOver { return try takeOverState(of: takeOver, session) }
    if roundTrip { return try tryRoundTrip(session) }
    let result = try session.work.diagnose(request)
    session.show(.diagnosis(result, request)) {
      if fix { show(result.report, result.repaired, session) }
      show(result.findings, session)
      say(result, session)
    }
    if !result.findings.isEmpty || !result.report.refused.isEmpty { throw ExitStatus.failure.code }
  }
}

extension DoctorCommand {
  /// Shows what was repaired in the notebook and in its state; in a dry run, what would be.
  private func show(_ report: ChangeReport, _ repaired: [Finding], _ session: Session) {
    session.show(report, dryRun ? .dryRun : .write, verb: "Put right")
    for finding in repaired where !common.quiet {
      let place = TerminalText.escaped(finding.diagnostic.source ?? "the index")
      session.console.line("\(dryRun ? "Would put right" : "Put right") \(place)")
    }
  }

  /// Shows up to `most` findings in full, in file order. Shows more findings by kind, one per line.
  private func show(_ findings: [Finding], _ session: Session) {
    let console = session.console
    guard findings.count > Self.most else {
      for finding in findings {
        console.line(TerminalText.escaped(finding.diagnostic, source: "cairn"))
      }
      return
    }
    for (kind, group) in findings.byKind {
      console.line(console.styled("\(kind): \(group.count)", .bold))
      for finding in group {
        console.line("  " + TerminalText.escaped(finding.diagnostic.headline(source: "cairn")))
      }
    }
  }

  /// Shows the number of findings, and what to do next.
  private func say(_ result: DoctorResult, _ session: Session) {
    for sentence in session.work.skippedNotes(result) + [result.summary] {
      session.say(TerminalText.escaped(sentence))
    }
    let fixable = result.findings.count(where: \.isFixable)
    if fixable > 0, !fix { session.say("`cairn doctor --fix` puts \(fixable) of them right.") }
  }
}

extension DoctorCommand {
  private func takeOverState(of folder: String, _ session: Session) throws {
    let old = try session.work.takeOverState(of: folder)
    session.show(.takenOver(old)) {
      let name = TerminalText.escaped(old.description)
      session.say("Took over the journal, trash and drafts of \(name).")
    }
  }
}

extension DoctorCommand {
  private func tryRoundTrip(_ session: Session) throws {
    let showsProgress = session.work.context.progress != nil
    let trial = session.notebook.roundTrip { done, count in
      if showsProgress, done.isMultiple(of: 500) {
        Console.showProgress("\(done) of \(count) files")
      }
    }
    if showsProgress { Console.showProgress("") }
    session.show(.roundTrip(trial)) {
      for violation in trial.violations {
        session.console.line(TerminalText.escaped(violation.rendered()))
      }
      for line in trial.lines { session.console.line(line) }
    }
    if !trial.violations.isEmpty { throw ExitStatus.failure.code }
  }
}
