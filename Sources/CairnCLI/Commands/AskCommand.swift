import ArgumentParser
import CairnCapture
import CairnDigest
import CairnNotebook
import CairnQuery

struct AskCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask",
    abstract: "Answer a question with the best passages of the notebook.",
    discussion: """
      The passages are looked for by the words of the question that matter, and the one that says \
      most of them comes first. It is built in: nothing is made up, and nothing leaves the machine.

      EXAMPLES
        cairn ask where did I put the projector lamp
        cairn ask 'when does the vine want pruning?' -n 1
        cairn ask who bakes with rye --json
      """)

  @Argument(help: ArgumentHelp("The question; quotes are not needed.", valueName: "question"))
  var words: [String]

  @Option(
    name: [.customShort("n", allowingJoined: true), .long],
    help: "Show at most so many passages (5).")
  var limit: Int?

  @OptionGroup var common: CommonOptions

  /// So many words, and letters of each, say enough to people.
  private static let (shownWords, shownLetters) = (8, 40)

  func run(_ session: Session) async throws {
    let limit = try checked(self.limit, atLeast: 0) ?? 5
    guard let question = Question(words.joined(separator: " ")) else {
      throw Failure("question-empty", "there is no word in the question", status: .usage)
    }
    let catalog = session.catalog()
    let found = try catalog.answers(
      to: question, in: catalog.context(session.clock), limit: limit)
    if common.json {
      let records = found.found.map {
        CaptureRecord($0.capture, snippet: $0.answer.passage, clock: session.clock)
      }
      session.console.line(
        JSONDocument.answers(records, words: question.words, total: found.total).description)
    } else {
      for (capture, answer) in found.found {
        session.show(capture, answer.passage, idWidth: catalog.idWidth)
      }
    }
    if found.total == 0 {
      var words = question.words.prefix(Self.shownWords).map { word in
        word.count > Self.shownLetters ? "\(word.prefix(Self.shownLetters))…" : word
      }
      if question.words.count > words.count { words.append("…") }
      var failure = Failure(
        "nothing-found",
        "no capture has any of these words: \(words.joined(separator: ", "))",
        status: .nothingFound)
      failure.isQuiet = common.json || common.quiet
      throw failure
    }
  }
}
