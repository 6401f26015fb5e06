/// A day of the proleptic Gregorian calendar, without a time or a zone.
///
/// Years run from 0 to 9999, the range that fits into four digits (RFC 3339 §5.6).
public struct CalendarDate: Hashable, Sendable {
  // Takes four bytes, so that a field value with a date is no larger than one with text.
  private let shortYear: Int16
  private let shortMonth: Int8
  private let shortDay: Int8

  /// The year, 0 … 9999.
  public var year: Int { Int(shortYear) }
  /// The month, 1 … 12.
  public var month: Int { Int(shortMonth) }
  /// The day of the month, 1 … 31.
  public var day: Int { Int(shortDay) }

  /// Creates a date from its year, month and day of the month; nil if that day does not exist.
  public init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month),
      day >= 1, day <= Self.days(inMonth: month, of: year)
    else { return nil }
    shortYear = Int16(year)
    shortMonth = Int8(month)
    shortDay = Int8(day)
  }

  /// Creates the date `days` days after 1970-01-01, clamped to the years 0 … 9999.
  public init(daysSinceEpoch days: Int) {
    // The civil-from-days algorithm over 400-year eras that begin on 1 March.
    let shifted = min(max(days, -719_528), 2_932_896) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    shortDay = Int8(dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    shortMonth = Int8(month)
    shortYear = Int16(yearOfEra + era * 400 + (month <= 2 ? 1 : 0))
  }

  /// Returns the number of days, 28 … 31, in a month (1 … 12) of a year.
  public static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

// MARK: - Counting

extension CalendarDate {
  /// The number of days since 1970-01-01; negative for earlier dates.
  public var daysSinceEpoch: Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The day of the week, from 1 (Monday) to 7 (Sunday), as in ISO 8601.
  public var weekday: Int {
    let monday = (daysSinceEpoch + 3) % 7
    return (monday < 0 ? monday + 7 : monday) + 1
  }

  /// The number of the day in its year, 1 … 366.
  var dayOfYear: Int {
    (1..<month).reduce(day) { $0 + Self.days(inMonth: $1, of: year) }
  }

  /// The week that contains the day: the year of the week, and the number of the week in that year,
  /// 1 … 53. The year is that of the week's Thursday (ISO 8601-1:2019 §4.2.2).
  package var week: (year: Int, number: Int) {
    let thursday = adding(days: 4 - weekday)
    return (thursday.year, (thursday.dayOfYear + 6) / 7)
  }

  /// Returns the date `days` days later, or earlier if `days` is negative. Clamped to the years 0 …
  /// 9999.
  public func adding(days: Int) -> CalendarDate {
    CalendarDate(daysSinceEpoch: daysSinceEpoch + days)
  }

  /// Returns the date `months` months later, or earlier if `months` is negative. The day of the
  /// month stays the same or, if the new month is too short, becomes its last day. Clamped to the
  /// years 0 … 9999.
  public func adding(months: Int) -> CalendarDate {
    let total = min(max(year * 12 + month - 1 + months, 0), 9999 * 12 + 11)
    let (newYear, newMonth) = (total / 12, total % 12 + 1)
    let newDay = min(day, Self.days(inMonth: newMonth, of: newYear))
    return CalendarDate(year: newYear, month: newMonth, day: newDay) ?? self
  }
}

// MARK: - Order and text

extension CalendarDate: Comparable {
  /// Returns whether `left` is before `right`.
  public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension CalendarDate: CustomStringConvertible {
  /// The date in the form `2026-11-21` (RFC 3339 full-date).
  public var description: String {
    "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))"
  }
}

extension Int {
  /// Returns the decimal digits of a non-negative number, padded with leading zeros to `width`.
  package func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}

extension BinaryInteger {
  /// Returns the hexadecimal digits of a non-negative number, padded with leading zeros to `width`.
  package func hexadecimal(width: Int, uppercase: Bool = false) -> String {
    let digits = String(self, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}
