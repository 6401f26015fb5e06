/// A chart of statistics.
///
///     let statistics = Statistics(facts, clock: clock)
///     Chart.calendar.svg(statistics)     // "<svg …>", or nil if there is nothing to draw
///     Chart.calendar.figure(statistics)  // the chart, and its figures in a table below
public enum Chart: String, CaseIterable, Sendable {
  /// The number of captures on each day of a year.
  case calendar
  /// The number of captures with each score.
  case scores
  /// The number of captures added to each collection in each month or year.
  case collections
  /// The number of open, done and cancelled actions over time.
  case actions
}

// MARK: - For pages

extension Chart {
  /// Returns the chart as an `<svg>` element for an HTML page; nil if there is nothing to draw.
  ///
  /// The element fills the available width. It is designed for a width of about 20 rem, so that two
  /// charts fit side by side on a page and one fits on a phone. It contains no scripts, style
  /// sheets or addresses, and takes its font and colors from the page (`currentColor`, `--accent`,
  /// `--accent-1` … `--accent-6`). For screen readers, the element is an image with a name and a
  /// description that gives the figures in words. Its ids are fixed and begin with `chart-`, so a
  /// page can show each chart only once. The same figures always give the same bytes.
  public func svg(_ statistics: Statistics) -> String? {
    guard let drawing = drawing(statistics) else { return nil }
    let name = "chart-\(rawValue)"
    let description = words(statistics).joined(separator: " ")
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" \
      viewBox="0 0 \(SVGText.number(Drawing.width)) \(SVGText.number(drawing.height))" \
      aria-label="\(SVGText.escaped(title(statistics)))" aria-describedby="\(name)-desc">
      <desc id="\(name)-desc">\(SVGText.escaped(description))</desc>
      \(drawing.svg.markup)</svg>

      """
  }

  /// Returns an HTML `<figure>` with the chart and, in a section that readers can open, a table of
  /// its figures; nil if there is nothing to draw. Contains no scripts.
  public func figure(_ statistics: Statistics) -> String? {
    guard let svg = svg(statistics), let table = table(statistics) else { return nil }
    return """
      <figure class="chart">
      \(svg)<details>
      <summary>Data table</summary>
      \(table.html)</details>
      </figure>

      """
  }

  private func drawing(_ statistics: Statistics) -> Drawing? {
    guard hasFigures(statistics) else { return nil }
    var drawing = Drawing(title: title(statistics), note: note(statistics))
    switch self {
    case .calendar: drawing.draw(statistics.calendar)
    case .scores: drawing.draw(statistics.scores)
    case .collections: drawing.draw(statistics.collections)
    case .actions: if let actions = statistics.actions { drawing.draw(actions) }
    }
    return drawing
  }

  /// Returns whether the chart has anything to show.
  func hasFigures(_ statistics: Statistics) -> Bool {
    switch self {
    case .calendar: statistics.calendar.total > 0
    case .scores: statistics.scores.total > statistics.scores.without
    case .collections: statistics.collections.total > 0
    case .actions: statistics.actions.map { $0.points.contains { $0.total > 0 } } ?? false
    }
  }
}

/// A chart to which shapes and labels are added from top to bottom.
struct Drawing {
  /// The width of the chart. All lengths of a drawing are in SVG user units.
  static let width = 360.0
  /// The y coordinate of the top of the plot, below the title.
  static let top = 34.0

  var svg = SVGText()
  /// The height of the drawing so far.
  var height = Drawing.top

  /// Creates a drawing with a title on the left, and a note in small print on the right.
  init(title: String, note: String) {
    svg.text(title, x: 0, y: 13, size: 13, weight: 600, .ink(1))
    svg.text(note, x: Self.width, y: 13, anchor: .end)
  }
}
