import CairnInsight
public import CairnText

extension DateExpression {
  /// The direction in which to look for the nearest day with a given weekday.
  public enum Leaning: Sendable {
    /// The most recent day with that weekday, including today.
    case past
    /// The next day with that weekday, including today.
    case future
  }

  /// Returns the half-open range of instants that the expression covers, by the user's clock.
  /// `leaning` determines which day the name of a weekday means.
  public func range(
    by clock: LocalClock, leaning: Leaning = .future
  ) -> Range<Instant> {
    switch self {
    case .calendar(let year, let month, let day):
      let first = CalendarDate(year: year, month: month ?? 1, day: day ?? 1) ?? clock.today
      let unit = day != nil ? Unit.day : month != nil ? .month : .year
      return clock.range(first, unit)
    case .unit(let unit, let first): return clock.range(first, unit)
    case .moment(let time, let seconds):
      let start = clock.instant(time)
      return start..<start.adding(seconds: seconds)
    case .now: return clock.now..<clock.now.adding(seconds: 1)
    case .period(let unit, let offset):
      return clock.range(clock.today.start(of: unit).adding(unit, offset), unit)
    case .weekday(let weekday):
      let distance = (weekday - clock.today.weekday + 7) % 7
      let isPast = leaning == .past && distance > 0
      return clock.range(clock.today.adding(days: isPast ? distance - 7 : distance), .day)
    case .shifted(let unit, let amount):
      return clock.range(clock.today.adding(unit, amount), .day)
    case .hours(let hours):
      let start = clock.now.adding(seconds: hours * 3600)
      return start..<start.adding(seconds: 3600)
    case .words(let words): return Self.range(of: words, by: clock, leaning)
    }
  }

  /// Returns the first and the last day that the expression covers, by the user's clock. The name of
  /// a weekday means the most recent one.
  public func pastDays(by clock: LocalClock) -> (first: CalendarDate, last: CalendarDate) {
    let range = range(by: clock, leaning: .past)
    let last = Instant(seconds: range.upperBound.seconds - 1)
    return (clock.dateTime(range.lowerBound).date, clock.dateTime(last).date)
  }

  /// Returns the range of the days, or of the minute, that English words describe.
  ///
  /// A day or span without a year means the next one or, with ``Leaning/past``, the last one that
  /// has started.
  private static func range(
    of words: String, by clock: LocalClock, _ leaning: Leaning
  ) -> Range<Instant> {
    var reader = TimeReader(clock: clock, language: .english)
    reader.looksBack = leaning == .past
    guard let phrase = reader.read(words) else { return clock.now..<clock.now }
    if let time = phrase.time {
      let start = clock.instant(time)
      return start..<start.adding(seconds: 60)
    }
    return clock.range(phrase.days.lowerBound, .day)
      .lowerBound..<clock.range(phrase.days.upperBound, .day).upperBound
  }

  /// Returns the ranges of instants that the two bounds cover: for `2026-11`, the whole month; nil
  /// for a missing bound. A weekday as the upper bound is the first one on or after the lower
  /// bound, so that `mon..fri` is always a working week.
  static func range(
    from lower: DateExpression?, to upper: DateExpression?, by clock: LocalClock, leaning: Leaning
  ) -> (from: Range<Instant>?, to: Range<Instant>?) {
    let from = lower?.range(by: clock, leaning: leaning)
    guard let from, case .weekday(let weekday)? = upper else {
      return (from, upper?.range(by: clock, leaning: leaning))
    }
    let first = clock.dateTime(from.lowerBound).date
    let last = first.adding(days: (weekday - first.weekday + 7) % 7)
    return (from, clock.range(last, .day))
  }
}

extension Instant {
  fileprivate func adding(seconds count: Int) -> Instant {
    Instant(seconds: seconds + count, nanoseconds: nanoseconds)
  }
}

extension CalendarDate {
  /// Returns the first day of the week, month, quarter or year that contains this day.
  fileprivate func start(of unit: DateExpression.Unit) -> CalendarDate {
    switch unit {
    case .day: self
    case .week: adding(days: 1 - weekday)
    case .month: CalendarDate(year: year, month: month, day: 1) ?? self
    case .quarter: CalendarDate(year: year, month: (month - 1) / 3 * 3 + 1, day: 1) ?? self
    case .year: CalendarDate(year: year, month: 1, day: 1) ?? self
    }
  }

  fileprivate func adding(_ unit: DateExpression.Unit, _ count: Int) -> CalendarDate {
    switch unit {
    case .day: adding(days: count)
    case .week: adding(days: 7 * count)
    case .month: adding(months: count)
    case .quarter: adding(months: 3 * count)
    case .year: adding(months: 12 * count)
    }
  }
}

extension LocalClock {
  /// Returns the range of the calendar unit `unit` that begins with `first`.
  fileprivate func range(_ first: CalendarDate, _ unit: DateExpression.Unit) -> Range<Instant> {
    let start = start(of: first)
    let next = first.adding(unit, 1)
    guard next.adding(unit, -1) == first else {
      // The calendar ends within this unit, so no day follows the unit.
      let last = self.start(of: CalendarDate(daysSinceEpoch: .max))
      return start..<Instant(seconds: last.seconds + 86_400)
    }
    return start..<max(start, self.start(of: next))
  }

}
