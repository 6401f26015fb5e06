import CairnText

extension TimeGrammar {
  /// Returns the time that the parts of a phrase mean together; nil if the parts do not mean a
  /// time. `range` is the range of the phrase in the text.
  func meaning(of parts: Parts, _ range: Range<String.Index>) -> TimePhrase? {
    if let rule = parts.rule { return first(of: rule, parts, range) }
    if let moment = parts.moment {
      let time = wholeSeconds(clock.dateTime(moment))
      return TimePhrase(
        range: range, days: CalendarSpan(time.date), time: time, rule: nil, dueDay: time.date)
    }
    guard let span = span(of: parts) else { return nil }
    if let time = parts.time ?? parts.part.map({ ClockTime(hour: $0.hour, form: .sure) }) {
      let day = span.count(most: 2) > 1 ? due(span, parts.relation) : span.lowerBound
      var moment = self.moment(time, on: day, parts)
      // `friday at 8`, said later on a Friday
      if case .weekday? = parts.day, !looksBack, clock.isOver(moment, isPart: parts.time == nil) {
        moment = self.moment(time, on: day.adding(days: 7), parts)
      }
      return TimePhrase(
        range: range, days: CalendarSpan(moment.date), time: moment, rule: nil,
        dueDay: moment.date, isPartOfDay: parts.time == nil, assumedHalf: assumedHalf(of: parts))
    }
    return TimePhrase(
      range: range, days: span, time: nil, rule: nil, dueDay: due(span, parts.relation))
  }

  /// Returns `a.m.` or `p.m.` if Cairn assumes it; nil if the words or the style of the clock
  /// determine the half of the day.
  private func assumedHalf(of parts: Parts) -> String? {
    guard style == .twelveHours, parts.part == nil, let time = parts.time, time.form != .sure,
      (1...12).contains(time.hour)
    else { return nil }
    return time.seconds(part: typicalHour(of: parts), style).seconds >= 12 * 3600 ? "p.m." : "a.m."
  }

  /// Returns the typical hour of the part of the day that a phrase names, such as 9 for `morning`.
  /// If the phrase names none but follows a word such as `dinner`, returns 19, but only with the
  /// 12-hour clock (``style``). Otherwise returns nil.
  private func typicalHour(of parts: Parts) -> Int? {
    parts.part?.hour ?? (parts.isEvening && style == .twelveHours ? 19 : nil)
  }

  /// Returns the day on which a task is due if its phrase names the days `span`. `relation` comes
  /// from the word before the days, as in `before next week`.
  private func due(_ span: CalendarSpan, _ relation: Relation) -> CalendarDate {
    switch relation {
    case .before: span.lowerBound.adding(days: -1)
    case .after: span.upperBound.adding(days: 1)
    case .until: span.upperBound
    case .none, .by: span.contains(today) ? span.upperBound : span.lowerBound
    }
  }

  /// Returns the first occurrence of a repeat rule, with the time of day that the phrase states;
  /// nil if the stated day does not exist. `range` is the range of the phrase in the text.
  private func first(
    of rule: RepeatRule, _ parts: Parts, _ range: Range<String.Index>
  ) -> TimePhrase? {
    let start = parts.day == nil ? today : span(of: parts)?.lowerBound
    guard let start else { return nil }
    var day = rule.first(from: start)
    let clockTime = parts.time ?? parts.part.map { ClockTime(hour: $0.hour, form: .sure) }
    var time = clockTime.map { moment($0, on: day, parts) }
    if let clockTime, let found = time, parts.day == nil, clock.instant(found) <= clock.now {
      day = rule.next(after: day)
      time = moment(clockTime, on: day, parts)
    }
    return TimePhrase(
      range: range, days: CalendarSpan(day), time: time, rule: rule, dueDay: time?.date ?? day,
      saysWhen: parts.day != nil || clockTime != nil || parts.isEndOfDay,
      assumedHalf: assumedHalf(of: parts))
  }

  /// Returns the days that the parts of a phrase mean; nil if there are none. A time of day alone
  /// means the day on which it next occurs.
  private func span(of parts: Parts) -> CalendarSpan? {
    switch parts.day {
    // `before Friday`, said on a Friday
    case .weekday(let weekday)? where parts.relation == .before && !looksBack:
      return CalendarSpan(today.adding(days: 1).coming(weekday: weekday))
    case let words?: return resolved(words)
    case nil:
      if let days = parts.part?.days { return CalendarSpan(today.adding(days: days)) }
      if parts.isEndOfDay { return CalendarSpan(today) }
      let time = parts.time ?? parts.part.map { ClockTime(hour: $0.hour, form: .sure) }
      guard let time else { return nil }
      let isOver = clock.instant(moment(time, on: today, parts)) <= clock.now
      return CalendarSpan(isOver ? today.adding(days: 1) : today)
    }
  }

  /// Returns the next day with this number in its month or, if ``looksBack`` is true, the last such
  /// day. Today counts. Skips months that are too short. Nil for an invalid number.
  func coming(_ number: Int) -> CalendarDate? {
    (0..<4).lazy.map { today.firstOfMonth.adding(months: looksBack ? -$0 : $0) }
      .compactMap { CalendarDate(year: $0.year, month: $0.month, day: number) }
      .first(where: isNear)
  }

  /// Combines a day and a time of day. Converts the result to the user's time zone if the phrase
  /// states another zone.
  private func moment(_ time: ClockTime, on day: CalendarDate, _ parts: Parts) -> DateTime {
    let (seconds, days) = time.seconds(part: typicalHour(of: parts), style)
    let day = day.adding(days: days + seconds / 86_400)
    let written = DateTime(date: day, secondOfDay: seconds % 86_400, offset: parts.zone)
    return wholeSeconds(clock.dateTime(clock.instant(written)))
  }

  private func wholeSeconds(_ time: DateTime) -> DateTime {
    DateTime(date: time.date, secondOfDay: time.secondOfDay, offset: time.offset)
  }
}

extension LocalClock {
  /// Returns whether a time is past. A part of the day, such as the morning, is past three hours
  /// after its time.
  func isOver(_ time: DateTime, isPart: Bool) -> Bool {
    instant(time).seconds + (isPart ? 3 * 3600 : 0) < now.seconds
  }
}

extension ClosedRange<CalendarDate> {
  /// Returns the number of days in the span, but at most `most`.
  fileprivate func count(most: Int) -> Int {
    Swift.min(most, upperBound.daysSinceEpoch - lowerBound.daysSinceEpoch + 1)
  }
}
