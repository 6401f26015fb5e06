import ArgumentParser
import CairnCapture
import CairnDigest
import CairnJSON
import CairnNotebook
import CairnProvider
import CairnQuery
import CairnText
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

  @Option(
    name: [.customShort("n", allowingJoined: true), .long],
    help: "Show at most so many passages (5).")
  var limit: Int?

  @Flag(help: "Show what would be sent to a provider, and send nothing.")
  var dryRun = false

  @OptionGroup var providers: ProviderOptions
  @OptionGroup var common: CommonOptions

  /// So many words, and letters of each, say enough to people.
  private static let (shownWords, shownLetters) = (8, 40)

  func run(_ session: Session) async throws {
    let limit = try checked(self.limit, atLeast: 0) ?? 5
    let found = try session.work.answers(to: words.joined(separator: " "), limit: limit)
    let catalog = found.catalog
    let isAsked = session.work.providers(providers.choice).isAsked(for: .ask)
    let open = isAsked ? session.work.sendable(found) : found.found
    let withheld = found.found.count - open.count
    session.work.tellWithheld(withheld)
    let captures = open.map(\.capture)
    let asked = try await answer(open.map { ($0.capture, $0.answer.passage) }, session)
    if common.json {
      let records = found.found.map {
        CaptureRecord($0.capture, snippet: $0.answer.passage, clock: session.clock)
      }
      session.console.line(
        JSONDocument.answers(
          records, words: found.words, total: found.total,
          others: members(asked?.outcome, asked?.answer, citing: captures)
            + (isAsked ? [.init("withheld", .integer(withheld))] : [])
        ).description)
    } else {
      if let asked, !asked.outcome.isSent { session.console.show(asked.outcome) }
      if let answer = asked?.answer {
        show(answer, citing: captures, idWidth: catalog.idWidth, session)
      }
      for (capture, answer) in found.found {
        session.show(capture, answer.passage, idWidth: catalog.idWidth)
      }
    }
    if found.total == 0 {
      var words = found.words.prefix(Self.shownWords).map { word in
        word.count > Self.shownLetters ? "\(word.prefix(Self.shownLetters))…" : word
      }
      if found.words.count > words.count { words.append("…") }
      var failure = Failure(
        "nothing-found",
        "no capture has any of these words: \(words.joined(separator: ", "))",
        status: .nothingFound)
      failure.isQuiet = common.json || common.quiet
      throw failure
    }
  }
}

// MARK: - Asking a provider

extension AskCommand {
  /// What a provider answers from passages; nil where none is asked.
  private func answer(
    _ passages: [(capture: Capture, passage: Snippet)], _ session: Session
  ) async throws -> (outcome: AskedProvider, answer: ProvidedAnswer?)? {
    let providers = session.work.providers(self.providers.choice)
    guard !passages.isEmpty, let provider = try providers.provider(for: .ask) else { return nil }
    let question = ProviderQuestion.ask(
      words.joined(separator: " "),
      passages: passages.map { ($0.capture.title, $0.passage.text) })
    let (asked, answer) = try await providers.ask(provider, question, dryRun: dryRun)
    return (asked, answer)
  }

  /// The answer and the provider, for scripts.
  private func members(
    _ asked: AskedProvider?, _ answer: ProvidedAnswer?, citing captures: [Capture]
  ) -> [JSONValue.Member] {
    guard let asked else { return [] }
    guard let answer else { return [asked.member] }
    let sentences = answer.sentences.map { sentence -> JSONValue in
      [
        "text": .string(sentence.text),
        "captures": .array(
          sentence.sources.map {
            [
              "id": JSONValue(captures[$0].id),
              "path": JSONValue(bytes: captures[$0].path.bytes),
            ]
          }),
      ]
    }
    return [
      .init("answer", .array(sentences)), .init("unsourced", .integer(answer.unsourced)),
      asked.member,
    ]
  }

  /// Shows the answer, each sentence with the captures that say so, and a blank line.
  private func show(
    _ answer: ProvidedAnswer, citing captures: [Capture], idWidth: Int, _ session: Session
  ) {
    for sentence in answer.sentences {
      let names = sentence.sources.map { place in
        session.named(captures[place], idWidth: idWidth)
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
