package import CairnCharts
import CairnConsole
import CairnInsight

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
