public import CairnDocument
public import CairnText

/// A time as precise as it was written: a day, or a time on a day.
public enum FieldTime: Hashable, Sendable {
  /// A whole day, without a time zone.
  case date(CalendarDate)
  /// A time on a day. Without an offset, the time is in the reader's time zone.
  case dateTime(DateTime)

  /// Creates the time in a field's value; nil if the value is not a time.
  ///
  /// Besides YAML timestamps, accepts forms that other tools write. A string can have the form
  /// `2026/11/21` or `2026-11-21 10:04`, or have an offset without a colon (`-0400`). An integer of
  /// at least 100,000,000,000 counts milliseconds since 1970.
  public init?(_ value: FieldValue) {
    switch value {
    case .date(let date): self = .date(date)
    case .dateTime(let time): self = .dateTime(time)
    case .string(let text): self.init(text)
    case .integer(let milliseconds) where milliseconds >= 100_000_000_000:
      let instant = Instant(
        seconds: milliseconds / 1000, nanoseconds: milliseconds % 1000 * 1_000_000)
      self = .dateTime(DateTime(instant, offset: 0))
    default: return nil
    }
  }

  /// Creates the time that a string contains; nil if the string is not a time. Accepts the same
  /// strings as ``init(_:)-(FieldValue)``.
  public init?(_ text: String) {
    var rest = text.utf8[...]
    guard let date = Self.date(&rest) else { return nil }
    if rest.isEmpty {
      self = .date(date)
      return
    }
    guard let separator = rest.popFirst(), "Tt ".utf8.contains(separator),
      let time = Self.time(&rest, on: date), rest.isEmpty
    else { return nil }
    self = .dateTime(time)
  }

  /// Creates the date at the start of a file name, as in `2026-11-21-pay-acme.md`,
  /// `20261121-pay-acme.md` and `202611211004.md`; nil if the file name does not begin with a date.
  public init?(fileName: String) {
    var rest = fileName.utf8[...]
    if [8, 12, 14].contains(rest.prefix(while: Self.isDigit).count) {
      guard let date = Self.compactDate(rest) else { return nil }
      self = .date(date)
      return
    }
    guard let date = Self.date(&rest), rest.first.map({ !Self.isDigit($0) }) ?? true else {
      return nil
    }
    self = .date(date)
  }

  /// Returns the date in the first eight digits; nil if they are not a date from 1900 to 2199.
  private static func compactDate(_ text: Substring.UTF8View) -> CalendarDate? {
    var rest = text
    guard let year = number(&rest, 4...4), (1900..<2200).contains(year),
      let month = number(&rest, 2...2), let day = number(&rest, 2...2)
    else { return nil }
    return CalendarDate(year: year, month: month, day: day)
  }

  /// The day as written, in the time zone of the written time.
  public var day: CalendarDate {
    switch self {
    case .date(let date): date
    case .dateTime(let time): time.date
    }
  }

  /// Returns this time as an instant. A whole day gives the instant at which the day begins in the
  /// user's time zone.
  public func instant(_ clock: LocalClock) -> Instant {
    switch self {
    case .date(let date): clock.start(of: date)
    case .dateTime(let time): clock.instant(time)
    }
  }

  /// Returns the day in the user's time zone. If the time has an offset, this may be the day before
  /// or after the written day.
  public func localDay(_ clock: LocalClock) -> CalendarDate {
    switch self {
    case .date(let date): date
    case .dateTime(let time):
      time.offset == nil ? time.date : clock.dateTime(clock.instant(time)).date
    }
  }
}

extension FieldTime: CustomStringConvertible {
  /// The time in the format of RFC 3339: `2026-11-21` or `2026-11-21T10:04:05+01:00`.
  public var description: String {
    switch self {
    case .date(let date): date.description
    case .dateTime(let time): time.description
    }
  }
}

// MARK: - Reading text

extension FieldTime {
  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// Removes a number from the front of `rest` and returns the number. `width` contains the minimum
  /// and the maximum number of digits. Returns nil if there are too few digits.
  private static func number(
    _ rest: inout Substring.UTF8View, _ width: ClosedRange<Int>
  ) -> Int? {
    let digits = rest.prefix(width.upperBound).prefix(while: isDigit)
    guard width.contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private static func date(_ rest: inout Substring.UTF8View) -> CalendarDate? {
    guard let year = number(&rest, 4...4), let separator = rest.popFirst(),
      "-/".utf8.contains(separator), let month = number(&rest, 1...2),
      rest.popFirst() == separator, let day = number(&rest, 1...2)
    else { return nil }
    return CalendarDate(year: year, month: month, day: day)
  }

  private static func time(_ rest: inout Substring.UTF8View, on date: CalendarDate) -> DateTime? {
    guard let hour = number(&rest, 1...2), rest.popFirst() == UInt8(ascii: ":"),
      let minute = number(&rest, 2...2), hour < 24, minute < 60
    else { return nil }
    var second = 0
    var nanoseconds = 0
    if rest.first == UInt8(ascii: ":") {
      rest.removeFirst()
      guard let written = number(&rest, 2...2), written < 60 else { return nil }
      second = written
      if rest.first == UInt8(ascii: ".") {
        rest.removeFirst()
        let digits = rest.prefix(while: isDigit)
        rest = rest.dropFirst(digits.count)
        nanoseconds = (0..<9).reduce(0) { sum, place in
          let digit = digits.dropFirst(place).first.map { Int($0 - UInt8(ascii: "0")) }
          return sum * 10 + (digit ?? 0)
        }
      }
    }
    while rest.first == UInt8(ascii: " ") { rest.removeFirst() }
    guard let offset = offset(&rest) else { return nil }
    return DateTime(
      date: date, secondOfDay: hour * 3600 + minute * 60 + second, nanoseconds: nanoseconds,
      offset: offset)
  }

  /// Removes a UTC offset from the front of `rest` and returns the offset in seconds. Returns
  /// `.some(nil)` if `rest` is empty, and nil if the offset is malformed.
  private static func offset(_ rest: inout Substring.UTF8View) -> Int?? {
    guard let sign = rest.popFirst() else { return .some(nil) }
    if sign == UInt8(ascii: "Z") || sign == UInt8(ascii: "z") { return 0 }
    guard "+-".utf8.contains(sign), let hours = number(&rest, 2...2) else { return nil }
    if rest.first == UInt8(ascii: ":") { rest.removeFirst() }
    let minutes = rest.isEmpty ? 0 : number(&rest, 2...2)
    guard let minutes, hours < 24, minutes < 60 else { return nil }
    return (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
  }
}
