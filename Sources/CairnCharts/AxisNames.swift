import CairnText

/// The names of days, months and spans on charts.
enum AxisNames {
  /// The names of the days of the week, starting with `Mon`.
  static let weekdays = CalendarNames.weekdays.map { String($0.prefix(3)) }
  /// The names of the months, starting with `Jan`.
  private static let months = CalendarNames.months.map { String($0.prefix(3)) }
  /// The number of week columns that a month's name takes.
  private static let weeksOfName = 3

  /// Returns the month names to show above a row of weeks. `place` is the index of the week in
  /// which the month begins. The first week also gets a name if there is room. A name that does not
  /// fit at the end of the row is left out.
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

  /// Returns at most `limit` evenly spaced labels for an axis. `place` is the index of the span
  /// that a label belongs to. On an axis of months, the label of January is the year.
  static func labels(below axis: TimeAxis, limit: Int) -> [(place: Int, name: String)] {
    switch axis.unit {
    case .year: return spaced(axis, limit: limit) { String($0.year) }
    case .day, .week:
      return spaced(axis, limit: limit) { "\($0.day) \(months[$0.month - 1])" }
    case .month:
      // Each step divides a year, so the labels always include January, which shows the year.
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

  /// Returns the name of a day (`2026-11-21`), a week (the date of its Monday), a month (`2026-11`)
  /// or a year (`2026`) that begins on `start`.
  static func name(of start: CalendarDate, _ unit: TimeAxis.Unit) -> String {
    switch unit {
    case .day, .week: start.description
    case .month: String(start.description.prefix(7))
    case .year: String(start.description.prefix(4))
    }
  }
}
