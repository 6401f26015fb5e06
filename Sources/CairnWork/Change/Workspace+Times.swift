public import CairnCapture
public import CairnInsight
public import CairnNotebook
public import CairnText

extension Workspace {
  /// Reads times in plain words, by the user's clock and the setting `dates.order`.
  public var timeReader: TimeReader { TimeReader(clock, notebook.settings) }

  /// Reads times as they were meant when they were written.
  public func reader(asOf written: FieldTime) -> TimeReader {
    TimeReader(
      LocalClock(now: written.instant(clock), offset: clock.offset), notebook.settings)
  }

  /// A value as typed: of a field for times a time in plain words, of `repeat` a rule.
  ///
  /// What is no time stays the text it is, but in `due` and `repeat`, which mean nothing then.
  ///
  /// - Throws: a `Diagnostic` where one of these two is not understood.
  public func typed(
    _ text: String, for field: String, kind: FieldKind? = nil
  ) throws(Diagnostic) -> TypedValue {
    if text.isEmpty { return TypedValue(text) }
    if field == "repeat" { return TypedValue(try rule(text), isText: true) }
    guard kind ?? FieldKind.ofBuiltIn(field) == .date else { return TypedValue(text) }
    if let time = FieldTime(text) { return TypedValue(spelling(of: time, as: text)) }
    let phrase = timeReader.read(text)
    guard field == "due" else { return TypedValue(phrase?.due ?? text) }
    guard let phrase else { throw Self.unknownTime(text) }
    guard phrase.rule == nil else {
      throw Diagnostic(
        .error, "time-repeats",
        "`\(TerminalText.line(text))` comes again; `repeat` says that, and `due` when it is first")
    }
    return TypedValue(phrase.due)
  }

  /// A day or a moment that was typed in numbers, as it is written: a moment by the user's clock, and what
  /// is whole already, with its offset, as it is.
  public func spelling(of time: FieldTime, as text: String) -> String {
    guard case .dateTime(let moment) = time, moment.offset == nil || text != time.description else {
      return time.description
    }
    return clock.dateTime(clock.instant(moment)).description
  }

  private func rule(_ text: String) throws(Diagnostic) -> String {
    if let rule = RepeatRule(text) { return "\(rule)" }
    if let said = ruleAndDue(text) {
      throw Diagnostic(
        .error, "repeat-says-due",
        "`\(TerminalText.line(text))` also says when it is due; say these two by themselves: "
          + "`repeat` is `\(said.rule)`, `due` is `\(said.due)`")
    }
    throw Diagnostic(
      .error, "repeat-unknown",
      "`\(TerminalText.line(text))` does not say how something comes again; "
        + "say it as in `every 2 weeks` or `every month on the 15th`")
  }

  /// What words say that are a rule and when it is due first, as in `every day at 9`; nil where they are
  /// anything else.
  public func ruleAndDue(_ text: String) -> (rule: String, due: String)? {
    guard let phrase = timeReader.read(text), let rule = phrase.rule, phrase.saysWhen else {
      return nil
    }
    return ("\(rule)", phrase.due)
  }

  /// What to say of a text that is no time.
  public static func unknownTime(_ text: String) -> Diagnostic {
    Diagnostic(
      .error, "time-unknown",
      "`\(TerminalText.line(text))` is no time that is understood; say it as in "
        + "`friday`, `next tue 5pm`, `in 3 weeks` or `2026-12-31`")
  }
}

// MARK: - Showing what was understood

extension Workspace {
  /// What words for a field were understood as, in a sentence; nil if they are that already.
  public func understanding(of text: String, for field: String) -> String? {
    guard let value = try? typed(text, for: field).text, value != text else { return nil }
    return "\(field): \(spelled(value))"
  }

  /// A time with its day and month in words; any other value as it is.
  public func spelled(_ value: String) -> String {
    FieldTime(value).map { $0.spelled(clock) } ?? value
  }
}

extension TimeReader {
  /// Reads times by a clock and the setting `dates.order`.
  public init(_ clock: LocalClock, _ settings: Settings) {
    let order = settings["dates.order"].flatMap { DateOrder(rawValue: $0.text) }
    self.init(clock: clock, order: order ?? .dayFirst)
  }
}

extension FieldTime {
  /// The day with its name, and the time where there is one, in the user's zone:
  /// `Tuesday, 24 November 2026, 17:00`.
  public func spelled(_ clock: LocalClock) -> String {
    let day = localDay(clock)
    let text = "\(day.weekdayName), \(day.day) \(day.monthName) \(day.year)"
    guard case .dateTime = self else { return text }
    let time = clock.dateTime(instant(clock))
    let (hour, minute) = (time.secondOfDay / 3600, time.secondOfDay / 60 % 60)
    return text + ", \(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }
}

extension FieldTime {
  /// The day, and the time where there is one, in the user's zone: `2026-11-24 17:00`.
  public func listed(_ clock: LocalClock) -> String {
    guard case .dateTime = self else { return "\(localDay(clock))" }
    let time = clock.dateTime(instant(clock))
    let (hour, minute) = (time.secondOfDay / 3600, time.secondOfDay / 60 % 60)
    return "\(time.date) \(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }
}
