import CairnText

/// A picture of figures.
///
///     let statistics = Statistics(facts, clock: clock)
///     Chart.calendar.svg(statistics)     // "<svg …>", or nil where there is nothing to draw
///     Chart.calendar.figure(statistics)  // with its figures as a table below it
public enum Chart: String, CaseIterable, Sendable {
  /// How many captures each day of a year has.
  case calendar
  /// How many captures have each score.
  case scores
  /// How many captures each collection got, month by month.
  case collections
  /// How many actions were open, done and cancelled.
  case actions
}

// MARK: - For pages

extension Chart {
  /// The chart as an `<svg>` element for an HTML page; nil where there is nothing to draw.
  ///
  /// It is as wide as there is room, and made for some 20 rem: two stand side by side on a page, one on
  /// a phone. It has no script, no style sheet and no address in it, and its letters and colours are
  /// those of the page (`currentColor`, `--accent`, `--accent-1` … `--accent-6`). It is an image with
  /// a name and a description that says its figures in words; ids in it begin with `chart-`, so that
  /// each chart stands once on a page. The same figures give the same bytes.
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

  /// The chart with its figures as a table below it, which opens without a script: an HTML `<figure>`;
  /// nil where there is nothing to draw.
  public func figure(_ statistics: Statistics) -> String? {
    guard let svg = svg(statistics), let table = table(statistics) else { return nil }
    return """
      <figure class="chart">
      \(svg)<details>
      <summary>Figures</summary>
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

  /// Whether there is anything to show.
  func hasFigures(_ statistics: Statistics) -> Bool {
    switch self {
    case .calendar: statistics.calendar.total > 0
    case .scores: statistics.scores.total > statistics.scores.without
    case .collections: statistics.collections.total > 0
    case .actions: statistics.actions.map { $0.points.contains { $0.total > 0 } } ?? false
    }
  }
}

/// A chart while it is drawn.
struct Drawing {
  /// How wide it is; all lengths are in this unit.
  static let width = 360.0
  /// Where the drawing itself begins, below the title.
  static let top = 34.0

  var svg = SVGText()
  /// How high it is so far.
  var height = Drawing.top

  /// Begins with a title, and something quiet on its right.
  init(title: String, note: String) {
    svg.text(title, x: 0, y: 13, size: 13, weight: 600, .ink(1))
    svg.text(note, x: Self.width, y: 13, anchor: .end)
  }
}
