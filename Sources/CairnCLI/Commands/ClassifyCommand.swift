import ArgumentParser
import CairnDigest
import CairnInsight
import CairnNotebook
import CairnProvider
import CairnText
import CairnWork

struct ClassifyCommand: AsyncParsableCommand, ManyWordsCommand {
  static let configuration = CommandConfiguration(
    commandName: "classify",
    abstract: "Say what a text is: an action, an idea, a fact, or about a person.",
    discussion: """
      Nothing is stored. Nothing leaves the machine, unless a provider is set \
      (docs/providers.md); --dry-run shows what would be sent to it. No notebook is needed; what the captures of \
      yours teach counts, as it does for `add`. The number is how sure the answer is: of texts said \
      at 0.8, about four in five are right. --type says what it is: of a gift and an entry the fields \
      are read (docs/insight.md). With --jsonl, each line of standard input is an object \
      with a `text`, and gets a line of output; blank lines get none.

      EXAMPLES
        cairn classify Call Sarah by Friday
        cairn classify --json -- 'What if the shop closed for lunch?'
        cairn classify --type gift A warm throw for Mum, £60 tops
        cairn classify --jsonl < captures.jsonl
      """)

  @Argument(help: "The text. With `-`, or without words, standard input.")
  var words: [String] = []

  @Option(
    name: .shortAndLong,
    help: "It is this, and only its fields are looked for: gift, entry, action, idea, fact, person."
  )
  var type: ForcedReading.Kind?

  @Flag(help: "Classify a stream: a JSON object with `text` in each line, one out for each.")
  var jsonl = false

  @Flag(help: "Show what would be sent to a provider, and send nothing.")
  var dryRun = false

  @OptionGroup var providers: ProviderOptions
  @OptionGroup var common: CommonOptions

  var manyWords: [String] {
    get { words }
    set { words = newValue }
  }

  func validate() throws {
    if jsonl, !words.isEmpty { throw ValidationError("--jsonl reads standard input, no words") }
  }

  func run() async throws {
    let surroundings = Surroundings.ofThisProcess()
    let console = Console(common.color, surroundings)
    do {
      let notebook = try notebook(surroundings)
      let settings = notebook?.settings ?? SettingsFiles(surroundings).user
      for problem in settings.diagnostics { console.warn(problem) }
      let providers = Providers(
        settings: settings, surroundings: surroundings, options: self.providers,
        warn: { console.warn($0) })
      var judge = Judge(
        classifier: Classifier(notebook?.habits.experience), threshold: settings.threshold,
        reader: TimeReader(surroundings.clock, settings),
        provider: try providers.provider(for: .classify), providers: providers)
      if jsonl {
        try await JSONLines.answer(console, to: "classify") { text in
          if let type { return ForcedReading(type, judge.reader).document(text) }
          if dryRun {
            return JSONDocument.document([AskedProvider.sent(await judge.unsent(text))])
          }
          let judgement = try await judge.judge(text)
          if judgement.asked != nil, judge.provider == nil {
            console.say("The provider is asked no more; what is built in says the rest.")
          }
          return judge.document(judgement)
        }
      } else {
        try await classifyText(&judge, console)
      }
      console.flush()
    } catch let code as ExitCode {
      console.flush()
      throw code
    } catch {
      throw Failure(error).report(console, json: common.json || jsonl)
    }
  }

  /// The notebook, where there is one.
  ///
  /// Throws where somebody named one, and it is not there.
  private func notebook(_ surroundings: Surroundings) throws -> Notebook? {
    let isNamed = common.notebook != nil || surroundings.variable("CAIRN_NOTEBOOK") != nil
    do {
      return try Notebook(
        root: NotebookRoot(common, surroundings).path, stateBase: surroundings.folders.state,
        cacheBase: surroundings.folders.cache,
        settings: { SettingsFiles(surroundings).settings(of: $0) }, clock: surroundings.clock)
    } catch {
      if isNamed { throw error }
      return nil
    }
  }

  /// Classifies one text, from the arguments or standard input.
  private func classifyText(_ judge: inout Judge, _ console: Console) async throws {
    let isPiped = words.isEmpty || words == ["-"]
    let text =
      isPiped
      ? String(decoding: try Console.readAll(limit: Self.longest), as: UTF8.self)
      : words.joined(separator: " ")
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw Failure("text-empty", "there is no text to classify", status: .usage)
    }
    if let type {
      let reading = ForcedReading(type, judge.reader)
      if common.json { return console.line(reading.document(text).description) }
      for line in reading.lines(text, console) { console.line(line) }
      return
    }
    if dryRun { return show(await judge.unsent(text), console) }
    let judgement = try await judge.judge(text)
    if common.json {
      console.line(judge.document(judgement).description)
    } else {
      for line in judge.lines(judgement, console) { console.line(line) }
    }
  }

  /// Shows what would be sent.
  private func show(_ unsent: [AskedProvider], _ console: Console) {
    if common.json || jsonl {
      return console.line(JSONDocument.document([AskedProvider.sent(unsent)]).description)
    }
    for asked in unsent { console.show(asked) }
    if unsent.isEmpty { console.say("Nothing would be sent: no provider is asked.") }
  }

  /// The bytes that are read of standard input: only the beginning of a text says what it is.
  private static let longest = 1 << 20
}
