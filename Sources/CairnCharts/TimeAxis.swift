public import CairnText

/// A sequence of adjacent calendar spans: the days, weeks, months or years of a chart.
public struct TimeAxis: Hashable, Sendable {
  /// The length of a span. Weeks begin on Monday (ISO 8601).
  public enum Unit: String, CaseIterable, Hashable, Sendable {
    case day, week, month, year
  }

  /// The length of each span.
  public let unit: Unit
  /// The first day of each span. There is at least one span.
  public let starts: [CalendarDate]
  /// The last day of the last span.
  public let end: CalendarDate

  /// Creates an axis of the spans that cover a period. If there are more than `limit` spans, keeps
  /// only the last `limit`.
  init(_ unit: Unit, over period: ClosedRange<CalendarDate>, limit: Int) {
    let last = unit.number(of: period.upperBound)
    let first = max(unit.number(of: period.lowerBound), last - limit + 1)
    self.unit = unit
    starts = (first...last).map { unit.start(of: $0) }
    end = unit.end(of: last)
  }

  /// Creates an axis with the finest of `units` that needs at most `limit` spans to cover a period.
  /// If every unit needs more spans, uses the last `limit` spans of the last unit. `units` runs
  /// from fine to coarse.
  init(_ units: [Unit], over period: ClosedRange<CalendarDate>, limit: Int) {
    let unit = units.first { unit in
      unit.number(of: period.upperBound) - unit.number(of: period.lowerBound) < limit
    }
    self.init(unit ?? units.last ?? .year, over: period, limit: limit)
  }

  /// The number of spans.
  public var count: Int { starts.count }

  /// The position of a day relative to the spans.
  public enum Place: Hashable, Sendable {
    /// The day is before the first span.
    case before
    /// The day is in the span at this index.
    case within(Int)
    /// The day is after the last span.
    case after
  }

  /// Returns the position of a day relative to the spans, in constant time.
  public func place(of day: CalendarDate) -> Place {
    if day > end { return .after }
    let index = unit.number(of: day) - unit.number(of: starts[0])
    return index < 0 ? .before : .within(index)
  }
}

extension TimeAxis.Unit {
  /// Returns the index of the span that contains a day, counted independently of any axis: days
  /// from 1970-01-01, weeks from the week of that day, months from January of year 0, and years
  /// from year 0.
  func number(of day: CalendarDate) -> Int {
    switch self {
    case .day: day.daysSinceEpoch
    // 1970-01-01 was a Thursday.
    case .week: Int((Double(day.daysSinceEpoch + 3) / 7).rounded(.down))
    case .month: day.year * 12 + day.month - 1
    case .year: day.year
    }
  }

  /// Returns the first day of the span with this index, counted as in ``number(of:)``.
  func start(of number: Int) -> CalendarDate {
    switch self {
    case .day: CalendarDate(daysSinceEpoch: number)
    case .week: CalendarDate(daysSinceEpoch: number * 7 - 3)
    case .month: Self.day(number / 12, number % 12 + 1, 1)
    case .year: Self.day(number, 1, 1)
    }
  }

  /// Returns the last day of the span with this index, counted as in ``number(of:)``.
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

  /// Returns the date with this year, month and day, or the calendar's first day if they are not a
  /// valid date.
  private static func day(_ year: Int, _ month: Int, _ day: Int) -> CalendarDate {
    CalendarDate(year: year, month: month, day: day) ?? CalendarDate(daysSinceEpoch: -719_528)
  }
}
