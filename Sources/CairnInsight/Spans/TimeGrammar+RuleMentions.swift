extension TimeGrammar {
  /// Returns the kind of time that a phrase with a repeat rule means, given the index of its first
  /// piece; nil if the phrase names a thing (`the daily paper`). If words that limit the rule
  /// follow (`until June`), consumes them and returns `doubtful`.
  mutating func meaning(ofRule spoken: SpokenPhrase, from start: Int) -> TimeMentions.Meaning? {
    if let end = limit {
      index = end
      return .doubtful
    }
    if isCounted(from: start) || isFurther(from: start) || hasUnknownZone(spoken.parts) {
      return .doubtful
    }
    // `Fridays are bad`, `find out if it opens on Sundays`
    if ["are", "aren't", "were"].contains(word()) { return .past }
    if pieces[..<start].contains(where: { ["if", "whether", "what", "when"].contains($0.word) }),
      TimeNames.pluralWeekdays[pieces[spoken.time].word] != nil
    {
      return .past
    }
    // `mon wed fri 7am`, but not `the mon and fri 7am slots`
    if TimeNames.weekdays[pieces[spoken.time].word] != nil, spoken.parts.time != nil {
      let isNamed = spoken.time > 0 && Self.articles.contains(pieces[spoken.time - 1].word)
      return isNamed ? .doubtful : .rule
    }
    return isSaid(from: start) ? .rule : nil
  }

  /// Parses a range of weekdays followed by a time of day: `Mon-Fri 9am`. Cairn does not support
  /// this combination as a rule. Returns true, or nil if there are no such words.
  mutating func dayRange() -> Bool? {
    guard isDayRange, piece(1)?.kind == .number else { return nil }
    index += 1
    return clockTime(mayBeHour: false) == nil ? nil : true
  }

  /// Whether the next word is a range of weekdays, such as `Mon-Fri`.
  var isDayRange: Bool {
    let days = word().split(separator: "-")
    return days.count == 2 && days.allSatisfy { TimeNames.weekdays[String($0)] != nil }
  }

  /// Parses words about repetition that are not a supported rule: `every first working day`,
  /// `every 4 hours`. Returns true, or nil if it finds no such words.
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

  /// Returns whether a word before a rule multiplies it: `twice daily`.
  private func isCounted(from start: Int) -> Bool {
    start > 0 && ["twice", "thrice", "time", "times", "x"].contains(pieces[start - 1].word)
  }

  /// Returns whether a rule is only the end of a longer rule that is not understood:
  /// `the 1st and 15th of every month`, `the first working day of each month`.
  private func isFurther(from start: Int) -> Bool {
    if start > 0, pieces[start - 1].word == "of" { return true }
    guard start > 1, ["and", "&", "or"].contains(pieces[start - 1].word) else { return false }
    let before = pieces[start - 2].word
    return ["st", "nd", "rd", "th"].contains(before) || TimeNames.ordinals[before] != nil
      || TimeNames.weekdays[before] != nil
  }

  /// The index after the next words if they limit or extend the rule before them: `until June`,
  /// `on the fifth Monday`, `for 3 weeks`, `and evening`; otherwise nil.
  private var limit: Int? {
    var rest = self
    _ = rest.take(",")
    if rest.take(anyOf: Self.exceptions) { return rest.index }
    if rest.take(anyOf: ["and", "&", "or"]) || word() == "," {
      // `daily at 9 and 5`
      let isHour = TimeNames.parts[word(-1)] == nil && digits(-1) != nil
      return rest.attempt { $0.furtherTime(mayBeHour: isHour) } == nil ? nil : rest.index
    }
    if rest.take(anyOf: Self.limiters) {
      return rest.attempt { $0.dayWords() } != nil || rest.amount() != nil ? rest.index : nil
    }
    return rest.attempt { $0.furtherTime() } == nil ? nil : rest.index
  }

  /// Parses another day, part of the day or time of day after a rule. Returns true, or nil if there
  /// is none. If `mayBeHour` is true, a bare number may be an hour.
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

  /// Words after a rule that change how often or how long it applies.
  private static let exceptions: Set<String> = """
    except excluding unless but during throughout twice thrice until till til
    """.words()
  private static let limiters: Set<String> = [
    "at", "on", "in", "of", "for", "from", "to", "through", "after", "before",
  ]

  /// Returns whether the pieces from `start` to ``index`` express repetition rather than name a
  /// thing: `daily` in "Water it daily", but not in "Buy the daily paper".
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
