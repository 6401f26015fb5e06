public import CairnCapture
public import CairnText

/// The forms in which lists show times, in the user's time zone.
extension FieldTime {
  /// Returns the day with its weekday, and the time if there is one: `Fri 27 Nov 09:30`. Adds the
  /// year unless it is the current year: `Wed 10 Feb 2027`.
  public func dated(_ clock: LocalClock) -> String {
    let day = localDay(clock)
    let year = day.year == clock.today.year ? nil : "\(day.year)"
    return [
      day.weekdayName.prefix(3) + " \(day.day) " + day.monthName.prefix(3), year, timeOfDay(clock),
    ]
    .compactMap(\.self).joined(separator: " ")
  }

  /// Returns the day as people say it: `3 days ago`, `yesterday`, `today 17:00`, `tomorrow`. For a
  /// day after tomorrow, and for a day more than two weeks ago, returns the same text as
  /// ``dated(_:)``.
  public func spoken(_ clock: LocalClock) -> String {
    let days = localDay(clock).daysSinceEpoch - clock.today.daysSinceEpoch
    switch days {
    case -14 ... -2: return "\(-days) days ago"
    case -1...1:
      let day = ["yesterday", "today", "tomorrow"][days + 1]
      return timeOfDay(clock).map { "\(day) \($0)" } ?? day
    default: return dated(clock)
    }
  }

  /// Returns the time of day, such as `09:30`; nil if the value is a whole day.
  func timeOfDay(_ clock: LocalClock) -> String? {
    guard case .dateTime = self else { return nil }
    let second = clock.dateTime(instant(clock)).secondOfDay
    return "\((second / 3600).padded(2)):\((second / 60 % 60).padded(2))"
  }
}
