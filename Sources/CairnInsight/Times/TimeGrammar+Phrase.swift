import CairnText

extension TimeGrammar {
  /// What a word before a time makes of it.
  enum Relation {
    /// `on`, `at`, `by`: it is that time.
    case none, by
    /// `before`, `after`: the day before its first day, the day after its last.
    case before, after
    /// `until`: its last day.
    case until
  }

  /// What was read of a phrase.
  struct Parts {
    var relation = Relation.none
    var day: DayWords?
    var time: ClockTime?
    var part: DayPart?
    /// The zone's offset, in seconds.
    var zone: Int?
    /// A moment so long from now.
    var moment: Instant?
    var rule: RepeatRule?
    /// Whether the day has another number each month or year.
    var isMovable = false
    /// Whether it says the end of the day, which is no other day.
    var isEndOfDay = false
    /// Whether it may well be no time, where no word before it says so.
    var isWeak = false
  }

  /// A part of the day, and whether it is today's: `tonight`, `this morning`.
  struct DayPart {
    let hour: Int
    let isToday: Bool
  }

  /// The time that begins at the next piece. Words like "on" are no part of it, "by" is.
  mutating func phrase() -> TimePhrase? {
    attempt { grammar in
      let start = grammar.index
      var parts = Parts()
      let isLed = grammar.lead(&parts)
      let isAt =
        isLed
        && ["at", "@", "by", "before", "b4", "after", "around", "until", "till"]
          .contains(grammar.word(-1))
      var first = grammar.index
      guard grammar.component(&parts, mayBeHour: isAt || grammar.isWhole) else { return nil }
      if parts.isWeak, !isLed, !grammar.isWhole, !grammar.hasMore(parts) { return nil }
      if parts.relation != .none { first = start }
      while grammar.next(&parts) {}
      let range =
        grammar.pieces[first].range.lowerBound..<grammar.pieces[grammar.index - 1].range.upperBound
      return grammar.meaning(of: parts, range)
    }
  }

  /// Whether another part of the phrase follows.
  private func hasMore(_ parts: Parts) -> Bool {
    var rest = self
    var parts = parts
    return rest.next(&parts)
  }

  /// Takes a word like "by" or "on"; says whether there was one.
  private mutating func lead(_ parts: inout Parts) -> Bool {
    if take("no", "later", "than") || take("not", "later", "than") || take("by") {
      parts.relation = .by
    } else if take("before") {
      parts.relation = .before
    } else if word() == "b", word(1) == "4", isJoined(1) {
      index += 2
      parts.relation = .before
    } else if take("after") {
      parts.relation = .after
    } else if take(anyOf: ["until", "till", "til"]) {
      parts.relation = .until
    } else {
      return attempt { grammar in
        guard grammar.take(anyOf: Self.neutral) else { return nil }
        // "in 3 weeks" is a time with its "in".
        if grammar.word(-1) == "in", grammar.startsAmount { return nil }
        return true
      } ?? false
    }
    return true
  }

  private static let neutral: Set<String> = [
    "on", "at", "@", "in", "from", "since", "around", "about", "during", "over", "due",
    "starting", "for",
  ]

  /// Takes a further part, with what joins it to those before.
  private mutating func next(_ parts: inout Parts) -> Bool {
    let start = index
    var isAt = false
    if !take(",") { _ = take(anyOf: ["–", "-", "of"]) }
    if take(anyOf: ["at", "@"]) {
      isAt = true
    } else if take("by") {
      if parts.relation == .none { parts.relation = .by }
      isAt = true
    } else {
      _ = take("on")
    }
    if component(&parts, mayBeHour: isAt) { return true }
    index = start
    return false
  }
}

// MARK: - Components

extension TimeGrammar {
  /// Takes a day, a time of the day, or whatever else a phrase is made of.
  private mutating func component(_ parts: inout Parts, mayBeHour: Bool) -> Bool {
    if parts.rule == nil, parts.time == nil || parts.day == nil,
      let found = attempt({ $0.rule(behind: parts) })
    {
      return merge(found, into: &parts)
    }
    if parts.moment != nil { return false }
    if parts.day == nil, parts.rule == nil, let found = attempt({ $0.distance() }) {
      switch found {
      case .day(let day): parts.day = .days(CalendarSpan(day), .day)
      case .within(let span): parts.day = .days(span, .day)
      case .moment(let moment):
        guard parts.time == nil else { return false }
        parts.moment = moment
      }
      return true
    }
    if !parts.isEndOfDay, take("eod") || take("end", "of", "day") || take("end", "of", "the", "day")
    {
      parts.isEndOfDay = true
      return true
    }
    if parts.day != nil, parts.time == nil, let found = attempt({ $0.isoTime() }) {
      (parts.time, parts.zone) = found
      return true
    }
    if parts.time != nil, parts.zone == nil, let zone = attempt({ $0.zone() }) {
      parts.zone = zone
      return true
    }
    if parts.part == nil, let part = attempt({ $0.part(after: parts) }) {
      parts.part = part
      return true
    }
    let start = index
    if let found = attempt({ $0.dayWords() }) {
      if pieces[start..<index].contains(where: { Self.movable.contains($0.word) }) {
        parts.isMovable = true
      }
      return merge(found, into: &parts)
    }
    guard parts.time == nil, let time = attempt({ $0.clockTime(mayBeHour: mayBeHour) }) else {
      return false
    }
    parts.time = time
    if parts.day == nil, time.isWeak { parts.isWeak = true }
    return true
  }

  /// Words for days that are no numbers in a month.
  private static let movable: Set<String> = Set(TimeNames.weekdays.keys).union([
    "easter", "thanksgiving", "last", "end", "eom", "eoq", "eoy", "working", "business", "weekend",
  ])

  /// How something comes again. What comes on no named day of the month or the year is not understood
  /// behind a day that is another one each time: `the fifth Monday every month`, `Easter every year`.
  private mutating func rule(behind parts: Parts) -> RepeatWords? {
    guard let found = repeats() else { return nil }
    switch found.rule.pattern {
    case .months(_, on: nil), .years(_, on: nil): return parts.isMovable ? nil : found
    default: return found
    }
  }

  private func merge(_ rule: RepeatWords, into parts: inout Parts) -> Bool {
    parts.rule = rule.rule
    if let start = rule.start, parts.day == nil { parts.day = .days(CalendarSpan(start), .day) }
    if let part = rule.part { parts.part = DayPart(hour: part, isToday: false) }
    return true
  }

  /// Brings two words for days together, where they can mean one: `Friday the 13th`, `Tuesday next
  /// week`, `Mon 30 Nov`. Of a date and a day of the week the date counts.
  private func merge(_ found: DayWords, into parts: inout Parts) -> Bool {
    // When a rule begins is said before it, or behind "from".
    if parts.rule != nil { return false }
    switch (parts.day, found) {
    case (nil, _):
      parts.day = found
      parts.isWeak = isWeak(found)
    case (.weekday(let weekday), .ordinal(let number)):
      guard let day = coming(number, weekday: weekday) else { return false }
      parts.day = .days(CalendarSpan(day), .day)
    case (.weekday(let weekday), .days(let span, .week)),
      (.days(let span, .week), .weekday(let weekday)):
      parts.day = .days(CalendarSpan(span.lowerBound.coming(weekday: weekday)), .day)
    case (.weekday, .days(_, .day)): parts.day = found
    case (.days(_, .day), .weekday): break
    default: return false
    }
    return true
  }

  /// The next day with this number in its month that is this weekday, within two years.
  private func coming(_ number: Int, weekday: Int) -> CalendarDate? {
    (0..<24).lazy.map { today.firstOfMonth.adding(months: $0) }
      .compactMap { CalendarDate(year: $0.year, month: $0.month, day: number) }
      .first { $0 >= today && $0.weekday == weekday }
  }

  /// Whether words for a day may as well mean something else.
  private func isWeak(_ found: DayWords) -> Bool {
    let last = pieces[index - 1]
    switch found {
    case .ordinal:
      return TimeNames.ordinals[last.word] != nil || word(-3) != "the" && word(-2) != "the"
    case .weekday:
      return ["sat", "sun", "mon", "wed", "tue"].contains(last.word) && !last.isCapitalised
    case .days(_, .month) where TimeNames.months[last.word] != nil:
      let isSure = ["next", "last", "this", "of", "early", "mid", "late"].contains(word(-2))
      return !isSure
    case .days(_, .quarter) where TimeNames.seasons[last.word] != nil:
      return !["next", "last", "this", "of"].contains(word(-2))
    case .days(_, .year) where last.kind == .number: return true
    case .days(_, .day) where last.kind == .number:
      return last.word.utf8.count < 6 && last.word.contains("/")
    default: return false
    }
  }
}
