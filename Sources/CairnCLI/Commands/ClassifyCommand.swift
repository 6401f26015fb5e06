import ArgumentParser
import CairnCapture
import CairnDigest
import CairnInsight
import CairnNotebook
import CairnText

struct ClassifyCommand: AsyncParsableCommand, ManyWordsCommand {
  static let configuration = CommandConfiguration(
    commandName: "classify",
    abstract: "Say what a text is: an action, an idea, a fact, or about a person.",
    discussion: """
      Nothing is stored, and nothing leaves the machine. No notebook is needed; what the captures of \
      yours teach counts, as it does for `add`. The number is how sure the answer is: of texts said \
      at 0.8, about four in five are right. With --jsonl, each line of standard input is an object \
      with a `text`, and gets a line of output.

      EXAMPLES
        cairn classify Call Sarah by Friday
        cairn classify --json -- 'What if the shop closed for lunch?'
        cairn classify --jsonl < captures.jsonl
      """)

  @Argument(help: "The text. With `-`, or without words, standard input.")
  var words: [String] = []

  @Flag(help: "Classify a stream: a JSON object with `text` in each line, one out for each.")
  var jsonl = false

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
      let notebook = notebook(surroundings)
      let settings = notebook?.settings ?? SettingsFiles.user(surroundings)
      let judge = Judge(
        classifier: Classifier(notebook?.habits.experience), threshold: settings.threshold,
        reader: TimeReader(surroundings.clock, settings))
      if jsonl {
        try JSONLines.answer(console, judge.document)
      } else {
        try classifyText(judge, console)
      }
      console.flush()
    } catch let code as ExitCode {
      console.flush()
      throw code
    } catch {
      throw Failure(error).report(console, json: common.json || jsonl)
    }
  }

  /// The classifier, how sure it has to be to be believed, and who reads the times that it finds.
  private struct Judge {
    let classifier: Classifier
    let threshold: Double
    let reader: TimeReader

    /// What a text is found to be, as a document.
    func document(_ text: String) -> JSONValue {
      let found = classifier.classify(text)
      return JSONDocument.classification(
        found, below: threshold, due: found.due.flatMap(reader.due)?.due,
        summary: classifier.summary(of: text, found))
    }

    /// What a text is found to be, in lines for a person.
    func lines(_ text: String, _ console: Console) -> [String] {
      let found = classifier.classify(text)
      guard let kind = found.kind else {
        return ["unknown  This is not in English, or has no words."]
      }
      var lines: [String]
      if found.needsClarification(below: threshold) {
        lines = [console.styled("unsure", .yellow) + "  " + found.likeliest]
      } else {
        lines = [console.styled(kind.rawValue, .bold) + "  \(found.shownConfidence)"]
      }
      if let person = found.person { lines.append("person   \(TerminalText.line(person))") }
      if let due = found.due {
        let time = reader.due(saidAs: due).flatMap { FieldTime($0.due) }?.spelled(reader.clock)
        let words = TerminalText.line(due)
        lines.append("due      " + (time.map { "\($0)  (\(words))" } ?? words))
      }
      if let summary = classifier.summary(of: text, found) {
        lines.append("summary  \(TerminalText.line(summary))")
      }
      return lines
    }
  }

  /// The notebook, where there is one.
  private func notebook(_ surroundings: Surroundings) -> Notebook? {
    guard let root = try? NotebookLocator(surroundings, common).root() else { return nil }
    return try? Notebook(
      root: root, stateBase: surroundings.stateFolder, cacheBase: surroundings.cacheFolder,
      settings: { SettingsFiles.settings(of: $0, surroundings) }, clock: surroundings.clock)
  }

  /// Classifies one text, from the arguments or standard input.
  private func classifyText(_ judge: Judge, _ console: Console) throws {
    let isPiped = words.isEmpty || words == ["-"]
    let text =
      isPiped
      ? String(decoding: try Console.readAll(limit: Self.longest), as: UTF8.self)
      : words.joined(separator: " ")
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw Failure("text-empty", "there is no text to classify", status: .usage)
    }
    if common.json {
      console.line(judge.document(text).description)
    } else {
      for line in judge.lines(text, console) { console.line(line) }
    }
  }

  /// The bytes that are read of standard input: only the beginning of a text says what it is.
  private static let longest = 1 << 20
}
