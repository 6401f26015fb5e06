public import CairnInsight
public import CairnText

/// A date as written in a query: a day, a span of days, or a moment.
///
/// | written | means |
/// |---|---|
/// | `2026`, `2026-Q4`, `2026-11`, `2026-11-21` | the year, quarter, month, day |
/// | `2026-W47` | the week of ISO 8601 |
/// | `2026-11-21T10:00`, `…T10:00:30`, with `Z` or `+01:00` | the minute, the second |
/// | `now` | the current second |
/// | `yesterday`, `today`, `tomorrow` | the day |
/// | `last-week`, `this-month`, `next-year` | the week (from Monday), month, quarter, year |
/// | `fri`, `friday` | the next Friday (for `created` and `updated`, the last one); today counts |
/// | `-7d`, `+2w`, `+1m`, `-1y` | the day 7 days ago, in 2 weeks, in 1 month, 1 year ago |
/// | `-3h` | the 60 minutes that began 3 hours ago |
/// | `next friday`, `übermorgen` | any other words for days or a moment (``TimeReader``) |
public enum DateExpression: Hashable, Sendable {
  /// A unit of the calendar.
  public enum Unit: String, Hashable, Sendable {
    case day, week, month, quarter, year
  }

  /// A year, a month of a year, or a day. If `month` is nil, `day` is nil, too.
  case calendar(year: Int, month: Int?, day: Int?)
  /// A quarter of a year, or a week of the ISO 8601 week-numbering year, given by its first day.
  case unit(Unit, from: CalendarDate)
  /// A moment and the length of the range that begins there, in seconds.
  case moment(DateTime, seconds: Int)
  /// The current second.
  case now
  /// The day, week, month, quarter or year that is `offset` units after the current one, or before
  /// it if `offset` is negative.
  case period(Unit, offset: Int)
  /// The nearest day with this weekday, from 1 (Monday) to 7 (Sunday), in the direction given by
  /// ``Leaning``.
  case weekday(Int)
  /// The day that is this number of units after today, or before today if the number is negative.
  case shifted(Unit, by: Int)
  /// The 60 minutes that begin this number of hours after now; if the number is negative, they
  /// begin before now.
  case hours(Int)
  /// Days or a moment in English words, which ``TimeReader`` understands.
  case words(String)

  /// Parses `text`, ignoring case. Returns nil if `text` is not a date expression.
  ///
  /// - Parameter language: The languages in which `text` can be written, besides English.
  public init?(_ text: String, _ language: TimeLanguageChoice) {
    if let plain = DateExpression(plain: text) {
      self = plain
    } else if let words = language.dateWords(in: text) {
      self = Self.word(words.replacing(" ", with: "-")) ?? .words(words)
    } else {
      return nil
    }
  }

  /// Parses a form that is the same in all languages. Returns nil if `text` has another form.
  public init?(plain text: String) {
    let text = text.lowercased()
    guard
      let found = Self.word(text) ?? Self.shift(text) ?? Self.weekOfYear(text)
        ?? Self.quarterOfYear(text) ?? Self.calendar(text) ?? Self.moment(text)
    else { return nil }
    self = found
  }

  /// Returns whether `text` is a date expression in English or in any other language.
  static func isPossible(_ text: String) -> Bool {
    DateExpression(text, .detected) != nil
      || TimeLanguage.allCases.contains { DateExpression(text, .only($0)) != nil }
  }
}

// MARK: - Reading

extension DateExpression {
  private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
  private static let longWeekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  private static func word(_ text: String) -> DateExpression? {
    switch text {
    case "now": return .now
    case "yesterday": return .period(.day, offset: -1)
    case "today": return .period(.day, offset: 0)
    case "tomorrow": return .period(.day, offset: 1)
    default: break
    }
    if let index = weekdays.firstIndex(of: text) ?? longWeekdays.firstIndex(of: text) {
      return .weekday(index + 1)
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let offsets = ["last": -1, "this": 0, "next": 1]
    guard parts.count == 2, let offset = offsets[String(parts[0])],
      let unit = Unit(rawValue: String(parts[1])), unit != .day
    else { return nil }
    return .period(unit, offset: offset)
  }

  /// Parses a shift such as `-7d`: a sign, one to six digits, a unit. Returns nil for any other
  /// text.
  private static func shift(_ text: String) -> DateExpression? {
    guard let sign = text.utf8.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let count = number(text.dropFirst().dropLast(), digits: 1...6)
    else { return nil }
    let amount = sign == UInt8(ascii: "-") ? -count : count
    return switch text.last {
    case "h": .hours(amount)
    case "d": .shifted(.day, by: amount)
    case "w": .shifted(.week, by: amount)
    case "m": .shifted(.month, by: amount)
    case "y": .shifted(.year, by: amount)
    default: nil
    }
  }

  /// Parses an ISO 8601 week such as `2026-w47`; returns nil for any other text.
  private static func weekOfYear(_ text: String) -> DateExpression? {
    let parts = text.split(separator: "-w", omittingEmptySubsequences: false)
    guard parts.count == 2, let year = number(parts[0], digits: 4...4),
      let week = number(parts[1], digits: 2...2), week >= 1,
      let fourth = CalendarDate(year: year, month: 1, day: 4)
    else { return nil }
    // Week 1 is the week that contains 4 January (ISO 8601-1:2019 §3.1.1.23).
    let monday = fourth.adding(days: 1 - fourth.weekday + 7 * (week - 1))
    // A week belongs to the year of its Thursday.
    guard monday.adding(days: 3).year == year else { return nil }
    return .unit(.week, from: monday)
  }

  /// Parses a quarter such as `2026-q4`; returns nil for any other text.
  private static func quarterOfYear(_ text: String) -> DateExpression? {
    let parts = text.split(separator: "-q", omittingEmptySubsequences: false)
    guard parts.count == 2, let year = number(parts[0], digits: 4...4),
      let quarter = number(parts[1], digits: 1...1), (1...4).contains(quarter),
      let first = CalendarDate(year: year, month: 3 * quarter - 2, day: 1)
    else { return nil }
    return .unit(.quarter, from: first)
  }

  private static func calendar(_ text: some StringProtocol) -> DateExpression? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), let year = number(parts[0], digits: 4...4) else {
      return nil
    }
    guard parts.count > 1 else { return .calendar(year: year, month: nil, day: nil) }
    guard let month = number(parts[1], digits: 2...2), (1...12).contains(month) else { return nil }
    guard parts.count > 2 else { return .calendar(year: year, month: month, day: nil) }
    guard let day = number(parts[2], digits: 2...2),
      CalendarDate(year: year, month: month, day: day) != nil
    else { return nil }
    return .calendar(year: year, month: month, day: day)
  }

  /// Parses a moment such as `2026-11-21t10:00`, with optional seconds and UTC offset; returns nil
  /// for any other text.
  private static func moment(_ text: String) -> DateExpression? {
    guard let gap = text.firstIndex(where: { $0 == "t" || $0 == " " }),
      case .calendar(let year, let month?, let day?)? = calendar(text[..<gap]),
      let date = CalendarDate(year: year, month: month, day: day)
    else { return nil }
    var time = text[text.index(after: gap)...]
    var offset: Int?
    if time.last == "z" {
      offset = 0
      time.removeLast()
    } else if let sign = time.lastIndex(where: { $0 == "+" || $0 == "-" }) {
      guard let seconds = clockTime(time[time.index(after: sign)...], parts: 2...2) else {
        return nil
      }
      offset = time[sign] == "-" ? -seconds : seconds
      time = time[..<sign]
    }
    guard let seconds = clockTime(time, parts: 2...3) else { return nil }
    let hasSeconds = time.count { $0 == ":" } == 2
    let moment = DateTime(date: date, secondOfDay: seconds, offset: offset)
    return .moment(moment, seconds: hasSeconds ? 1 : 60)
  }

  /// Returns the number of seconds since midnight for `10:00` or `10:00:30`. Returns nil if the
  /// text is not a valid time, or if the count of its numbers is not in `range`.
  private static func clockTime(_ text: some StringProtocol, parts range: ClosedRange<Int>) -> Int?
  {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { number($0, digits: 2...2) }
    guard range.contains(parts.count), numbers.count == parts.count, numbers[0] < 24,
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)
  }

  /// Returns the number in `text`. Returns nil if `text` contains anything other than ASCII digits
  /// or if the count of digits is not in `digits`.
  private static func number(_ text: some StringProtocol, digits: ClosedRange<Int>) -> Int? {
    let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    return isNumber && digits.contains(text.utf8.count) ? Int(text) : nil
  }
}
