import CairnText

/// A reader of a YAML 1.1 timestamp: a date such as `2026-11-21`, optionally followed by `T` or
/// white space and a time. The time may have a fraction of a second and a time zone offset.
struct TimestampReader {
  private let text: UnsafeBufferPointer<UInt8>
  private var position = 0

  /// Creates a reader of a whole scalar. The bytes must outlive the reader.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
  }

  /// Returns the whole text as a date or a date and time, or nil if the text is neither.
  mutating func value() -> FieldValue? {
    guard let year = number(4, 4), take("-"), let month = number(1, 2), take("-"),
      let day = number(1, 2), let date = CalendarDate(year: year, month: month, day: day)
    else { return nil }
    if position == text.count { return position == 10 ? .date(date) : nil }
    guard take("T") || take("t") || blanks(),
      let hour = number(1, 2), take(":"), let minute = number(2, 2), take(":"),
      let second = number(2, 2), hour < 24, minute < 60, second < 60
    else { return nil }
    let nanoseconds = take(".") ? fraction() : 0
    _ = blanks()
    var offset: Int?
    if take("Z") {
      offset = 0
    } else if position < text.count {
      guard let seconds = zone() else { return nil }
      offset = seconds
    }
    guard position == text.count else { return nil }
    return .dateTime(
      DateTime(
        date: date, secondOfDay: hour * 3600 + minute * 60 + second, nanoseconds: nanoseconds,
        offset: offset))
  }

  /// Reads a time zone offset such as `+1` or `-03:30`, and returns it in seconds, or nil if it is
  /// invalid.
  private mutating func zone() -> Int? {
    let isWest = take("-")
    guard isWest || take("+"), let hours = number(1, 2) else { return nil }
    var minutes = 0
    if take(":") {
      guard let written = number(2, 2) else { return nil }
      minutes = written
    }
    guard hours < 24, minutes < 60 else { return nil }
    return (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
  }

  /// Reads the digits after a decimal point as nanoseconds. Digits after the ninth are dropped.
  private mutating func fraction() -> Int {
    var nanoseconds = 0
    var place = 100_000_000
    while position < text.count, text[position].isASCIIDigit {
      nanoseconds += Int(text[position] - UInt8(ascii: "0")) * place
      place /= 10
      position += 1
    }
    return nanoseconds
  }

  /// Reads up to `most` digits as a number. Returns nil if there are fewer than `least`.
  private mutating func number(_ least: Int, _ most: Int) -> Int? {
    var value = 0
    var digits = 0
    while digits < most, position < text.count, text[position].isASCIIDigit {
      value = value * 10 + Int(text[position] - UInt8(ascii: "0"))
      digits += 1
      position += 1
    }
    return digits >= least ? value : nil
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < text.count, text[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func blanks() -> Bool {
    let start = position
    while position < text.count, text[position].isBlank { position += 1 }
    return position > start
  }
}
