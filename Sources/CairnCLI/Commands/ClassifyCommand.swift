import ArgumentParser
import CairnDigest
import CairnInsight
import CairnText

struct ClassifyCommand: AsyncParsableCommand, ManyWordsCommand {
  static let configuration = CommandConfiguration(
    commandName: "classify",
    abstract: "Say what a text is: an action, an idea, a fact, or about a person.",
    discussion: """
      Nothing is stored, no notebook is needed, and nothing leaves the machine. The number is how \
      sure the answer is: of texts said at 0.8, about four in five are right. With --jsonl, each \
      line of standard input is an object with a `text`, and gets a line of output.

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
    let console = Console(common.color, Surroundings.ofThisProcess())
    do {
      let classifier = Classifier()
      if jsonl {
        try classifyLines(classifier, console)
      } else {
        try classifyText(classifier, console)
      }
      console.flush()
    } catch let code as ExitCode {
      console.flush()
      throw code
    } catch {
      throw Failure(error).report(console, json: common.json || jsonl)
    }
  }

  /// Classifies one text, from the arguments or standard input.
  private func classifyText(_ classifier: Classifier, _ console: Console) throws {
    let isPiped = words.isEmpty || words == ["-"]
    let text =
      isPiped
      ? String(decoding: Console.readAll(limit: Self.longest), as: UTF8.self)
      : words.joined(separator: " ")
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw Failure("text-empty", "there is no text to classify", status: .usage)
    }
    let found = classifier.classify(text)
    if common.json {
      console.line(JSONDocument.classification(found).description)
    } else {
      for line in found.lines(console) { console.line(line) }
    }
  }

  /// The bytes that are read of standard input: only the beginning of a text says what it is.
  private static let longest = 1 << 20
}

// MARK: - Streams

extension ClassifyCommand {
  /// Classifies line by line. A line that is not understood gets a line with the error, so that the
  /// lines of input and output stay together, and changes the exit code.
  private func classifyLines(_ classifier: Classifier, _ console: Console) throws {
    var number = 0
    var hasFailed = false
    while let line = readLine() {
      number += 1
      let text = JSONValue(reading: Array(line.utf8))?["text"]?.text
      if let text, text.contains(where: { !$0.isWhitespace }) {
        console.line(JSONDocument.classification(classifier.classify(text)).description)
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
  fileprivate func lines(_ console: Console) -> [String] {
    guard let kind else { return ["unknown  This is not in English, or has no words."] }
    var lines: [String]
    if needsClarification() {
      let likeliest = candidates.prefix(2).map(\.kind.rawValue)
      lines = [console.styled("unsure", .yellow) + "  " + likeliest.joined(separator: " or ")]
    } else {
      lines = [console.styled(kind.rawValue, .bold) + "  \(shownConfidence)"]
    }
    if let person { lines.append("person  \(TerminalText.line(person))") }
    if let due { lines.append("due     \(TerminalText.line(due))") }
    return lines
  }

  /// The confidence with two digits, rounded down, since nothing is certain: `0.97`.
  private var shownConfidence: String {
    let hundredths = min(Int(confidence * 100), 99)
    return "0." + (hundredths < 10 ? "0" : "") + "\(hundredths)"
  }
}
