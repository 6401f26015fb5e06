import CairnCapture
package import CairnConsole
import CairnNotebook
package import CairnScreens
import CairnText
package import CairnWork

/// A run of a command on a notebook.
package final class Session: Screen {
  package let surroundings: Surroundings
  /// The options of every command.
  package let options: any SessionOptions

  package init(
    _ options: some SessionOptions, _ surroundings: Surroundings, _ console: Console,
    _ work: Workspace
  ) {
    self.surroundings = surroundings
    self.options = options
    let display = Display(
      isTerminal: surroundings.outputIsTerminal, columns: surroundings.columns,
      signs: surroundings.drawingSigns, showsLinks: surroundings.terminalShowsLinks)
    super.init(console, work, display, isJSON: options.json, isQuiet: options.quiet)
    console.isHeld = Pager.isWanted(options, surroundings, work.notebook.settings)
  }
}

extension Session {
  /// Whether questions are possible: the user can be asked, and no option forbids it.
  package var canAsk: Bool { work.context.canAsk }

  /// Asks all questions of a plan, in order.
  package func confirm(_ questions: [Confirmation], _ write: some AnswerOptions) throws {
    for question in questions { try confirm(question, write) }
  }

  /// Asks `question`, if there is one, before a plan is carried out. Does nothing in a dry run,
  /// with `--yes`, or if the question is optional and nobody can be asked.
  ///
  /// Throws a ``Failure`` with the status `usage` if nobody can be asked.
  package func confirm(_ question: Confirmation?, _ write: some AnswerOptions) throws {
    guard let question, !write.dryRun, !write.yes, canAsk || !question.isOptional else { return }
    for line in question.details { say("  \(TerminalText.escaped(line))") }
    try confirm("\(question.text)?", write)
  }

  /// Asks a question, which ends with a question mark. Returns if the user or `--yes` answers yes,
  /// and throws exit code 2 for any other answer.
  ///
  /// Throws a ``Failure`` with the status `usage` if nobody can be asked.
  package func confirm(_ question: String, _ write: some AnswerOptions) throws {
    if write.yes { return }
    guard canAsk else {
      throw Failure(
        "confirmation-wanted",
        "nothing changed; pass --yes to \(question.prefix(1).lowercased())"
          + question.dropFirst().dropLast(), status: .usage)
    }
    guard isYes(question) else {
      say("Nothing changed.")
      throw ExitStatus.failure.end
    }
  }

  /// Asks a question, which ends with a question mark, and returns whether the answer is yes.
  /// Returns `preset` for an empty answer, and false at the end of input.
  func isYes(_ question: String, preset: Bool = false) -> Bool {
    let choices = preset ? "[Y/n]" : "[y/N]"
    let answer = console.ask(TerminalText.escaped("\(question) \(choices) "))
    guard let word = answer?.trimmingBlanks.lowercased() else { return false }
    return word.isEmpty ? preset : ["y", "yes"].contains(word)
  }
}
