import CairnText

/// A span of days in which words such as `end of` or `first Monday of` select a day.
struct TimeFrame {
  let span: CalendarSpan
  let unit: CalendarUnit
  /// The span to use if the selected day of ``span`` is over; nil if the words mean one specific
  /// span.
  var next: CalendarSpan?

  /// Returns the day that `place` selects in ``span`` or, if that day is over, in ``next``.
  ///
  /// - Parameters:
  ///   - last: A callback that returns the last day of the range that begins with the selected day;
  ///     by default, the day itself. The selected day is over if that last day is past.
  ///   - place: A callback that selects a day in a span.
  func coming(
    _ today: CalendarDate, upTo last: (CalendarDate) -> CalendarDate = { $0 },
    _ place: (CalendarSpan) -> CalendarDate?
  ) -> CalendarDate? {
    let day = place(span)
    guard let next, day.map({ last($0) < today }) ?? false else { return day }
    return place(next)
  }
}

extension TimeGrammar {
  /// Parses a day at a position in a span: `end of June`, `beginning of next week`, `eom`,
  /// `first Monday of December`, `last day of the month`.
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

  /// Parses a day at the start, middle or end of a span: `end of June`, `midweek`, `eom`.
  private mutating func edge() -> CalendarDate? {
    if let unit = take(Self.ends) { return day(at: .end, of: frame(unit)) }
    if take("midweek") || take("mid", "week") { return day(at: .middle, of: frame(.week)) }
    if let unit = CalendarUnit(word()), [.month, .year, .quarter].contains(unit), word(1) == "end" {
      index += 2
      return day(at: .end, of: frame(unit))
    }
    guard let edge = take(Self.edges) else { return nil }
    _ = take("of")
    return target().flatMap { day(at: edge, of: $0) }
  }

  /// Returns a frame with the current span of a unit. If ``looksBack`` is false, ``TimeFrame/next``
  /// is the span after it; otherwise nil.
  private func frame(_ unit: CalendarUnit) -> TimeFrame {
    TimeFrame(
      span: unit.span(around: today), unit: unit,
      next: looksBack ? nil : unit.span(around: today, by: 1))
  }

  /// Parses the span after words such as `end of`: `the month`, `next week`, `June`, `2027`, `Q3`.
  private mutating func target() -> TimeFrame? {
    let named = attempt { grammar -> TimeFrame? in
      _ = grammar.take("the")
      return grammar.namedFrame()
    }
    if let named { return named }
    if take("today") { return TimeFrame(span: CalendarSpan(today), unit: .day) }
    if take("tomorrow") {
      return TimeFrame(span: CalendarSpan(today.adding(days: 1)), unit: .day)
    }
    let isThis = take("this")
    if !isThis { _ = take("the") }
    guard let unit = CalendarUnit(word()), !word().hasSuffix("s") else { return nil }
    index += 1
    return isThis ? TimeFrame(span: unit.span(around: today), unit: unit) : frame(unit)
  }

  /// Parses a month or another named span. A month without a year is the next month with that name.
  private mutating func namedFrame() -> TimeFrame? {
    let isBare = TimeNames.months[word()] != nil
    let start = index
    if case .days(let span, let unit)? = attempt({ $0.monthDate() }) {
      let isOpen = isBare && !looksBack && unit == .month && index == start + 1
      let first = span.lowerBound.adding(months: 12)
      return TimeFrame(span: span, unit: unit, next: isOpen ? .months(1, from: first) : nil)
    }
    guard case .days(let span, let unit)? = period() else { return nil }
    return TimeFrame(span: span, unit: unit)
  }

  /// Returns the day at the start, middle or end of a frame. A week ends on Friday. If the words
  /// can only mean the current week and its Friday is over, the week ends on Sunday. The middle is
  /// Wednesday in a week, and the 15th in a month.
  private func day(at edge: Edge, of frame: TimeFrame) -> CalendarDate? {
    frame.coming(today) { span in
      switch (edge, frame.unit) {
      case (.start, _): return span.lowerBound
      case (.end, .week):
        let friday = span.lowerBound.adding(days: 4)
        return frame.next == nil && friday < today && span.contains(today)
          ? span.upperBound : friday
      case (.end, _): return span.upperBound
      case (.middle, .week): return span.lowerBound.adding(days: 2)
      case (.middle, .month): return span.lowerBound.adding(days: 14)
      case (.middle, .quarter): return span.lowerBound.adding(months: 1).adding(days: 14)
      case (.middle, .year): return span.lowerBound.adding(months: 6)
      case (.middle, _): return span.lowerBound
      }
    }
  }

  /// Parses a day counted in a month or year: `first Monday of May`, `2nd Tuesday next month`,
  /// `last working day of the month`.
  private mutating func placedDay() -> CalendarDate? {
    guard let place = take("last") ? -1 : ordinal() else { return nil }
    let weekday = take(TimeNames.weekdays)
    let isWorking = weekday == nil && (take("working", "day") || take("business", "day"))
    guard weekday != nil || isWorking || take("day") else { return nil }
    let hasOf = take(anyOf: ["of", "in"])
    guard let frame = attempt({ $0.monthFrame() }) else {
      guard !hasOf, place > 0, let weekday else { return nil }
      let months = (0..<14).map { today.firstOfMonth.adding(months: looksBack ? -$0 : $0) }
      return months.compactMap { $0.inMonth(place, weekday: weekday) }.first(where: isNear)
    }
    return frame.coming(today) { month in
      if let weekday { return month.lowerBound.inMonth(place, weekday: weekday) }
      if isWorking {
        return place < 0
          ? month.upperBound.adding(days: 1).adding(workingDays: -1)
          : month.lowerBound.adding(days: -1).adding(workingDays: place)
      }
      let day = place < 0 ? month.upperBound : month.lowerBound.adding(days: place - 1)
      return month.contains(day) ? day : nil
    }
  }

  /// Parses a month or year in which days are counted: `June`, `June 2027`, `next month`,
  /// `the year`.
  mutating func monthFrame() -> TimeFrame? {
    if take("the", "month") || take("month") { return frame(.month) }
    if take("the", "year") || take("year") { return frame(.year) }
    return attempt { grammar in
      guard let frame = grammar.namedFrame(), [.month, .year].contains(frame.unit) else {
        return nil
      }
      return frame
    }
  }
}
