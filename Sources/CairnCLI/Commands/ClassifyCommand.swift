import ArgumentParser
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
      let judge = Judge(
        classifier: Classifier(notebook?.habits.experience),
        threshold: (notebook?.settings ?? SettingsFiles.user(surroundings)).threshold)
      if jsonl {
        try classifyLines(judge, console)
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

  /// The classifier, and how sure it has to be to be believed.
  private struct Judge {
    let classifier: Classifier
    let threshold: Double
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
    let found = judge.classifier.classify(text)
    if common.json {
      console.line(JSONDocument.classification(found, below: judge.threshold).description)
    } else {
      for line in found.lines(console, below: judge.threshold) { console.line(line) }
    }
  }

  /// The bytes that are read of standard input: only the beginning of a text says what it is.
  private static let longest = 1 << 20
}

// MARK: - Streams

extension ClassifyCommand {
  /// Classifies line by line. A line that is not understood gets a line with the error, so that the
  /// lines of input and output stay together, and changes the exit code.
  private func classifyLines(_ judge: Judge, _ console: Console) throws {
    var number = 0
    var hasFailed = false
    while let line = readLine() {
      number += 1
      let text = JSONValue(reading: Array(line.utf8))?["text"]?.text
      if let text, text.contains(where: { !$0.isWhitespace }) {
        let found = judge.classifier.classify(text)
        console.line(JSONDocument.classification(found, below: judge.threshold).description)
      } else {
        let problem = Diagnostic(
          .error, "classify-line",
          "line \(number) of standard input is no JSON object with a text in `text`")
        console.line(JSONDocument.error(problem).description)
        console.say("cairn: error: \(problem.message)")
        hasFailed = true
      }
      console.flush()
    }
    if hasFailed { throw ExitStatus.failure.code }
  }
}

// MARK: - For people

extension Classification {
  /// What was found, in lines for a person.
  fileprivate func lines(_ console: Console, below threshold: Double) -> [String] {
    guard let kind else { return ["unknown  This is not in English, or has no words."] }
    var lines: [String]
    if needsClarification(below: threshold) {
      lines = [console.styled("unsure", .yellow) + "  " + likeliest]
    } else {
      lines = [console.styled(kind.rawValue, .bold) + "  \(shownConfidence)"]
    }
    if let person { lines.append("person  \(TerminalText.line(person))") }
    if let due { lines.append("due     \(TerminalText.line(due))") }
    return lines
  }
}
