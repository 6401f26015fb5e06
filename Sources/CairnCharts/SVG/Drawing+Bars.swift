import CairnCapture
import CairnText

// MARK: - Scores

extension Drawing {
  /// Draws a bar for each score, the best at the top.
  mutating func draw(_ scores: ScoreCounts) {
    let (left, right) = (78.0, 76.0)
    let rows =
      Score.allCases.reversed().map { ($0.title, scores[$0], SVGText.Paint.accent(1)) }
      + (scores.without > 0 ? [("No score", scores.without, SVGText.Paint.others)] : [])
    let most = max(rows.map(\.1).max() ?? 0, 1)
    for (name, count, paint) in rows {
      let width = (Self.width - left - right) * Double(count) / Double(most)
      svg.text(name, x: left - 10, y: height + 15, anchor: .end, size: 11.5, .ink(1))
      svg.rectangle(
        x: left, y: height, width: max(width, count > 0 ? 1 : 0), height: 22, radius: 2, paint,
        title: "\(name): \(count.of("capture"))")
      let share = count.percent(of: scores.total)
      svg.text(
        count > 0 ? "\(count) · \(share)" : "0", x: left + width + 8, y: height + 15, size: 11.5)
      height += 34
    }
    height -= 8
  }
}

extension Score {
  /// The name of the score, capitalized.
  var title: String { name.capitalizedFirst }
}

// MARK: - Collections

extension Drawing {
  /// The x coordinate of the left edge of the plot, to the right of the scale.
  private static let plotLeft = 30.0
  private static let plotHeight = 124.0

  /// Draws a bar for each month or year. Each bar consists of a part for each collection, the
  /// largest collection at the bottom.
  mutating func draw(_ timeline: CollectionTimeline) {
    let series = timeline.series(atMost: SVGText.seriesCount)
    let sums = timeline.axis.starts.indices.map { index in
      series.reduce(0) { $0 + $1.counts[index] }
    }
    let scale = ChartScale(upTo: sums.max() ?? 0)
    let bottom = drawGrid(scale)
    let pitch = (Self.width - Self.plotLeft) / Double(timeline.axis.count)
    let width = min(pitch * 0.78, 26)
    for (place, start) in timeline.axis.starts.enumerated() {
      var below = 0
      for (index, series) in series.enumerated() where series.counts[place] > 0 {
        let foot = bottom - scale.share(of: below) * Self.plotHeight
        below += series.counts[place]
        let head = bottom - scale.share(of: below) * Self.plotHeight
        // A gap separates neighbors even if their colors look alike.
        let gap = foot - head > 2 && below > series.counts[place] ? 0.8 : 0
        let month = AxisNames.name(of: start, timeline.axis.unit)
        svg.rectangle(
          x: Self.plotLeft + pitch * (Double(place) + 0.5) - width / 2, y: head, width: width,
          height: foot - head - gap, paint(index, of: series),
          title: "\(month), \(series.name): \(series.counts[place].of("capture"))")
      }
    }
    drawLabels(below: timeline.axis, pitch: pitch, isCentred: true)
    drawKey(
      series.enumerated().map { (paint($0, of: $1), $1.name, String($1.total)) })
  }

  private func paint(_ index: Int, of series: CollectionTimeline.Series) -> SVGText.Paint {
    series.collection == nil ? .others : .series(index)
  }

  /// Draws faint grid lines with their numbers on the left, and returns the y coordinate of the
  /// lowest line.
  private mutating func drawGrid(_ scale: ChartScale) -> Double {
    let bottom = height + Self.plotHeight
    for tick in scale.ticks {
      let y = bottom - scale.share(of: tick) * Self.plotHeight
      svg.rule(from: Self.plotLeft, to: Self.width, y: y, strength: tick == 0 ? 0.5 : 0.14)
      svg.text(String(tick), x: Self.plotLeft - 6, y: y + 3.5, anchor: .end)
    }
    height = bottom
    return bottom
  }

  private mutating func drawLabels(below axis: TimeAxis, pitch: Double, isCentred: Bool) {
    for (place, name) in AxisNames.labels(below: axis, limit: 7) {
      let x = Self.plotLeft + pitch * (Double(place) + (isCentred ? 0.5 : 0))
      let half = Double(name.count) * SVGText.cell / 2
      let isLast = x + half > Self.width
      svg.text(
        name, x: isLast ? Self.width : x, y: height + 14, anchor: isLast ? .end : .middle)
    }
    height += 22
  }

  /// Draws the key to the colors, in two columns. Each entry has a name and a total.
  private mutating func drawKey(_ items: [(paint: SVGText.Paint, name: String, number: String)]) {
    let column = Self.width / 2
    height += 8
    for (index, item) in items.enumerated() {
      let x = index % 2 == 0 ? 0 : column + 8
      let y = height + Double(index / 2) * 17
      let room = Int((column - 8 - 16 - 14) / SVGText.cell) - item.number.count
      svg.rectangle(x: x, y: y, width: 10, height: 10, radius: 2, item.paint)
      svg.text(
        TerminalText.truncated(TerminalText.line(item.name), to: room), x: x + 16, y: y + 9, .ink(1)
      )
      svg.text(item.number, x: x + column - 8, y: y + 9, anchor: .end)
    }
    height += Double((items.count + 1) / 2) * 17
  }
}

// MARK: - Actions

extension Drawing {
  /// Draws the numbers of open, done and cancelled actions as stacked areas, with open actions at
  /// the bottom.
  mutating func draw(_ actions: BurnDown) {
    let scale = ChartScale(upTo: actions.points.map(\.total).max() ?? 0)
    let bottom = drawGrid(scale)
    let pitch = (Self.width - Self.plotLeft) / Double(max(actions.points.count - 1, 1))
    let layers: [(name: String, paint: SVGText.Paint, value: (BurnDown.Point) -> Int)] = [
      ("Open", .accent(1), \.open), ("Done", .accent(0.42), \.done),
      ("Cancelled", .others, \.cancelled),
    ]
    var foot = actions.points.map { _ in 0 }
    for layer in layers {
      let head = zip(foot, actions.points).map { $0 + layer.value($1) }
      if head != foot {
        let edges = [head.enumerated().map { ($0, $1) }, foot.enumerated().reversed()]
        svg.area(
          edges.joined().map { place, sum in
            (Self.plotLeft + pitch * Double(place), bottom - scale.share(of: sum) * Self.plotHeight)
          }, layer.paint)
      }
      foot = head
    }
    svg.rule(from: Self.plotLeft, to: Self.width, y: bottom, strength: 0.5)
    drawLabels(below: actions.axis, pitch: pitch, isCentred: false)
    drawKey(layers.map { ($0.paint, $0.name, String($0.value(actions.last))) })
  }
}

// MARK: - Scale

/// A scale of whole numbers from 0, with grid lines.
struct ChartScale {
  /// The values that have a grid line: 0 and at most four more. The step between two values is 1, 2
  /// or 5 times a power of ten.
  let ticks: [Int]

  /// Creates a scale from 0 to the first grid line that is at least `most`.
  init(upTo most: Int) {
    var step = 1
    var factor = 2
    while step * 4 < most {
      step = factor == 2 ? step * 2 : factor == 5 ? step / 2 * 5 : step * 2
      factor = factor == 2 ? 5 : factor == 5 ? 10 : 2
    }
    let steps = max((most + step - 1) / step, 1)
    ticks = (0...steps).map { $0 * step }
  }

  /// Returns the height of a number on the scale, as a share of the plot's height, 0 … 1.
  func share(of number: Int) -> Double { Double(number) / Double(ticks[ticks.count - 1]) }
}
