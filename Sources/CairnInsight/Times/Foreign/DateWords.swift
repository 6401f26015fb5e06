import CairnText

extension TimeLanguageChoice {
  /// Translates `text` to English if the whole text names a day, several days or a moment, in
  /// English or in one of these languages: `Freitag` to `friday`, `fra 3 settimane` to
  /// `in 3 weeks`.
  ///
  /// Returns nil for any other text, for a text that means different times in different languages,
  /// and for a text that contains no word of at least two letters. Also returns nil for a time of
  /// day without a day, for a repeat rule, and for a deadline such as `by friday`. English has
  /// precedence; misspelled words are not corrected.
  public func dateWords(in text: String) -> String? {
    let own = TimePiece.read(text)
    let isSpelled = own.allSatisfy {
      $0.word == text[$0.range].lowercased().replacing("’", with: "'")
    }
    if isSpelled, let words = DateWords(own) { return words.text }
    let found = translations(of: text).compactMap(DateWords.init)
    return found.allSatisfy { $0.phrase.hasMeaning(of: found[0].phrase) } ? found.first?.text : nil
  }

  /// Translates a text into English pieces. Returns one translation for each language in which at
  /// least one word of the text belongs to a time. If the language is detected rather than set,
  /// returns nothing for a text that is an English word. Otherwise, `once` would become eleven
  /// (Spanish) and `do` Thursday (German).
  func translations(of text: String) -> [[TimePiece]] {
    if self == .detected, CommonWords.contains(text.lowercased()) { return [] }
    return languages(for: text).compactMap { language in
      let foreign = ForeignText(text, language, isWhole: true)
      return foreign.isTranslated ? foreign.pieces : nil
    }
  }
}

/// Words for a day, for several days or for a moment.
private struct DateWords {
  let text: String
  /// The time that the words would mean on a certain fixed day. Words from different languages are
  /// compared by this time.
  let phrase: TimePhrase

  private static let clock = LocalClock(now: Instant(seconds: 181 * 86_400)) { _ in 0 }

  /// Creates the words from English pieces. Returns nil if the pieces as a whole do not mean a day,
  /// several days or a moment.
  init?(_ pieces: [TimePiece]) {
    let pieces = pieces.count > 1 && pieces[0].word == "on" ? pieces.dropFirst() : pieces[...]
    var grammar = TimeGrammar(Array(pieces), Self.clock, .dayFirst, .twelveHours, isWhole: true)
    let isQuarter = ["q", "h"].contains(pieces.first?.word) && pieces.count > 1
    guard isQuarter || pieces.contains(where: { $0.kind == .word && $0.word.count > 1 }),
      let spoken = grammar.spokenPhrase(),
      grammar.isAtEnd, spoken.parts.relation == .none, spoken.phrase.rule == nil,
      spoken.parts.saysDay
    else { return nil }
    phrase = spoken.phrase
    text = pieces.reduce(into: "") { text, piece in
      text += (text.isEmpty || piece.isJoined ? "" : " ") + piece.word
    }
  }
}

extension TimeGrammar.Parts {
  /// Whether the parts state a day or a moment, not only a time of day.
  fileprivate var saysDay: Bool {
    day != nil || moment != nil || part?.days != nil || isEndOfDay
  }
}

extension TimePhrase {
  /// Returns whether two phrases mean the same time, regardless of their positions in the texts.
  func hasMeaning(of other: TimePhrase) -> Bool {
    days == other.days && time == other.time && rule == other.rule && dueDay == other.dueDay
  }
}
