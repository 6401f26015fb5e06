import ArgumentParser
import CairnFiles
import CairnNotebook
import CairnWork

/// A command on a notebook: what it does is `run(_:)`; finding the notebook and failing in the
/// agreed way is done for it.
protocol NotebookCommand: AsyncParsableCommand {
  /// The options that every command has.
  var common: CommonOptions { get }

  /// Does what has to be done before the notebook is opened; nothing, for most commands.
  func prepare(_ surroundings: Surroundings) throws

  /// The bytes of the text that would be lost if there is no notebook; nil for none.
  func textToRescue(_ surroundings: Surroundings) -> [UInt8]?

  /// Does what the command says.
  func run(_ session: Session) async throws
}

/// A command whose purpose is to change the notebook. If one changes nothing, the next `undo` would
/// take back an earlier command than the person expects, and so asks first.
protocol WritingCommand: NotebookCommand {
  /// Whether these arguments ask for a change; true for most commands.
  var asksForChange: Bool { get }
}

extension WritingCommand {
  var asksForChange: Bool { true }
}

extension NotebookCommand {
  func prepare(_ surroundings: Surroundings) throws {}

  func textToRescue(_ surroundings: Surroundings) -> [UInt8]? { nil }

  mutating func run() async throws {
    let surroundings = Surroundings.ofThisProcess()
    let console = Console(common.color, surroundings)
    var session: Session?
    try await console.run(json: common.json) {
      do {
        try prepare(surroundings)
        let context = RequestContext(surroundings, console, common)
        try await Workspace.with(NotebookRoot(common, surroundings), context) { work in
          let opened = Session(common, surroundings, console, work)
          session = opened
          defer { noteIdle(opened) }
          try await run(opened)
        }
      } catch  where session == nil && !(error is ExitCode || error is CancellationError) {
        var failure = Failure(error)
        let place = textToRescue(surroundings).flatMap { TextToRescue.save($0, surroundings) }
        failure.hint = place ?? failure.hint
        throw failure
      }
      try await session?.finish()
    }
  }

  /// Notes that a command whose purpose is to change the notebook changed nothing.
  private func noteIdle(_ session: Session) {
    if !session.work.hasWritten, let command = self as? any WritingCommand, command.asksForChange {
      session.notebook.state.noteIdle()
    }
  }
}

extension Session {
  /// Shows what was written: through a pager where it is longer than the terminal.
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
      errorIsColored: shows(surroundings.errorIsTerminal))
  }
}
