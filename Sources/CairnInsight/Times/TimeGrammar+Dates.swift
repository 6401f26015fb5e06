import CairnText

// MARK: - In numbers

extension TimeGrammar {
  /// Parses a date in numbers: `2026-11-21`, `2026-11`, `2026-W47`, `31.12.2026`, `31/12`,
  /// `12/2026`, `20261121`.
  mutating func numericDate() -> DayWords? {
    if let week = attempt({ $0.weekOfYear() }) { return .days(week, .week) }
    guard let text = digits(), let sign = text.first(where: { "-/.".contains($0) }) else {
      return compactDate()
    }
    let parts = text.split(separator: sign, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.count <= 4 ? Int($0) : nil }
    guard numbers.count == parts.count, isWhole || !isFraction(text) else { return nil }
    index += 1
    switch parts.count {
    case 3: return date(parts, numbers, sign).map { .days(CalendarSpan($0), .day) }
    case 2: return shortDate(parts, numbers, sign)
    default: return nil
    }
  }

  /// Returns whether two numbers with a slash are not a date here: `open 24/7`, `in 4/4`. Returns
  /// false for `by 24/7`.
  private func isFraction(_ text: String) -> Bool {
    text == "24/7" && !["by", "on", "before", "due", "until", "till", "after"].contains(word(-1))
      || text.utf8.count < 4 && text.contains("/") && word(-1) == "in"
  }

  /// Parses a date in eight digits, such as `20261121`, if the whole text is expected to be a time.
  private mutating func compactDate() -> DayWords? {
    guard isWhole, let text = digits(), text.utf8.count == 8, let number = Int(text),
      let day = CalendarDate(
        year: number / 10_000, month: number / 100 % 100, day: number % 100)
    else { return nil }
    index += 1
    return .days(CalendarSpan(day), .day)
  }

  /// Parses a week of ISO 8601: `2026-W47`, `week 47`. Without a year, returns the next week with
  /// this number.
  private mutating func weekOfYear() -> CalendarSpan? {
    let year = takeNumber(1000...9999)
    if year != nil { _ = isJoined() && take("-") }
    guard year == nil || isJoined(), take(anyOf: year == nil ? ["w", "week", "wk", "kw"] : ["w"]),
      word(-1) != "w" || isJoined(), let number = takeNumber(1...53, digits: 2),
      let week = Self.week(number, of: year ?? today.year)
    else { return nil }
    if year != nil || week.upperBound >= today { return week }
    return Self.week(number, of: today.year + 1)
  }

  private static func week(_ number: Int, of year: Int) -> CalendarSpan? {
    // Week 1 contains 4 January, and a week belongs to the year of its Thursday (ISO 8601-1:2019
    // §3.1.1.23).
    guard let fourth = CalendarDate(year: year, month: 1, day: 4) else { return nil }
    let monday = fourth.monday.adding(days: 7 * (number - 1))
    return monday.adding(days: 3).year == year ? monday...monday.adding(days: 6) : nil
  }

  /// Returns the date that three numbers, separated by `sign`, stand for; nil if no order of the
  /// numbers gives a valid date. A leading four-digit year determines the order, and so do dots
  /// (`31.12.2026`). For other dates, ``order`` is tried first; if the date is invalid, day and
  /// month are swapped.
  private func date(_ parts: [Substring], _ numbers: [Int], _ sign: Character) -> CalendarDate? {
    let lengths = parts.map(\.utf8.count)
    if lengths[0] == 4 {
      return CalendarDate(year: numbers[0], month: numbers[1], day: numbers[2])
    }
    guard lengths[0] <= 2, lengths[1] <= 2 else { return nil }
    let order: DateOrder = sign == "." ? .dayFirst : order
    if order == .yearFirst, lengths[0] == 2, lengths[2] <= 2,
      let date = CalendarDate(
        year: Self.century(numbers[0]), month: numbers[1], day: numbers[2])
    {
      return date
    }
    guard lengths[2] == 4 || lengths[2] == 2 else { return nil }
    let year = lengths[2] == 2 ? Self.century(numbers[2]) : numbers[2]
    return dayAndMonth(numbers[0], numbers[1], order, hasSwap: sign != ".").flatMap {
      CalendarDate(year: year, month: $0.month, day: $0.day)
    }
  }

  /// Returns the year, 1950 … 2049, for its last two digits (RFC 5322 §4.3).
  private static func century(_ year: Int) -> Int { year < 50 ? 2000 + year : 1900 + year }

  private func dayAndMonth(
    _ first: Int, _ second: Int, _ order: DateOrder, hasSwap: Bool
  ) -> (day: Int, month: Int)? {
    let isDayFirst = order == .dayFirst
    let (day, month) = isDayFirst ? (first, second) : (second, first)
    if (1...12).contains(month), (1...31).contains(day) { return (day, month) }
    return hasSwap && (1...12).contains(day) && (1...31).contains(month) ? (month, day) : nil
  }

  /// Parses a date with two numbers: `2026-11`, `11/2026`, `31/12`, `24.12.` The numbers must
  /// already be consumed.
  private mutating func shortDate(
    _ parts: [Substring], _ numbers: [Int], _ sign: Character
  ) -> DayWords? {
    let lengths = parts.map(\.utf8.count)
    if lengths[0] == 4, lengths[1] == 2, sign != "." { return month(numbers[1], of: numbers[0]) }
    if lengths[1] == 4, lengths[0] <= 2 { return month(numbers[0], of: numbers[1]) }
    guard sign != "-", lengths[0] <= 2, lengths[1] <= 2 else { return nil }
    if sign == "." {
      let isLed = isBehindDateWord(index - 1) && !isClockNext
      let isDate = isLed && numbers[1] % 5 != 0
      // `on 14.12.` is a day, `at 14.12.` and `by 9.10. Then …` are times.
      let mayEnd =
        isWhole || digits(1) != nil || ["at", "@", ","].contains(word(1)) || isDate
        || isLed && (word(-2) == "on" || piece(1)?.isCapitalised != true)
      let isDotted = mayEnd && isJoined() && take(".")
      guard isDotted || isDate || Self.hands(parts[0] + "." + parts[1]) == nil else { return nil }
    }
    let order: DateOrder = sign == "." ? .dayFirst : order
    guard let found = dayAndMonth(numbers[0], numbers[1], order, hasSwap: sign == "/") else {
      return nil
    }
    return coming(found.day, month: found.month).map { .days(CalendarSpan($0), .day) }
  }

  /// Returns whether the piece at an index follows a word that a date follows more often than a
  /// time of day with odd minutes: `by 10.12`, `due 10.12`, `deadline: 10.12`. Returns false after
  /// a day (`Friday by 10.12`) and between measures (`2.10 by 3.12`).
  func isBehindDateWord(_ place: Int) -> Bool {
    let words = pieces[..<place].suffix(3)
    guard let lead = words.last?.word else { return false }
    if [":", "is"].contains(lead) {
      return words.dropLast().last.map { ["due", "deadline"].contains($0.word) } ?? false
    }
    let before = words.dropLast().last
    if lead == "than" { return ["later", "earlier"].contains(before?.word) }
    // `plank 2.10 by 3.12`, but not `pay £2.10 by 3.12`
    let isMeasured =
      before?.kind == .number && before?.word.contains(".") ?? false && words.first?.kind != .sign
    return Self.dateWords.contains(lead) && !isMeasured && !isDay(before?.word ?? "")
  }

  private static let dateWords: Set<String> = """
    by before befor until till til after from on due deadline closes closing starting
    """.words()

  /// Whether the words after two numbers show that the numbers are a time of day, a range or a
  /// version: `pm`, `Friday`, `in the morning`, `to 4.12`.
  private var isClockNext: Bool {
    Self.clockEndings.contains(word()) || TimeNames.zones[word()] != nil
      || isDay(word() == "on" ? word(1) : word()) || TimeNames.directions[word()] != nil
      || ["to", "-", "–"].contains(word()) && digits(1) != nil
      || word() == "in" && word(1) == "the"
  }

  private func month(_ month: Int, of year: Int) -> DayWords? {
    CalendarDate(year: year, month: month, day: 1).map { .days(.months(1, from: $0), .month) }
  }

  /// Returns the next date with this day and month, or the latest one if ``looksBack`` is true.
  /// Today counts. For 29 February, uses a leap year. Nil if no year has this day.
  func coming(_ day: Int, month: Int) -> CalendarDate? {
    let years = (0...8).lazy.map { today.year + (looksBack ? -$0 : $0) }
    return years.compactMap { CalendarDate(year: $0, month: month, day: day) }.first(where: isNear)
  }

  /// Returns whether a date without a year may mean `day`: true for today and later days or, if
  /// ``looksBack`` is true, for today and earlier days.
  func isNear(_ day: CalendarDate) -> Bool { looksBack ? day <= today : day >= today }
}

// MARK: - With the month's name

extension TimeGrammar {
  /// Parses a date or span with the name of a month: `3 May`, `3rd of May 2027`, `May 3rd`,
  /// `3–17 August`, `May 2027`, `May`, `early June`.
  mutating func monthDate() -> DayWords? {
    if let days = attempt({ $0.dayThenMonth() }) { return days }
    let part = take(["early": 0, "mid": 1, "middle": 1, "late": 2])
    if part != nil { _ = take("of") || take("in") }
    let direction = part == nil ? take(TimeNames.directions) : nil
    guard let month = take(TimeNames.months) else { return nil }
    takeAbbreviation()
    if part == nil, direction == nil {
      if let days = attempt({ $0.days(in: month) }) { return days }
      // `April 31`
      if isImpossible(month) { return nil }
    }
    let year = attempt { $0.year() }
    guard let first = self.first(of: month, year, direction) else { return nil }
    let span = CalendarSpan.months(1, from: first)
    return .days(part.map { Self.third($0, of: span) } ?? span, .month)
  }

  /// Consumes the full stop after an abbreviated month, as in `Nov. 3`.
  private mutating func takeAbbreviation() {
    if word() == ".", isJoined(), digits(1) != nil { index += 1 }
  }

  /// Returns the early (0), middle (1) or late (2) part of a month: the first ten days, the 15th,
  /// or the days from the 21st.
  private static func third(_ part: Int, of month: CalendarSpan) -> CalendarSpan {
    let first = month.lowerBound
    switch part {
    case 0: return first...first.adding(days: 9)
    case 1: return CalendarSpan(first.adding(days: 14))
    default: return first.adding(days: 20)...month.upperBound
    }
  }

  /// Parses one or more days before the name of their month: `3 May`, `3rd of May 2027`,
  /// `21-Nov-2026`, `3 to 5 May`.
  private mutating func dayThenMonth() -> DayWords? {
    let isBetween = take("between")
    let isRange: Bool
    let first: Int
    var last: Int
    if let parts = digits()?.split(separator: "-"), parts.count == 2,
      let from = Int(parts[0]), let to = Int(parts[1])
    {
      (first, last, isRange) = (from, to, true)
      index += 1
    } else {
      guard let day = ordinal() ?? takeNumber(1...31, digits: 2) else { return nil }
      let end = attempt { grammar in
        grammar.take(anyOf: ["–", "-", "to"]) || isBetween && grammar.take("and")
          ? grammar.ordinal() ?? grammar.takeNumber(1...31, digits: 2) : nil
      }
      (first, last, isRange) = (day, end ?? day, end != nil)
    }
    guard isRange || !isBetween else { return nil }
    if !take("of"), isJoined() { _ = take(anyOf: ["-", "/"]) || takeOrdinalStop() }
    guard let month = take(TimeNames.months) else { return nil }
    takeAbbreviation()
    if isJoined() { _ = take(anyOf: ["-", "/"]) }
    if !isRange { last = first }
    return dated(first...max(first, last), month, attempt { $0.year() })
  }

  /// Consumes the full stop of an ordinal number before a month, as in `2. January`. Returns
  /// whether it was consumed. `March` and `May` can begin a sentence: `see room 2. May be late`.
  private mutating func takeOrdinalStop() -> Bool {
    guard word() == ".", !["march", "may"].contains(word(1)) else { return false }
    index += 1
    return true
  }

  /// Parses one or more days after the name of their month: `3rd, 2027`, `3–5`, `the 4th`.
  private mutating func days(in month: Int) -> DayWords? {
    _ = take("the")
    if let parts = digits()?.split(separator: "-"), parts.count == 2,
      let first = Int(parts[0]), let last = Int(parts[1]), first <= last
    {
      index += 1
      return dated(first...last, month, attempt { $0.year() })
    }
    guard let first = ordinal() ?? takeNumber(1...31, digits: 2) else { return nil }
    let last = attempt { grammar in
      grammar.take(anyOf: ["–", "-", "to"])
        ? grammar.ordinal() ?? grammar.takeNumber(1...31, digits: 2) : nil
    }
    return dated(first...max(first, last ?? first), month, attempt { $0.year() })
  }

  private func dated(_ days: ClosedRange<Int>, _ month: Int, _ year: Int?) -> DayWords? {
    let first =
      year.map { CalendarDate(year: $0, month: month, day: days.lowerBound) }
      ?? coming(days.lowerBound, month: month)
    guard let first,
      let last = CalendarDate(year: first.year, month: month, day: days.upperBound)
    else { return nil }
    return .days(first...last, .day)
  }

  /// Returns the first day of the month with the number `month`. If `year` is nil, `direction`
  /// determines the year: -1 for "last", 0 for "this", 1 for "next". If both are nil, returns the
  /// current or next month with this number; if ``looksBack`` is true, the current or last one.
  private func first(of month: Int, _ year: Int?, _ direction: Int?) -> CalendarDate? {
    if let year { return CalendarDate(year: year, month: month, day: 1) }
    guard let first = CalendarDate(year: today.year, month: month, day: 1) else { return nil }
    let this = today.firstOfMonth
    switch direction {
    case -1: return first < this ? first : first.adding(months: -12)
    case 1: return first > this ? first : first.adding(months: 12)
    case 0: return first
    default:
      if looksBack { return first > this ? first.adding(months: -12) : first }
      return first < this ? first.adding(months: 12) : first
    }
  }

  /// Parses a year after a day or month: `2027`, `, 2027`, `of 2027`, `'27`, `next year`.
  mutating func year() -> Int? {
    if word() == "," { index += 1 } else { _ = take("of") || take("in") }
    if take("'") || take("’"), isJoined(), let digits = takeNumber(0...99, digits: 2) {
      return Self.century(digits)
    }
    if let direction = take(["this": 0, "next": 1, "last": -1]) {
      return take("year") ? today.year + direction : nil
    }
    return takeNumber(1900...2199)
  }
}
