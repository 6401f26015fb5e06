import CairnText

extension Drawing {
  private static let pitch = 12.0
  private static let cell = 10.0
  /// The x coordinate of the left edge of the first week, to the right of the day names.
  private static let left = 32.0
  /// The maximum number of weeks in a single row; more weeks are drawn in two rows.
  private static let weeksInRow = 27
  /// The opacity of the accent color for each shade of a day, starting with shade 1.
  private static let strengths = [0.28, 0.5, 0.74, 1]

  /// Draws a square for each day. Weeks are columns from left to right, with Monday at the top. A
  /// full year takes two rows of weeks, so that it is legible on a phone.
  mutating func draw(_ calendar: ActivityCalendar) {
    let weeks = calendar.weeks
    let rows = weeks.count > Self.weeksInRow ? 2 : 1
    let perRow = (weeks.count + rows - 1) / rows
    for start in stride(from: 0, to: weeks.count, by: perRow) {
      draw(weeks[start..<min(start + perRow, weeks.count)], of: calendar)
    }
    drawKey(of: calendar)
  }

  private mutating func draw(
    _ weeks: ArraySlice<ActivityCalendar.Week>, of calendar: ActivityCalendar
  ) {
    for (place, name) in AxisNames.months(above: weeks) {
      svg.text(name, x: Self.left + Double(place) * Self.pitch, y: height + 8)
    }
    let top = height + 14
    for day in [0, 2, 4] {
      svg.text(
        AxisNames.weekdays[day], x: Self.left - 6, y: top + Double(day) * Self.pitch + 8.5,
        anchor: .end)
    }
    for (place, week) in weeks.enumerated() {
      for (row, day) in week.days.enumerated() {
        guard let day else { continue }
        let count = calendar.counts[day] ?? 0
        svg.rectangle(
          x: Self.left + Double(place) * Self.pitch, y: top + Double(row) * Self.pitch,
          width: Self.cell, height: Self.cell, radius: 2,
          Self.paint(calendar.level(of: count), of: calendar),
          title: count > 0 ? "\(day): \(count.of("capture"))" : nil)
      }
    }
    height = top + 7 * Self.pitch + 8
  }

  private static func paint(_ level: Int, of calendar: ActivityCalendar) -> SVGText.Paint {
    level == 0 ? .ink(0.07) : .accent(strengths[calendar.strength(of: level) - 1])
  }

  /// Draws the key to the shades of the squares, at the bottom right.
  private mutating func drawKey(of calendar: ActivityCalendar) {
    let names =
      ["0"] + calendar.levels.indices.map { calendar.name(of: $0 + 1, dash: "–") }
    let widths = names.map { 20 + Double($0.count) * SVGText.cell }
    var x = Self.width - widths.reduce(0, +)
    for (level, name) in names.enumerated() {
      svg.rectangle(
        x: x, y: height, width: Self.cell, height: Self.cell, radius: 2,
        Self.paint(level, of: calendar))
      svg.text(name, x: x + Self.cell + 4, y: height + 8.5)
      x += widths[level]
    }
    height += 14
  }
}
