public import ArgumentParser
import CairnArguments
import CairnConsole
import CairnScreens
import CairnSession
import CairnText
import CairnWire
public import CairnWork

struct ClassifyCommand: AsyncParsableCommand, ManyWordsCommand {
  static let configuration = CommandConfiguration(
    name: "classify",
    abstract: "Detect the type of a piece of text.",
    discussion: """
      Nothing is saved. Nothing leaves this machine unless you use a provider (docs/providers.md) \
      or have run `cairn embed --types` (docs/embeddings.md); --dry-run shows what would be sent. \
      No notebook is needed, but if there is one, its captures improve the result, as they do for \
      `add`.

      The number in the output is the confidence, from 0 to 1: at 0.8, about four in five detected \
      types are right. With --type, only the fields of that type are read, such as the price of a \
      gift (docs/insight.md). With --jsonl, each line of standard input is a JSON object with the \
      key `text`. Cairn prints one line for each object, and skips blank lines.

      EXAMPLES
        cairn classify Call Sarah by Friday
        cairn classify --json -- 'What if the shop closed for lunch?'
        cairn classify --type gift A warm throw for Mum, £60 tops
        cairn classify --jsonl < captures.jsonl
      """)

  @Argument(help: "The text; if it is missing or `-`, Cairn reads standard input.")
  var words: [String] = []

  @Option(
    name: .shortAndLong,
    help: "The type of the text; Cairn then reads only the fields of this type."
  )
  var type: DetailExtraction.Kind?

  @Flag(
    help: .init(
      "Read JSON objects, one per line, and print the classification of each as a JSON object."))
  var jsonl = false

  @Flag(help: "Show what would be sent, without sending it.")
  var dryRun = false

  @OptionGroup var providers: ProviderOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if jsonl, !words.isEmpty {
      throw ValidationError("--jsonl reads standard input; leave out the text")
    }
  }

  func run() async throws {
    let surroundings = Surroundings.ofThisProcess()
    let console = Console(common.color, surroundings)
    try await console.run(json: common.json || jsonl) {
      let isNamed = common.notebook != nil || surroundings.variable("CAIRN_NOTEBOOK") != nil
      var classifier = try TextClassifier(
        in: { try NotebookRoot(common, surroundings) }, isRequired: isNamed,
        RequestContext(surroundings, console, common), providers.choice)
      if jsonl {
        try await JSONLines.answer(console, to: "classify") { text in
          if let type {
            let reader = classifier.timeReader
            return .details(DetailExtraction(text, as: type, reader), reader)
          }
          if dryRun { return .unsent(await classifier.unsent(text)) }
          let classified = try await classifier.classify(text)
          if classified.asked != nil, !classifier.asksProvider {
            console.say(
              "Cairn no longer asks the provider, and classifies the remaining lines itself.")
          }
          return .classification(classified, by: classifier)
        }
      } else {
        try await classifyText(&classifier, console)
      }
    }
  }

  /// Classifies the text from the arguments or from standard input.
  private func classifyText(_ classifier: inout TextClassifier, _ console: Console) async throws {
    let isPiped = words.isEmpty || words == ["-"]
    let text =
      isPiped
      ? String(decoding: try Console.readAll(limit: Self.longest), as: UTF8.self)
      : words.joined(separator: " ")
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw Failure("text-empty", "there is no text to classify", status: .usage)
    }
    if let type {
      let reader = classifier.timeReader
      let extraction = DetailExtraction(text, as: type, reader)
      if common.json { return console.line(.details(extraction, reader)) }
      console.show(extraction)
      return
    }
    if dryRun {
      let isSent = classifier.asksServer(about: text)
      if isSent { console.say("The text would be sent to the embedding server.") }
      return show(await classifier.unsent(text), console, isSent: isSent)
    }
    let classified = try await classifier.classify(text)
    if common.json {
      console.line(.classification(classified, by: classifier))
    } else {
      console.show(classified, by: classifier)
      if let opinion = classified.opinion { console.say(TerminalText.escaped(opinion.sentence)) }
    }
  }

  private func show(_ unsent: [AskedProvider], _ console: Console, isSent: Bool) {
    if common.json { return console.line(.unsent(unsent)) }
    for asked in unsent { console.show(asked) }
    if unsent.isEmpty, !isSent { console.say("Nothing would be sent; no provider is in use.") }
  }

  /// The maximum number of bytes to read from standard input. The rest is not needed, because the
  /// start of the text determines its type.
  private static let longest = 1 << 20
}

extension DetailExtraction.Kind: ExpressibleByArgument {}
