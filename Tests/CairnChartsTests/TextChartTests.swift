import CairnCapture
import CairnCharts
import CairnFixtures
import CairnText
import Testing

@Suite("Charts as text")
struct TextChartTests {
  private static func statistics(_ names: [String], perName: Int = 12) -> Statistics {
    var facts: [CaptureFacts] = []
    for (number, name) in names.enumerated() {
      for index in 0..<perName * (number + 1) {
        let made = berlin.today.adding(days: -(index * index) % 500)
        facts.append(
          CaptureFacts(
            collection: NotePath(name) ?? .root, types: [index % 3 == 0 ? "action" : name],
            score: Score(rawValue: index % 6), status: index % 2 == 0 ? "done" : "open",
            created: .date(made), closed: .date(berlin.today.adding(days: -index))))
      }
    }
    return Statistics(facts, clock: berlin)
  }

  private static let samples = [
    statistics(["books"], perName: 1), statistics(["books", "work/acme", "garden"]),
    statistics(
      ["日本の紙とインクの作り方について", "\u{1B}[2J\u{202E}x", "a\nb", "👩‍👩‍👧‍👧 family"]
        + (0..<30).map { "collection \($0)" }, perName: 40),
  ]

  @Test("No line is wider than the terminal", arguments: TextChart.allCases)
  func widths(chart: TextChart) {
    for statistics in Self.samples {
      for width in [20, 21, 23, 24, 30, 40, 47, 48, 57, 80, 109, 110, 111, 200] {
        for signs in [DrawingSigns.blocks, .ascii] {
          let lines = chart.lines(statistics, width: width, signs: signs)
          #expect(!lines.isEmpty)
          for line in lines {
            let text = line.text()
            #expect(TerminalText.width(of: text) <= width, "\(width): \(text)")
            #expect(!text.hasSuffix(" "), "\(text)")
          }
        }
      }
    }
  }

  @Test("What is drawn in ASCII is ASCII", arguments: TextChart.allCases)
  func ascii(chart: TextChart) {
    for width in [20, 60, 140] {
      for line in chart.lines(Self.samples[1], width: width, signs: .ascii) {
        #expect(line.text().utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "\(line.text())")
      }
    }
  }

  @Test("Nothing in a name steers the terminal", arguments: TextChart.allCases)
  func hostile(chart: TextChart) {
    for line in chart.lines(Self.samples[2], width: 100) {
      #expect(!line.text().unicodeScalars.contains(where: TerminalText.steers))
    }
  }

  @Test("The calendar has a sign for each day")
  func days() {
    let statistics = Self.samples[1]
    let text = TextChart.calendar.lines(statistics, width: 60).dropFirst(2).prefix(7)
      .map { $0.text() }.joined()
    let period = statistics.calendar.period
    let count = period.upperBound.daysSinceEpoch - period.lowerBound.daysSinceEpoch + 1
    #expect(text.count { "·░▒▓█".contains($0) } == count)
    #expect(text.count { "░▒▓█".contains($0) } == statistics.calendar.counts.count)
  }

  @Test("Where there is nothing to show, there are no lines")
  func empty() {
    let statistics = Statistics([], clock: berlin)
    for chart in TextChart.allCases where ![.totals, .rhythm].contains(chart) {
      #expect(chart.lines(statistics, width: 80).isEmpty, "\(chart)")
    }
  }
}
