import ArgumentParser
import CairnSession
import CairnConsole
import CairnNotebook
import CairnScreens
import CairnText
import CairnWire
import CairnWork
import SystemPackage

struct DoctorCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Find problems in the notebook, and fix them.",
    discussion: """
      Checks for invalid front matter, duplicate ids, dead links, files that nothing links to, \
      values of the wrong kind, file names that other systems cannot store, and more. For each \
      problem, Cairn shows where it is and what to do. If there are problems, the exit code is 2.

      EXAMPLES
        cairn doctor
        cairn doctor --kind dead-link
        cairn doctor --fix --dry-run        show what --fix would change
        cairn doctor --round-trip           test that edits change no other bytes
        cairn doctor --take-over /old/place after you moved the notebook from there
      """)

  @Flag(
    help: """
      Fix problems that need no decision: wrong `collection` fields, leftover files, a damaged \
      journal or index.
      """)
  var fix = false

  @Flag(help: "Check in memory that every field of every file can be edited safely.")
  var roundTrip = false

  @Option(help: "Show only problems of this kind; repeatable.")
  var kind: [String] = []

  @Flag(help: "With --fix: show what would change, without changing anything.")
  var dryRun = false

  @Option(
    help: .init(
      "Take over the journal, trash and drafts from the notebook's former folder.",
      valueName: "folder"))
  var takeOver: String?

  @OptionGroup var common: CommonOptions

  /// The maximum number of findings to show in full. If there are more, each finding is shown on
  /// one line, grouped by kind.
  private static let most = 20

  func validate() throws {
    if dryRun, !fix { throw ValidationError("--dry-run needs --fix") }
    if roundTrip, fix || !kind.isEmpty {
      throw ValidationError("--round-trip cannot be combined with --fix or --kind")
    }
    if takeOver != nil, fix || roundTrip || !kind.isEmpty {
      throw ValidationError("--take-over cannot be combined with other options of doctor")
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
    if !result.problems.isEmpty || !result.report.refused.isEmpty { throw ExitStatus.failure.end }
  }
}

extension DoctorCommand {
  /// Shows the repairs that were made or, in a dry run, would be made, in the notebook and in its
  /// state.
  private func show(_ report: ChangeReport, _ repaired: [Finding], _ session: Session) {
    session.show(report, dryRun ? .dryRun : .write, verb: "Fixed")
    for finding in repaired where !common.quiet {
      let place = TerminalText.escaped(finding.diagnostic.source ?? "the index")
      session.console.line("\(dryRun ? "Would fix" : "Fixed") \(place)")
    }
  }

  /// Shows the findings. Up to ``most`` findings are shown in full, sorted by file. If there are
  /// more findings, each finding is shown on one line, grouped by kind.
  private func show(_ findings: [Finding], _ session: Session) {
    let console = session.console
    guard findings.count > Self.most else {
      for finding in findings {
        console.line(finding.diagnostic)
      }
      return
    }
    for (kind, group) in findings.byKind {
      console.line(console.styled("\(kind): \(group.count)", .bold))
      for finding in group {
        console.line(finding.diagnostic, isShort: true, indent: "  ")
      }
    }
  }

  /// Shows the number of findings, and what to do next.
  private func say(_ result: DoctorResult, _ session: Session) {
    for sentence in session.work.skippedNotes(result) + [result.summary] {
      session.say(TerminalText.escaped(sentence))
    }
    let fixable = result.findings.count(where: \.isFixable)
    if fixable > 0, !fix {
      session.say("Run `cairn doctor --fix` to fix \(fixable) of these problems.")
    }
  }

  private func takeOverState(of folder: String, _ session: Session) throws {
    let old = try session.work.takeOverState(of: folder)
    session.show(.takenOver(old)) {
      let name = TerminalText.escaped(old.description)
      session.say("Took over the journal, trash and drafts of \(name).")
    }
  }

  private func tryRoundTrip(_ session: Session) throws {
    let showsProgress = session.work.context.progress != nil
    let trial = session.notebook.roundTrip { done, count in
      if showsProgress, done.isMultiple(of: 500) {
        Console.showProgress("\(done) of \(count) files")
      }
    }
    if showsProgress { Console.showProgress("") }
    session.show(.roundTrip(trial)) {
      session.console.lines(trial.violations.map { TerminalText.escaped($0.rendered()) })
      session.console.lines(trial.lines)
    }
    if !trial.violations.isEmpty { throw ExitStatus.failure.end }
  }
}
