import CairnText

extension TimeGrammar {
  /// A relation between a task and a time, expressed by a word before the time.
  enum Relation {
    /// The task is due at the time itself: `on`, `at`, `by`.
    case none, by
    /// The task is due on the day before the first day (`before`), or on the day after the last
    /// (`after`).
    case before, after
    /// The task is due on the last day: `until`.
    case until
  }

  /// The parts of a phrase that have been parsed so far.
  struct Parts {
    var relation = Relation.none
    var day: DayWords?
    var time: ClockTime?
    var part: DayPart?
    /// The stated time zone's offset in seconds east of UTC; nil if no zone is stated.
    var zone: Int?
    /// A moment that the phrase gives by its distance from now; nil if there is none.
    var moment: Instant?
    var rule: RepeatRule?
    /// Whether the phrase means a day whose number is not the same in every month or year, such as
    /// `the last Monday`.
    var isMovable = false
    /// Whether the phrase states the end of a day: `end of day`, `eod`. These words do not change
    /// the day.
    var isEndOfDay = false
    /// Whether the phrase gives the distance to a time: `in 3 weeks`.
    var isDistance = false
    /// Whether a word for an evening event precedes the phrase: `dinner at 8`.
    var isEvening = false
    /// Whether the words are ambiguous, so that the context decides whether they are a time.
    var isWeak = false
  }

  /// A phrase that means a time, with its parts and its pieces.
  struct SpokenPhrase {
    let parts: Parts
    /// The index of the first piece of the phrase, which may be a word such as "by", but not "on"
    /// or "in".
    let first: Int
    /// The index of the first piece after a word such as "by" or "on".
    let time: Int
    let phrase: TimePhrase
  }

  /// A part of the day, with its typical hour. If the words imply a day (`tonight`, `last night`),
  /// `days` is the day's offset from today.
  struct DayPart {
    let hour: Int
    var days: Int?
  }

  /// Parses a time that begins at the next piece; nil if there is none. The range of the time
  /// includes a word such as "by", but not "on".
  mutating func phrase() -> TimePhrase? { spokenPhrase()?.phrase }

  /// Parses a time that begins at the next piece, and returns it with its parts and pieces; nil if
  /// there is none.
  mutating func spokenPhrase() -> SpokenPhrase? {
    attempt { grammar in
      let start = grammar.index
      var parts = Parts()
      if grammar.isWhole { parts.isEvening = grammar.take(anyOf: Self.eveningWords) }
      let isLed = grammar.lead(&parts)
      let isAt =
        isLed
        && ["at", "@", "by", "before", "b4", "4", "after", "around", "until", "till", "than"]
          .contains(grammar.word(-1))
      let time = grammar.index
      guard grammar.component(&parts, mayBeHour: isAt || grammar.isWhole) else { return nil }
      if parts.isWeak, !grammar.isWhole, !grammar.hasMore(parts),
        !grammar.isMeant(parts, from: time, isLed: isLed)
      {
        return nil
      }
      // `19h` by itself is an amount of hours.
      let isHours = grammar.pieces[start].word == "at" && grammar.word(-1) == "h"
      let isDeadline =
        parts.relation != .none || isHours || grammar.pieces[start].word == "around"
      let first = isDeadline ? start : time
      while grammar.next(&parts) {}
      let range =
        grammar.pieces[first].range.lowerBound..<grammar.pieces[grammar.index - 1].range.upperBound
      return grammar.meaning(of: parts, range).map {
        SpokenPhrase(parts: parts, first: first, time: time, phrase: $0)
      }
    }
  }

  /// Returns whether another part of the phrase follows `parts`. Consumes nothing.
  private func hasMore(_ parts: Parts) -> Bool {
    var rest = self
    var parts = parts
    return rest.next(&parts)
  }

  /// Parses a word such as "by" or "on" before a time, and sets `parts.relation`. Returns whether
  /// it found a word.
  private mutating func lead(_ parts: inout Parts) -> Bool {
    if Self.deadlines.contains(where: { take(all: $0) }) || take("by") {
      parts.relation = .by
    } else if takeBefore() {
      // The last day is still before the end of the week.
      let isEnd = word() == "end" || word() == "the" && word(1) == "end"
      parts.relation = isEnd ? .by : .before
    } else if take("after") {
      parts.relation = .after
    } else if take(anyOf: ["until", "till", "til"]) {
      parts.relation = .until
    } else {
      return attempt { grammar in
        guard grammar.take(anyOf: Self.neutral) else { return nil }
        // In "in 3 weeks", the "in" is part of the time.
        if grammar.word(-1) == "in", grammar.startsAmount { return nil }
        return true
      } ?? false
    }
    return true
  }

  /// Consumes `before`, `befor`, `b4` or `prior to`. Returns whether it was consumed.
  mutating func takeBefore() -> Bool {
    if take("before") || take("befor") || take("prior", "to") { return true }
    return isJoined(1) && take("b", "4")
  }

  /// Words that turn the time after them into a deadline: `not before Friday` means due on Friday.
  private static let deadlines = [
    ["no", "later", "than"], ["not", "later", "than"], ["no", "earlier", "than"],
    ["not", "earlier", "than"], ["not", "before"], ["not", "until"], ["not", "till"],
    ["not", "after"], ["on", "or", "before"],
  ]

  /// The first words of all expressions that may precede a time: `on`, `no` (later than), `by`.
  static let leads: Set<String> = neutral.union(deadlines.map { $0[0] }).union([
    "by", "before", "befor", "prior", "b", "after", "until", "till", "til",
  ])

  private static let neutral: Set<String> = """
    on at @ in from since around about during over due starting for ~
    """.words()

  /// Parses another part of a phrase, including words that join it to the previous parts. Returns
  /// whether a part was parsed.
  private mutating func next(_ parts: inout Parts) -> Bool {
    let (start, before) = (index, parts)
    var isAt = false
    // Whether the words just parsed must be followed by a time of day.
    var isClock = false
    if !take(",") { _ = take(anyOf: ["–", "-", "of"]) }
    if take(anyOf: ["at", "@"]) {
      isAt = true
    } else if take("by") {
      if parts.relation == .none { parts.relation = .by }
      isAt = true
    } else if parts.day != nil || parts.part?.days != nil, parts.time == nil,
      take(anyOf: Self.clockLeads)
    {
      isAt = true
      isClock = true
    } else {
      _ = take("on")
    }
    let isBehindDay = index == start && mayHaveHour(parts)
    if component(&parts, mayBeHour: isAt || isBehindDay), !isLoose(parts, before) {
      // `tomorrow from 5 shops`
      let isHour = parts.time.map { !$0.isWeak || isWhole || !goesOn } ?? false
      if !isClock || isHour { return true }
    }
    (index, parts) = (start, before)
    return false
  }

  /// Returns whether the next piece may be an hour because of the word before it: any hour after a
  /// weekday (`Thursday 6`), and four digits after another day (`tomorrow 1230`). False if `parts`
  /// already has a time of day.
  private func mayHaveHour(_ parts: Parts) -> Bool {
    guard parts.time == nil else { return false }
    return TimeNames.weekdays[word(-1)] != nil
      || TimeNames.days[word(-1)] != nil && digits().flatMap(Self.fourDigits) != nil
  }

  /// Returns whether the most recently parsed words may not belong to the phrase. They may be an
  /// ordinal number of a thing (`2nd` in `at 11:30, 2nd stall`), or a number after a day that
  /// counts something (`18` in `sunday 18 runners`).
  private func isLoose(_ parts: Parts, _ before: Parts) -> Bool {
    if isWhole { return false }
    if case .ordinal? = parts.day, before.day == nil, goesOn { return true }
    guard let time = parts.time, before.time == nil else { return false }
    let isBehindDay =
      TimeNames.days[word(-2)] != nil || TimeNames.weekdays[word(-2)] != nil && time.isWeak
    return isBehindDay && digits(-1) != nil && (goesOn || isJoined() && piece()?.kind == .word)
  }

  private static let clockLeads: Set<String> = [
    "before", "after", "until", "till", "til", "around", "from",
  ]
}

// MARK: - Components

extension TimeGrammar {
  /// Parses a day, a time of day, or any other part of a phrase, and adds it to `parts`. Returns
  /// whether a part was parsed. If `mayBeHour` is true, a bare number may be an hour.
  private mutating func component(_ parts: inout Parts, mayBeHour: Bool) -> Bool {
    if !isWhole, isAmount { return false }
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
      parts.isDistance = true
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

  /// Words for days, such as `monday` and `easter`, that have a different number in each month or
  /// year.
  private static let movable: Set<String> = Set(TimeNames.weekdays.keys).union([
    "easter", "thanksgiving", "last", "end", "eom", "eoq", "eoy", "working", "business", "weekend",
  ])

  /// Parses a repeat rule. Returns nil if the day in a monthly or yearly phrase has no fixed number
  /// in the month: `the fifth Monday every month`, `Easter every year`.
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
    if let part = rule.part { parts.part = DayPart(hour: part) }
    return true
  }

  /// Merges words for a day into `parts` if they can mean the same day as the words already parsed:
  /// `Friday the 13th`, `Tuesday next week`, `Mon 30 Nov`. A date takes precedence over a weekday.
  /// Returns whether the words were merged.
  private func merge(_ found: DayWords, into parts: inout Parts) -> Bool {
    // A day after a rule is the start of the rule only if a word such as "from" precedes the day.
    // ``repeats()`` has then already parsed it.
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
    case (.weekday, .days(_, .day)):
      // `Friday, yesterday he was out`
      if TimeNames.days[word(-1)] != nil { return false }
      parts.day = found
    case (.days(let span, .month), .ordinal(let number)):
      let first = span.lowerBound
      guard first.day == 1, span.upperBound == first.inMonth(31),
        let day = CalendarDate(year: first.year, month: first.month, day: number)
      else { return false }
      parts.day = .days(CalendarSpan(day), .day)
    case (.days(_, .day), .weekday): break
    default: return false
    }
    return true
  }

  /// Returns the next date with this day of the month and this weekday, or the latest one if
  /// ``looksBack`` is true. Today counts. Nil if there is none within two years.
  private func coming(_ number: Int, weekday: Int) -> CalendarDate? {
    (0..<24).lazy.map { today.firstOfMonth.adding(months: looksBack ? -$0 : $0) }
      .compactMap { CalendarDate(year: $0.year, month: $0.month, day: number) }
      .first { isNear($0) && $0.weekday == weekday }
  }
}
