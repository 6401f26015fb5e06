public import CairnText

/// Reads times in plain words: docs/dates.md as code.
///
///     let reader = TimeReader(clock: clock)      // Saturday, 21 November 2026
///     reader.read("next Tuesday 5pm")?.due       // "2026-11-24T17:00:00+01:00"
///     reader.read("every other Monday")?.rule    // every 2 weeks on monday
///
/// Days are those of the user's zone. Costs time in the order of the text's length.
public struct TimeReader: Sendable {
  /// The user's clock.
  public let clock: LocalClock
  /// The order of numbers in dates that do not say it.
  public let order: DateOrder

  /// A reader of what is written when `clock` says now.
  public init(clock: LocalClock, order: DateOrder = .dayFirst) {
    self.clock = clock
    self.order = order
  }

  /// What a text means that is nothing but a time; nil where it is something else.
  public func read(_ text: String) -> TimePhrase? {
    var grammar = TimeGrammar(text, clock, order, isWhole: true)
    return grammar.phrase().flatMap { grammar.isAtEnd ? $0 : nil }
  }
}
