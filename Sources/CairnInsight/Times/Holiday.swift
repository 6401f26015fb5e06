import CairnText

/// A holiday, and the rule for its date.
enum Holiday: Hashable {
  case fixed(month: Int, day: Int)
  /// A number of days from Easter Sunday of the Western churches.
  case easter(Int)
  /// The day with this weekday in this month: the first if the place is 1, the last if it is -1.
  case placed(Int, weekday: Int, month: Int)

  /// Returns the date of the holiday in a year.
  func day(in year: Int) -> CalendarDate? {
    switch self {
    case .fixed(let month, let day): CalendarDate(year: year, month: month, day: day)
    case .easter(let days): CalendarDate.easter(year)?.adding(days: days)
    case .placed(let place, let weekday, let month):
      CalendarDate(year: year, month: month, day: 1)?.inMonth(place, weekday: weekday)
    }
  }

  /// The names of the holidays, longer ones first.
  static let all: [(words: [String], holiday: Holiday)] = [
    (["christmas", "eve"], .fixed(month: 12, day: 24)),
    (["xmas", "eve"], .fixed(month: 12, day: 24)),
    (["christmas"], .fixed(month: 12, day: 25)),
    (["xmas"], .fixed(month: 12, day: 25)),
    (["boxing", "day"], .fixed(month: 12, day: 26)),
    (["new", "year's", "eve"], .fixed(month: 12, day: 31)),
    (["new", "years", "eve"], .fixed(month: 12, day: 31)),
    (["new", "year's"], .fixed(month: 1, day: 1)),
    (["new", "years"], .fixed(month: 1, day: 1)),
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
