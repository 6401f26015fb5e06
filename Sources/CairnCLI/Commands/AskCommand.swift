import ArgumentParser
import CairnCapture
import CairnConsole
import CairnNotebook
import CairnQuery
import CairnScreens
import CairnSession
import CairnWire
import CairnWork

struct AskCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    name: "ask",
    abstract: "Answer a question with passages from your captures.",
    discussion: """
      Cairn looks for passages with the important words of the question, and shows the best first. \
      Nothing is made up, and by default nothing leaves this machine.

      If you use an embedding server (docs/embeddings.md), Cairn sends the question to the server, \
      and also finds passages with similar text.

      If you use a provider (docs/providers.md), the provider gets the question and the passages. \
      The provider's answer comes first. Each sentence of the answer cites the captures that \
      support it.

      EXAMPLES
        cairn ask where did I put the projector lamp
        cairn ask 'when should I prune the vine?' -n 1
        cairn ask who bakes with rye --json
      """)

  @Argument(help: .init("The question; it needs no quotes.", valueName: "question"))
  var words: [String]

  @Option(name: .limit, help: "Show at most this many passages (default: 5).")
  var limit: Int?

  @Flag(help: "Show what would be sent to a provider, without sending it.")
  var dryRun = false

  @OptionGroup var providers: ProviderOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let limit = try checked(self.limit, atLeast: 0) ?? 5
    let result = try await session.work.ask(
      AskRequest(
        words.joined(separator: " "), limit: limit, providers.choice, dryRun ? .dryRun : .write))
    let found = result.found
    session.beginList(inJSON: found.found.map(\.capture.path))
    session.show(.answers(result, session.clock)) {
      if let asked = result.asked, !asked.isSent { session.console.show(asked) }
      if let answer = result.answer { session.show(answer, citing: result.sources) }
      session.console.separate(found.found) {
        session.console.lines(session.lines(of: $0.capture, $0.answer.passage))
      }
      session.say(comparedWith: found.model)
    }
    guard let refusal = found.refusal else { return }
    var failure = Failure(refusal)
    failure.isQuiet = common.json || common.quiet
    throw failure
  }
}
