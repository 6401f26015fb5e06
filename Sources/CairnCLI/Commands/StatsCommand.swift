import ArgumentParser
import CairnCharts
import CairnScreens
import CairnSession
import CairnWire
import CairnWork

struct StatsCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    name: "stats",
    abstract: "Show statistics and charts of captures.",
    discussion: """
      The charts show captures per day, score, type and collection, and actions over time. The \
      calendar covers at most a year, and the other charts at most two years. With --since and \
      --until, Cairn counts the captures that were created in that period, and the actions that \
      were open during that period. A day without captures is shown as `·`. Charts use only ASCII \
      characters if the terminal or the locale does not support others.

      EXAMPLES
        cairn stats                         all captures
        cairn stats in:books --since 2024   books since 2024
        cairn stats --chart calendar        only this chart (repeatable)
        cairn stats type:action --json      numbers for scripts
      """)

  @OptionGroup var query: QueryArguments

  @Option(
    parsing: .unconditional,
    help: "Count only captures on or after this day, such as 2026-01, -30d or last-month.")
  var since: String?

  @Option(parsing: .unconditional, help: "Count only captures on or before this day.")
  var until: String?

  @Option(
    help: .init("Show only this chart: \(Self.charts); repeatable.", valueName: "chart"),
    completion: .list(TextChart.allCases.map(\.rawValue)), transform: Self.chart)
  var chart: [TextChart] = []

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let statistics = try session.work.statistics(
      StatisticsRequest(
        try query.request(session.surroundings), since: since, until: until))
    try session.show(
      .statistics(statistics), none: statistics.total == 0 ? "There are no captures to count." : nil
    ) { session.show(statistics, chart) }
  }
}

extension StatsCommand {
  private static let charts = TextChart.allCases.map(\.rawValue).joined(separator: ", ")

  private static func chart(_ name: String) throws -> TextChart {
    guard let chart = TextChart(rawValue: name) else {
      throw ValidationError("the charts are \(charts)")
    }
    return chart
  }
}
