public import CairnCapture
public import CairnInsight
public import CairnNotebook
import CairnQuery
public import CairnText

extension Workspace {
  /// A reader of times in plain words that uses the user's clock and the date settings.
  public var timeReader: TimeReader { TimeReader(clock, notebook.settings) }

  /// The languages, besides English, in which Cairn understands dates in words.
  public var dateLanguage: TimeLanguageChoice { notebook.settings.dateLanguage }

  /// A reader for the times of past events. The reader interprets a date without a year as the
  /// latest such date that is not in the future.
  var pastReader: TimeReader {
    var reader = timeReader
    reader.looksBack = true
    return reader
  }

  /// Returns a reader for text that was written at the time `written`. The reader interprets times
  /// in the text relative to `written`.
  public func reader(asOf written: FieldTime) -> TimeReader {
    TimeReader(
      LocalClock(now: written.instant(clock), offset: clock.offset), notebook.settings)
  }

  /// Returns the value of a field for text that a user typed. For `type`, the value is the usual
  /// spelling of a built-in type; for `repeat`, a rule; for a date field, a time. The value of any
  /// other field is the text itself. If `kind` is nil and the field is not built in, the field
  /// counts as a date field if all its values in the notebook are dates; text that is not a time
  /// stays text in such a field.
  ///
  /// - Throws: A `Diagnostic` if the value of `repeat` or of a built-in date field is not
  ///   understood.
  public func typed(
    _ text: String, for field: String, kind: FieldKind? = nil
  ) throws(Diagnostic) -> TypedValue {
    if text.isEmpty { return TypedValue(text) }
    if field == "type" { return TypedValue(TypeWord.spelled(text)) }
    if field == "repeat" { return TypedValue(try rule(text), isText: true) }
    guard let kind = kind ?? FieldKind.ofBuiltIn(field) ?? usedKind(of: field, for: text),
      kind == .date
    else { return TypedValue(text) }
    if Self.pastFields.contains(field) {
      guard let time = pastTime(text) else { throw unknownTime(text, for: field) }
      return TypedValue(time)
    }
    if let time = FieldTime(text) { return TypedValue(spelling(of: time, as: text)) }
    let phrase = timeReader.read(text)
    guard field == "due" else { return TypedValue(phrase?.due ?? text) }
    guard let phrase else { throw unknownTime(text) }
    guard phrase.rule == nil else {
      throw Diagnostic(
        .error, "time-repeats",
        "`\(TerminalText.line(text))` is a repeat rule, not a date; set `repeat` to this rule, and "
          + "`due` to the first date"
      )
    }
    return TypedValue(phrase.due)
  }

  /// Returns `.date` if typed text is a date in words, and all values that captures have in a field
  /// are dates; otherwise nil.
  private func usedKind(of field: String, for text: String) -> FieldKind? {
    guard text.contains(where: \.isLetter), FieldTime(text) == nil, timeReader.read(text) != nil,
      let used = try? lastCatalog.usedValues(of: .field(field)), !used.isEmpty,
      used.allSatisfy({ FieldTime($0.text) != nil })
    else { return nil }
    return .date
  }

  /// Returns the form in which a day or a moment is written to a file. If the typed text (`text`)
  /// is a complete time with an offset, the moment keeps this offset. Any other moment is converted
  /// to the user's time zone.
  public func spelling(of time: FieldTime, as text: String) -> String {
    guard case .dateTime(let moment) = time, moment.offset == nil || text != time.description else {
      return time.description
    }
    return clock.dateTime(clock.instant(moment)).description
  }

  /// The date fields that contain the time of a past event.
  private static let pastFields: Set = [
    "created", "date", "updated", "modified", "lastmod", "completed",
  ]

  /// Returns the value of the field `date` of a gift for text that a user typed. `14 Feb` and
  /// `christmas` mean the next such day, because the occasion of a gift is in the future. Text that
  /// does not name a single day gets the same value as in other captures.
  func dateOfGift(_ text: String) throws(Diagnostic) -> TypedValue {
    guard FieldTime(text) == nil, let day = timeReader.day(text) else {
      return try typed(text, for: "date")
    }
    return TypedValue(day)
  }

  /// Returns the day or the moment in typed text, as a file stores it. Returns nil if the text is
  /// not a time, or if it is a repeat rule.
  ///
  /// `friday`, `nov 20` and `9am` mean the latest such time that is not in the future. `tomorrow`
  /// can name a time in the future. A week or another period means its first day.
  func pastTime(_ text: String) -> String? {
    if let time = FieldTime(text) { return spelling(of: time, as: text) }
    guard let phrase = pastReader.read(text) else {
      return DateExpression(text, dateLanguage)?.pastDays(by: clock).first.description
    }
    guard phrase.rule == nil else { return nil }
    let found = ([text] + earlierWords(text, phrase)).lazy.compactMap(pastReader.read)
      .first(where: hasPassed)
    let time = found ?? phrase
    return time.time?.description ?? time.days.lowerBound.description
  }

  /// Returns clearer words for the earlier time that a text may mean: `last friday` for `friday`,
  /// `today 9am` for `9am`. `phrase` is what the reader understood, which can be a later time.
  private func earlierWords(_ text: String, _ phrase: TimePhrase) -> [String] {
    let first = text.split(separator: " ").first.flatMap {
      DateExpression(String($0), dateLanguage)
    }
    if case .weekday? = first { return ["last \(text)"] }
    let isTomorrow = phrase.time?.date == clock.today.adding(days: 1)
    return isTomorrow ? ["today \(text)"] : []
  }

  /// Returns whether a phrase means today, a single earlier day, or a moment that has passed.
  private func hasPassed(_ phrase: TimePhrase) -> Bool {
    let day = phrase.days.lowerBound
    return phrase.rule == nil && day == phrase.days.upperBound
      && (phrase.time.map { clock.instant($0) <= clock.now } ?? (day <= clock.today))
  }

  private func rule(_ text: String) throws(Diagnostic) -> String {
    if let rule = RepeatRule(text) { return "\(rule)" }
    if let said = ruleAndDue(text) {
      throw Diagnostic(
        .error, "repeat-says-due",
        "`\(TerminalText.line(text))` is a repeat rule and a due date; set the two fields "
          + "separately: `repeat` to `\(said.rule)`, and `due` to `\(said.due)`")
    }
    throw Diagnostic(
      .error, "repeat-unknown",
      "repeat: `\(TerminalText.line(text))` is not a repeat rule; "
        + "write it as in `every 2 weeks` or `every month on the 15th`")
  }

  /// Returns the repeat rule and the first due time in text such as `every day at 9`; nil if the
  /// text does not contain both.
  public func ruleAndDue(_ text: String) -> (rule: String, due: String)? {
    guard let phrase = timeReader.read(text), let rule = phrase.rule, phrase.saysWhen else {
      return nil
    }
    return ("\(rule)", phrase.due)
  }

  /// Returns the diagnostic for a value of a date field that is not a time, or that means different
  /// times in different languages. The diagnostic suggests a correction of mistyped words.
  func unknownTime(_ text: String, for field: String = "due") -> Diagnostic {
    let corrected = text.split(separator: " ").map { word in
      word.allSatisfy(\.isLetter)
        ? Nearest.name(to: String(word), among: TimeReader.commonWords) ?? String(word)
        : String(word)
    }.joined(separator: " ")
    let isTime = corrected != text && timeReader.read(corrected) != nil
    if timeReader.readings(of: text).count > 1 {
      return Diagnostic(
        .error, "time-ambiguous",
        "\(field): `\(TerminalText.line(text))` means different days in different languages; set "
          + "your language as in `cairn config dates.language de`")
    }
    let samples =
      Self.pastFields.contains(field)
      ? "`yesterday`, `friday 5pm`, `3 weeks ago` or `2026-11-20`"
      : "`friday`, `next tue 5pm`, `in 3 weeks` or `2026-12-31`"
    return Diagnostic(
      .error, "time-unknown",
      "\(field): `\(TerminalText.line(text))` is not a date or time; "
        + (isTime ? "did you mean `\(corrected)`?" : "write it as in \(samples)"))
  }
}

// MARK: - Showing times

extension Workspace {
  /// Returns the name of a field and the value that Cairn reads from typed text, as one string:
  /// `due: Friday, 27 November 2026`. Returns nil if the value equals the text, or if the text is
  /// invalid.
  public func understanding(
    of text: String, for field: String, kind: FieldKind? = nil
  ) -> String? {
    guard let value = try? typed(text, for: field, kind: kind).text, value != text else {
      return nil
    }
    return "\(field): \(spelled(value))"
  }

  /// Returns a date or time with the names of its weekday and month; returns any other value
  /// unchanged.
  public func spelled(_ value: String) -> String {
    FieldTime(value).map { $0.spelled(clock) } ?? value
  }
}

extension TimeReader {
  /// Common words in phrases that name times, for suggestions.
  fileprivate static let commonWords =
    (1...7).compactMap { CalendarDate(year: 2026, month: 6, day: $0)?.weekdayName.lowercased() }
    + (1...12).compactMap { CalendarDate(year: 2026, month: $0, day: 1)?.monthName.lowercased() }
    + [
      "today", "tomorrow", "yesterday", "tonight", "next", "last", "this", "in", "on", "at", "by",
      "day", "days", "week", "weeks", "month", "months", "year", "years", "weekend", "morning",
      "afternoon", "evening", "noon", "midnight",
    ]

  /// Creates a reader that uses a clock and the date settings.
  public init(_ clock: LocalClock, _ settings: Settings) {
    let order = settings["dates.order"].flatMap { DateOrder(rawValue: $0.text) }
    let style = settings["dates.clock"].flatMap { ClockStyle(rawValue: $0.text) }
    self.init(
      clock: clock, order: order ?? .dayFirst, style: style ?? .twelveHours,
      language: settings.dateLanguage)
  }
}

extension FieldTime {
  /// Returns the day with its name, and the time if there is one, in the user's time zone:
  /// `Tuesday, 24 November 2026, 17:00`.
  public func spelled(_ clock: LocalClock) -> String {
    let day = localDay(clock)
    let text = "\(day.weekdayName), \(day.day) \(day.monthName) \(day.year)"
    return timeOfDay(clock).map { "\(text), \($0)" } ?? text
  }
}
