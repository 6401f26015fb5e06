extension TimeGrammar {
  /// Returns the meaning of a rule that begins at the piece `start`, or nil if it names a thing.
  mutating func meaning(ofRule spoken: SpokenPhrase, from start: Int) -> TimeMentions.Meaning? {
    if let end = limit {
      index = end
      return .doubtful
    }
    if isCounted(from: start) || isFurther(from: start) || hasUnknownZone(spoken.parts) {
      return .doubtful
    }
    return isSaid(from: start) ? .rule : nil
  }

  /// Takes words about repetition that are not a valid rule: `every first working day`,
  /// `every 4 hours`.
  mutating func unclearRule() -> Bool? {
    guard take(anyOf: ["every", "each"]) else { return nil }
    let start = index
    while ordinal() != nil || take(anyOf: ["other", "last", "and", "or", "&", ","])
      || count() != nil
    {}
    let isTime =
      startsUnit || CalendarUnit(word()) != nil || TimeNames.weekdays[word()] != nil
      || TimeNames.parts[word()] != nil
      || ["working", "business"].contains(word())
    let isYearly = TimeNames.months[word()] != nil || TimeNames.seasons[word()] != nil
    guard isTime || isYearly, isYearly || index > start else { return nil }
    index += 1
    _ = take("day")
    return true
  }

  /// Returns whether a count before the rule that was taken changes its meaning: `twice daily`.
  private func isCounted(from start: Int) -> Bool {
    start > 0 && ["twice", "thrice", "time", "times", "x"].contains(pieces[start - 1].word)
  }

  /// Returns whether a rule continues the words before it: `the 1st and 15th of every month`,
  /// `the first working day of each month`.
  private func isFurther(from start: Int) -> Bool {
    if start > 0, pieces[start - 1].word == "of" { return true }
    guard start > 1, ["and", "&", "or"].contains(pieces[start - 1].word) else { return false }
    let before = pieces[start - 2].word
    return ["st", "nd", "rd", "th"].contains(before) || TimeNames.ordinals[before] != nil
      || TimeNames.weekdays[before] != nil
  }

  /// The end of words after a rule that limit or extend it: `until June`, `on the fifth Monday`,
  /// `for 3 weeks`, `and evening`. Nil if there are none.
  private var limit: Int? {
    var rest = self
    _ = rest.take(",")
    if rest.take(anyOf: Self.exceptions) { return rest.index }
    if rest.take(anyOf: ["and", "&", "or"]) || word() == "," {
      // `daily at 9 and 5`
      let isHour = TimeNames.parts[word(-1)] == nil && digits(-1) != nil
      return rest.attempt { $0.furtherTime(mayBeHour: isHour) } == nil ? nil : rest.index
    }
    if rest.take("in", "term") || rest.take("in", "season") { return rest.index }
    let isLed = rest.take(anyOf: Self.limiters)
    if isLed {
      return rest.attempt { $0.dayWords() } != nil || rest.amount() != nil ? rest.index : nil
    }
    return rest.attempt { $0.furtherTime() } == nil ? nil : rest.index
  }

  /// Takes another day, part of the day or time of day.
  private mutating func furtherTime(mayBeHour: Bool = false) -> Bool? {
    let isAt = take("at") || mayBeHour
    if !isAt { _ = take("on") }
    if let time = attempt({ $0.clockTime(mayBeHour: isAt) }), !time.isWeak || !goesOn {
      return true
    }
    if take(anyOf: ["every", "each"]) || take(TimeNames.parts) != nil { return true }
    if attempt({
      _ = $0.take("the"); return $0.ordinal()
    }) != nil {
      return true
    }
    guard let days = dayWords(), !isWeak(days) || TimeNames.weekdays[word(-1)] != nil else {
      return nil
    }
    return true
  }

  /// Words that make a rule apply less or more often.
  private static let exceptions: Set<String> = [
    "except", "excluding", "unless", "but", "during", "throughout", "twice", "thrice", "until",
    "till", "til",
  ]
  private static let limiters: Set<String> = [
    "at", "on", "in", "of", "for", "from", "to", "through", "after", "before",
  ]

  /// Returns whether the pieces taken express repetition rather than name a thing: `daily` in
  /// "Water it daily", but not in "Buy the daily paper".
  private func isSaid(from start: Int) -> Bool {
    let words = pieces[start..<index]
    let isPlain = words.indices.contains { place in
      ["every", "each", "once", "alternate"].contains(words[place].word)
        && (place + 1 == words.endIndex || words[place + 1].kind != .number
          || CalendarUnit(word(place + 2 - index)) != nil)
    }
    if isPlain { return true }
    if start > 0, Self.articles.contains(pieces[start - 1].word) { return false }
    return isAtEnd || piece()?.kind == .sign || Self.joints.contains(word())
  }

  private static let articles: Set<String> = [
    "a", "an", "the", "this", "that", "my", "your", "his", "her", "its", "our", "their", "for",
  ]
}
