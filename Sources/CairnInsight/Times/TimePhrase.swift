public import CairnText

/// A time in plain words and its meaning: `tomorrow 5pm`, `by Friday`, `every other Monday`.
public struct TimePhrase: Hashable, Sendable {
  /// The range of the phrase in the text.
  public let range: Range<String.Index>
  /// The days that the words mean: one day, or all days of a week, a month, a season …
  public let days: ClosedRange<CalendarDate>
  /// The time in the user's zone; nil if the words mean only days.
  public let time: DateTime?
  /// The repeat rule; nil if the words state none. If there is a rule, ``days`` is the day of its
  /// first occurrence.
  public let rule: RepeatRule?
  /// The day on which a task with this time is due. For "until", this is the last of ``days``; for
  /// "before", the day before ``days``; for "after", the day after ``days``. For any other phrase,
  /// it is the first of ``days`` or, if today is one of them, the last.
  public let dueDay: CalendarDate
  /// Whether the words state a day or a time of day; false if they state only a repeat rule.
  public internal(set) var saysWhen = true
  /// Whether the words state a part of the day, such as `morning`, instead of a time of day.
  var isPartOfDay = false
  /// `a.m.` or `p.m.`, if Cairn assumed one because the words state neither; otherwise nil.
  public internal(set) var assumedHalf: String?

  /// The due time as written in a field: `2026-11-27` or `2026-11-27T17:00:00+01:00` (RFC 3339).
  public var due: String { time?.description ?? dueDay.description }
}
