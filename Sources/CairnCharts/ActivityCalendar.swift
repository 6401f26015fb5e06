public import CairnText

/// The number of captures made on each day of a year.
public struct ActivityCalendar: Hashable, Sendable {
  /// The days that the calendar shows: at most a year, even if the captures span a longer time.
  public let period: ClosedRange<CalendarDate>
  /// The number of captures made on each day, keyed by day; days without captures are left out.
  public let counts: [CalendarDate: Int]
  /// The number of captures in the period.
  public let total: Int
  /// The number of captures made before the period.
  public let earlier: Int
  /// The number of captures made after the period.
  public let later: Int
  /// The smallest number of captures per day at each level, in ascending order. Days of the same
  /// level are drawn in the same shade. There are at most four levels. The array is empty if
  /// the period has no captures.
  public let levels: [Int]

  /// The maximum number of levels.
  static let mostLevels = 4

  /// Creates the calendar for a period. `days` contains the number of captures made on each day,
  /// keyed by days since 1970.
  init(_ days: [Int: Int], over period: ClosedRange<CalendarDate>) {
    let range = period.lowerBound.daysSinceEpoch...period.upperBound.daysSinceEpoch
    var counts: [CalendarDate: Int] = [:]
    var (earlier, later) = (0, 0)
    for (day, count) in days {
      if range.contains(day) {
        counts[CalendarDate(daysSinceEpoch: day)] = count
      } else if day < range.lowerBound {
        earlier += count
      } else {
        later += count
      }
    }
    self.period = period
    self.counts = counts
    self.earlier = earlier
    self.later = later
    total = counts.values.reduce(0, +)
    levels = Self.levels(of: counts.values)
  }

  /// Returns the smallest count of each level. If there are at most four distinct counts, each of
  /// them is a level. Otherwise, the levels are quartiles of the distinct counts, so that one very
  /// busy day does not make all other days pale.
  private static func levels(of counts: some Sequence<Int>) -> [Int] {
    let different = Set(counts).sorted()
    guard different.count > mostLevels else { return different }
    return (0..<mostLevels).map { different[different.count * $0 / mostLevels] }
  }

  /// Returns the level of a day with `count` captures: 0 if `count` is 0, otherwise 1 or higher.
  public func level(of count: Int) -> Int { levels.count { $0 <= count } }

  /// Returns the shade of a level, from 0 for level 0 to 4 for the highest level. If there is only
  /// one level above 0, its shade is 3.
  func strength(of level: Int) -> Int {
    guard levels.count > 1 else { return level == 0 ? 0 : Self.mostLevels - 1 }
    return level == 0 ? 0 : 1 + (level - 1) * (Self.mostLevels - 1) / (levels.count - 1)
  }

  /// Returns the range of counts in a level as text, for example `3`, `3–5` or `6+`.
  func name(of level: Int, dash: String) -> String {
    let low = levels[level - 1]
    guard level < levels.count else {
      return counts.values.contains { $0 > low } ? "\(low)+" : "\(low)"
    }
    let high = levels[level] - 1
    return high > low ? "\(low)\(dash)\(high)" : "\(low)"
  }
}

// MARK: - Weeks

extension ActivityCalendar {
  /// A week of the calendar. Its seven days run from Monday to Sunday; days outside the period are
  /// nil.
  struct Week: Hashable {
    let days: [CalendarDate?]

    /// The month, 1 … 12, that begins in the week; nil if no month does.
    let month: Int?
  }

  /// The weeks of the period, in order.
  var weeks: [Week] {
    let first = period.lowerBound.daysSinceEpoch - (period.lowerBound.weekday - 1)
    let last = period.upperBound.daysSinceEpoch
    var weeks: [Week] = []
    for monday in stride(from: first, through: last, by: 7) {
      let days = (0..<7).map { offset -> CalendarDate? in
        let number = monday + offset
        guard number <= last, number >= period.lowerBound.daysSinceEpoch else { return nil }
        return CalendarDate(daysSinceEpoch: number)
      }
      let beginning = days.lazy.compactMap { $0 }.first { $0.day == 1 }
      weeks.append(Week(days: days, month: beginning?.month))
    }
    return weeks
  }
}
