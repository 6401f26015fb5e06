import CairnText

/// Functions that recognize days and times of day that do not exist.
extension TimeGrammar {
  /// Parses a day that its month does not have (`31 April`, `Feb 30`, `31/4`), or a time that no
  /// clock shows (`at 25:00`, `at 13pm`). Returns true, or nil if there is none.
  mutating func impossible() -> Bool? {
    let isLed = take(anyOf: Self.leads)
    return attempt { $0.impossibleDay() } ?? attempt { $0.impossibleClock(isLed: isLed) }
  }

  /// Returns whether the next words are a number of a day that `month` does not have.
  func isImpossible(_ month: Int) -> Bool {
    var rest = self
    _ = rest.take("the")
    let day = rest.ordinal() ?? rest.takeNumber(1...31, digits: 2)
    return day.map { !Self.mayExist($0, month, rest.year()) } ?? false
  }

  private mutating func impossibleDay() -> Bool? {
    if let text = digits(), Self.isImpossible(text) {
      index += 1
      return true
    }
    if let month = take(TimeNames.months) {
      guard isImpossible(month) else { return nil }
      _ = take("the")
      return ordinal() != nil || takeNumber(1...31, digits: 2) != nil ? true : nil
    }
    guard let day = ordinal() ?? takeNumber(1...99, digits: 2) ?? endOfRange() else { return nil }
    if isJoined() { _ = take(anyOf: ["-", "/", "."]) }
    _ = take("of")
    // `40 may be too many`
    guard let month = take(TimeNames.months), day <= 31 || pieces[index - 1].isCapitalised else {
      return nil
    }
    let year = attempt { $0.year() }
    return Self.mayExist(day, month, year) ? nil : true
  }

  /// Parses a range of numbers, such as `30-31`, and returns its end.
  private mutating func endOfRange() -> Int? {
    guard let parts = digits()?.split(separator: "-"), parts.count == 2 else { return nil }
    index += 1
    return Int(parts[1])
  }

  /// Returns whether a month has a day with this number, at least in leap years. If `year` is not
  /// nil, it is the year of the month.
  private static func mayExist(_ day: Int, _ month: Int, _ year: Int?) -> Bool {
    CalendarDate(year: year ?? 2000, month: month, day: day) != nil
  }

  /// Returns whether a date in numbers names a month and a day that the month does not have:
  /// `31/4`, `30.2.2027`, `2027-02-30`.
  private static func isImpossible(_ text: String) -> Bool {
    let parts = text.split { "-/.".contains($0) }
    let numbers = parts.compactMap { $0.utf8.count <= 4 ? Int($0) : nil }
    guard numbers.count == parts.count, parts.count == 3 || parts.count == 2 && text.contains("/")
    else { return false }
    let isYearFirst = parts.count == 3 && parts[0].utf8.count == 4
    let (first, second) = isYearFirst ? (numbers[1], numbers[2]) : (numbers[0], numbers[1])
    let year = isYearFirst ? numbers[0] : numbers.dropFirst(2).first { $0 > 99 }
    let days = [(first, second), (second, first)].filter { 1...12 ~= $0.0 && 1...31 ~= $0.1 }
    return !days.isEmpty && !days.contains { mayExist($0.1, $0.0, year) }
  }

  /// Parses a time in digits that no clock shows. Without a word such as "at" before it, a day must
  /// be beside it.
  private mutating func impossibleClock(isLed: Bool) -> Bool? {
    let isBehindDay = isDay(word(-1))
    guard let text = digits() else { return nil }
    let parts = text.split(separator: ":")
    guard parts.allSatisfy({ $0.utf8.count <= 2 && Int($0) != nil }) else { return nil }
    index += 1
    let hands = Self.hands(text[...])
    if isLed || isJoined(), let isLate = take(["am": false, "pm": true]) {
      return hands.flatMap { Self.time($0, isLate) } == nil ? true : nil
    }
    guard hands == nil, parts.count > 1, parts.last?.utf8.count == 2 else { return nil }
    return isLed || isBehindDay || isDay(word()) ? true : nil
  }
}
