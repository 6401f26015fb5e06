import CairnCapture
import CairnText

/// A time in twelve bytes. Values of the same kind sort in the order of their times.
struct StoredTime: Hashable {
  private enum Kind: Int64 {
    /// Seconds since 1970 in UTC.
    case instant
    /// Seconds since 1970 in the user's time zone, for a time without a UTC offset.
    case local
    /// Days since 1970.
    case day
    /// There is no time.
    case none
  }

  static let size = 12
  /// The size in bytes without nanoseconds.
  static let wholeSize = 8

  /// The number of seconds or days, multiplied by four, plus the raw value of the `Kind`.
  let value: Int64
  let nanoseconds: UInt32

  init(value: Int64, nanoseconds: UInt32) {
    self.value = value
    self.nanoseconds = nanoseconds
  }

  /// Seconds or days, clamped to the calendar's range because damaged bytes may hold anything.
  @inline(__always)
  private var number: Int {
    let seconds = Instant.calendarSeconds
    return min(max(Int(value >> 2), seconds.lowerBound), seconds.upperBound)
  }

  init(_ time: FieldTime?) {
    let (number, kind, nanoseconds): (Int, Kind, Int) =
      switch time {
      case .date(let date): (date.daysSinceEpoch, .day, 0)
      case .dateTime(let time) where time.offset == nil:
        (time.instant(otherwise: 0).seconds, .local, time.nanoseconds)
      case .dateTime(let time): (time.instant(otherwise: 0).seconds, .instant, time.nanoseconds)
      case nil: (0, .none, 0)
      }
    value = Int64(number) << 2 | kind.rawValue
    self.nanoseconds = UInt32(nanoseconds)
  }

  /// The time without its original UTC offset, or nil if there is no time.
  var time: FieldTime? {
    switch Kind(rawValue: value & 3) {
    case .instant:
      return .dateTime(DateTime(Instant(seconds: number, nanoseconds: Int(nanoseconds)), offset: 0))
    case .local:
      let time = DateTime(Instant(seconds: number, nanoseconds: Int(nanoseconds)), offset: 0)
      return .dateTime(
        DateTime(
          date: time.date, secondOfDay: time.secondOfDay, nanoseconds: time.nanoseconds,
          offset: nil))
    case .day: return .date(CalendarDate(daysSinceEpoch: number))
    default: return nil
    }
  }

  /// Returns the moment, or nil if there is no time. `clock` interprets dates and times without a
  /// UTC offset.
  func instant(_ clock: LocalClock) -> Instant? {
    instant ?? time?.instant(clock)
  }

  /// The moment, or nil if there is no time or the moment depends on the user's clock.
  @inline(__always)
  var instant: Instant? {
    value & 3 == Kind.instant.rawValue
      ? Instant(seconds: number, nanoseconds: Int(nanoseconds)) : nil
  }
}
