import CairnCapture
import CairnConsole
import CairnNotebook
import CairnScreens
package import CairnText
package import CairnWork

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
