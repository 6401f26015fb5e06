/// A time of day as written. It may be unknown whether the time is before or after noon.
struct ClockTime {
  /// The form in which a time is written. If the time does not say whether it is before or after
  /// noon, the form determines which of the two is assumed.
  enum Form {
    /// A form that itself says whether the time is before or after noon: `17:30`, `5 pm`, `noon`.
    case sure
    /// An hour and minutes in digits, such as `5:30`.
    case digits
    /// A single number, such as `at 5`.
    case number
    /// Words, such as `half past five`.
    case words
  }

  let hour: Int
  var minute = 0
  var second = 0
  let form: Form
  /// Whether the words may mean something other than a time, because they are only a number, such
  /// as `5` or `5.30`.
  var isWeak = false

  /// Returns the seconds since midnight, and the number of days to add to the stated day. The
  /// number is 1 for an hour after midnight, such as `2 at night`; otherwise 0.
  ///
  /// - Parameters:
  ///   - part: The typical hour of the named part of the day, such as 19 for `evening`; nil if none
  ///     is named.
  ///   - style: The meaning of digits without `am` or `pm`.
  func seconds(part: Int?, _ style: ClockStyle) -> (seconds: Int, days: Int) {
    var hour = hour
    var days = 0
    if form != .sure, (1...12).contains(hour) {
      if let part {
        let isSmall = part == 21 && (hour < 5 || hour == 12)
        days = isSmall ? 1 : 0
        hour = part < 12 || isSmall ? hour % 12 : hour % 12 + 12
      } else if hour <= style.lastAfternoonHour(form) {
        hour += 12
      }
    }
    return (hour * 3600 + minute * 60 + second, days)
  }
}

extension TimeGrammar {
  /// Parses a time of day: `5pm`, `17:30`, `half past six`, `noon`. Accepts a bare hour such as `5`
  /// or `six` only if `mayBeHour` is true.
  ///
  /// If two times are joined by "to", by a dash, or by "between" and "and", returns the first.
  mutating func clockTime(mayBeHour: Bool) -> ClockTime? {
    let isBetween = take("between")
    let start = index
    guard let time = oneTime(mayBeHour: mayBeHour || isBetween) else {
      return isBetween ? nil : joinedRange()
    }
    if isBetween ? take("and") : take(anyOf: ["-", "–", "to"]) {
      guard let end = oneTime(mayBeHour: true) else {
        index = start
        _ = oneTime(mayBeHour: mayBeHour)
        return isBetween ? nil : time
      }
      var first = time.half(of: end)
      if isBetween { first.isWeak = false }
      return first
    }
    return isBetween ? nil : time
  }

  /// Parses a range of times that is one token, such as `3-5pm`. Returns the first time of the
  /// range.
  private mutating func joinedRange() -> ClockTime? {
    guard let parts = digits()?.split(separator: "-"), parts.count == 2,
      let first = Self.hands(parts[0]), let second = Self.hands(parts[1])
    else { return nil }
    index += 1
    let half = meridiem()
    guard half != nil || parts.allSatisfy({ $0.contains(":") }) else { return nil }
    guard let end = Self.time(second, half) else { return nil }
    return Self.time(first, nil)?.half(of: end)
  }

  private mutating func oneTime(mayBeHour: Bool) -> ClockTime? {
    attempt { $0.namedTime() } ?? attempt {
      $0.spokenTime(isLed: mayBeHour && $0.word(-1) != "from")
    }
      ?? attempt { $0.writtenTime(mayBeHour: mayBeHour) }
  }

  /// Parses a time with a name: `noon`, `midnight`, `12 noon`, `close of business`.
  private mutating func namedTime() -> ClockTime? {
    if word() == "12", ["noon", "midday", "midnight"].contains(word(1)) { index += 1 }
    if take(anyOf: ["noon", "midday"]) { return ClockTime(hour: 12, form: .sure) }
    let isLed = Self.leads.contains(word(-1))
    if take("midnight") {
      // `midnight blue`
      let isTimeNext =
        isDayNext || TimeNames.months[word()] != nil || TimeNames.zones[word()] != nil
      if !isWhole, !isLed, goesOn, !isTimeNext { return nil }
      return ClockTime(hour: 24, form: .sure)
    }
    if take("close", "of", "business") || take("close", "of", "play") {
      return ClockTime(hour: 17, form: .sure)
    }
    // `the first thing on the list`, `corn on the cob`
    if !isWhole, word(-1) == "the" { return nil }
    if take("cob") { return ClockTime(hour: 17, form: .sure) }
    return take("first", "thing") ? ClockTime(hour: 9, form: .sure) : nil
  }

  /// Parses a time in words: `half past six`, `half six`, `quarter to 5`, `ten past five`,
  /// `six o'clock`. After a word such as `at` (`isLed`), `5 to 7` counts as a time too.
  private mutating func spokenTime(isLed: Bool) -> ClockTime? {
    let start = index
    let isSaid = isLed || saysMinutesToHour
    if let minutes = attempt({ $0.minutesAround(isLed: isSaid) }) {
      guard let hour = self.hour() else { return nil }
      // `half 7` is a time, but `half 6 eggs` is not.
      if !isWhole, word(start - index) == "half", word(start + 1 - index) != "past", goesOn,
        !isDayNext
      {
        return nil
      }
      let half = meridiem()
      let shifted = minutes < 0 ? (hour + 10) % 12 + 1 : hour
      // The time before twelve is in the other half of the day.
      let isOtherHalf = minutes < 0 && hour == 12
      return Self.time(
        (shifted, (minutes + 60) % 60, 0, .words), isOtherHalf ? half.map { !$0 } : half)
    }
    guard let hour = TimeNames.numbers[word()], hour <= 12 else { return nil }
    index += 1
    if take(anyOf: ["o'clock", "oclock"]) {
      // `the ten o'clock news`
      if word(-3) == "the", goesOn { return nil }
      return Self.time((hour, 0, 0, .words), meridiem())
    }
    let minutes = TimeNames.numbers[word()].flatMap { $0 >= 10 ? $0 : nil }
    if minutes != nil { index += 1 }
    guard let half = meridiem() else {
      return minutes == nil || !isWhole && word(-3) != "at"
        ? nil : Self.time((hour, minutes ?? 0, 0, .words), nil)
    }
    return Self.time((hour, minutes ?? 0, 0, .words), half)
  }

  /// Whether the next word names a day, like `Thursday` in `half twelve Thursday`.
  private var isDayNext: Bool { isDay(word()) }

  func isDay(_ word: String) -> Bool {
    TimeNames.weekdays[word] != nil || TimeNames.days[word] != nil || word == "tonight"
  }

  /// Whether the next words are minutes to an hour (`ten to nine tomorrow`) rather than a range of
  /// hours (`ten to twelve tomorrow`).
  private var saysMinutesToHour: Bool {
    guard ["five", "ten", "twenty"].contains(word()), word(1) == "to", isDay(word(3)),
      let minutes = TimeNames.numbers[word()], let hour = TimeNames.numbers[word(2)], hour <= 12
    else { return false }
    return hour < minutes
  }

  /// Parses `half past`, `ten past`, `quarter to` and similar words, and returns the minutes,
  /// negative before the hour. `isLed` states whether a word such as `at` precedes the time.
  private mutating func minutesAround(isLed: Bool) -> Int? {
    _ = word() == "a" && word(1) == "quarter" ? take("a") : false
    if take("half") {
      _ = take("past")
      return 30
    }
    let minutes: Int
    if take("quarter") {
      minutes = 15
    } else if let number = count(), (1...29).contains(number) {
      minutes = number
      _ = take(anyOf: ["minutes", "min", "mins"])
    } else {
      return nil
    }
    // `5 to 7` in `open 5 to 7` and `3 of 5` in `3 of 5 boxes` are not times.
    let isSaid = isLed || ["quarter", "minutes", "min", "mins"].contains(word(-1))
    if take("past") || isSaid && take("after") { return minutes }
    return isSaid && take(anyOf: ["to", "of", "before", "til", "till"]) ? -minutes : nil
  }

  /// Parses an hour of a 12-hour clock, in digits or as a word.
  private mutating func hour() -> Int? {
    if take(anyOf: ["noon", "midday"]) { return 12 }
    if let hour = TimeNames.numbers[word()], hour <= 12 {
      index += 1
      return hour
    }
    return takeNumber(1...12, digits: 2)
  }

  /// Parses a time in digits: `5pm`, `5.30 p.m.`, `17:30:15`, `17h30`, `1730 hrs`. If `mayBeHour`
  /// is true, also parses an hour as a word.
  private mutating func writtenTime(mayBeHour: Bool) -> ClockTime? {
    guard let text = digits() else {
      guard mayBeHour, let hour = TimeNames.numbers[word()], hour <= 12,
        CalendarUnit(word(1)) == nil, isWhole || hour > 1 || word(-1) == "at"
      else { return nil }
      index += 1
      return ClockTime(hour: hour, form: .words, isWeak: !isWhole)
    }
    if let time = attempt({ $0.military(text, mayBeHour: mayBeHour) }) { return time }
    guard let hands = Self.hands(text[...]) else { return nil }
    index += 1
    if let half = meridiem() { return Self.time(hands, half) }
    if take(anyOf: ["o'clock", "oclock"]) {
      return word(-3) == "the" && goesOn ? nil : Self.time(hands, nil)
    }
    let isAbout = takeAbout()
    guard hands.form != .number || isAbout || mayBeHour && !isMeasure && !startsUnit else {
      return nil
    }
    var time = Self.time(hands, nil)
    time?.isWeak = !isAbout && (text.contains(".") || hands.form == .number)
    return time
  }

  /// Consumes `ish` or `-ish` after an hour, as in `5ish`. Returns whether it was consumed.
  private mutating func takeAbout() -> Bool {
    if isJoined(), take("ish") { return true }
    return attempt { $0.isJoined() && $0.take("-", "ish") ? true : nil } ?? false
  }

  /// Whether the next piece is a unit or a sign of the previous number, as in `5kg` or `5+`.
  private var isMeasure: Bool {
    isJoined() && (piece()?.kind == .word || ["+", "%", "°", "€", "£", "$"].contains(word()))
  }

  /// Parses a time of a 24-hour clock without a colon, whose digits are `text`: `17h`, `17h30`,
  /// `1730`, `0900 hrs`, `0540 monday`. If `mayBeHour` is true, `1730` needs no word after it, and
  /// `17h` is certainly not an amount of hours.
  private mutating func military(_ text: String, mayBeHour: Bool) -> ClockTime? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else {
      return nil
    }
    index += 1
    if text.utf8.count <= 2, number < 24, isJoined(), take(anyOf: ["h", "uhr"]) {
      let unit = word(-1)
      let minute = isJoined() ? takeNumber(0...59, digits: 2) : nil
      // `a 2h walk` and `cook for 1h30` are amounts.
      let mayBeAmount = unit == "h" && (minute == nil || number < 7)
      return ClockTime(
        hour: number, minute: minute ?? 0, form: .sure, isWeak: mayBeAmount && !mayBeHour)
    }
    guard let (hour, minute) = Self.fourDigits(text) else { return nil }
    guard
      take(anyOf: ["h", "hrs", "hours", "uhr"]) || text.hasPrefix("0") && isDayNext
        || mayBeHour && (!isWhole || !isAtEnd || index > 1)
    else {
      return nil
    }
    return ClockTime(hour: hour, minute: minute, form: .sure)
  }

  /// Returns the hour and minute of a time in four digits such as `1730`; nil if the text has
  /// another form.
  static func fourDigits(_ text: String) -> (hour: Int, minute: Int)? {
    guard text.utf8.count == 4, let number = Int(text), (0..<2400).contains(number),
      number % 100 < 60
    else { return nil }
    return (number / 100, number % 100)
  }

  /// Parses `am` or `pm` in any spelling. Returns true for `pm`, false for `am`, and nil if neither
  /// follows.
  private mutating func meridiem() -> Bool? {
    if take("am") { return false }
    if take("pm") { return true }
    return attempt { grammar in
      guard let isLate = grammar.take(["a": false, "p": true]) else { return nil }
      if grammar.take(".", "m") {
        _ = grammar.isJoined() && grammar.take(".")
        return isLate
      }
      return grammar.isJoined(-1) && !grammar.isJoined() ? isLate : nil
    }
  }
}

// MARK: - The hands of a clock

extension TimeGrammar {
  typealias Hands = (hour: Int, minute: Int, second: Int, form: ClockTime.Form)

  /// Returns the hour, minute and second of a time in digits: `5`, `17:30`, `5.30`, `17:30:15`.
  /// Returns nil for any other text.
  static func hands(_ text: Substring) -> Hands? {
    let sign: Character = text.contains(":") ? ":" : "."
    let parts = text.split(separator: sign, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.count <= 2 ? Int($0) : nil }
    guard numbers.count == parts.count, (1...3).contains(parts.count),
      numbers[0] < 24 || numbers[0] == 24 && numbers.dropFirst().allSatisfy({ $0 == 0 }),
      numbers.dropFirst().allSatisfy({ $0 < 60 }),
      parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }), sign == ":" || parts.count < 3
    else { return nil }
    let isSure = numbers[0] > 12 || parts[0].hasPrefix("0")
    let form: ClockTime.Form = parts.count == 1 ? .number : isSure ? .sure : .digits
    return (
      numbers[0], numbers.count > 1 ? numbers[1] : 0, numbers.count > 2 ? numbers[2] : 0, form
    )
  }

  /// Returns the time with this hour, minute and second; nil if it is not valid. `isLate` is true
  /// for `pm`, false for `am`, and nil if the text states neither.
  static func time(_ hands: Hands, _ isLate: Bool?) -> ClockTime? {
    var hour = hands.hour
    if let isLate {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isLate ? 12 : 0)
    }
    guard hour < 24 || hands.minute == 0 && hands.second == 0 else { return nil }
    return ClockTime(
      hour: hour, minute: hands.minute, second: hands.second,
      form: isLate != nil || hour > 12 || hour == 0 ? .sure : hands.form)
  }
}

extension ClockTime {
  /// Returns this time, moved to the half of the day that `end` implies. This time is the start of
  /// a range and `end` is its end: `2 to 4pm` starts at 14:00.
  fileprivate func half(of end: ClockTime) -> ClockTime {
    guard form != .sure, end.form == .sure, (1...12).contains(hour) else { return self }
    let late = hour % 12 + 12
    let isLate = end.hour >= 12 && (late, minute) <= (end.hour, end.minute)
    return ClockTime(hour: isLate ? late : hour % 12, minute: minute, second: second, form: .sure)
  }
}
