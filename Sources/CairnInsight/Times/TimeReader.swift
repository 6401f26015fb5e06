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
  /// The languages in which times are read besides English.
  public let language: TimeLanguageChoice
  /// If true, a day without a year, such as `20 November`, `the 20th` or `friday`, means the last
  /// such day, which may be today. If false, it means the next one.
  public var looksBack = false

  /// Creates a reader for text written at the current time of `clock`.
  public init(
    clock: LocalClock, order: DateOrder = .dayFirst, style: ClockStyle = .twelveHours,
    language: TimeLanguageChoice = .detected
  ) {
    (self.clock, self.order, self.style, self.language) = (clock, order, style, language)
  }

  /// Returns the meaning of `text` if it consists only of a time, in English or in another
  /// language; otherwise nil. Also nil if the text means different times in several languages.
  public func read(_ text: String) -> TimePhrase? {
    let found = readings(of: text)
    return found.count == 1 ? found[0] : nil
  }

  /// Returns the different meanings of `text` in the languages in which the whole text is a time.
  /// If the text is a time in English, returns only the English meaning.
  public func readings(of text: String) -> [TimePhrase] {
    if let phrase = read(TimePiece.read(text)) { return [phrase] }
    return language.translations(of: text).compactMap(read).reduce(into: []) { found, phrase in
      if !found.contains(where: phrase.hasMeaning) { found.append(phrase) }
    }
  }

  private func read(_ pieces: [TimePiece]) -> TimePhrase? {
    var grammar = TimeGrammar(pieces, clock, order, style, isWhole: true, looksBack: looksBack)
    return grammar.phrase().flatMap { grammar.isAtEnd ? $0 : nil }
  }
}
