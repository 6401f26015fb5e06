public import CairnText

/// A time in plain words and its meaning: `tomorrow 5pm`, `by Friday`, `every other Monday`.
public struct TimePhrase: Hashable, Sendable {
  /// The range of the phrase in the text.
  public let range: Range<String.Index>
  /// The days that are meant: one day, or all days of a week, a month, a season …
  public let days: ClosedRange<CalendarDate>
  /// The time in the user's zone, or nil if the words name only days.
  public let time: DateTime?
  /// The repeat rule, if the words state one. `days` are then those of its first occurrence.
  public let rule: RepeatRule?
  /// The due day of something to be done then: the first of the days, or the last if today is among
  /// them or "until" precedes them. With "before" or "after", the day before or after all of them.
  public let dueDay: CalendarDate
  /// Whether the words say more than a repeat rule: a day or a time of day.
  public internal(set) var saysWhen = true

  /// The due time as written in a field: `2026-11-27` or `2026-11-27T17:00:00+01:00` (RFC 3339).
  public var due: String { time?.description ?? dueDay.description }
}
