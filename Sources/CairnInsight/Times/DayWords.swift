import CairnText

/// The meaning of words for a day, before it is combined with other words.
enum DayWords {
  /// The next day with this weekday (Monday 1 … Sunday 7), today included.
  case weekday(Int)
  /// `the 12th`: the next day with this number in its month, today included.
  case ordinal(Int)
  /// Specific days, and the calendar unit that they form.
  case days(CalendarSpan, CalendarUnit)
}

extension TimeGrammar {
  /// Takes a day or a span of days, with or without "the" before it.
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

  /// Takes `today`, `the day after tomorrow`, `tomorrow week`.
  private mutating func namedDay() -> CalendarDate? {
    if take("day", "after", "tomorrow") { return today.adding(days: 2) }
    if take("day", "before", "yesterday") { return today.adding(days: -2) }
    // `tonight` is read as a part of the day.
    if ["tonight", "tonite"].contains(word()) { return nil }
    guard let days = take(TimeNames.days) else { return nil }
    return today.adding(days: days + weeksMore())
  }

  /// Takes `week` or `fortnight` after a day. Returns the number of days to add.
  private mutating func weeksMore() -> Int { take("week") ? 7 : take("fortnight") ? 14 : 0 }

  /// Takes `the day after Christmas`, `the Monday before Easter`, `the week after the 12th`.
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
    // The weekend of the week that contains the day may already be on the right side of it.
    let near = unit.span(around: day)
    if unit == .weekend, isBefore ? near.upperBound < day : near.lowerBound > day { span = near }
    return .days(span, unit)
  }

  /// Takes `Friday`, `next Tuesday`, `last Mon`, `Monday week`.
  private mutating func weekday() -> DayWords? {
    let direction = take("this", "coming") ? 0 : take(TimeNames.directions)
    let isComing = direction == 1 && word(-1) != "next"
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

  /// Takes `12th`, `the 1st of the month`, `the 3rd of next month`.
  private mutating func dayOfMonth() -> DayWords? {
    guard let number = ordinal() else { return nil }
    let hasOf = attempt { $0.take("of") ? true : nil } ?? false
    // `the 1st of the month` is the next one, as `the 1st` is.
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

  /// Takes `this month`, `next month`.
  private mutating func monthAround() -> CalendarSpan? {
    guard let direction = take(TimeNames.directions), take("month") else { return nil }
    return CalendarUnit.month.span(around: today, by: direction)
  }

  /// Takes a named day of the year and returns its date: `Christmas Eve`, `Easter`.
  private mutating func holiday() -> CalendarDate? {
    let direction = take(["this": 0, "next": 1, "last": -1])
    guard let holiday = holidayName() else { return nil }
    let year = attempt { $0.year() }
    if let year { return holiday.day(in: year) }
    let years = (today.year - 1...today.year + 1).compactMap { holiday.day(in: $0) }
    return direction == -1 ? years.last { $0 < today } : years.first { $0 >= today }
  }

  /// Takes the name of a holiday.
  mutating func holidayName() -> Holiday? {
    guard
      let found = Holiday.all.first(where: { holiday in
        let words = holiday.words
        return words.indices.allSatisfy { word($0) == words[$0] }
      })
    else { return nil }
    index += found.words.count
    _ = take("day")
    return found.holiday
  }
}
