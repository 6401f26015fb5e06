public import CairnText

/// A row of spans of the calendar, one behind the other: the days, weeks, months or years of a chart.
public struct TimeAxis: Hashable, Sendable {
  /// How long a span is. Weeks begin on Monday (ISO 8601).
  public enum Unit: String, CaseIterable, Hashable, Sendable {
    case day, week, month, year
  }

  /// How long each span is.
  public let unit: Unit
  /// The first day of each span; never empty.
  public let starts: [CalendarDate]
  /// The last day of the last span.
  public let end: CalendarDate

  /// The spans of a unit that hold the days of a period; of more than `limit`, the last ones.
  init(_ unit: Unit, over period: ClosedRange<CalendarDate>, limit: Int) {
    let last = unit.number(of: period.upperBound)
    let first = max(unit.number(of: period.lowerBound), last - limit + 1)
    self.unit = unit
    starts = (first...last).map { unit.start(of: $0) }
    end = unit.end(of: last)
  }

  /// The spans of the finest of some units of which no more than `limit` are needed; of the coarsest,
  /// the last ones.
  init(_ units: [Unit], over period: ClosedRange<CalendarDate>, limit: Int) {
    let unit = units.first { unit in
      unit.number(of: period.upperBound) - unit.number(of: period.lowerBound) < limit
    }
    self.init(unit ?? units.last ?? .year, over: period, limit: limit)
  }

  /// How many spans there are.
  public var count: Int { starts.count }

  /// Where a day lies.
  public enum Place: Hashable, Sendable {
    /// Before the first span.
    case before
    /// In the span of this number, from 0.
    case within(Int)
    /// Behind the last span.
    case after
  }

  /// Where a day lies. Costs nothing that grows with the axis.
  public func place(of day: CalendarDate) -> Place {
    if day > end { return .after }
    let index = unit.number(of: day) - unit.number(of: starts[0])
    return index < 0 ? .before : .within(index)
  }
}

extension TimeAxis.Unit {
  /// The number of the span that a day is in; the next span has the next number.
  func number(of day: CalendarDate) -> Int {
    switch self {
    case .day: day.daysSinceEpoch
    // 1970-01-01 was a Thursday.
    case .week: Int((Double(day.daysSinceEpoch + 3) / 7).rounded(.down))
    case .month: day.year * 12 + day.month - 1
    case .year: day.year
    }
  }

  /// The first day of a span.
  func start(of number: Int) -> CalendarDate {
    switch self {
    case .day: CalendarDate(daysSinceEpoch: number)
    case .week: CalendarDate(daysSinceEpoch: number * 7 - 3)
    case .month: Self.day(number / 12, number % 12 + 1, 1)
    case .year: Self.day(number, 1, 1)
    }
  }

  /// The last day of a span.
  func end(of number: Int) -> CalendarDate {
    switch self {
    case .day: return CalendarDate(daysSinceEpoch: number)
    case .week: return CalendarDate(daysSinceEpoch: number * 7 + 3)
    case .month:
      let (year, month) = (number / 12, number % 12 + 1)
      return Self.day(year, month, CalendarDate.days(inMonth: month, of: year))
    case .year: return Self.day(number, 12, 31)
    }
  }

  /// A day whose numbers are known to be one; the calendar's first day otherwise.
  private static func day(_ year: Int, _ month: Int, _ day: Int) -> CalendarDate {
    CalendarDate(year: year, month: month, day: day) ?? CalendarDate(daysSinceEpoch: -719_528)
  }
}
