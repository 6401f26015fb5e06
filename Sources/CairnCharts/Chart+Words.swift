import CairnCapture
import CairnText

/// The figures of a chart as sentences and as a table, for people who cannot see the chart.
extension Chart {
  /// Returns the title of the chart.
  func title(_ statistics: Statistics) -> String {
    switch self {
    case .calendar: "Captures per day"
    case .scores: "Scores"
    case .collections: "Captures per \(statistics.collections.axis.unit.rawValue)"
    case .actions: "Actions"
    }
  }

  /// Returns a note to show beside the title: the period or the number of captures that the chart
  /// covers.
  func note(_ statistics: Statistics) -> String {
    switch self {
    case .calendar:
      return Self.span(statistics.calendar.period)
    case .scores:
      return statistics.scores.total.of("capture")
    case .collections:
      return Self.span(statistics.collections.axis)
    case .actions:
      return statistics.actions.map { "by \($0.axis.unit.rawValue), \(Self.span($0.axis))" } ?? ""
    }
  }

  /// Returns the figures of the chart in sentences.
  func words(_ statistics: Statistics) -> [String] {
    switch self {
    case .calendar: Self.words(statistics.calendar)
    case .scores: Self.words(statistics.scores)
    case .collections: Self.words(statistics.collections)
    case .actions: statistics.actions.map(Self.words) ?? []
    }
  }

  static func span(_ days: ClosedRange<CalendarDate>) -> String {
    days.lowerBound == days.upperBound
      ? "\(days.upperBound)" : "\(days.lowerBound) to \(days.upperBound)"
  }

  static func span(_ axis: TimeAxis) -> String {
    let names = [axis.starts[0], axis.starts[axis.count - 1]].map {
      AxisNames.name(of: $0, axis.unit)
    }
    return names[0] == names[1] ? names[0] : "\(names[0]) to \(names[1])"
  }
}

// MARK: - Sentences

extension Chart {
  private static func words(_ calendar: ActivityCalendar) -> [String] {
    let days = calendar.counts.count
    var words = [
      "\(calendar.total.of("capture")) on \(days.of("day"))"
        + " from \(calendar.period.lowerBound) to \(calendar.period.upperBound)."
    ]
    let busiest = calendar.counts.max { left, right in
      left.value != right.value ? left.value < right.value : left.key < right.key
    }
    if let busiest, days > 1 {
      words.append("Busiest day: \(busiest.key), with \(busiest.value.of("capture")).")
    }
    return words + others(calendar.earlier, calendar.later)
  }

  private static func words(_ scores: ScoreCounts) -> [String] {
    let parts = Score.allCases.reversed().map { "\(scores[$0]) \($0.name)" }
    return [
      "\(scores.total.of("capture")): "
        + (parts + ["\(scores.without) without a score"]).joined(separator: ", ") + "."
    ]
  }

  private static func words(_ timeline: CollectionTimeline) -> [String] {
    let parts = timeline.series(atMost: SVGText.seriesCount).map { "\($0.name) \($0.total)" }
    return [
      "\(timeline.total.of("capture")), \(span(timeline.axis)): "
        + parts.joined(separator: ", ") + "."
    ] + others(timeline.earlier, timeline.later)
  }

  private static func words(_ actions: BurnDown) -> [String] {
    let last = actions.last
    var words = [
      "Actions by \(actions.axis.unit.rawValue), \(span(actions.axis)):"
        + " \(actions.openBefore) open at the start; at the end \(last.open) open,"
        + " \(last.done) done and \(last.cancelled) cancelled."
    ]
    if actions.undated > 0 {
      words.append(
        "Not shown: \(actions.undated.of("action")) done or cancelled on an unknown date.")
    }
    return words
  }

  /// Returns an array with one sentence: the numbers of captures before (`earlier`) and after
  /// (`later`) the chart's period. The array is empty if both numbers are 0.
  static func others(_ earlier: Int, _ later: Int) -> [String] {
    let parts = [(earlier, "earlier"), (later, "later")].filter { $0.0 > 0 }
    guard !parts.isEmpty else { return [] }
    return ["Not shown: " + parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ") + "."]
  }
}

// MARK: - Tables

extension Chart {
  /// Returns the figures of the chart as a table; nil if the chart has nothing to show.
  func table(_ statistics: Statistics) -> FigureTable? {
    guard hasFigures(statistics) else { return nil }
    switch self {
    case .calendar:
      let days = statistics.calendar.counts.sorted { $0.key < $1.key }
      return FigureTable(["Day", "Captures"], days.map { ($0.key.description, [$0.value]) })
    case .scores:
      let scores = statistics.scores
      return FigureTable(
        ["Score", "Captures"],
        Score.allCases.reversed().map { ($0.title, [scores[$0]]) }
          + [("No score", [scores.without])])
    case .collections:
      let timeline = statistics.collections
      let series = timeline.series(atMost: SVGText.seriesCount)
      return FigureTable(
        [timeline.axis.unit.rawValue.capitalizedFirst] + series.map(\.name),
        timeline.axis.starts.enumerated().map { place, start in
          (AxisNames.name(of: start, timeline.axis.unit), series.map { $0.counts[place] })
        })
    case .actions:
      guard let actions = statistics.actions else { return nil }
      return FigureTable(
        [actions.axis.unit.rawValue.capitalizedFirst, "Open", "Done", "Cancelled"],
        zip(actions.axis.starts, actions.points).map { start, point in
          (
            AxisNames.name(of: start, actions.axis.unit),
            [point.open, point.done, point.cancelled]
          )
        })
    }
  }
}

/// A table of numbers in which each row has a name.
struct FigureTable {
  private let columns: [String]
  private let rows: [(name: String, numbers: [Int])]

  init(_ columns: [String], _ rows: [(String, [Int])]) {
    self.columns = columns
    self.rows = rows.map { (name: $0.0, numbers: $0.1) }
  }

  /// The table as an HTML `<table>` with header cells.
  var html: String {
    var html = "<table>\n<thead><tr>"
    for column in columns { html += "<th scope=\"col\">\(SVGText.escaped(column))</th>" }
    html += "</tr></thead>\n<tbody>\n"
    for row in rows {
      html += "<tr><th scope=\"row\">\(SVGText.escaped(row.name))</th>"
      for number in row.numbers { html += "<td>\(number)</td>" }
      html += "</tr>\n"
    }
    return html + "</tbody>\n</table>\n"
  }
}
