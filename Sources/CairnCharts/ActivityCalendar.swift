public import CairnText

/// How many captures were made on each day of a year.
public struct ActivityCalendar: Hashable, Sendable {
  /// The days that are shown: a year at most, so that no date however odd makes it longer.
  public let period: ClosedRange<CalendarDate>
  /// The captures of each day that has any.
  public let counts: [CalendarDate: Int]
  /// How many captures there are in all of them.
  public let total: Int
  /// How many captures were made before the first day.
  public let earlier: Int
  /// How many captures were made behind the last day.
  public let later: Int
  /// From how many captures on a day is of each level, ascending: up to four, none where there is no
  /// capture.
  public let levels: [Int]

  /// How many levels there are at most.
  static let mostLevels = 4

  /// The calendar of a period, from the number of captures by day since 1970.
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

  /// The levels of counts: each its own where there are few different ones, else quarters of these,
  /// so that one very busy day does not make all others pale.
  private static func levels(of counts: some Sequence<Int>) -> [Int] {
    let different = Set(counts).sorted()
    guard different.count > mostLevels else { return different }
    return (0..<mostLevels).map { different[different.count * $0 / mostLevels] }
  }

  /// The level of a day with so many captures, from 1; 0 for none.
  public func level(of count: Int) -> Int { levels.count { $0 <= count } }

  /// How strongly a level is shown, 1 … 4: the last one fully, the others between.
  func strength(of level: Int) -> Int {
    guard levels.count > 1 else { return level == 0 ? 0 : Self.mostLevels - 1 }
    return level == 0 ? 0 : 1 + (level - 1) * (Self.mostLevels - 1) / (levels.count - 1)
  }

  /// What a level stands for: `3`, `3–5`, `6+`.
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
  /// One week: its days from Monday to Sunday, nil for those outside of the period.
  struct Week: Hashable {
    let days: [CalendarDate?]

    /// The month that begins in it, or whose name stands above it as the first one.
    let month: Int?
  }

  /// The weeks from the first to the last day.
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
