package import CairnCapture
package import CairnCharts
import CairnConsole
import CairnInsight
package import CairnProvider
import CairnText
package import CairnWork

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

extension Screen {
  /// Shows charts of statistics: the charts in `only` or, if `only` is empty, all charts.
  package func show(_ statistics: Statistics, _ only: [TextChart]) {
    let charts = TextChart.allCases.filter { only.isEmpty || only.contains($0) }
    let blocks = charts.map {
      $0.lines(statistics, width: display.columns, signs: display.signs)
    }
    console.separate(blocks.filter { !$0.isEmpty }) { lines in
      console.lines(lines.map { line in line.text { console.styled($0) } })
    }
  }
}

extension Console {
  fileprivate func styled(_ piece: ChartLine.Piece) -> String {
    switch piece.role {
    case .plain: piece.text
    case .title: styled(piece.text, .bold)
    case .label: styled(piece.text, .dim)
    case .mark: styled(piece.text, .green)
    }
  }
}
