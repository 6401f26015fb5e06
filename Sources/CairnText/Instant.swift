/// A moment: nanoseconds since 1970-01-01T00:00:00Z, without leap seconds (POSIX.1-2017 §4.16).
public struct Instant: Hashable, Comparable, Sendable {
  /// Whole seconds since the epoch, rounded down.
  public let seconds: Int
  /// Nanoseconds behind them, 0 … 999,999,999.
  public let nanoseconds: Int

  /// The moment so many seconds and nanoseconds after the epoch.
  public init(seconds: Int, nanoseconds: Int = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// The moment so many nanoseconds after the epoch.
  public init(nanosecondsSinceEpoch count: Int64) {
    let second: Int64 = 1_000_000_000
    let rest = count % second
    self.init(
      seconds: Int(count / second) - (rest < 0 ? 1 : 0),
      nanoseconds: Int(rest < 0 ? rest + second : rest))
  }

  /// Nanoseconds since the epoch, without the bits above 64: from 1677 to 2262 it is just this
  /// moment.
  public var nanosecondsSinceEpoch: Int64 {
    Int64(seconds) &* 1_000_000_000 &+ Int64(nanoseconds)
  }

  /// The moments that a calendar can show, and some more: what is read from a file that is none of
  /// them is no moment.
  public static let calendarSeconds = -(1 << 40)...(1 << 40)

  /// The moment so many days before, each of 86,400 seconds; of more than a thousand years, a
  /// thousand.
  public func minus(days: Int) -> Instant {
    Instant(seconds: seconds - min(days, 365_000) * 86_400, nanoseconds: nanoseconds)
  }

  /// Whether a moment comes before another.
  public static func < (left: Instant, right: Instant) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}

/// A time of day on a date, with the zone's offset where it was written.
///
///     2026-11-21T10:04:05.25+01:00
public struct DateTime: Hashable, Sendable {
  /// The day.
  public let date: CalendarDate
  /// Seconds since that day's midnight, 0 … 86,400 (a leap second is the last).
  public let secondOfDay: Int
  /// Nanoseconds behind them, 0 … 999,999,999.
  public let nanoseconds: Int
  /// The zone's offset in seconds east of UTC, or nil where none was written.
  public let offset: Int?

  /// The time `secondOfDay` seconds and `nanoseconds` after `date` began.
  public init(date: CalendarDate, secondOfDay: Int, nanoseconds: Int = 0, offset: Int? = nil) {
    self.date = date
    self.secondOfDay = secondOfDay
    self.nanoseconds = nanoseconds
    self.offset = offset
  }

  /// The time that a clock `offset` seconds east of UTC shows at `instant`.
  public init(_ instant: Instant, offset: Int) {
    let (sum, isBeyond) = instant.seconds.addingReportingOverflow(offset)
    let local = isBeyond ? instant.seconds : sum
    let (day, rest) = local.quotientAndRemainder(dividingBy: 86_400)
    self.init(
      date: CalendarDate(daysSinceEpoch: rest < 0 ? day - 1 : day),
      secondOfDay: rest < 0 ? rest + 86_400 : rest,
      nanoseconds: instant.nanoseconds, offset: offset)
  }

  /// The moment this names, read `otherwise` seconds east of UTC where no offset was written.
  public func instant(otherwise: Int) -> Instant {
    Instant(
      seconds: date.daysSinceEpoch * 86_400 + secondOfDay - (offset ?? otherwise),
      nanoseconds: nanoseconds)
  }
}

extension DateTime: CustomStringConvertible {
  /// `2026-11-21T10:04:05+01:00` (RFC 3339 date-time), with a fraction only where there is one and
  /// an offset only where it is known.
  public var description: String {
    let (hour, minute, second) = (secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60)
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

/// What the user's clock and calendar say: handed down from the command line, so that nothing
/// below it asks the machine for the time or the zone.
public struct LocalClock: Sendable {
  /// The moment the command began.
  public let now: Instant
  /// The zone's offset at a moment, in seconds east of UTC.
  public let offset: @Sendable (Instant) -> Int

  /// A clock that stands at `now` in the zone that `offset` tells.
  public init(now: Instant, offset: @escaping @Sendable (Instant) -> Int) {
    self.now = now
    self.offset = offset
  }

  /// The user's local day now.
  public var today: CalendarDate { dateTime(now).date }

  /// What the user's clock shows at `instant`.
  public func dateTime(_ instant: Instant) -> DateTime {
    DateTime(instant, offset: offset(instant))
  }

  /// The moment a written time names; read in the user's zone where it has no offset.
  ///
  /// A time that the clocks skip when they go forward is as much later (02:30 is 03:30 then); of a
  /// time that they show twice when they go back the first is meant.
  public func instant(_ time: DateTime) -> Instant {
    if time.offset != nil { return time.instant(otherwise: 0) }
    // No zone changes its clocks twice within two days, and none is a day from UTC.
    let middle = time.instant(otherwise: 0)
    let before = offset(Instant(seconds: middle.seconds - 86_400))
    let after = offset(Instant(seconds: middle.seconds + 86_400))
    let first = time.instant(otherwise: before)
    if before == after || offset(first) == before { return first }
    let second = time.instant(otherwise: after)
    return offset(second) == after ? second : first
  }

  /// The moment a local day begins.
  public func start(of date: CalendarDate) -> Instant {
    instant(DateTime(date: date, secondOfDay: 0))
  }
}
