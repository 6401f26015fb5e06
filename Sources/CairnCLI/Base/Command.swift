import ArgumentParser
import CairnFiles
import CairnNotebook
import CairnText
import CairnWork

/// A command on a notebook: what it does is `run(_:)`; finding the notebook and failing in the
/// agreed way is done for it.
protocol NotebookCommand: AsyncParsableCommand {
  /// The options that every command has.
  var common: CommonOptions { get }

  /// Does what has to be done before the notebook is opened; nothing, for most commands.
  func prepare(_ surroundings: Surroundings) throws

  /// The text that would be lost if there is no notebook; nil for none.
  func textToRescue(_ surroundings: Surroundings) -> String?

  /// Does what the command says.
  func run(_ session: Session) async throws
}

extension NotebookCommand {
  func prepare(_ surroundings: Surroundings) throws {}

  func textToRescue(_ surroundings: Surroundings) -> String? { nil }

  mutating func run() async throws {
    let surroundings = Surroundings.ofThisProcess()
    let console = Console(common.color, surroundings)
    do {
      let session = try openSession(surroundings, console)
      defer {
        session.work.tellIndexNotes()
        if !session.hasWritten, let command = self as? any WritingCommand, command.asksForChange {
          session.notebook.state.noteIdle()
        }
      }
      do {
        try await run(session)
      } catch {
        await session.commitOperation()
        throw error
      }
      await session.commitOperation()
      try await session.finish()
    } catch let code as ExitCode {
      console.flush()
      throw code
    } catch is CancellationError {
      console.flush()
      throw Interruption.exitCode
    } catch {
      throw Failure(error).report(console, json: common.json)
    }
  }
}

extension NotebookCommand {
  /// Opens the notebook. Where there is none, no text is lost.
  private func openSession(_ surroundings: Surroundings, _ console: Console) throws -> Session {
    do {
      try prepare(surroundings)
      return try Session(common, surroundings, console)
    } catch {
      var failure = Failure(error)
      failure.hint =
        textToRescue(surroundings).flatMap { TextToRescue.save($0, surroundings) } ?? failure.hint
      throw failure
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
