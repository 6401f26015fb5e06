import CairnCapture
public import CairnText

/// A chart of statistics that is drawn as text on a terminal.
public enum TextChart: String, CaseIterable, Sendable {
  /// The numbers of captures and days, and the runs of consecutive days.
  case totals
  /// The number of captures on each day of a year.
  case calendar
  /// The number of captures by day of the week and by hour.
  case rhythm
  /// The number of captures with each score.
  case scores
  /// The number of captures of each type.
  case types
  /// The number of captures added to each collection in each month or year.
  case collections
  /// The number of open, done and cancelled actions over time.
  case actions

  /// Returns the lines of the chart; empty if there is nothing to show.
  ///
  /// - Parameters:
  ///   - width: The maximum line width in cells, at least 20. A chart that does not fit is drawn
  ///     narrower; if it still does not fit, the oldest weeks or spans are left out.
  ///   - signs: The characters to draw with.
  public func lines(
    _ statistics: Statistics, width: Int, signs: DrawingSigns = .blocks
  ) -> [ChartLine] {
    var drawing = TextDrawing(width: max(width, 20), signs: signs)
    switch self {
    case .totals: drawing.drawTotals(statistics)
    case .calendar: if Chart.calendar.hasFigures(statistics) { drawing.draw(statistics) }
    case .rhythm: drawing.draw(statistics.rhythm)
    case .scores: if Chart.scores.hasFigures(statistics) { drawing.draw(statistics.scores) }
    case .types: drawing.draw(statistics.types)
    case .collections:
      if Chart.collections.hasFigures(statistics) { drawing.drawCollections(statistics) }
    case .actions:
      if let actions = statistics.actions { drawing.draw(actions, statistics) }
    }
    return drawing.lines
  }
}

/// A text chart to which lines are added from top to bottom.
struct TextDrawing {
  let width: Int
  let signs: DrawingSigns
  private(set) var lines: [ChartLine] = []

  init(width: Int, signs: DrawingSigns) {
    self.width = width
    self.signs = signs
  }

  mutating func add(_ line: ChartLine) { lines.append(line) }

  /// Adds a heading and a note. The note is on the same line or, if it does not fit there, on the
  /// next line.
  mutating func addTitle(_ title: String, _ note: String = "") {
    var line = ChartLine(signs.cut(title, to: width), .title)
    if line.width + 2 + note.count <= width {
      line.append(note.isEmpty ? "" : "  \(note)", .label)
      return add(line)
    }
    add(line)
    add(ChartLine(signs.cut(note, to: width), .label))
  }

  /// Adds a note, wrapped to ``width``. `words` contains the sentences of the note.
  mutating func addNote(_ words: [String]) {
    var line = ""
    for word in words.joined(separator: " ").split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        add(ChartLine(line, .label))
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    if !line.isEmpty { add(ChartLine(line, .label)) }
  }
}

// MARK: - Totals

extension TextDrawing {
  mutating func drawTotals(_ statistics: Statistics) {
    addTitle(
      statistics.total.of("capture"), statistics.extent.map { Chart.span($0) } ?? "")
    let streaks = statistics.streaks
    guard streaks.days > 0 else { return }
    addNote([
      "\(streaks.days.of("day")) with captures; longest streak \(streaks.longest),"
        + " current streak \(streaks.current)."
    ])
  }
}

// MARK: - Bars

extension TextDrawing {
  struct Bar {
    let name: String
    let count: Int
    var isQuiet = false
  }

  /// The maximum length of a bar, in cells.
  private static let longest = 40
  /// The maximum number of types shown by name; the other types are combined.
  private static let mostTypes = 12

  /// Adds one line per bar. To the left of the bar are its name, its number and, if there is room,
  /// its share of `total`.
  mutating func add(_ bars: [Bar], shareOf total: Int? = nil) {
    let names = bars.map { signs.cut($0.name, to: max(6, width / 3)) }
    let left = names.map { TerminalText.width(of: $0) }.max() ?? 0
    let counts = bars.map { String($0.count) }
    let shares = total.map { total in bars.map { $0.count.percent(of: total) } } ?? []
    let right = counts.map(\.count).max() ?? 0
    let shareWidth = (shares.map(\.count).max() ?? -2) + 2
    let hasShares = left + right + shareWidth + 14 <= width
    let room = min(Self.longest, width - left - right - 4 - (hasShares ? shareWidth : 0))
    let most = max(bars.map(\.count).max() ?? 0, 1)
    for (index, bar) in bars.enumerated() {
      var line = ChartLine(names[index])
      line.pad(to: left + 2 + right - counts[index].count)
      line.append(counts[index])
      if hasShares, !shares.isEmpty {
        line.pad(to: left + 2 + right + shareWidth - shares[index].count)
        line.append(shares[index], .label)
      }
      line.append("  ")
      // A count above 0 is always visible.
      let eighths = max(bar.count * max(room, 1) * 8 / most, bar.count > 0 ? 1 : 0)
      line.append(signs.bar(eighths: eighths), bar.isQuiet ? .label : .mark)
      add(line)
    }
  }

  mutating func draw(_ scores: ScoreCounts) {
    addTitle("Scores")
    var bars = Score.allCases.reversed().map { Bar(name: $0.name, count: scores[$0]) }
    if scores.without > 0 { bars.append(Bar(name: "none", count: scores.without, isQuiet: true)) }
    add(bars, shareOf: scores.total)
  }

  mutating func draw(_ types: [NamedCount]) {
    guard types.contains(where: { $0.name != nil }) else { return }
    addTitle("Types")
    var bars = types.prefix(Self.mostTypes).map {
      Bar(name: $0.name ?? "none", count: $0.count, isQuiet: $0.name == nil)
    }
    let others = types.dropFirst(Self.mostTypes)
    if !others.isEmpty {
      bars.append(
        Bar(
          name: "\(others.count) others", count: others.reduce(0) { $0 + $1.count }, isQuiet: true))
    }
    add(bars, shareOf: types.reduce(0) { $0 + $1.count })
  }

  mutating func draw(_ rhythm: Rhythm) {
    addTitle("Days of the week")
    add(zip(AxisNames.weekdays, rhythm.weekdays).map { Bar(name: $0, count: $1) })
    guard rhythm.hours.contains(where: { $0 > 0 }) else { return }
    add(ChartLine())
    addTitle("Hours", rhythm.untimed > 0 ? "\(rhythm.untimed) without a time of day" : "")
    // On a narrow line, two hours share a cell. On a wide line, each hour takes two cells.
    let span = width < 24 ? 2 : 1
    let cells = width < 48 ? 1 : 2
    let counts = stride(from: 0, to: 24, by: span).map { hour in
      rhythm.hours[hour..<hour + span].reduce(0, +)
    }
    var line = ChartLine()
    append(counts, most: counts.max() ?? 0, cells: cells, to: &line)
    add(line)
    var labels = ChartLine()
    for hour in stride(from: 0, to: 24, by: 6) {
      labels.pad(to: hour / span * cells)
      labels.append(String(hour), .label)
    }
    add(labels)
  }
}

// MARK: - Sparklines

extension TextDrawing {
  /// Appends a character for each number, repeated `cells` times. The height of the character shows
  /// the number relative to `most`; the lowest character is used only for 0.
  func append(_ counts: some Sequence<Int>, most: Int, cells: Int = 1, to line: inout ChartLine) {
    let steps = signs.heights.count - 1
    for count in counts {
      let height = count == 0 ? 0 : 1 + (count - 1) * (steps - 1) / max(most - 1, 1)
      line.append(
        String(repeating: signs.heights[height], count: cells), count == 0 ? .label : .mark)
    }
  }

  /// A named row of numbers over time, drawn as a sparkline with `number` to its right.
  struct Spark {
    let name: String
    let counts: [Int]
    let number: Int
    var isQuiet = false
  }

  /// Adds a sparkline for each row, all on the same scale. If the width is too small for all spans
  /// of `axis`, shows only the last ones.
  mutating func add(_ sparks: [Spark], over axis: TimeAxis) {
    let names = sparks.map { signs.cut($0.name, to: max(6, width / 3)) }
    let left = names.map { TerminalText.width(of: $0) }.max() ?? 0
    let right = sparks.map { String($0.number).count }.max() ?? 0
    let room = max(1, width - left - right - 4)
    let shown = min(axis.count, room)
    let cells = max(1, min(2, room / shown))
    let most = sparks.flatMap { $0.counts.suffix(shown) }.max() ?? 0
    for (spark, name) in zip(sparks, names) {
      var line = ChartLine(name, spark.isQuiet ? .label : .plain)
      line.pad(to: left + 2)
      append(spark.counts.suffix(shown), most: most, cells: cells, to: &line)
      let number = String(spark.number)
      line.append(String(repeating: " ", count: 2 + right - number.count) + number)
      add(line)
    }
    let first = AxisNames.name(of: axis.starts[axis.count - shown], axis.unit)
    let last = AxisNames.name(of: axis.starts[axis.count - 1], axis.unit)
    var line = ChartLine()
    line.pad(to: left + 2)
    if shown * cells >= first.count + last.count + 1 {
      line.append(first, .label)
      line.pad(to: left + 2 + shown * cells - last.count)
      line.append(last, .label)
    } else if left + 2 + first.count <= width {
      line.append(first, .label)
    }
    add(line)
  }

  /// The maximum number of rows in the chart of collections. If there are more collections, the
  /// last row combines the smallest.
  private static let mostCollections = 16

  mutating func drawCollections(_ statistics: Statistics) {
    let timeline = statistics.collections
    addTitle("Collections", "by \(timeline.axis.unit.rawValue)")
    add(
      timeline.series(atMost: Self.mostCollections).map {
        Spark(name: $0.name, counts: $0.counts, number: $0.total, isQuiet: $0.collection == nil)
      }, over: timeline.axis)
    addNote(Chart.others(timeline.earlier, timeline.later))
  }

  mutating func draw(_ actions: BurnDown, _ statistics: Statistics) {
    addTitle("Actions", "by \(actions.axis.unit.rawValue)")
    if Chart.actions.hasFigures(statistics) {
      let last = actions.last
      add(
        [
          Spark(name: "open", counts: actions.points.map(\.open), number: last.open),
          Spark(name: "done", counts: actions.points.map(\.done), number: last.done),
          Spark(
            name: "cancelled", counts: actions.points.map(\.cancelled), number: last.cancelled),
        ], over: actions.axis)
    }
    if actions.undated > 0 {
      addNote(["Not shown: \(actions.undated.of("action")) done or cancelled on an unknown date."])
    }
  }
}
