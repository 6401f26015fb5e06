import CairnText

/// The meaning of words for a day or a span of days, before other words of the phrase are
/// considered.
enum DayWords {
  /// The nearest day with this weekday (Monday 1 … Sunday 7), including today.
  case weekday(Int)
  /// The nearest day with this number in its month, including today: `the 12th`.
  case ordinal(Int)
  /// Specific days, and the calendar unit that they belong to: `next week`, `3–5 May`.
  case days(CalendarSpan, CalendarUnit)
}

extension TimeGrammar {
  /// Parses a day or a span of days, with or without "the" before it. Returns nil if there is none.
  mutating func dayWords() -> DayWords? {
    if let found = bareDayWords() { return found }
    return take("the") ? bareDayWords() : nil
  }

  private mutating func bareDayWords() -> DayWords? {
    if let day = attempt({ $0.namedDay() }) { return .days(CalendarSpan(day), .day) }
    if let day = attempt({ $0.numericDate() }) { return day }
    if let day = attempt({ $0.monthDate() }) { return day }
    if let day = attempt({ $0.position() }) { return day }
    if let day = attempt({ $0.neighbour() }) { return day }
    if let day = attempt({ $0.weekday() }) { return day }
    if let day = attempt({ $0.period() }) { return day }
    if let day = attempt({ $0.holiday() }) { return .days(CalendarSpan(day), .day) }
    return attempt { $0.dayOfMonth() }
  }

  /// Parses a day relative to today: `today`, `day after tomorrow`, `tomorrow week`.
  private mutating func namedDay() -> CalendarDate? {
    if take("day", "after", "tomorrow") { return today.adding(days: 2) }
    if take("day", "before", "yesterday") { return today.adding(days: -2) }
    // `tonight` is read as a part of the day.
    if ["tonight", "tonite"].contains(word()) { return nil }
    guard let days = take(TimeNames.days) else { return nil }
    return today.adding(days: days + weeksMore())
  }

  /// Parses `week` or `fortnight` after a day, and returns the number of days to add; 0 if another
  /// word follows.
  private mutating func weeksMore() -> Int { take("week") ? 7 : take("fortnight") ? 14 : 0 }

  /// Parses a day or span before or after another day: `the day after Christmas`,
  /// `the Monday before Easter`, `the week after the 12th`.
  private mutating func neighbour() -> DayWords? {
    let weekday = take(TimeNames.weekdays)
    let unit = CalendarUnit(word())
    // `twice a week before Christmas` does not name a week.
    if weekday == nil, ["a", "an"].contains(word(-1)) { return nil }
    if weekday == nil {
      guard unit != nil, !word().hasSuffix("s") else { return nil }
      index += 1
    }
    guard take(anyOf: ["before", "after"]) else { return nil }
    let isBefore = word(-1) == "before"
    guard let base = attempt({ $0.dayWords() }).flatMap(resolved) else { return nil }
    if let weekday {
      let first = isBefore ? base.lowerBound.adding(days: -7) : base.upperBound.adding(days: 1)
      return .days(CalendarSpan(first.coming(weekday: weekday)), .day)
    }
    guard let unit else { return nil }
    let day = isBefore ? base.lowerBound : base.upperBound
    var span = unit.span(around: day, by: isBefore ? -1 : 1)
    // The weekend of the week that contains the day may already be before or after the day, as
    // required.
    let near = unit.span(around: day)
    if unit == .weekend, isBefore ? near.upperBound < day : near.lowerBound > day { span = near }
    return .days(span, unit)
  }

  /// Parses a weekday: `Friday`, `next Tuesday`, `last Mon`, `Monday week`.
  private mutating func weekday() -> DayWords? {
    let direction = take("this", "coming") ? 0 : take(TimeNames.directions)
    let isComing = direction == 1 && !["next", "nxt"].contains(word(-1))
    guard let weekday = take(TimeNames.weekdays) else { return nil }
    _ = word() == "." && isJoined() && (isWhole || digits(1) != nil) && take(".")
    let coming = today.coming(weekday: weekday)
    let day: CalendarDate
    switch direction {
    case nil:
      if take("before", "last") {
        return .days(CalendarSpan(today.adding(days: -14).coming(weekday: weekday)), .day)
      }
      let more = take("after", "next") ? 7 : weeksMore()
      return more == 0 ? .weekday(weekday) : .days(CalendarSpan(coming.adding(days: more)), .day)
    case -1: day = today.adding(days: -7).coming(weekday: weekday)
    case 1 where !isComing: day = today.monday.adding(days: 6 + weekday)
    default: day = coming
    }
    return .days(CalendarSpan(day), .day)
  }

  /// Parses a day of the month without the name of the month: `12th`, `1st of the month`,
  /// `3rd of next month`.
  private mutating func dayOfMonth() -> DayWords? {
    guard let number = ordinal() else { return nil }
    if !isWhole, Self.counted.contains(word()) { return nil }
    let hasOf = attempt { $0.take("of") ? true : nil } ?? false
    // `the 1st of the month` is the next 1st of any month, like `the 1st`.
    if take("the", "month") { return .ordinal(number) }
    if let month = attempt({ $0.monthAround() }) {
      guard
        let day = CalendarDate(
          year: month.lowerBound.year, month: month.lowerBound.month, day: number)
      else { return nil }
      return .days(CalendarSpan(day), .day)
    }
    return hasOf ? nil : .ordinal(number)
  }

  /// Parses a month relative to the current one: `this month`, `next month`.
  private mutating func monthAround() -> CalendarSpan? {
    guard let direction = take(TimeNames.directions), take("month") else { return nil }
    return CalendarUnit.month.span(around: today, by: direction)
  }

  /// Parses the name of a holiday, with an optional year, and returns its date: `Christmas Eve`,
  /// `next Easter`.
  private mutating func holiday() -> CalendarDate? {
    let direction = take(["this": 0, "next": 1, "last": -1])
    guard let holiday = holidayName() else { return nil }
    let year = attempt { $0.year() }
    if let year { return holiday.day(in: year) }
    let years = (today.year - 1...today.year + 1).compactMap { holiday.day(in: $0) }
    if direction == nil, looksBack { return years.last { $0 <= today } }
    return direction == -1 ? years.last { $0 < today } : years.first { $0 >= today }
  }

  /// Words before `new year` that show that it does not begin on 1 January.
  private static let beforeOtherYears: Set<String> = """
    the chinese lunar jewish islamic persian tamil thai vietnamese academic school tax
    """.words()

  /// Parses the name of a holiday and an optional `day` after it.
  mutating func holidayName() -> Holiday? {
    guard
      let found = Holiday.all.first(where: { holiday in
        let words = holiday.words
        return words.indices.allSatisfy { word($0) == words[$0] }
      })
    else { return nil }
    // `in the new year` means some day of January, `lunar new year` another day.
    if !isWhole, found.words.starts(with: ["new"]), Self.beforeOtherYears.contains(word(-1)),
      word(-1) != "the" || found.words == ["new", "year"]
    {
      return nil
    }
    index += found.words.count
    _ = take("day")
    return found.holiday
  }
}
