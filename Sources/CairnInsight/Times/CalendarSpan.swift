import CairnText

/// A span of consecutive days.
typealias CalendarSpan = ClosedRange<CalendarDate>

/// A calendar unit that words can name.
enum CalendarUnit: Hashable {
  case day, week, weekend, month, quarter, year

  /// Creates the unit that a word names, such as `week`, `months` or `qtr`; nil for other words.
  init?(_ word: String) {
    switch word {
    case "day", "days": self = .day
    case "week", "weeks", "wk", "wks": self = .week
    case "weekend", "weekends", "wknd", "wkend": self = .weekend
    case "month", "months": self = .month
    case "quarter", "quarters", "qtr": self = .quarter
    case "year", "years", "yr", "yrs": self = .year
    default: return nil
    }
  }

  /// Returns the span of this unit that contains `day`, or the span `offset` units later. Weeks
  /// begin on Monday (ISO 8601). For `weekend`, returns the weekend at the end of the week.
  func span(around day: CalendarDate, by offset: Int = 0) -> CalendarSpan {
    switch self {
    case .day: return CalendarSpan(day.adding(days: offset))
    case .week:
      let monday = day.monday.adding(days: 7 * offset)
      return monday...monday.adding(days: 6)
    case .weekend:
      let saturday = day.monday.adding(days: 7 * offset + 5)
      return saturday...saturday.adding(days: 1)
    case .month: return .months(1, from: day.firstOfMonth.adding(months: offset))
    case .quarter:
      let first = day.firstOfMonth.adding(months: -((day.month - 1) % 3) + 3 * offset)
      return .months(3, from: first)
    case .year:
      return .months(12, from: day.firstOfMonth.adding(months: 1 - day.month + 12 * offset))
    }
  }
}

extension ClosedRange<CalendarDate> {
  /// Creates a span of one day.
  init(_ day: CalendarDate) { self = day...day }

  /// Returns a span of `count` months that begins on `first`, which must be the first day of a
  /// month.
  static func months(_ count: Int, from first: CalendarDate) -> CalendarSpan {
    first...Swift.max(first, first.adding(months: count).adding(days: -1))
  }
}

extension CalendarDate {
  /// The Monday of the week that contains the date.
  var monday: CalendarDate { adding(days: 1 - weekday) }
  /// The first day of the date's month.
  var firstOfMonth: CalendarDate { adding(days: 1 - day) }

  /// Returns the first day with this weekday (Monday 1 … Sunday 7) on or after this date.
  func coming(weekday: Int) -> CalendarDate { adding(days: (weekday - self.weekday + 7) % 7) }

  /// Returns the day `number` of this date's month, or the last day of the month if the month is
  /// shorter.
  func inMonth(_ number: Int) -> CalendarDate {
    firstOfMonth.adding(
      days: Swift.min(number, CalendarDate.days(inMonth: month, of: year)) - 1)
  }

  /// Returns a day with this weekday in the date's month: place 1 is the first, 2 the second, and
  /// -1 the last. Nil if the month has too few days with this weekday.
  func inMonth(_ place: Int, weekday: Int) -> CalendarDate? {
    if place == -1 {
      let last = inMonth(31)
      return last.adding(days: -((last.weekday - weekday + 7) % 7))
    }
    let found = firstOfMonth.coming(weekday: weekday).adding(days: 7 * (place - 1))
    return found.month == month ? found : nil
  }

  /// Returns the date that is `count` working days (Monday to Friday) later, or earlier if `count`
  /// is negative.
  func adding(workingDays count: Int) -> CalendarDate {
    var day = self
    var left = abs(Swift.min(Swift.max(count, -100_000), 100_000))
    while left > 0 {
      day = day.adding(days: count < 0 ? -1 : 1)
      if day.weekday < 6 { left -= 1 }
    }
    return day
  }

  /// Returns Easter Sunday of a year in the Gregorian calendar, by the algorithm of J.-M. Oudin
  /// (1940). Nil if the year is outside the calendar.
  static func easter(_ year: Int) -> CalendarDate? {
    let (golden, century) = (year % 19, year / 100)
    let correction = (century - century / 4 - (8 * century + 13) / 25 + 19 * golden + 15) % 30
    let late = correction / 28 * (29 / (correction + 1)) * ((21 - golden) / 11)
    let epact = correction - correction / 28 * (1 - late)
    let weekday = (year + year / 4 + epact + 2 - century + century / 4) % 7
    let shift = epact - weekday
    let month = 3 + (shift + 40) / 44
    return CalendarDate(year: year, month: month, day: shift + 28 - 31 * (month / 4))
  }
}
