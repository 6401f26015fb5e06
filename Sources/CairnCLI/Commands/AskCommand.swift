import ArgumentParser
import CairnCapture
import CairnNotebook
import CairnProvider
import CairnQuery
import CairnText
import CairnWire
import CairnWork

struct AskCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask",
    abstract: "Answer a question with the best passages of the notebook.",
    discussion: """
      The passages are looked for by the words of the question that matter, and the one that says \
      most of them comes first. It is built in: nothing is made up, and nothing leaves the machine. \
      With a provider (docs/providers.md) the passages and the question are sent to it; its answer \
      comes before them, each sentence with the captures that say so.

      EXAMPLES
        cairn ask where did I put the projector lamp
        cairn ask 'when does the vine want pruning?' -n 1
        cairn ask who bakes with rye --json
      """)

  @Argument(help: ArgumentHelp("The question; quotes are not needed.", valueName: "question"))
  var words: [String]

  @Option(name: .limit, help: "Show at most so many passages (5).")
  var limit: Int?

  @Flag(help: "Show what would be sent to a provider, and send nothing.")
  var dryRun = false

  @OptionGroup var providers: ProviderOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let limit = try checked(self.limit, atLeast: 0) ?? 5
    let result = try await session.work.ask(
      AskRequest(
        words.joined(separator: " "), limit: limit, providers.choice, dryRun ? .dryRun : .write))
    let found = result.found
    session.show(.answers(result, session.clock)) {
      let idWidth = found.catalog.idWidth
      if let asked = result.asked, !asked.isSent { session.console.show(asked) }
      if let answer = result.answer { show(answer, citing: result.sent, idWidth: idWidth, session) }
      for (number, (capture, answer)) in found.found.enumerated() {
        if number > 0 { session.console.line() }
        let lines = session.lines(of: capture, answer.passage, idWidth: idWidth)
        for line in lines { session.console.line(line) }
      }
    }
    guard let refusal = found.refusal else { return }
    var failure = Failure(refusal)
    failure.isQuiet = common.json || common.quiet
    throw failure
  }
}

extension AskCommand {
  /// Shows the answer, citing captures for each sentence, and a blank line.
  private func show(
    _ answer: ProvidedAnswer, citing captures: [Capture], idWidth: Int, _ session: Session
  ) {
    for sentence in answer.sentences {
      let names = sentence.sources.map { place in
        session.work.handle(at: captures[place].path)
      }
      let text = "\(sentence.text) [\(names.joined(separator: ", "))]"
      session.console.line(TerminalText.line(text))
    }
    if answer.sentences.isEmpty { session.say("These passages do not answer the question.") }
    if answer.unsourced > 0 {
      session.say("\(answer.unsourced.of("sentence")) left out that named no passage.")
    }
    session.console.line()
  }
}
