import CairnText

/// A rule for the date of a holiday in any year.
enum Holiday: Hashable {
  case fixed(month: Int, day: Int)
  /// A day that is this number of days after Easter Sunday of the Western churches, or before it if
  /// the number is negative.
  case easter(Int)
  /// A certain weekday of a month, such as the second Sunday of May. The first value is 1 for the
  /// first such day of the month, 2 for the second, and -1 for the last.
  case placed(Int, weekday: Int, month: Int)
  /// The fourth Sunday before Christmas.
  case advent

  /// Returns the date of the holiday in a year; nil if the year is outside the calendar.
  func day(in year: Int) -> CalendarDate? {
    switch self {
    case .fixed(let month, let day): CalendarDate(year: year, month: month, day: day)
    case .easter(let days): CalendarDate.easter(year)?.adding(days: days)
    case .advent:
      CalendarDate(year: year, month: 11, day: 27)?.coming(weekday: 7)
    case .placed(let place, let weekday, let month):
      CalendarDate(year: year, month: month, day: 1)?.inMonth(place, weekday: weekday)
    }
  }

  /// The names of all holidays, as words in lower case, each with the rule for its date. If a name
  /// begins with another name, the longer name comes first.
  static let all: [(words: [String], holiday: Holiday)] = [
    (["christmas", "eve"], .fixed(month: 12, day: 24)),
    (["xmas", "eve"], .fixed(month: 12, day: 24)),
    (["chrissie"], .fixed(month: 12, day: 25)),
    (["christmas"], .fixed(month: 12, day: 25)),
    (["xmas"], .fixed(month: 12, day: 25)),
    (["boxing", "day"], .fixed(month: 12, day: 26)),
    (["st", "stephen's", "day"], .fixed(month: 12, day: 26)),
    (["stephen's", "day"], .fixed(month: 12, day: 26)),
    (["stephens", "day"], .fixed(month: 12, day: 26)),
    (["hogmanay"], .fixed(month: 12, day: 31)),
    (["new", "year's", "eve"], .fixed(month: 12, day: 31)),
    (["new", "years", "eve"], .fixed(month: 12, day: 31)),
    (["new", "year", "eve"], .fixed(month: 12, day: 31)),
    (["new", "year's"], .fixed(month: 1, day: 1)),
    (["new", "years"], .fixed(month: 1, day: 1)),
    (["new", "year"], .fixed(month: 1, day: 1)),
    (["burns", "night"], .fixed(month: 1, day: 25)),
    (["australia", "day"], .fixed(month: 1, day: 26)),
    (["st", "patrick's", "day"], .fixed(month: 3, day: 17)),
    (["anzac", "day"], .fixed(month: 4, day: 25)),
    (["canada", "day"], .fixed(month: 7, day: 1)),
    (["bonfire", "night"], .fixed(month: 11, day: 5)),
    (["memorial", "day"], .placed(-1, weekday: 1, month: 5)),
    (["labor", "day"], .placed(1, weekday: 1, month: 9)),
    (["advent", "sunday"], .advent),
    (["valentine's"], .fixed(month: 2, day: 14)),
    (["valentines"], .fixed(month: 2, day: 14)),
    (["halloween"], .fixed(month: 10, day: 31)),
    (["thanksgiving"], .placed(4, weekday: 4, month: 11)),
    (["good", "friday"], .easter(-2)),
    (["easter", "monday"], .easter(1)),
    (["easter", "sunday"], .easter(0)),
    (["easter"], .easter(0)),
  ]
}
