public import CairnText

/// A reader of times in plain words, as described in docs/dates.md.
///
///     let reader = TimeReader(clock: clock)      // Saturday, 21 November 2026
///     reader.read("next Tuesday 5pm")?.due       // "2026-11-24T17:00:00+01:00"
///     reader.read("every other Monday")?.rule    // every 2 weeks on monday
///
/// Days are in the user's zone. Costs time proportional to the length of the text.
public struct TimeReader: Sendable {
  /// The user's clock.
  public let clock: LocalClock
  /// The order of the numbers in ambiguous dates.
  public let order: DateOrder
  /// The meaning of hours without `am` or `pm`.
  public let style: ClockStyle

  /// Creates a reader for text written at the current time of `clock`.
  public init(
    clock: LocalClock, order: DateOrder = .dayFirst, style: ClockStyle = .twelveHours
  ) {
    (self.clock, self.order, self.style) = (clock, order, style)
  }

  /// Returns the meaning of `text` if it consists only of a time; otherwise nil.
  public func read(_ text: String) -> TimePhrase? {
    var grammar = TimeGrammar(text, clock, order, style, isWhole: true)
    return grammar.phrase().flatMap { grammar.isAtEnd ? $0 : nil }
  }
}
