import CairnText

/// A comparable time. A day counts as the midnight at its beginning. A time without an offset
/// counts as UTC, not as the user's local time, because a merge must give the same result on every
/// machine.
struct FieldMoment: Comparable {
  let seconds: Int
  let nanoseconds: Int

  init(_ time: FieldTime) {
    switch time {
    case .date(let day): (seconds, nanoseconds) = (day.daysSinceEpoch * 86_400, 0)
    case .dateTime(let time):
      let instant = time.instant(otherwise: 0)
      (seconds, nanoseconds) = (instant.seconds, instant.nanoseconds)
    }
  }

  static func < (left: FieldMoment, right: FieldMoment) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}
