import CairnText

extension TimeGrammar {
  /// Parses a span of days: `this week`, `next month`, `weekend`, `week after next`, `Q3 2027`,
  /// `summer`.
  mutating func period() -> DayWords? {
    if let days = attempt({ $0.weekOf() }) { return days }
    if let days = attempt({ $0.partOfYear() }) { return days }
    if let days = attempt({ $0.season() }) { return days }
    // In `2030 on Monday`, the number is a time of day.
    if word(-1) != "at", word(1) != "on", let year = attempt({ $0.takeNumber(1900...2199) }) {
      return CalendarDate(year: year, month: 1, day: 1).map { .days(.months(12, from: $0), .year) }
    }
    return attempt { $0.unitAround() }
  }

  /// Parses a span relative to the current one: `next week`, `this weekend`, `weekend`,
  /// `month after next`, `last year`.
  private mutating func unitAround() -> DayWords? {
    let isComing = take("this", "coming")
    let direction = isComing ? nil : take(TimeNames.directions)
    guard let unit = CalendarUnit(word()), unit != .day, !word().hasSuffix("s") else {
      return attempt { direction == 1 && $0.take("fortnight") ? true : nil }
        .map { _ in .days(CalendarUnit.week.span(around: today, by: 2), .week) }
    }
    index += 1
    if direction == nil, take("before", "last") {
      return .days(unit.span(around: today, by: -2), unit)
    }
    if direction == nil, take("after", "next") {
      return .days(unit.span(around: today, by: 2), unit)
    }
    guard direction != nil || isComing || unit == .weekend else { return nil }
    return .days(unit.span(around: today, by: direction ?? 0), unit)
  }

  /// Parses a week or weekend given by a day or a month: `week of 7 December`, `w/c 7 Dec`,
  /// `first week of June`, `last weekend in May`.
  private mutating func weekOf() -> DayWords? {
    if take("week", "of") || take("week", "beginning") || take("week", "commencing")
      || take("week", "starting") || take("w", "/", "c")
    {
      guard let day = attempt({ $0.dayWords() }).flatMap(resolved) else { return nil }
      return .days(CalendarUnit.week.span(around: day.lowerBound), .week)
    }
    guard let place = take("last") ? -1 : ordinal(), let unit = take(["week": 7, "weekend": 2]),
      take(anyOf: ["of", "in"]), let frame = monthFrame()
    else { return nil }
    if unit == 2 {
      return frame.coming(today, upTo: { $0.adding(days: 1) }) {
        $0.lowerBound.inMonth(place, weekday: 6)
      }.map { .days($0...$0.adding(days: 1), .weekend) }
    }
    guard place <= 4 else { return nil }
    return frame.coming(today, upTo: { $0.adding(days: 6) }) { month in
      place < 0 ? month.upperBound.adding(days: -6) : month.lowerBound.adding(days: 7 * (place - 1))
    }.map { .days($0...$0.adding(days: 6), .week) }
  }

  /// Parses a quarter or half of a year: `Q3`, `Q3 2027`, `second quarter of next year`, `H1`.
  private mutating func partOfYear() -> DayWords? {
    let months: Int
    let number: Int?
    if take(anyOf: ["q", "h"]), isJoined() {
      months = word(-1) == "q" ? 3 : 6
      number = takeNumber(1...(12 / months), digits: 1)
    } else {
      number = ordinal()
      months = take("half") ? 6 : 3
      guard months == 6 || take("quarter") else { return nil }
    }
    guard let number, number <= 12 / months else { return nil }
    if isJoined() { _ = take(anyOf: ["/", "-"]) }
    let year = attempt { $0.year() }
    return span(of: months, from: (number - 1) * months + 1, year)
      .map { .days($0, .quarter) }
  }

  /// Returns the span of `months` months that begins with the month `month` (1 … 12) of `year`. If
  /// `year` is nil, returns this year's span or, if it is already over, next year's. If
  /// ``looksBack`` is true, returns this year's span or, if it has not begun yet, last year's.
  private func span(of months: Int, from month: Int, _ year: Int?) -> CalendarSpan? {
    guard let first = CalendarDate(year: year ?? today.year, month: month, day: 1) else {
      return nil
    }
    let span = CalendarSpan.months(months, from: first)
    guard year == nil else { return span }
    if looksBack {
      return span.lowerBound > today ? .months(months, from: first.adding(months: -12)) : span
    }
    return span.upperBound < today ? .months(months, from: first.adding(months: 12)) : span
  }

  /// Parses a season, which is a span of three months: `summer`, `next spring`, `winter 2027`.
  /// Winter starts in December.
  private mutating func season() -> DayWords? {
    let direction = take(TimeNames.directions)
    guard let month = take(TimeNames.seasons) else { return nil }
    let year = direction == nil ? attempt { $0.year() } : nil
    guard let first = CalendarDate(year: year ?? today.year, month: month, day: 1) else {
      return nil
    }
    if year != nil { return .days(.months(3, from: first), .quarter) }
    let years = (-2...2).map { CalendarSpan.months(3, from: first.adding(months: 12 * $0)) }
    let found: CalendarSpan? =
      switch direction {
      case -1: years.last { $0.upperBound < today }
      case 1: years.first { $0.lowerBound > today }
      default:
        looksBack
          ? years.last { $0.lowerBound <= today } : years.first { $0.upperBound >= today }
      }
    return found.map { .days($0, .quarter) }
  }
}
