extension TextDrawing {
  /// The column at which the first week begins, to the right of the day names.
  private static let left = 4

  /// Draws a calendar with weeks from left to right and Monday at the top. Each day takes one or
  /// two cells.
  mutating func draw(_ statistics: Statistics) {
    let calendar = statistics.calendar
    addTitle("Captures per day", Chart.calendar.note(statistics))
    let room = width - Self.left
    let weeks = calendar.weeks.suffix(room)
    let cells = weeks.count * 2 <= room ? 2 : 1
    addMonths(above: weeks, cells: cells)
    for row in 0..<7 {
      var line = ChartLine(row % 2 == 0 && row < 6 ? AxisNames.weekdays[row] : "", .label)
      line.pad(to: Self.left)
      for week in weeks {
        guard let day = week.days[row] else {
          line.append(String(repeating: " ", count: cells))
          continue
        }
        let sign = sign(calendar.level(of: calendar.counts[day] ?? 0), of: calendar)
        line.append(String(repeating: sign.text, count: cells), sign.role)
      }
      add(line)
    }
    addKey(of: calendar)
    addNote(Chart.others(calendar.earlier, calendar.later))
  }

  private func sign(
    _ level: Int, of calendar: ActivityCalendar
  ) -> (text: String, role: ChartLine.Role) {
    level == 0
      ? (signs.nothing, .label) : (signs.shades[calendar.strength(of: level) - 1], .mark)
  }

  private mutating func addMonths(
    above weeks: ArraySlice<ActivityCalendar.Week>, cells: Int
  ) {
    var line = ChartLine()
    for (place, name) in AxisNames.months(above: weeks) {
      line.pad(to: Self.left + place * cells)
      line.append(name, .label)
    }
    add(line)
  }

  /// Adds a legend that explains the characters drawn for days, on as many lines as needed.
  private mutating func addKey(of calendar: ActivityCalendar) {
    var line = ChartLine()
    line.pad(to: Self.left)
    for level in 0...calendar.levels.count {
      let sign = sign(level, of: calendar)
      let name = level == 0 ? "0" : calendar.name(of: level, dash: signs.dash)
      if line.width + 4 + name.count > width {
        add(line)
        line = ChartLine()
        line.pad(to: Self.left)
      }
      if line.width > Self.left { line.append("  ") }
      line.append(sign.text, sign.role)
      line.append(" " + name, .label)
    }
    add(line)
  }
}
