import CairnText

extension TimeGrammar {
  /// Parses a mention of a time that begins at the next piece. Returns nil if there is none.
  ///
  /// - Parameter last: The end of the previous mention, as the index of the piece that follows it;
  ///   0 if this is the first mention.
  mutating func mention(after last: Int) -> TimeMentions.Mention? {
    guard mayBegin else { return nil }
    let start = index
    return attempt { grammar in
      if let event = grammar.attempt({ $0.dayOfEvent() }) { return event }
      if let spoken = grammar.spokenPhrase() {
        let meaning =
          spoken.phrase.rule == nil
          ? grammar.meaning(of: spoken, from: start, after: last)
          : grammar.meaning(ofRule: spoken, from: start)
        return meaning.map {
          TimeMentions.Mention(
            pieces: spoken.first..<grammar.index, time: spoken.time, meaning: $0,
            mayBeEvening: spoken.parts.mayBeEvening,
            isLooseDate: grammar.isLooseDate(at: spoken.time))
        }
      }
      return grammar.attempt({ $0.impossible() ?? $0.unclearRule() ?? $0.dayRange() }).map { _ in
        TimeMentions.Mention(pieces: start..<grammar.index, time: start, meaning: .doubtful)
      }
    }
  }

  /// Returns whether the piece at an index is a date only because of the word before it: `10.12` in
  /// `due 10.12`.
  private func isLooseDate(at place: Int) -> Bool {
    guard pieces[place].word.contains("."), Self.hands(pieces[place].word[...]) != nil else {
      return false
    }
    var rest = self
    rest.index = place
    return rest.numericDate() != nil && rest.index == place + 1
  }

  /// Parses the day of an event after "before": `before Thursday's call` and
  /// `before Thursday evening's call` are due on Thursday. The mention contains only the word for
  /// the day, such as `Thursday's`.
  private mutating func dayOfEvent() -> TimeMentions.Mention? {
    guard take("before") else { return nil }
    let part = word(1).hasSuffix("'s") ? TimeNames.parts[String(word(1).dropLast(2))] : nil
    guard TimeMentions.owningDay(word()) != nil || part != nil && TimeNames.weekdays[word()] != nil,
      piece(part == nil ? 1 : 2)?.kind == .word
    else { return nil }
    index += 1
    return TimeMentions.Mention(pieces: index - 1..<index, time: index - 1, meaning: .day)
  }

  /// Whether a mention of a time may begin at the next piece. False for most words.
  private var mayBegin: Bool {
    guard let next = piece() else { return false }
    return next.kind != .word || Self.beginnings.contains(next.word) || isDayRange
  }

  private static let beginnings: Set<String> = {
    let holidays = Holiday.all.compactMap(\.words.first)
    let meanings: [String: Int] = TimeNames.weekdays
      .merging(TimeNames.pluralWeekdays) { $1 }.merging(TimeNames.months) { $1 }
      .merging(TimeNames.seasons) { $1 }.merging(TimeNames.days) { $1 }
      .merging(TimeNames.parts) { $1 }.merging(TimeNames.numbers) { $1 }
      .merging(TimeNames.ordinals) { $1 }.merging(TimeNames.directions) { $1 }
    return Set(meanings.keys).union(adverbs.keys).union(holidays).union(leads).union([
      "a", "an", "beginning", "between", "close", "cob", "couple", "day", "each", "early", "end",
      "eod", "eom", "eoq", "eow", "eoy", "every", "few", "h", "half", "kw", "late", "mid",
      "midday", "middle", "midnight", "midweek", "month", "noon", "once", "q", "quarter", "start",
      "alternate", "the", "tonight", "tonite", "w", "week", "weekend", "within", "wk", "wkend",
      "wknd", "year",
    ])
  }()
}

// MARK: - Context of a time

extension TimeGrammar {
  /// Returns the kind of time that a phrase without a repeat rule means in this text; nil if the
  /// phrase is not a time. `start` is the index of the phrase's first piece, and `end` is the end of
  /// the previous mention.
  private func meaning(
    of spoken: SpokenPhrase, from start: Int, after end: Int
  ) -> TimeMentions.Meaning? {
    let parts = spoken.parts
    guard isTime(spoken) else { return nil }
    let before = start > end ? pieces[start - 1].word : ""
    let last = spoken.phrase.days.upperBound
    let isOtherDay = Self.otherDays[before]?.contains(pieces[spoken.time].word) ?? false
    let isBehind = parts.moment.map { $0 < clock.now } ?? (last < today)
    if isBehind || isReport(spoken) || isStory(spoken, from: start, after: end)
      || isTopic(spoken) || isPurpose(spoken) || isCancelled
      || Self.exclusions.contains(before) || isOtherDay || pieces[start].word == "since"
      // `7 until 9`, `2 by 4`, but not `room 12 by 6pm`
      || parts.day == nil && start > 0 && pieces[start - 1].kind == .number
        && (parts.relation == .until
          || parts.relation == .by && parts.time?.form != .sure && word(start - 2 - index) != ".")
    {
      return .past
    }
    if before == "or" || isCut(spoken, from: start, behind: before) { return .doubtful }
    let isClock =
      parts.day == nil && parts.moment == nil && parts.part?.days == nil && !parts.isEndOfDay
    if isClock {
      // `seats on the 10:15`, `move it to 4pm`
      if ["the", "to"].contains(before) { return nil }
      return isStatement(from: start) ? .past : .clock
    }
    let days = spoken.phrase.days
    let isMonth = TimeNames.months[pieces[spoken.time].word] != nil
    return isMonth && days.upperBound.daysSinceEpoch - days.lowerBound.daysSinceEpoch >= 27
      ? .month : .day
  }

  /// Words before a time that is over or excluded.
  private static let exclusions: Set<String> = [
    "last", "more", "previous", "said", "saying", "says", "since", "not",
  ]
  /// Words that turn the weekday after them into the name of another day: `Black Friday`.
  private static let otherDays: [String: Set<String>] = [
    "ash": ["wednesday"], "black": ["friday"], "cyber": ["monday"], "maundy": ["thursday"],
    "palm": ["sunday"], "shrove": ["tuesday"], "whit": ["monday", "sunday"],
  ]

  /// Returns whether a phrase is a time in this text. Returns false for a part of a name, for the
  /// number of a thing (`the 3rd floor`) or of a version (`v2.3.10`), and for a part of the day
  /// without a day (`in the evening`).
  private func isTime(_ spoken: SpokenPhrase) -> Bool {
    let parts = spoken.parts
    let first = pieces[spoken.time]
    if first.kind == .number, first.isJoined, spoken.time > 0, pieces[spoken.time - 1].kind == .word
    {
      return false
    }
    if parts.relation == .none {
      if parts.time == nil, isObject(spoken) { return false }
      if parts.time == nil || index == spoken.time + 1, isNamed(spoken) { return false }
    }
    if parts.time == nil, parts.relation == .none, namesThing(spoken) { return false }
    if isNumberOfThing(spoken) || isOfHoliday || word(-1) == "half" && !parts.isDistance {
      return false
    }
    let isPart = parts.day == nil && parts.time == nil && parts.moment == nil && !parts.isEndOfDay
    if !isPart || parts.part?.days != nil || parts.relation != .none { return true }
    // `at lunchtime`, but not `lunch at noon` or `in the evening`
    let isMeal = ["lunchtime", "lunch"].contains(first.word)
    return isMeal && spoken.time > 0
      && ["at", "around", "~"].contains(pieces[spoken.time - 1].word)
  }

  /// Whether the holiday just parsed is part of the name of a thing: `before the Christmas concert`.
  private var isOfHoliday: Bool {
    goesOn
      && Holiday.all.contains {
        $0.words.last == word(-1) && Self.owners.contains(word(-1 - $0.words.count))
      }
  }

  /// Returns whether an ordinal number belongs to the thing after it: `paint the 2nd bedroom`.
  private func isNumberOfThing(_ spoken: SpokenPhrase) -> Bool {
    guard case .ordinal? = spoken.parts.day, spoken.parts.time == nil,
      spoken.parts.relation == .none, goesOn,
      let article = [spoken.time, spoken.time - 1].first(where: {
        $0 >= 0 && pieces[$0].word == "the"
      })
    else { return false }
    return article == 0 || pieces[article - 1].word == "for"
      || !Self.leads.contains(pieces[article - 1].word)
  }

  /// Returns whether a day in capitals is part of a proper name, with an ordinary capitalized word
  /// beside it: `buy Sunday Times`, `order High Noon`, `14 May Road`.
  private func isNamed(_ spoken: SpokenPhrase) -> Bool {
    let time = spoken.time
    let isProper = { (place: Int) in
      pieces.indices.contains(place) && pieces[place].isCapitalised && !pieces[place].isCapitals
    }
    let isOrdinary = { (place: Int) in
      isProper(place) && CommonWords.contains(pieces[place].word) && !isPerson(place)
    }
    guard time > 0, isProper(index - 1), !Self.leads.contains(pieces[time - 1].word) else {
      return false
    }
    return isOrdinary(index) || time > 1 && isProper(time) && isOrdinary(time - 1)
  }

  /// Returns whether a day is part of the name of a thing, or a thing itself: `the Friday meeting`,
  /// `the 12 Dec trip`, `our Tuesday call`, `swap my Tuesday`.
  private func namesThing(_ spoken: SpokenPhrase) -> Bool {
    let before = spoken.time > 0 ? pieces[spoken.time - 1] : nil
    let isOwned = Self.owners.contains(before?.word ?? "")
    if isOwned, before?.word != "the", case .weekday? = spoken.parts.day { return true }
    guard goesOn else { return false }
    let hasArticle = pieces[spoken.time].word == "the" || isOwned
    switch spoken.parts.day {
    case .weekday, .days(_, .weekend): return hasArticle
    // `on the 3rd May ring Bo`, `take Ana the day after tomorrow swimming`
    case .days(let days, .day) where days.lowerBound == days.upperBound:
      return hasArticle && spoken.time > 0 && !Self.leads.contains(before?.word ?? "")
        && !spoken.parts.isDistance
        && !pieces[spoken.time..<index].contains { $0.word == "of" }
    default: return false
    }
  }

  static func classes(_ piece: TimePiece?) -> WordClasses {
    piece.map { Lexicon.shared.classes(of: $0.word, isCapitalised: $0.isCapitalised) } ?? []
  }

  /// Returns whether a weekday is the object of a verb, such as the title of a work:
  /// `read Friday by Tournier`, `watch Wednesday`, `cover Monday`. Returns false for
  /// `watch the game Friday`.
  private func isObject(_ spoken: SpokenPhrase) -> Bool {
    guard spoken.time > 0, case .weekday? = spoken.parts.day else { return false }
    return Self.needingObject.contains(pieces[spoken.time - 1].word)
  }

  /// Words between the parts of a day: `the 3rd of May`, `the day after tomorrow`.
  private static let links: Set<String> = ["of", "after", "before", "from"]
  static let owners: Set<String> = ["the", "my", "our", "your", "his", "their"]
  private static let needingObject: Set<String> = [
    "read", "reread", "watch", "rewatch", "borrow", "stream", "learn", "cancel", "swap", "cover",
  ]

  /// Words for things that are numbered. An ordinal number before one of these words is not a day.
  static let counted: Set<String> = """
    attempt ave avenue birthday chapter class class's draft edition episode floor form game gear
    generation grade graders half house instalment installment iteration line minute one page part
    person place quarter reminder round row season step street time try version volume year
    """.words()

  /// Returns whether the words around a phrase change its meaning in a way that the grammar does
  /// not understand: `two hours before Monday`, `in 3 weeks from payday`,
  /// `don't ring before Friday`.
  private func isCut(_ spoken: SpokenPhrase, from start: Int, behind before: String) -> Bool {
    if Self.furtherUnits.contains(before) || goesFurther(spoken) { return true }
    // `the fifth Monday of term`
    if TimeNames.ordinals[before] != nil, case .weekday? = spoken.parts.day { return true }
    let isBeside = ["before", "befor", "after", "prior"].contains(pieces[start].word)
    if isBeside, Self.measures.contains(before) { return true }
    return (isBeside || spoken.parts.relation == .until) && isForbidden(before: start)
  }

  /// Returns whether a phrase is followed by words that change its meaning: `the Friday after`,
  /// `5pm London time`.
  private func goesFurther(_ spoken: SpokenPhrase) -> Bool {
    let parts = spoken.parts
    if Self.furtherUnits.contains(word()) || hasUnknownZone(parts) { return true }
    if parts.isDistance { return isMeasuredFurther }
    guard case .weekday? = parts.day, parts.time == nil else { return false }
    return pieces[spoken.time].word == "the" && ["before", "after"].contains(word())
  }

  private static let furtherUnits: Set<String> = ["week", "weeks", "fortnight", "month", "months"]
  /// Units of time. Such a word directly before "before" or "after" ends an amount that moves the
  /// time: `hours` in `two hours before Monday`.
  private static let measures: Set<String> = Set(TimeNames.parts.keys).union([
    "second", "seconds", "minute", "minutes", "mins", "hour", "hours", "hrs", "day", "days",
    "weekend", "quarter", "year", "years",
  ])

  /// Whether the next words change the distance that was just parsed, or make it approximate:
  /// `or two` in `in a week or two`.
  private var isMeasuredFurther: Bool {
    if ["from", "before", "after", "prior", "ahead"].contains(word()) { return true }
    if word() == "and", word(1) == "a", word(2) == "half" { return true }
    var rest = self
    return rest.take("or") && (rest.count() != nil || ["so", "more"].contains(rest.word()))
  }

  /// Returns whether a time zone follows a time of day but is not understood: `5pm ET`,
  /// `17:00 London time`.
  func hasUnknownZone(_ parts: Parts) -> Bool {
    guard parts.time != nil, parts.zone == nil else { return false }
    let ahead = word() == "(" ? 1 : 0
    guard let next = piece(ahead), next.kind == .word else { return false }
    if next.isCapitals, Self.otherZones.contains(next.word) || TimeNames.zones[next.word] != nil {
      return true
    }
    let isNamed =
      next.isCapitalised || ["local", "your", "their", "his", "her"].contains(next.word)
    return isNamed && (word(ahead + 1) == "time" || word(ahead + 2) == "time")
  }

  /// Abbreviations of time zones whose offset the grammar does not know, so that a time with one of
  /// them is doubtful.
  private static let otherZones: Set<String> = """
    adt ast brt ct et hkt ict ist kst mt nst pht pkt pt sast sgt wib
    """.words()

  /// Returns whether the clause before a time forbids something: `don't open it before Christmas`.
  private func isForbidden(before start: Int) -> Bool {
    let clause = pieces[..<start].reversed().prefix { $0.kind != .sign }
    return clause.contains { Self.negations.contains($0.word) }
      && !clause.contains { Self.reminders.contains($0.word) }
  }

  private static let negations: Set<String> = [
    "not", "don't", "dont", "never",
  ]
  private static let reminders: Set<String> = [
    "forget", "fail", "miss", "lose", "skip", "neglect", "only",
  ]
}
