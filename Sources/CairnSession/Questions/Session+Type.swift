import CairnCapture
import CairnConsole
import CairnInsight
import CairnNotebook
import CairnScreens
package import CairnText
package import CairnWork

extension Session {
  /// Asks for the type of a capture and suggests likely types. Returns nil if the user enters no
  /// type.
  func askType(_ found: Classification) -> String? {
    if case .type(let type) = askType(found, mayQuit: false) { return type }
    return nil
  }

  /// An answer to the question about the type of a capture.
  enum TypeAnswer {
    case type(String)
    case open
    /// The user quit, or the input ended.
    case quit
  }

  /// Asks for a type like ``askType(_:)``. If `mayQuit` is true, the user can also answer `q`, for
  /// ``TypeAnswer/quit``.
  ///
  /// Lines that were typed or pasted before the question count as answers. If none of them is a
  /// valid answer, saves them as a draft and stops asking, because they are presumably text.
  func askType(_ found: Classification, mayQuit: Bool) -> TypeAnswer {
    if !found.candidates.isEmpty {
      console.say("What type is the capture? Perhaps \(found.likeliest).")
    }
    for kind in CaptureKind.allCases {
      let letter = console.errorStyled(String(kind.rawValue.prefix(1)), .bold)
      console.say("  \(letter)  \(kind.rawValue.padding(to: 6))  \(kind.meaning)")
    }
    let quits = mayQuit ? ", q quits" : ""
    let question = "Type a, i, f, p or another type; Enter skips\(quits): "
    var early: [String] = []
    while true {
      let isEarly = console.hasWaitingInput
      guard let answer = console.ask(early.count > Self.shownQuestions ? "" : question) else {
        console.say("")
        keep(early)
        return .quit
      }
      let word = answer.trimmingBlanks.lowercased()
      if word.isEmpty, early.isEmpty { return .open }
      let (type, all) = word.isEmpty ? (nil, []) : work.type(beginning: word)
      if type != nil || (mayQuit && word == "q") {
        // A single word was presumably a misspelled answer, not text to save.
        if early.contains(where: { $0.contains(" ") }) { keep(early) }
        return type.map { .type($0) } ?? .quit
      }
      if isEarly {
        early.append(answer)
        guard console.hasWaitingInput else {
          console.say("")
          keep(early)
          return mayQuit ? .quit : .open
        }
      }
      if word.isEmpty || early.count > Self.shownQuestions { continue }
      let list = all.joined(separator: ", ")
      console.say(
        console.wrapped(
          TerminalText.line("Type one of \(list), or its first letters; Enter skips.")))
    }
  }

  /// The maximum number of times that the question is repeated because a line was typed too early.
  private static let shownQuestions = 3

  /// Saves lines as a draft, and tells the user. The lines were typed before a question, but do not
  /// answer it. Does nothing if all lines are blank.
  private func keep(_ lines: [String]) {
    let written = lines.filter { !$0.trimmingBlanks.isEmpty }.count
    if written == 0 { return }
    console.say(
      written == 1
        ? "The line that you entered before this question is not the name of a type."
        : "You typed \(written) lines before the question, but none of them is a type.")
    let text = Array(lines.joined(separator: "\n").utf8)
    if let place = TextToRescue.save(text, surroundings) { console.say(.hint, place) }
  }
}

extension Session {
  /// Asks for the type of each capture, and writes each answer before asking the next question.
  package func ask(
    about waiting: [UnclassifiedCapture], _ similar: [NotePath: SimilarType]
  ) throws {
    guard canAsk else {
      throw Failure(
        "type-missing", "there is no terminal to ask on; run `cairn clarify CAPTURE TYPE`",
        status: .usage)
    }
    defer { work.learn() }
    var settled = 0
    asking: for (number, unclassified) in waiting.enumerated() {
      if number > 0 { console.say("") }
      if waiting.count > 1 {
        let place = "\(number + 1) of \(waiting.count)"
        console.say(console.errorStyled(place, .dim))
      }
      console.say(shown(unclassified.capture))
      if let similar = similar[unclassified.capture.path] {
        console.say(TerminalText.line("Types of \(similar.words)."))
      }
      switch askType(unclassified.found, mayQuit: waiting.count > 1) {
      case .type(let type):
        show(try work.settle([unclassified.capture], as: type), .write)
        settled += 1
      case .open: continue
      case .quit: break asking
      }
    }
    let open = waiting.count - settled
    if open > 0 { say("Skipped \(open.of("capture")).") }
  }

  private static let shownLines = 8

  /// Returns the first lines of a capture, which are shown before the question about its type.
  private func shown(_ capture: Capture) -> String {
    let lines = capture.textToClassify.split(separator: "\n", maxSplits: Self.shownLines)
    let shown = lines.prefix(Self.shownLines).map { line in
      console.errorStyled(TerminalText.line(String(line)), .bold)
    }
    return shown.joined(separator: "\n") + (lines.count > Self.shownLines ? "\n…" : "")
  }
}
