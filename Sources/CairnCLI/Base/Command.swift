import ArgumentParser
import CairnArguments
import CairnConsole
import CairnFiles
import CairnNotebook
import CairnScreens
import CairnSession
import CairnWork

extension CommandConfiguration {
  /// Creates the configuration of a subcommand that can be parsed without the root command. Its
  /// parent name is empty for the reason given at ``Cairn/isPartOfAnother``.
  init(
    name: String, abstract: String = "", usage: String? = nil, discussion: String = "",
    subcommands: [any ParsableCommand.Type] = [],
    defaultSubcommand: (any ParsableCommand.Type)? = nil, aliases: [String] = []
  ) {
    self.init(
      commandName: name, _superCommandName: "", abstract: abstract, usage: usage,
      discussion: discussion, subcommands: subcommands, defaultSubcommand: defaultSubcommand,
      aliases: aliases)
  }
}

/// A command that needs a notebook. The default `run()` opens the notebook and reports errors.
protocol NotebookCommand: AsyncParsableCommand {
  /// The options of every command.
  var common: CommonOptions { get }

  /// Whether the command can add a capture to a folder that has no captures yet; false by default.
  var addsCaptures: Bool { get }

  /// Prepares the run before the notebook is opened; does nothing by default.
  func prepare(_ surroundings: Surroundings) throws

  /// Returns the text that the command would add to the notebook. If no notebook can be opened, the
  /// text is saved as a draft. Returns nil by default, which means that there is no such text.
  func textToRescue(_ surroundings: Surroundings) -> [UInt8]?

  /// The values to save with the text from ``textToRescue(_:)``, keyed by name. By default, there
  /// are no values, and the text is saved as the draft of a new capture.
  var draftNotes: [String: String] { get }

  /// Runs the command.
  func run(_ session: Session) async throws
}

/// A command that changes the notebook. If the command changes nothing, the next `undo` asks for
/// confirmation: the user may expect it to undo this command, but it would undo an earlier one.
protocol WritingCommand: NotebookCommand {
  /// Whether the arguments request a change; true by default.
  var asksForChange: Bool { get }
}

extension WritingCommand {
  var asksForChange: Bool { true }
}

extension NotebookCommand {
  var addsCaptures: Bool { false }

  func prepare(_ surroundings: Surroundings) throws {}

  func textToRescue(_ surroundings: Surroundings) -> [UInt8]? { nil }

  var draftNotes: [String: String] { [:] }

  mutating func run() async throws {
    let surroundings = Surroundings.ofThisProcess()
    let console = Console(common.color, surroundings)
    var session: Session?
    try await console.run(json: common.json) {
      do {
        try prepare(surroundings)
        var context = RequestContext(surroundings, console, common)
        // `doctor` lists problems in the settings among its findings.
        context.tellsSettings = !(self is DoctorCommand)
        let root = try NotebookRoot(common, surroundings, addsCaptures: addsCaptures)
        try await Workspace.with(root, context) { work in
          let opened = Session(common, surroundings, console, work)
          session = opened
          defer {
            noteIdle(opened)
            work.remember(opened.shownRows)
          }
          if let command = self as? any QueryCommand {
            try await opened.prepare(command.query.words)
          }
          try await run(opened)
        }
      } catch  where session == nil && !(error is CommandEnd || error is CancellationError) {
        var failure = Failure(error)
        let place = textToRescue(surroundings).flatMap {
          TextToRescue.save($0, notes: draftNotes, surroundings)
        }
        failure.hint = place ?? failure.hint
        throw failure
      }
      try await session?.finish()
    }
  }

  /// If a ``WritingCommand`` changed nothing, records this fact, so that the next `undo` asks for
  /// confirmation.
  private func noteIdle(_ session: Session) {
    if !session.work.hasWritten, let command = self as? any WritingCommand, command.asksForChange {
      session.notebook.state.noteIdle()
    }
  }
}

extension Session {
  /// Writes the output that the console is holding back. Uses a pager if the output is longer than
  /// the terminal.
  func finish() async throws {
    try await Pager.show(console, surroundings, notebook.settings)
  }
}

extension Console {
  convenience init(_ mode: CommonOptions.ColorMode, _ surroundings: Surroundings) {
    let mayColor = surroundings.variable("NO_COLOR") == nil && !surroundings.terminalIsDumb
    let shows = { (isTerminal: Bool) in
      mode == .always || (mode == .auto && isTerminal && mayColor)
    }
    self.init(
      isColored: shows(surroundings.outputIsTerminal),
      errorIsColored: shows(surroundings.errorIsTerminal), to: surroundings.transcript)
    errorWidth = surroundings.errorIsTerminal ? surroundings.columns : nil
  }
}

/// A command that acts on the captures that match a query.
protocol QueryCommand: NotebookCommand, ManyWordsCommand {
  var query: QueryArguments { get set }
}

/// A command that changes the captures that match a query.
protocol ChangeCommand: QueryCommand, WritingCommand {
  /// Whether the command can select every capture without a query.
  var all: Bool { get }
  var change: ChangeOptions { get }
}

extension ChangeCommand {
  /// Asks the user the questions that a plan contains, carries out the plan with `apply`, and shows
  /// the changes.
  func carryOut<Request>(
    _ plan: WritePlan<Request>, _ session: Session, verb: String? = nil,
    _ apply: (WritePlan<Request>, Mode) throws -> ChangeReport
  ) throws -> ChangeReport {
    try session.expect(plan.captures)
    try session.confirm(plan.questions, change)
    let report = try apply(plan, change.mode)
    session.show(report, change.mode, verb: verb)
    return report
  }
}

extension QueryCommand {
  static var takesSignedWords: Bool { false }
  var takesFreeText: Bool { false }

  var words: [String] {
    get { query.words }
    set { query.words = newValue }
  }
}
