import ArgumentParser
import CairnConsole
import CairnNotebook
import CairnScreens
import CairnSession
import CairnText
import CairnWire
import CairnWork
import SystemPackage

struct DoctorCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    name: "doctor",
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
      session.show(result, request)
    }
    if !result.problems.isEmpty || !result.report.refused.isEmpty { throw ExitStatus.failure.end }
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

  private func tryRoundTrip(_ session: Session) throws {
    let showsProgress = session.work.context.progress != nil
    let trial = session.notebook.roundTrip { done, count in
      if showsProgress, done.isMultiple(of: 500) {
        Console.showProgress("\(done) of \(count) files")
      }
    }
    if showsProgress { Console.showProgress("") }
    session.show(.roundTrip(trial)) {
      session.console.lines(
        trial.violations.map { TerminalText.escaped($0.rendered()) } + trial.lines)
    }
    if !trial.violations.isEmpty { throw ExitStatus.failure.end }
  }
}
