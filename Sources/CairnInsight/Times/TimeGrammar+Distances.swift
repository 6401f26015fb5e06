import CairnText

/// An amount of time, such as 1 month and 2 days: the sum of its parts. The parts can be negative.
struct TimeAmount {
  var months = 0
  var days = 0
  var workingDays = 0
  var seconds = 0
}

extension TimeGrammar {
  /// The meaning of words such as `in 3 weeks` or `two days before Easter`.
  enum Distance {
    case day(CalendarDate)
    /// The span from today to a day, for words such as `within 3 weeks` or `in the next 10 days`.
    case within(CalendarSpan)
    /// A moment, if the amount includes hours, minutes or seconds.
    case moment(Instant)
  }

  /// Whether the next words are an amount of time, such as `3 weeks` after "in".
  var startsAmount: Bool {
    var rest = self
    _ = rest.take(anyOf: Self.vague)
    _ = rest.take("next")
    return rest.amount() != nil
  }

  /// Words before an amount that do not change its meaning: `in about 3 weeks`.
  private static let vague: Set<String> = [
    "the", "about", "around", "exactly", "roughly", "only", "approx", "maybe", "another", "~", "≈",
  ]

  /// Whether the next word is a unit for the preceding number: `5 days`.
  var startsUnit: Bool { Self.units[word()] != nil }

  /// Parses a time given by its distance from now or from a day: `in 3 weeks`, `2 days ago`,
  /// `a week from Friday`, `two days before Easter`, `+3d`, `now`.
  mutating func distance() -> Distance? {
    if isWhole, take("now") { return .moment(clock.now) }
    if let sign = attempt({ $0.signed() }) { return sign }
    if let moment = attempt({ $0.sameTime() }) { return moment }
    if take(anyOf: ["in", "within"]) {
      let isWithin = word(-1) == "within"
      _ = take(anyOf: Self.vague)
      // `in the 1840s`
      if word(-1) == "the", word(1) == "s" { return nil }
      let isNext = take("next")
      guard let amount = amount() else { return nil }
      if !take("time") { _ = take("'", "time") || take("’", "time") }
      if isWithin || isNext, amount.seconds == 0 {
        return .within(today...max(today, day(amount, from: today)))
      }
      return place(amount)
    }
    // `twice a week before Christmas` does not mean a week before Christmas, and `by 19h` is not an
    // amount.
    let isClock = digits().flatMap(Self.fourDigits) != nil || index > 0 && word(1) == "h"
    guard !Self.counters.contains(word(-1)), !isRate, let amount = amount() else { return nil }
    if take("ago") { return place(amount.negative) }
    if take("from", "now") || take("hence") || take("from", "today") { return place(amount) }
    if let amount = amount.inDays, let day = attempt({ $0.day(amount) }) { return .day(day) }
    // `1730 hrs` is a time of day too.
    if isClock, amount.seconds != 0 { return nil }
    return isWhole && isAtEnd ? place(amount) : nil
  }

  /// Parses the day from which `amount` is counted, such as `from Friday` or `before Christmas`,
  /// and returns the day that is `amount` after or before it. An amount in weeks needs no such
  /// word: `a week on Thursday`, `a fortnight tomorrow`.
  private mutating func day(_ amount: TimeAmount) -> CalendarDate? {
    if takeBefore() {
      return attempt { $0.dayWords() }.flatMap(resolved)
        .map { day(amount.negative, from: $0.lowerBound) }
    }
    if !take(anyOf: ["from", "after"]) {
      let isWeeks =
        amount.months == 0 && amount.workingDays == 0 && amount.days > 0 && amount.days % 7 == 0
      _ = take("on") || take("this") || take("coming")
      guard isWeeks, TimeNames.days[word()] != nil || TimeNames.weekdays[word()] != nil else {
        return nil
      }
    }
    return attempt { $0.dayWords() }.flatMap(resolved).map { day(amount, from: $0.upperBound) }
  }

  /// Parses `this time` and a day, such as `this time tomorrow` or `this time next week`. Returns
  /// the moment on that day at the current time of day, in whole seconds.
  private mutating func sameTime() -> Distance? {
    guard take("this", "time") else { return nil }
    if let direction = ["next": 1, "last": -1][word()], let amount = Self.units[word(1)],
      amount.seconds == 0
    {
      index += 2
      return atThisTime(day(amount.times(direction), from: today))
    }
    return attempt { $0.dayWords() }.flatMap(resolved).map { atThisTime($0.lowerBound) }
  }

  private func atThisTime(_ day: CalendarDate) -> Distance {
    let now = clock.dateTime(clock.now)
    return .moment(clock.instant(DateTime(date: day, secondOfDay: now.secondOfDay)))
  }

  /// Words before an amount that make it a frequency: `twice a week`.
  static let counters: Set<String> = [
    "once", "twice", "thrice", "time", "times", "x", "every", "each", "another",
  ]

  /// Parses an amount with a sign: `+3d`, `-2 weeks`.
  private mutating func signed() -> Distance? {
    guard let sign = take(["+": 1, "-": -1]), isJoined(), let amount = amount() else { return nil }
    return place(sign < 0 ? amount.negative : amount)
  }

  /// Returns the day or moment at the distance `amount` from now.
  private func place(_ amount: TimeAmount) -> Distance {
    let day = day(amount, from: today)
    guard amount.seconds != 0 else { return .day(day) }
    var start = clock.now
    if day != today, case .moment(let moment) = atThisTime(day) { start = moment }
    return .moment(Instant(seconds: start.seconds + amount.seconds))
  }

  private func day(_ amount: TimeAmount, from day: CalendarDate) -> CalendarDate {
    day.adding(months: amount.months).adding(days: amount.days)
      .adding(workingDays: amount.workingDays)
  }

  /// Returns the days that the words mean; nil if no days match.
  func resolved(_ words: DayWords) -> CalendarSpan? {
    switch words {
    case .days(let span, _): span
    case .weekday(let weekday):
      CalendarSpan(today.adding(days: looksBack ? -6 : 0).coming(weekday: weekday))
    case .ordinal(let number): coming(number).map { CalendarSpan($0) }
    }
  }
}

// MARK: - Amounts

extension TimeGrammar {
  /// Parses an amount of time: `3 weeks`, `an hour and a half`, `1 month and 2 days`, `1h30m`,
  /// `1.5 hours`.
  mutating func amount() -> TimeAmount? {
    attempt { grammar in
      guard var sum = grammar.oneAmount(isFirst: true) else { return nil }
      while true {
        let hasSeconds = sum.seconds != 0
        guard
          let more = grammar.attempt({ grammar -> TimeAmount? in
            let isJoined = grammar.isJoined()
            _ = grammar.take("and") || grammar.take(",")
            return isJoined || grammar.word(-1) == "and" || grammar.word(-1) == ","
              || grammar.digits() != nil
              ? grammar.oneAmount(isFirst: !hasSeconds) : nil
          })
        else { return sum }
        sum = sum + more
      }
    }
  }

  /// Parses one number and its unit. The unit `m` means months if `isFirst` is true; otherwise
  /// minutes, because hours precede the number.
  private mutating func oneAmount(isFirst: Bool) -> TimeAmount? {
    attempt { grammar in
      if let seconds = grammar.attempt({ $0.halfHour() }) { return TimeAmount(seconds: seconds) }
      if let tenths = grammar.tenths() { return TimeAmount(tenths: tenths, of: grammar.unit()) }
      guard let count = grammar.count() else { return nil }
      if !isFirst, grammar.word() == "m" {
        grammar.index += 1
        return TimeAmount(seconds: 60 * count)
      }
      _ = grammar.take("more")
      guard let unit = grammar.unit() else { return nil }
      let amount = unit.times(count)
      guard unit.seconds == 3600 || unit.months == 12, grammar.take("and", "a", "half") else {
        return amount
      }
      return amount + (unit.months == 12 ? TimeAmount(months: 6) : TimeAmount(seconds: 1800))
    }
  }

  /// Parses a part of an hour, and returns its length in seconds: `half an hour`,
  /// `a quarter of an hour`, `half hour`.
  private mutating func halfHour() -> Int? {
    if take("three", "quarters", "of", "an", "hour") { return 2700 }
    _ = take("a")
    if take("half", "an", "hour") || take("half", "hour") { return 1800 }
    return take("quarter", "of", "an", "hour") ? 900 : nil
  }

  /// Parses a number with one decimal place, and returns ten times the number: 15 for `1.5`.
  private mutating func tenths() -> Int? {
    guard let parts = digits()?.split(separator: "."), parts.count == 2, parts[1].utf8.count == 1,
      let whole = Int(parts[0]), let tenth = Int(parts[1]), whole < 10_000
    else { return nil }
    index += 1
    return whole * 10 + tenth
  }

  private mutating func unit() -> TimeAmount? {
    if take("working", "days") || take("business", "days") || take("working", "day")
      || take("business", "day")
    {
      return TimeAmount(workingDays: 1)
    }
    return take(Self.units)
  }

  private static let units: [String: TimeAmount] = {
    let units: [([String], TimeAmount)] = [
      (["second", "seconds", "sec", "secs", "s"], TimeAmount(seconds: 1)),
      (["minute", "minutes", "min", "mins"], TimeAmount(seconds: 60)),
      (["hour", "hours", "hr", "hrs", "h"], TimeAmount(seconds: 3600)),
      (["day", "days", "days'", "day's", "d"], TimeAmount(days: 1)),
      (["weekday", "weekdays", "workday", "workdays"], TimeAmount(workingDays: 1)),
      (["week", "weeks", "weeks'", "week's", "wk", "wks", "w"], TimeAmount(days: 7)),
      (["fortnight", "fortnights", "fortnight's", "fortnights'"], TimeAmount(days: 14)),
      (["month", "months", "months'", "month's", "m", "mo", "mos"], TimeAmount(months: 1)),
      (["quarter", "quarters"], TimeAmount(months: 3)),
      (["year", "years", "years'", "year's", "yr", "yrs", "y"], TimeAmount(months: 12)),
      (["decade", "decades"], TimeAmount(months: 120)),
    ]
    return Dictionary(
      uniqueKeysWithValues: units.flatMap { names, unit in names.map { ($0, unit) } })
  }()
}

extension TimeAmount {
  static func + (left: TimeAmount, right: TimeAmount) -> TimeAmount {
    TimeAmount(
      months: left.months + right.months, days: left.days + right.days,
      workingDays: left.workingDays + right.workingDays, seconds: left.seconds + right.seconds)
  }

  /// The same amount without hours: 2 days for 48 hours. Nil if the hours are not whole days.
  fileprivate var inDays: TimeAmount? {
    guard seconds % 86_400 == 0 else { return nil }
    return TimeAmount(months: months, days: days + seconds / 86_400, workingDays: workingDays)
  }

  /// The same amount backward in time.
  fileprivate var negative: TimeAmount { times(-1) }

  /// Returns this amount multiplied by `count`.
  fileprivate func times(_ count: Int) -> TimeAmount {
    TimeAmount(
      months: months * count, days: days * count, workingDays: workingDays * count,
      seconds: seconds * count)
  }

  /// Creates an amount from tenths of a unit, which must be an hour or a minute. Returns nil for
  /// any other unit.
  fileprivate init?(tenths: Int, of unit: TimeAmount?) {
    guard let unit, unit.seconds >= 60 else { return nil }
    self.init(seconds: unit.seconds * tenths / 10)
  }
}
