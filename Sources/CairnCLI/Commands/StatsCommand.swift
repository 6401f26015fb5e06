import ArgumentParser
import CairnCharts
import CairnWire
import CairnWork

struct StatsCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Show figures of captures: per day, score, type, collection, and actions over time.",
    discussion: """
      The calendar shows a year, the other charts two at most; --since and --until say which. Only \
      captures made in that time are then counted, and actions that were open in it. A day without a \
      capture is `·`; charts are drawn in ASCII where the terminal or the locale has no more.

      EXAMPLES
        cairn stats                         everything
        cairn stats in:books --since 2024   what was read in these years
        cairn stats --chart calendar        one chart alone; again for more
        cairn stats type:action --json      the figures, for scripts
      """)

  @OptionGroup var query: QueryArguments

  @Option(parsing: .unconditional, help: "Count from this day on: 2026-01, -30d, last-month.")
  var since: String?

  @Option(parsing: .unconditional, help: "Count up to this day and its end.")
  var until: String?

  @Option(
    help: ArgumentHelp("Show this chart: \(Self.charts); all by default.", valueName: "chart"),
    completion: .list(TextChart.allCases.map(\.rawValue)), transform: Self.chart)
  var chart: [TextChart] = []

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let statistics = try session.work.statistics(
      StatisticsRequest(
        try query.request(session.surroundings), since: since, until: until))
    try session.show(
      .statistics(statistics), none: statistics.total == 0 ? "There is nothing to count." : nil
    ) { show(statistics, session) }
  }

  private func show(_ statistics: Statistics, _ session: Session) {
    let console = session.console
    let signs = session.surroundings.drawingSigns
    let charts = TextChart.allCases.filter { chart.isEmpty || chart.contains($0) }
    let blocks = charts.map {
      $0.lines(statistics, width: session.surroundings.columns, signs: signs)
    }
    for (index, lines) in blocks.filter({ !$0.isEmpty }).enumerated() {
      if index > 0 { console.line() }
      for line in lines { console.line(line.text { console.styled($0) }) }
    }
  }
}

extension StatsCommand {
  private static let charts = TextChart.allCases.map(\.rawValue).joined(separator: ", ")

  private static func chart(_ name: String) throws -> TextChart {
    guard let chart = TextChart(rawValue: name) else {
      throw ValidationError("there is no chart `\(name)`; there are \(charts)")
    }
    return chart
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
