import CairnText

extension TimeGrammar {
  /// `this week`, `next month`, `the weekend`, `the week after next`, `Q3 2027`, `summer`, `2027`
  mutating func period() -> DayWords? {
    if let days = attempt({ $0.weekOf() }) { return days }
    if let days = attempt({ $0.partOfYear() }) { return days }
    if let days = attempt({ $0.season() }) { return days }
    if let year = attempt({ $0.takeNumber(1900...2199) }) {
      return CalendarDate(year: year, month: 1, day: 1).map { .days(.months(12, from: $0), .year) }
    }
    return attempt { $0.unitAround() }
  }

  /// `next week`, `this weekend`, `weekend`, `the month after next`, `last year`
  private mutating func unitAround() -> DayWords? {
    let isComing = take("this", "coming")
    let direction = isComing ? nil : take(TimeNames.directions)
    guard let unit = CalendarUnit(word()), unit != .day, !word().hasSuffix("s") else {
      return attempt { direction == 1 && $0.take("fortnight") ? true : nil }
        .map { _ in .days(CalendarUnit.week.span(around: today, by: 2), .week) }
    }
    index += 1
    if direction == nil, take("after", "next") {
      return .days(unit.span(around: today, by: 2), unit)
    }
    guard direction != nil || isComing || unit == .weekend else { return nil }
    return .days(unit.span(around: today, by: direction ?? 0), unit)
  }

  /// `the week of 7 December`, `w/c 7 Dec`, `first week of June`, `last weekend in May`
  private mutating func weekOf() -> DayWords? {
    if take("week", "of") || take("week", "beginning") || take("week", "commencing")
      || take("week", "starting") || take("w", "/", "c")
    {
      guard let day = attempt({ $0.dayWords() }).flatMap(resolved) else { return nil }
      return .days(CalendarUnit.week.span(around: day.lowerBound), .week)
    }
    guard let place = take("last") ? -1 : ordinal(), let unit = take(["week": 7, "weekend": 2]),
      take(anyOf: ["of", "in"]), let month = monthSpan()
    else { return nil }
    if unit == 2 {
      guard let saturday = month.lowerBound.inMonth(place, weekday: 6) else { return nil }
      return .days(saturday...saturday.adding(days: 1), .weekend)
    }
    guard place <= 4 else { return nil }
    let first =
      place < 0 ? month.upperBound.adding(days: -6) : month.lowerBound.adding(days: 7 * (place - 1))
    return .days(first...first.adding(days: 6), .week)
  }

  /// `Q3`, `Q3 2027`, `second quarter of next year`, `H1`
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

  /// So many months from this one: of the year that is named, else this year's, where that is over the
  /// next.
  private func span(of months: Int, from month: Int, _ year: Int?) -> CalendarSpan? {
    guard let first = CalendarDate(year: year ?? today.year, month: month, day: 1) else {
      return nil
    }
    let span = CalendarSpan.months(months, from: first)
    return year == nil && span.upperBound < today
      ? .months(months, from: first.adding(months: 12)) : span
  }

  /// `summer`, `this autumn`, `next spring`, `winter 2027`: three months, winter from December
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
      default: years.first { $0.upperBound >= today }
      }
    return found.map { .days($0, .quarter) }
  }
}

// MARK: - Places in a span

extension TimeGrammar {
  /// `end of June`, `the beginning of next week`, `eom`, `first Monday of December`, `last day of the
  /// month`
  mutating func position() -> DayWords? {
    if let day = attempt({ $0.edge() }) { return .days(CalendarSpan(day), .day) }
    return attempt { $0.placedDay() }.map { .days(CalendarSpan($0), .day) }
  }

  private enum Edge { case start, middle, end }

  private static let edges: [String: Edge] = [
    "end": .end, "start": .start, "beginning": .start, "middle": .middle, "mid": .middle,
  ]
  private static let ends: [String: CalendarUnit] = [
    "eow": .week, "eom": .month, "eoq": .quarter, "eoy": .year,
  ]

  /// A day at the edge of a span, or in the middle of it.
  private mutating func edge() -> CalendarDate? {
    if let unit = take(Self.ends) { return Self.day(at: .end, of: unit.span(around: today), unit) }
    if take("midweek") || take("mid", "week") {
      return Self.day(at: .middle, of: CalendarUnit.week.span(around: today), .week)
    }
    if let unit = CalendarUnit(word()), [.month, .year, .quarter].contains(unit), word(1) == "end" {
      index += 2
      return Self.day(at: .end, of: unit.span(around: today), unit)
    }
    guard let edge = take(Self.edges) else { return nil }
    _ = take("of")
    guard let (span, unit) = target() else { return nil }
    return Self.day(at: edge, of: span, unit)
  }

  /// `the month`, `next week`, `June`, `2027`, `Q3`
  private mutating func target() -> (CalendarSpan, CalendarUnit)? {
    let named = attempt { grammar -> DayWords? in
      _ = grammar.take("the")
      return grammar.attempt { $0.monthDate() } ?? grammar.period()
    }
    if case .days(let span, let unit)? = named { return (span, unit) }
    if take("today") { return (CalendarSpan(today), .day) }
    if take("tomorrow") { return (CalendarSpan(today.adding(days: 1)), .day) }
    _ = take("the") || take("this")
    guard let unit = CalendarUnit(word()), !word().hasSuffix("s") else { return nil }
    index += 1
    return (unit.span(around: today), unit)
  }

  /// The end of a week is its Friday; the middle of a month its 15th, of a week its Wednesday.
  private static func day(at edge: Edge, of span: CalendarSpan, _ unit: CalendarUnit)
    -> CalendarDate
  {
    switch (edge, unit) {
    case (.start, _): return span.lowerBound
    case (.end, .week): return span.lowerBound.adding(days: 4)
    case (.end, _): return span.upperBound
    case (.middle, .week): return span.lowerBound.adding(days: 2)
    case (.middle, .month): return span.lowerBound.adding(days: 14)
    case (.middle, .quarter): return span.lowerBound.adding(months: 1).adding(days: 14)
    case (.middle, .year): return span.lowerBound.adding(months: 6)
    case (.middle, _): return span.lowerBound
    }
  }

  /// `the first Monday of December`, `2nd Tuesday next month`, `the last working day of the month`
  private mutating func placedDay() -> CalendarDate? {
    guard let place = take("last") ? -1 : ordinal() else { return nil }
    let weekday = take(TimeNames.weekdays)
    let isWorking = weekday == nil && (take("working", "day") || take("business", "day"))
    guard weekday != nil || isWorking || take("day") else { return nil }
    let hasOf = take(anyOf: ["of", "in"])
    guard let month = attempt({ $0.monthSpan() }) else {
      guard !hasOf, place > 0, let weekday else { return nil }
      let months = (0..<14).map { today.firstOfMonth.adding(months: $0) }
      return months.compactMap { $0.inMonth(place, weekday: weekday) }.first { $0 >= today }
    }
    if let weekday { return month.lowerBound.inMonth(place, weekday: weekday) }
    if isWorking {
      return place < 0
        ? month.upperBound.adding(days: 1).adding(workingDays: -1)
        : month.lowerBound.adding(days: -1).adding(workingDays: place)
    }
    let day = place < 0 ? month.upperBound : month.lowerBound.adding(days: place - 1)
    return month.contains(day) ? day : nil
  }

  /// `June`, `June 2027`, `the month`, `next month`, `the year`: a span in which days are counted.
  private mutating func monthSpan() -> CalendarSpan? {
    if take("the", "month") || take("month") { return CalendarUnit.month.span(around: today) }
    if take("the", "year") || take("year") { return CalendarUnit.year.span(around: today) }
    if case .days(let span, let unit)? = attempt({ $0.monthDate() }), unit == .month { return span }
    guard case .days(let span, let unit)? = attempt({ $0.period() }),
      unit == .month || unit == .year
    else { return nil }
    return span
  }
}
