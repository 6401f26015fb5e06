import CairnCapture
import CairnConsole
import CairnText
package import CairnWork

extension Screen {
  /// Lists the meanings that were written, and says how many there are.
  package func list(_ result: MeaningResult) {
    for found in result.written {
      console.line(TerminalText.line("\(listed(found.capture.path))  \(found.meaning ?? "")"))
    }
    say(result.summary)
  }

  /// Shows a meaning and its author.
  package func show(_ found: MeaningResult.Found) {
    guard let meaning = found.meaning else { return }
    let maker = found.maker.map { "  (\(TerminalText.line($0)))" } ?? ""
    console.line(TerminalText.line(meaning) + console.styled(maker, .dim))
  }
}
