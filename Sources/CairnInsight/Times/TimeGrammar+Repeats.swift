import CairnText

/// A repeat rule, with the first day and the part of the day that its words state.
struct RepeatWords {
  var rule: RepeatRule
  /// The first day; nil if the words state none.
  var start: CalendarDate?
  /// The typical hour of the stated part of the day; nil if the words state none.
  var part: Int?
}

extension TimeGrammar {
  /// Parses a repeat rule: `every other Monday`, `monthly`, `Mondays and Fridays`,
  /// `the 15th of every month`, `every 3 days from completion`.
  mutating func repeats() -> RepeatWords? {
    attempt { grammar in
      guard var found = grammar.pattern() else { return nil }
      if found.part == nil {
        found.part = grammar.attempt { grammar in
          _ = grammar.take("in", "the") || grammar.take("at")
          return grammar.take(TimeNames.parts)
        }
      }
      if grammar.take("from", "completion") || grammar.take("after", "completion")
        || grammar.take("from", "done")
      {
        found.rule.start = .completion
      }
      found.start = grammar.attempt { grammar in
        guard grammar.take(anyOf: ["starting", "from", "beginning"]) else { return nil }
        _ = grammar.take("on")
        return grammar.dayWords().flatMap(grammar.resolved)?.lowerBound
      }
      return found
    }
  }

  private mutating func pattern() -> RepeatWords? {
    if let rule = attempt({ $0.adverb() }) { return rule }
    if let rule = attempt({ $0.pluralDays() }) { return rule }
    if let rule = attempt({ $0.severalDays() }) { return rule }
    if let rule = attempt({ $0.placeOfEvery() }) { return rule }
    if let rule = attempt({ $0.alternate() }) { return rule }
    guard take(anyOf: ["every", "each"]) || take("once", "a") || take("once", "every") else {
      return nil
    }
    return every()
  }

  /// Parses an adverb of frequency, with the days after it: `daily`, `weekly on Monday`,
  /// `fortnightly`.
  private mutating func adverb() -> RepeatWords? {
    guard let pattern = take(Self.adverbs) else { return nil }
    return RepeatWords(rule: RepeatRule(on(pattern)))
  }

  static let adverbs: [String: RepeatRule.Pattern] = [
    "daily": .days(1), "everyday": .days(1), "nightly": .days(1), "weekly": .weeks(1, on: []),
    "fortnightly": .weeks(2, on: []), "biweekly": .weeks(2, on: []), "monthly": .months(1, on: nil),
    "bimonthly": .months(2, on: nil), "quarterly": .months(3, on: nil),
    "yearly": .years(1, on: nil), "annually": .years(1, on: nil), "weekdays": .workingDays,
  ]

  /// The typical hour of each part of the day, keyed by the plural of its name: `nights`.
  private static let pluralParts = Dictionary(
    uniqueKeysWithValues: ["morning", "afternoon", "evening", "night"].compactMap { part in
      TimeNames.parts[part].map { ("\(part)s", $0) }
    })

  /// Parses weekdays in the plural: `Mondays`, `Mondays and Fridays`, `Monday nights`.
  private mutating func pluralDays() -> RepeatWords? {
    if let weekday = TimeNames.weekdays[word()], let hour = Self.pluralParts[word(1)] {
      index += 2
      return RepeatWords(rule: RepeatRule(.weeks(1, on: [weekday])), part: hour)
    }
    guard let first = take(TimeNames.pluralWeekdays) else { return nil }
    let days = [first] + furtherDays(TimeNames.pluralWeekdays)
    return RepeatWords(rule: RepeatRule(.weeks(1, on: Set(days).sorted())))
  }

  /// Parses several weekdays, if one time of day follows them all: `mon wed fri` in
  /// `mon wed fri 7am`. Does not consume the time of day.
  private mutating func severalDays() -> RepeatWords? {
    guard let first = take(TimeNames.weekdays) else { return nil }
    let days = Set([first] + furtherDays(TimeNames.weekdays)).sorted()
    var rest = self
    _ = rest.take(anyOf: ["at", "@"])
    guard days.count > 1, !rest.isAmount, let time = rest.clockTime(mayBeHour: true),
      isWhole || !time.isWeak || !rest.goesOn
    else { return nil }
    return RepeatWords(rule: RepeatRule(.weeks(1, on: days)))
  }

  /// Parses `alternate` and the days after it: `alternate Fridays`, `alternate days`.
  private mutating func alternate() -> RepeatWords? {
    guard take("alternate") else { return nil }
    let names = TimeNames.weekdays.merging(TimeNames.pluralWeekdays) { $1 }
    if let first = take(names) {
      let days = Set([first] + furtherDays(names)).sorted()
      return RepeatWords(rule: RepeatRule(.weeks(2, on: days)))
    }
    return attempt { $0.pattern(of: 2) }.map { RepeatWords(rule: RepeatRule($0)) }
  }

  private mutating func furtherDays(_ names: [String: Int]) -> [Int] {
    var days: [Int] = []
    while let day = attempt({ grammar -> Int? in
      _ = grammar.take(",")
      _ = grammar.take(anyOf: ["and", "&", "+", "/"])
      return grammar.word(-1) == "" ? nil : grammar.take(names)
    }) {
      days.append(day)
    }
    return days
  }

  /// Parses a day of every month: `the 15th of every month`, `first Monday of each month`.
  private mutating func placeOfEvery() -> RepeatWords? {
    _ = take("the")
    if take("end", "of", "every", "month") || take("end", "of", "each", "month") {
      return RepeatWords(rule: RepeatRule(.months(1, on: .last)))
    }
    guard let place = monthPlace(), take(anyOf: ["of", "in"]) || word() == "every",
      take(anyOf: ["every", "each", "the"]) || place.isSure, take(anyOf: ["month", "months"]),
      word(-2) == "every" || word(-2) == "each"
    else { return nil }
    return RepeatWords(rule: RepeatRule(.months(1, on: place.day)))
  }

  /// Parses a day of a month: `15th`, `last day`, `first Monday`. `isSure` is true if the words
  /// cannot mean anything else.
  private mutating func monthPlace() -> (day: RepeatRule.MonthDay, isSure: Bool)? {
    attempt { grammar in
      if grammar.take("last", "day") { return (.last, true) }
      if grammar.take("last"), let weekday = grammar.take(TimeNames.weekdays) {
        return (.weekday(-1, weekday), true)
      }
      guard let number = grammar.ordinal() else { return nil }
      if let weekday = grammar.take(TimeNames.weekdays) {
        return number <= 4 ? (.weekday(number, weekday), true) : nil
      }
      _ = grammar.take("day")
      return (.day(number), false)
    }
  }
}

// MARK: - After "every"

extension TimeGrammar {
  private mutating func every() -> RepeatWords? {
    if let rule = attempt({ $0.everyNamedDay() }) { return rule }
    if let rule = attempt({ $0.everyPlace() }) { return rule }
    if let rule = attempt({ $0.everyUnit() }) { return rule }
    return attempt { $0.everyYearDay() }
  }

  /// Parses named days after "every": `weekday`, `weekend`, `morning`, `Monday`, `other Monday`,
  /// `mon, wed and fri`.
  private mutating func everyNamedDay() -> RepeatWords? {
    if take(anyOf: ["weekday", "workday"]) || take("working", "day") || take("week", "day")
      || take("business", "day")
    {
      return RepeatWords(rule: RepeatRule(.workingDays))
    }
    if take("weekend") { return RepeatWords(rule: RepeatRule(.weeks(1, on: [6]))) }
    if let hour = take(TimeNames.parts) {
      return RepeatWords(rule: RepeatRule(.days(1)), part: hour)
    }
    let isOther = take("other")
    let isSecond = !isOther && attempt { $0.ordinal() == 2 ? true : nil } ?? false
    guard let first = take(TimeNames.weekdays) else { return nil }
    let days = Set([first] + furtherDays(TimeNames.weekdays)).sorted()
    if isSecond, hasMonth() {
      return RepeatWords(rule: RepeatRule(.months(1, on: .weekday(2, first))))
    }
    return RepeatWords(rule: RepeatRule(.weeks(isOther || isSecond ? 2 : 1, on: days)))
  }

  /// Consumes `of the month` or `of month`. Returns whether these words came next.
  private mutating func hasMonth() -> Bool { take("of", "the", "month") || take("of", "month") }

  /// Parses an interval after "every": `day`, `2 weeks`, `other month on the 15th`, `third year`,
  /// `fortnight`, `quarter`.
  private mutating func everyUnit() -> RepeatWords? {
    var count = 1
    if take("other") {
      count = 2
    } else if let number = attempt({ $0.ordinal() ?? $0.count() }) {
      count = number
    }
    guard (1...999).contains(count), let pattern = attempt({ $0.pattern(of: count) }) else {
      return nil
    }
    return RepeatWords(rule: RepeatRule(on(pattern)))
  }

  private mutating func pattern(of count: Int) -> RepeatRule.Pattern? {
    if take("fortnight") { return .weeks(2 * count, on: []) }
    guard let unit = CalendarUnit(word()) else { return nil }
    index += 1
    switch unit {
    case .day: return .days(count)
    case .week: return .weeks(count, on: [])
    case .month: return .months(count, on: nil)
    case .quarter: return .months(3 * count, on: nil)
    case .year: return .years(count, on: nil)
    case .weekend: return .weeks(count, on: [6])
    }
  }

  /// Parses the days that follow a pattern, such as `on monday`, `on the 15th` or `on 3 may`.
  /// Returns the pattern limited to these days; unchanged if no suitable days follow.
  private mutating func on(_ pattern: RepeatRule.Pattern) -> RepeatRule.Pattern {
    attempt { grammar in
      guard grammar.take("on") else { return nil }
      switch pattern {
      case .weeks(let count, on: []):
        let names = TimeNames.weekdays.merging(TimeNames.pluralWeekdays) { $1 }
        guard let first = grammar.take(names) else { return nil }
        return .weeks(count, on: Set([first] + grammar.furtherDays(names)).sorted())
      case .months(let count, nil):
        _ = grammar.take("the")
        return grammar.monthPlace().map { .months(count, on: $0.day) }
      case .years(let count, nil):
        return grammar.yearDay().map { .years(count, on: $0) }
      default: return nil
      }
    } ?? pattern
  }

  /// Parses a day of the month after "every": `15th`, `first Monday`, `last day`. Does not accept
  /// `third day`, `first working day` or `3rd of May`.
  private mutating func everyPlace() -> RepeatWords? {
    let isNumber = digits() != nil
    guard let place = monthPlace() else { return nil }
    let isDay = word(-1) == "day"
    let hasMonth = hasMonth()
    let isAlone = isNumber && !isDay && TimeNames.months[word()] == nil && word() != "of"
    guard place.isSure || hasMonth || isAlone, !["working", "business"].contains(word()),
      CalendarUnit(word()) == nil || hasMonth
    else { return nil }
    return RepeatWords(rule: RepeatRule(.months(1, on: place.day)))
  }

  /// Parses a day of the year after "every": `3 May`, `Christmas`, `3rd of May`.
  private mutating func everyYearDay() -> RepeatWords? {
    yearDay().map { RepeatWords(rule: RepeatRule(.years(1, on: $0))) }
  }

  private mutating func yearDay() -> RepeatRule.YearDay? {
    attempt { grammar in
      if case .fixed(let month, let day)? = grammar.attempt({ $0.holidayName() }) {
        return RepeatRule.YearDay(month: month, day: day)
      }
      _ = grammar.take("the")
      let first = grammar.ordinal() ?? grammar.takeNumber(1...31, digits: 2)
      _ = first != nil && grammar.take("of")
      guard let month = grammar.take(TimeNames.months) else { return nil }
      guard
        let day = first ?? grammar.ordinal()
          ?? grammar.takeNumber(1...31, digits: 2),
        CalendarDate(year: 2000, month: month, day: day) != nil
      else { return nil }
      return RepeatRule.YearDay(month: month, day: day)
    }
  }
}
