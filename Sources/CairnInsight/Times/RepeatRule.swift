public import CairnText

/// A rule for how something repeats: `every 2 weeks on monday`.
///
/// The ``description`` of a rule consists of words from which the same rule can be read.
/// docs/dates.md lists all rules.
public struct RepeatRule: Hashable, Sendable {
  /// A pattern of the days on which something repeats.
  public enum Pattern: Hashable, Sendable {
    /// Every nth day, where n is this number: 2 means every other day.
    case days(Int)
    /// Each day from Monday to Friday.
    case workingDays
    /// These weekdays (Monday 1 … Sunday 7, in ascending order) in every nth week, where n is the
    /// first value. An empty array means the weekday of the previous occurrence.
    case weeks(Int, on: [Int])
    /// This day in every nth month, where n is the first value. A nil day means the day of the
    /// previous occurrence.
    case months(Int, on: MonthDay?)
    /// This day in every nth year, where n is the first value. If the day is nil, the rule uses the
    /// day of the previous occurrence.
    case years(Int, on: YearDay?)
  }

  /// A day that is defined for every month.
  public enum MonthDay: Hashable, Sendable {
    /// The day with this number, 1 … 31, or the last day if the month is shorter.
    case day(Int)
    /// The last day of the month.
    case last
    /// A weekday in the month: the place (1 … 4 for the first to the fourth, -1 for the last) and
    /// the weekday (Monday 1 … Sunday 7).
    case weekday(Int, Int)
  }

  /// A day that is defined for every year. In years without 29 February, that day is moved to the
  /// 28th.
  public struct YearDay: Hashable, Sendable {
    /// The month, 1 … 12.
    public let month: Int
    /// The day of the month, 1 … 31.
    public let day: Int
  }

  /// The day from which the next occurrence is counted.
  public enum Start: Hashable, Sendable {
    /// The day on which the last occurrence was due.
    case due
    /// The day on which the last occurrence was done.
    case completion
  }

  /// The days on which something repeats.
  public var pattern: Pattern
  /// The day from which the next occurrence is counted.
  public var start = Start.due

  /// Creates a rule from its parts.
  public init(_ pattern: Pattern, from start: Start = .due) {
    self.pattern = pattern
    self.start = start
  }

  /// Creates a rule from words. Returns nil if the text is not a rule, or also states a day or a
  /// time of day: `every day at 9`.
  public init?(_ text: String) {
    let clock = LocalClock(now: Instant(seconds: 0)) { _ in 0 }
    guard let phrase = TimeReader(clock: clock).read(text), let rule = phrase.rule,
      !phrase.saysWhen
    else { return nil }
    self = rule
  }
}

// MARK: - The next time

extension RepeatRule {
  /// Returns the first occurrence on or after `day`.
  public func first(from day: CalendarDate) -> CalendarDate {
    switch pattern {
    case .days, .weeks(_, on: []), .months(_, on: nil), .years(_, on: nil): day
    case .workingDays: next(after: day.adding(days: -1))
    case .weeks(_, let weekdays): weekdays.map { day.coming(weekday: $0) }.min() ?? day
    case .months(_, let place?):
      [0, 1].lazy.map { place.day(in: day.firstOfMonth.adding(months: $0)) }
        .first { $0 >= day } ?? day
    case .years(_, let place?):
      [0, 1].lazy.map { place.day(in: day.year + $0) }.first { $0 >= day } ?? day
    }
  }

  /// Returns the occurrence that follows an occurrence on `day`.
  public func next(after day: CalendarDate) -> CalendarDate {
    switch pattern {
    case .days(let count): return day.adding(days: count)
    case .workingDays: return day.adding(workingDays: 1)
    case .weeks(let count, let weekdays):
      guard let first = weekdays.first else { return day.adding(days: 7 * count) }
      if let later = weekdays.first(where: { $0 > day.weekday }) {
        return day.monday.adding(days: later - 1)
      }
      return day.monday.adding(days: 7 * count + first - 1)
    case .months(let count, let place):
      guard let place else { return day.adding(months: count) }
      let inThis = place.day(in: day.firstOfMonth)
      return inThis > day ? inThis : place.day(in: day.firstOfMonth.adding(months: count))
    case .years(let count, let place):
      guard let place else { return day.adding(months: 12 * count) }
      let inThis = place.day(in: day.year)
      return inThis > day ? inThis : place.day(in: day.year + count)
    }
  }

  /// Returns the occurrence that follows one that was due on `due` and done on `done`. This is the
  /// first occurrence after both days, so missed occurrences are skipped. If ``start`` is
  /// `completion` or `due` is nil, counts from `done`.
  public func next(due: CalendarDate?, done: CalendarDate) -> CalendarDate {
    guard start == .due, let due else { return next(after: done) }
    var day = next(after: due)
    while day <= done {
      let later = next(after: day)
      // There is nothing after the last day of the calendar.
      if later == day { break }
      day = later
    }
    return day
  }

  /// Returns this rule with the day of the previous occurrence, `day`, as its fixed day:
  /// `every month` becomes `every month on the 31st` for 31 January. Without a fixed day, the
  /// occurrence in February would move all later ones to the 28th or 29th.
  ///
  /// Returns the rule unchanged in three cases: the rule is neither monthly nor yearly, the rule
  /// already states a day, or `day` exists in every month (for a yearly rule, in every year).
  public func keeping(_ day: CalendarDate) -> RepeatRule {
    switch pattern {
    case .months(let count, nil) where day.day > 28:
      RepeatRule(.months(count, on: .day(day.day)), from: start)
    case .years(let count, nil) where day.month == 2 && day.day == 29:
      RepeatRule(.years(count, on: YearDay(month: 2, day: 29)), from: start)
    default: self
    }
  }
}

extension RepeatRule.MonthDay {
  /// Returns the date of this day in the month that begins on `first`.
  fileprivate func day(in first: CalendarDate) -> CalendarDate {
    switch self {
    case .day(let number): first.inMonth(number)
    case .last: first.inMonth(31)
    case .weekday(let place, let weekday):
      first.inMonth(place, weekday: weekday) ?? first.inMonth(31)
    }
  }
}

extension RepeatRule.YearDay {
  /// Returns the date of this day in a year.
  fileprivate func day(in year: Int) -> CalendarDate {
    let first = CalendarDate(year: min(year, 9999), month: month, day: 1)
    return first?.inMonth(day) ?? CalendarDate(daysSinceEpoch: .max)
  }
}

// MARK: - Text

extension RepeatRule: CustomStringConvertible {
  /// The rule in words, as written in files: `every 2 weeks on monday from completion`.
  public var description: String {
    patternText + (start == .completion ? " from completion" : "")
  }

  private var patternText: String {
    switch pattern {
    case .days(let count): return Self.every(count, "day")
    case .workingDays: return "every weekday"
    case .weeks(let count, let weekdays):
      let names = weekdays.map { TimeNames.longWeekdays[$0 - 1] }.joined(separator: " and ")
      if names.isEmpty { return Self.every(count, "week") }
      return count == 1 ? "every \(names)" : "\(Self.every(count, "week")) on \(names)"
    case .months(let count, let place):
      return Self.every(count, "month") + (place.map { " on the \($0)" } ?? "")
    case .years(let count, let place):
      return Self.every(count, "year") + (place.map { " on \($0)" } ?? "")
    }
  }

  private static func every(_ count: Int, _ unit: String) -> String {
    count == 1 ? "every \(unit)" : "every \(count) \(unit)s"
  }
}

extension RepeatRule.MonthDay: CustomStringConvertible {
  /// The day in words: `15th`, `last day`, `first monday`.
  public var description: String {
    switch self {
    case .day(let number): return Self.ordinal(number)
    case .last: return "last day"
    case .weekday(let place, let weekday):
      let name = place < 0 ? "last" : ["first", "second", "third", "fourth"][place - 1]
      return "\(name) \(TimeNames.longWeekdays[weekday - 1])"
    }
  }

  private static func ordinal(_ number: Int) -> String {
    let ending =
      (11...13).contains(number) ? "th" : [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th"
    return "\(number)\(ending)"
  }
}

extension RepeatRule.YearDay: CustomStringConvertible {
  /// The day in words: `3 may`.
  public var description: String { "\(day) \(TimeNames.longMonths[month - 1])" }
}
