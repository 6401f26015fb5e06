/// A point in time: nanoseconds since 1970-01-01T00:00:00Z, without leap seconds (POSIX.1-2017
/// §4.16).
public struct Instant: Hashable, Comparable, Sendable {
  /// Whole seconds since the epoch, rounded down.
  public let seconds: Int
  /// The fraction of a second after ``seconds`` in nanoseconds, 0 … 999,999,999.
  public let nanoseconds: Int

  /// Creates the instant `seconds` seconds and `nanoseconds` nanoseconds after the epoch.
  public init(seconds: Int, nanoseconds: Int = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Creates the instant `count` nanoseconds after the epoch.
  public init(nanosecondsSinceEpoch count: Int64) {
    let second: Int64 = 1_000_000_000
    let rest = count % second
    self.init(
      seconds: Int(count / second) - (rest < 0 ? 1 : 0),
      nanoseconds: Int(rest < 0 ? rest + second : rest))
  }

  /// The number of nanoseconds since the epoch. Exact from 1677 to 2262; overflows outside these
  /// years.
  public var nanosecondsSinceEpoch: Int64 {
    Int64(seconds) &* 1_000_000_000 &+ Int64(nanoseconds)
  }

  /// The range of ``seconds`` that is valid in files: about 34,800 years before and after the
  /// epoch, which includes every ``CalendarDate``.
  public static let calendarSeconds = -(1 << 40)...(1 << 40)

  /// Returns the instant that is `days` days earlier.
  ///
  /// Counts 86,400 seconds for each day, and at most 365,000 days (a thousand years).
  public func minus(days: Int) -> Instant {
    Instant(seconds: seconds - min(days, 365_000) * 86_400, nanoseconds: nanoseconds)
  }

  /// Returns whether `left` is before `right`.
  public static func < (left: Instant, right: Instant) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}

/// A date and time of day, with the offset from UTC if it is known.
///
///     2026-11-21T10:04:05.25+01:00
public struct DateTime: Hashable, Sendable {
  /// The day.
  public let date: CalendarDate
  /// Seconds since that day's midnight, 0 … 86,400 (86,400 only for a leap second).
  public let secondOfDay: Int
  /// The fraction of a second in nanoseconds, 0 … 999,999,999.
  public let nanoseconds: Int
  /// The time zone's offset in seconds east of UTC; nil if it is unknown.
  public let offset: Int?

  /// Creates the time that is `secondOfDay` seconds and `nanoseconds` nanoseconds after the start
  /// of `date`.
  public init(date: CalendarDate, secondOfDay: Int, nanoseconds: Int = 0, offset: Int? = nil) {
    self.date = date
    self.secondOfDay = secondOfDay
    self.nanoseconds = nanoseconds
    self.offset = offset
  }

  /// Creates the local time at `instant`, where the local time is `offset` seconds ahead of UTC.
  public init(_ instant: Instant, offset: Int) {
    let (sum, isBeyond) = instant.seconds.addingReportingOverflow(offset)
    let local = isBeyond ? instant.seconds : sum
    let (day, rest) = local.quotientAndRemainder(dividingBy: 86_400)
    self.init(
      date: CalendarDate(daysSinceEpoch: rest < 0 ? day - 1 : day),
      secondOfDay: rest < 0 ? rest + 86_400 : rest,
      nanoseconds: instant.nanoseconds, offset: offset)
  }

  /// The time as a clock shows it; 23:59:60 for a leap second at the end of the day.
  public var timeOfDay: (hour: Int, minute: Int, second: Int) {
    let last = min(secondOfDay, 86_399)
    return (last / 3600, last / 60 % 60, last % 60 + secondOfDay - last)
  }

  /// Returns the instant at which this time occurs. If ``offset`` is nil, uses the offset
  /// `otherwise`, in seconds east of UTC.
  public func instant(otherwise: Int) -> Instant {
    Instant(
      seconds: date.daysSinceEpoch * 86_400 + secondOfDay - (offset ?? otherwise),
      nanoseconds: nanoseconds)
  }
}

extension DateTime: CustomStringConvertible {
  /// The time in the form `2026-11-21T10:04:05+01:00` (RFC 3339 date-time). Leaves out the fraction
  /// of a second if it is zero, and the offset if it is unknown.
  public var description: String {
    let (hour, minute, second) = timeOfDay
    var text = "\(date)T\(hour.padded(2)):\(minute.padded(2)):\(second.padded(2))"
    if nanoseconds > 0 {
      var digits = nanoseconds.padded(9)
      while digits.hasSuffix("0") { digits.removeLast() }
      text += ".\(digits)"
    }
    guard let offset else { return text }
    if offset == 0 { return text + "Z" }
    let minutes = abs(offset) / 60
    return text + (offset < 0 ? "-" : "+")
      + "\((minutes / 60).padded(2)):\((minutes % 60).padded(2))"
  }
}

/// The user's clock and time zone. The program passes them to the libraries, so that no library
/// asks the system for the time.
public struct LocalClock: Sendable {
  /// The time at which the command began.
  public let now: Instant
  /// A callback that returns the time zone's offset at an instant, in seconds east of UTC.
  public let offset: @Sendable (Instant) -> Int

  /// Creates a clock that always shows `now`, in the time zone whose offsets the callback `offset`
  /// returns.
  public init(now: Instant, offset: @escaping @Sendable (Instant) -> Int) {
    self.now = now
    self.offset = offset
  }

  /// The current date in the user's time zone.
  public var today: CalendarDate { dateTime(now).date }

  /// Returns the time in the user's time zone at `instant`.
  public func dateTime(_ instant: Instant) -> DateTime {
    DateTime(instant, offset: offset(instant))
  }

  /// Returns the instant at which `time` occurs. A time without an offset is in the user's time
  /// zone.
  ///
  /// If clocks go forward and skip the time, moves it forward by the same amount (02:30 becomes
  /// 03:30). If clocks go back and the time occurs twice, uses the first occurrence.
  public func instant(_ time: DateTime) -> Instant {
    if time.offset != nil { return time.instant(otherwise: 0) }
    // No time zone changes twice within two days or is a day or more from UTC.
    let middle = time.instant(otherwise: 0)
    let before = offset(Instant(seconds: middle.seconds - 86_400))
    let after = offset(Instant(seconds: middle.seconds + 86_400))
    let first = time.instant(otherwise: before)
    if before == after || offset(first) == before { return first }
    let second = time.instant(otherwise: after)
    return offset(second) == after ? second : first
  }

  /// Returns the instant at which the day `date` begins in the user's time zone.
  public func start(of date: CalendarDate) -> Instant {
    instant(DateTime(date: date, secondOfDay: 0))
  }
}
