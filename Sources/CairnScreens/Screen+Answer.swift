package import CairnCapture
import CairnConsole
package import CairnProvider
import CairnText
import CairnWork

extension Screen {
  /// Shows the provider's answer and a blank line. Each sentence is followed by the handles of the
  /// captures that it cites.
  package func show(_ answer: ProvidedAnswer, citing captures: [Capture]) {
    for sentence in answer.sentences {
      let names = sentence.sources.map { work.handle(at: captures[$0].path) }
      console.line(TerminalText.line("\(sentence.text) [\(names.joined(separator: ", "))]"))
    }
    if answer.sentences.isEmpty { say("The provider found no answer in these passages.") }
    if answer.unsourced > 0 {
      say("Left out \(answer.unsourced.of("sentence")) that did not cite a passage.")
    }
    console.line()
  }
}
