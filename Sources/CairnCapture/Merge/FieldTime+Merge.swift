import CairnText

extension FieldTime {
  /// The time for comparisons in a merge. A day counts as the midnight at its beginning. A time
  /// without an offset counts as UTC, not as the user's local time, because a merge must give the
  /// same result on every machine.
  var mergeInstant: Instant {
    switch self {
    case .date(let day): Instant(seconds: day.daysSinceEpoch * 86_400)
    case .dateTime(let time): time.instant(otherwise: 0)
    }
  }
}
