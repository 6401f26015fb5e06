public import CairnText

/// A time in plain words, and when that is: `tomorrow 5pm`, `by Friday`, `every other Monday`.
public struct TimePhrase: Hashable, Sendable {
  /// Where it stands in the text.
  public let range: Range<String.Index>
  /// The days that are meant: one, or those of a week, a month, a season …
  public let days: ClosedRange<CalendarDate>
  /// The time on the clock of the user's zone; nil where the words name only days.
  public let time: DateTime?
  /// How it comes again; nil where it does not. Then the days are those of the first time.
  public let rule: RepeatRule?
  /// The day that something is due that is to be done then: of a span that is running the last, and so
  /// after "until"; of any other the first.
  public let dueDay: CalendarDate
  /// Whether the words say more than a rule: a day, or a time of the day.
  public internal(set) var saysWhen = true

  /// When it is due, as a field says it: `2026-11-27` or `2026-11-27T17:00:00+01:00` (RFC 3339).
  public var due: String { time?.description ?? dueDay.description }
}
