/// The words of a text, asked whether they are times.
struct TimeWords {
  /// Tokens that are a time together.
  struct Atom {
    let length: Int
    let kind: TimeExpressions.Kind
  }

  let tokens: [Token]

  init(_ tokens: [Token]) { self.tokens = tokens }

  /// The word at `index`; nothing beyond the end.
  func word(_ index: Int) -> String {
    tokens.indices.contains(index) ? tokens[index].word : ""
  }

  /// The number at `index`.
  func number(_ index: Int) -> Substring? {
    guard tokens.indices.contains(index), tokens[index].kind == .number else { return nil }
    return tokens[index].text
  }

  /// Where a range of tokens ends in the text.
  func end(of range: Range<Int>) -> String.Index {
    tokens[range.upperBound - 1].text.endIndex
  }

  /// How many tokens a word like "by" takes at `index`; 0 where there is none.
  func deadlineLength(at index: Int) -> Int {
    if Self.deadlines.contains(word(index)) { return 1 }
    let isShort = word(index) == "b" && word(index + 1) == "4" && tokens[index + 1].isJoined
    return isShort ? 2 : 0
  }

  /// Whether the word at `index` is a day: `tomorrow`, `Friday`.
  func isDay(_ index: Int) -> Bool {
    Self.days.contains(word(index)) || isWeekday(index)
  }

  /// Whether "the" may stand before the day at `index`: `the end of June`, `the 3 May`.
  func mayFollowArticle(_ index: Int) -> Bool {
    ["end", "first", "last"].contains(word(index)) || number(index) != nil
  }

  /// Whether a number is a time of the day with minutes: `9.10`, `17:30`.
  func isClock(_ number: Substring) -> Bool {
    let parts = number.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "." }
    guard parts.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]) else {
      return false
    }
    return parts[1].utf8.count == 2 && hour < 25 && minute < 60
  }

  private func isWeekday(_ index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].classes.contains(.weekday)
      && !isPlainWord(index)
  }

  /// Whether `sat` or `sun` is not short for a day here: `I sat`, `the sun`.
  private func isPlainWord(_ index: Int) -> Bool {
    guard ["sat", "sun"].contains(word(index)), !tokens[index].isCapitalised, index > 0 else {
      return false
    }
    return ["i", "the", "in", "he", "she", "we", "it", "a", "still", "full"]
      .contains(word(index - 1))
  }
}

// MARK: - Atoms

extension TimeWords {
  /// The time that begins at `index`.
  func atom(at index: Int) -> Atom? {
    guard tokens.indices.contains(index) else { return nil }
    return tokens[index].kind == .number ? numberAtom(index) : wordAtom(index)
  }

  private func wordAtom(_ index: Int) -> Atom? {
    let next = word(index + 1)
    if Self.days.contains(word(index)) {
      return Atom(length: Self.parts.contains(next) ? 2 : 1, kind: .day)
    }
    if isWeekday(index) { return Atom(length: weekdayLength(index), kind: .day) }
    if tokens[index].classes.contains(.month), let atom = monthAtom(index) { return atom }
    switch word(index) {
    case "noon", "midnight", "midday": return Atom(length: 1, kind: .clock)
    case "half" where next == "past": return Atom(length: 3, kind: .clock).within(self, index)
    case "this", "next", "coming":
      guard isPeriod(index + 1) else { return nil }
      let hasPart = isWeekday(index + 1) && Self.parts.contains(word(index + 2))
      return Atom(length: hasPart ? 3 : 2, kind: .day)
    case "every": return recurrence(index)
    case "in":
      let isCount = number(index + 1) != nil || Self.counts.contains(next)
      return isCount && Self.units.contains(word(index + 2)) ? Atom(length: 3, kind: .day) : nil
    case "first" where next == "thing":
      return Atom(length: isDay(index + 2) ? 3 : 2, kind: .day)
    case "end" where next == "of": return endOf(index)
    case "early", "mid", "late":
      let dash = next == "-" ? 1 : 0
      return isMonth(index + 1 + dash) || Self.seasons.contains(next)
        ? Atom(length: 2 + dash, kind: .day) : nil
    case "weekend": return Atom(length: 1, kind: .weekend)
    case "eod", "eow", "eom", "cob": return Atom(length: 1, kind: .day)
    default:
      return Self.seasons.contains(word(index)) ? Atom(length: 1, kind: .season) : nil
    }
  }

  private func weekdayLength(_ index: Int) -> Int {
    let next = word(index + 1)
    if next == "first", word(index + 2) == "thing" { return 3 }
    return Self.parts.contains(next) || next == "week" ? 2 : 1
  }

  /// `every other Monday`, `every 2 weeks`, `every morning`
  private func recurrence(_ index: Int) -> Atom? {
    let isCounted =
      number(index + 1) != nil
      || ["other", "first", "last", "second", "third", "fourth"].contains(word(index + 1))
    if isCounted, isRepeating(index + 2) { return Atom(length: 3, kind: .recurrence) }
    guard isRepeating(index + 1) else { return nil }
    return Atom(length: Self.parts.contains(word(index + 2)) ? 3 : 2, kind: .recurrence)
  }

  private func isRepeating(_ index: Int) -> Bool {
    let word = word(index)
    return Self.units.contains(word) || Self.parts.contains(word) || isWeekday(index)
  }

  /// `end of June`, `end of the month`
  private func endOf(_ index: Int) -> Atom? {
    let article = word(index + 2) == "the" ? 1 : 0
    let last = index + 2 + article
    guard Self.units.contains(word(last)) || isMonth(last) || Self.seasons.contains(word(last))
    else { return nil }
    return Atom(length: 3 + article, kind: .day)
  }

  private func isPeriod(_ index: Int) -> Bool {
    let word = word(index)
    return Self.units.contains(word) || Self.parts.contains(word) || Self.seasons.contains(word)
      || isWeekday(index) || isMonth(index)
  }

  private func isMonth(_ index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].classes.contains(.month)
  }
}

// MARK: - Numbers

extension TimeWords {
  private func numberAtom(_ index: Int) -> Atom? {
    let text = tokens[index].text
    let next = word(index + 1)
    if isClock(text) || text.utf8.count <= 2 {
      if ["am", "pm"].contains(next) { return Atom(length: 2, kind: .clock) }
      if ["o'clock", "oclock", "noon"].contains(next) { return Atom(length: 2, kind: .clock) }
    }
    let suffix = isOrdinal(index) ? 1 : 0
    if text.utf8.count <= 2 {
      let hasOf = suffix == 1 && word(index + 2) == "of" ? 1 : 0
      let month = index + 1 + suffix + hasOf
      if isMonth(month) {
        return Atom(length: month - index + 1 + (isYear(month + 1) ? 1 : 0), kind: .day)
      }
    }
    if suffix == 1 { return Atom(length: 2, kind: .ordinal) }
    if text.contains(":"), isClock(text) { return Atom(length: 1, kind: .clock) }
    return isDate(text) ? Atom(length: 1, kind: .day) : nil
  }

  /// Whether a number goes on as `st`, `nd`, `rd` or `th`.
  private func isOrdinal(_ index: Int) -> Bool {
    guard tokens.indices.contains(index + 1), tokens[index + 1].isJoined else { return false }
    return tokens[index].text.utf8.count <= 2
      && ["st", "nd", "rd", "th"].contains(word(index + 1))
  }

  /// `May 3`, `May 3rd 2027`, `May 2027`, `May`
  private func monthAtom(_ index: Int) -> Atom? {
    let last = index > 0 ? word(index - 1) : ""
    let isDay = number(index + 1).map { $0.utf8.count <= 2 } ?? false
    if ["march", "may", "mar", "dec", "jan", "sun", "sat"].contains(word(index)) {
      guard tokens[index].isCapitalised && index > 0 || Self.beforeMonths.contains(last) || isDay
      else { return nil }
    }
    if isDay {
      let suffix = isOrdinal(index + 1) ? 1 : 0
      return Atom(length: 2 + suffix + (isYear(index + 2 + suffix) ? 1 : 0), kind: .day)
    }
    return isYear(index + 1) ? Atom(length: 2, kind: .day) : Atom(length: 1, kind: .month)
  }

  private func isYear(_ index: Int) -> Bool {
    guard let number = number(index), let year = Int(number) else { return false }
    return 1900..<2100 ~= year
  }

  /// `2026-11-21`, `21/11`, `21/11/2026`, `11/2026`, `21.11.26`
  private func isDate(_ text: Substring) -> Bool {
    let sign: Character = text.contains("/") ? "/" : text.contains("-") ? "-" : "."
    let lengths = text.split(separator: sign, omittingEmptySubsequences: false).map(\.utf8.count)
    switch sign {
    case "/": return [2, 3].contains(lengths.count) && lengths[0] <= 2 && lengths[1] != 3
    case "-": return lengths == [4, 2, 2]
    default: return lengths.count == 3 && lengths[0] <= 2 && lengths[1] <= 2
    }
  }
}

// MARK: - Lists

extension TimeWords {
  private static let deadlines: Set<String> = [
    "by", "before", "until", "till", "after", "around", "befor",
  ]
  private static let days: Set<String> = [
    "today", "tomorrow", "tonight", "tmrw", "tmr", "tomoz", "tonite",
  ]
  private static let parts: Set<String> = [
    "morning", "afternoon", "evening", "night", "noon", "midday", "midnight", "lunchtime",
    "lunch", "arvo",
  ]
  private static let seasons: Set<String> = [
    "spring", "summer", "autumn", "winter", "easter", "christmas", "xmas", "halloween",
    "thanksgiving", "diwali", "eid", "ramadan", "advent", "deadline", "michaelmas", "payday",
    "lunchtime",
  ]
  private static let units: Set<String> = [
    "day", "days", "week", "weeks", "month", "months", "year", "years", "hour", "hours",
    "fortnight", "weekend", "weekends", "quarter", "term", "wk", "wks", "yr", "yrs", "hr", "hrs",
  ]
  private static let counts: Set<String> = [
    "a", "an", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
  ]
  private static let beforeMonths: Set<String> = [
    "by", "in", "before", "until", "till", "early", "mid", "late", "of", "from", "since", "next",
    "this", "end",
  ]
}

extension TimeWords.Atom {
  /// This, where the text goes on as long.
  fileprivate func within(_ words: TimeWords, _ index: Int) -> TimeWords.Atom? {
    index + length <= words.tokens.count ? self : nil
  }
}
