import ArgumentParser
import CairnNotebook
import CairnText
import CairnWork

/// One run of a command: the notebook it is about, and the person it talks to.
final class Session {
  /// What the process found around it.
  let surroundings: Surroundings
  /// Where data and words go.
  let console: Console
  /// The notebook and its use cases.
  let work: Workspace
  /// The options of every command.
  let options: CommonOptions

  init(
    _ options: CommonOptions, _ surroundings: Surroundings, _ console: Console, _ work: Workspace
  ) {
    self.surroundings = surroundings
    self.console = console
    self.options = options
    self.work = work
    console.isHeld = Pager.isWanted(options, surroundings, work.notebook.settings)
  }

  /// The notebook.
  var notebook: Notebook { work.notebook }
  /// The user's clock.
  var clock: LocalClock { surroundings.clock }

  /// Says something for people, unless they want less.
  func say(_ text: String) {
    if !options.quiet { console.say(text) }
  }

  /// Says that something is not as it should be.
  func warn(_ diagnostic: Diagnostic) { console.warn(diagnostic) }
}

// MARK: - Asking

extension Session {
  /// Whether there is somebody to ask, and questions are allowed.
  var canAsk: Bool { work.context.canAsk }

  /// Asks all questions of a plan, in order.
  func confirm(_ questions: [Confirmation], _ write: WriteOptions) throws {
    for question in questions { try confirm(question, write) }
  }

  /// Asks before a plan is carried out, if there is something to ask and `--yes` does not answer it.
  ///
  /// Throws a ``Failure`` with the status `usage` if nobody can be asked.
  func confirm(_ question: Confirmation?, _ write: WriteOptions) throws {
    guard let question, !write.dryRun, !write.yes, canAsk || !question.isOptional else { return }
    for line in question.details { say("  \(TerminalText.escaped(line))") }
    try confirm("\(question.text)?", write)
  }

  /// Asks a question, which ends with its sign, unless `--yes` answers it.
  ///
  /// Throws a ``Failure`` with the status `usage` if nobody can be asked.
  func confirm(_ question: String, _ write: WriteOptions) throws {
    if write.yes { return }
    guard canAsk else {
      throw Failure(
        "confirmation-wanted",
        "nothing was done; say --yes to \(question.prefix(1).lowercased())"
          + question.dropFirst().dropLast(), status: .usage)
    }
    let answer = console.ask("\(question) [y/N] ")?.lowercased() ?? ""
    guard answer == "y" || answer == "yes" else {
      say("Nothing was done.")
      throw ExitStatus.failure.code
    }
  }
}
