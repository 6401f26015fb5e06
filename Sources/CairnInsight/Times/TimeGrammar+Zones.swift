extension TimeGrammar {
  /// Parses a time zone, and returns its offset in seconds east of UTC: `UTC`, `CEST`, `Z`,
  /// `+01:00`, `UTC+2`, `-0500`.
  mutating func zone() -> Int? {
    if ["+", "-"].contains(word()) { return numericZone() }
    // In running text, `west` and `est` are ordinary words; only capitals such as `EST` name a
    // zone.
    guard isWhole || piece()?.isCapitals ?? false, let minutes = take(TimeNames.zones) else {
      return nil
    }
    if minutes == 0, isJoined(), let shift = attempt({ $0.numericZone() }) { return shift }
    return minutes * 60
  }

  private mutating func numericZone() -> Int? {
    guard let sign = take(["+": 1, "-": -1]), isJoined(), let text = digits() else { return nil }
    index += 1
    return Self.offset(text[...]).map { sign * $0 }
  }

  /// Returns the number of seconds in an offset written as `01:00`, `0100` or `1`; nil if the text
  /// is not a valid offset.
  static func offset(_ text: Substring) -> Int? {
    let digits = text.filter { $0 != ":" }
    guard (1...4).contains(digits.utf8.count), let number = Int(digits) else { return nil }
    let (hours, minutes) = digits.utf8.count > 2 ? (number / 100, number % 100) : (number, 0)
    return hours <= 14 && minutes < 60 ? hours * 3600 + minutes * 60 : nil
  }
}

// MARK: - Parts of the day

extension TimeGrammar {
  /// Parses a part of the day: `morning` after `tomorrow`, `this evening`, `last night`,
  /// `in the afternoon`, `at night`.
  mutating func part(after parts: Parts) -> DayPart? {
    if take(anyOf: ["tonight", "tonite"]) { return DayPart(hour: 21, days: 0) }
    // After a comma, `last` begins something else: `by 9pm, last night he was out`.
    let isFirst = parts.day == nil && parts.time == nil
    if !isFirst, word(-1) == ",", word() == "last" { return nil }
    if take("last", "night") { return DayPart(hour: 21, days: -1) }
    if take("last", "evening") { return DayPart(hour: 19, days: -1) }
    if take("this"), let hour = take(TimeNames.parts) { return DayPart(hour: hour, days: 0) }
    let hasArticle = take("in", "the") || take("the") || take("at") || take("by")
    let isBare = parts.day != nil || parts.time != nil || hasArticle || isWhole
    let isEarlier =
      index > 0
      && ["in", "by", "before", "after", "until", "the", "at", "around", "~"].contains(word(-1))
    guard isBare || isEarlier else { return nil }
    if let hour = take(TimeNames.parts) { return DayPart(hour: hour) }
    // `fri am`, `tomorrow eve`
    guard parts.day != nil, parts.time == nil, !hasArticle else { return nil }
    return take(TimeNames.shortParts).map { DayPart(hour: $0) }
  }
}

// MARK: - ISO 8601

extension TimeGrammar {
  /// Parses the time after the day in `2026-11-21T10:00:30.5+01:00`, and ignores fractions of a
  /// second.
  mutating func isoTime() -> (time: ClockTime, zone: Int?)? {
    guard isJoined(), take("t"), isJoined(), let text = digits() else { return nil }
    index += 1
    let (rest, isWest) =
      text.firstIndex(of: "-").map { (text[text.index(after: $0)...], true) }
      ?? ("", false)
    let written = text.prefix { $0 != "-" && $0 != "," }
    let whole = written.contains(":") ? written.prefix { $0 != "." } : written
    guard let hands = Self.isoHands(whole), var time = Self.time(hands, nil) else { return nil }
    time = ClockTime(hour: time.hour, minute: time.minute, second: time.second, form: .sure)
    if isWest {
      guard let offset = Self.offset(rest) else { return nil }
      return (time, -offset)
    }
    return (time, isJoined() ? attempt { $0.zone() } : nil)
  }

  /// Returns the hour, minute and second of an ISO 8601 time: `10`, `10:00`, `1000`, `100030`.
  /// Returns nil if `text` is not such a time.
  private static func isoHands(_ text: Substring) -> Hands? {
    guard !text.contains(":"), text.utf8.count == 4 || text.utf8.count == 6,
      let number = Int(text)
    else { return hands(text) }
    let padded = text.utf8.count == 4 ? number * 100 : number
    let (hour, minute, second) = (padded / 10_000, padded / 100 % 100, padded % 100)
    return hour < 24 && minute < 60 && second < 60 ? (hour, minute, second, .sure) : nil
  }
}
