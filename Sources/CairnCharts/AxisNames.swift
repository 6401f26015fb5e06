import CairnText

/// The names of days and months on charts.
enum AxisNames {
  /// The names of the days of the week, starting with `Mon`.
  static let weekdays = CalendarNames.weekdays.map { String($0.prefix(3)) }
  /// The names of the months, starting with `Jan`.
  private static let months = CalendarNames.months.map { String($0.prefix(3)) }
  /// The width of a month's name, in weeks of the calendar.
  private static let weeksOfName = 3

  /// Returns the month names above a row of weeks, each with the index of its week. A name stands
  /// where its month begins, and above the first week if there is room before the next name.
  static func months(
    above weeks: ArraySlice<ActivityCalendar.Week>
  ) -> [(place: Int, name: String)] {
    var names: [(place: Int, name: String)] = []
    for (place, week) in weeks.enumerated() {
      guard let month = week.month else { continue }
      names.append((place, months[month - 1]))
    }
    if (names.first?.place ?? weeks.count) >= weeksOfName,
      let day = weeks.first?.days.lazy.compactMap({ $0 }).first
    {
      names.insert((0, months[day.month - 1]), at: 0)
    }
    return names.filter { $0.place + weeksOfName - 1 <= weeks.count }
  }

  /// Returns the labels below an axis, each with the index of its span: at most `limit`, evenly
  /// spaced. On an axis of months, January is labeled with the year.
  static func labels(below axis: TimeAxis, limit: Int) -> [(place: Int, name: String)] {
    switch axis.unit {
    case .year: return spaced(axis, limit: limit) { String($0.year) }
    case .day, .week:
      return spaced(axis, limit: limit) { "\($0.day) \(months[$0.month - 1])" }
    case .month:
      // Steps of whole quarters, halves or years always include January, which shows the year.
      let step = [1, 2, 3, 6, 12].first { axis.count <= $0 * limit } ?? 12
      return axis.starts.enumerated().compactMap { place, start in
        guard (start.month - 1) % step == 0 else { return nil }
        return (place, start.month == 1 ? String(start.year) : months[start.month - 1])
      }
    }
  }

  private static func spaced(
    _ axis: TimeAxis, limit: Int, name: (CalendarDate) -> String
  ) -> [(place: Int, name: String)] {
    let step = max(1, (axis.count + limit - 1) / limit)
    return stride(from: 0, to: axis.count, by: step).map { ($0, name(axis.starts[$0])) }
  }

  /// Returns the name of a span: `2026-11-21`, `2026-11`, `2026`; a week is named by its Monday.
  static func name(of start: CalendarDate, _ unit: TimeAxis.Unit) -> String {
    switch unit {
    case .day, .week: start.description
    case .month: String(start.description.prefix(7))
    case .year: String(start.description.prefix(4))
    }
  }
}
