public import CairnCapture
import CairnDocument
import CairnFiles
import CairnInsight
public import CairnNotebook
import CairnQuery
public import CairnText

/// The note of a day: its path, and its capture if the note exists.
public struct DailyNote: Sendable {
  /// The day that the note is about.
  public let day: CalendarDate
  /// The path of the note, according to the setting `daily.path`. If the setting has its default
  /// value and the notebook has a folder whose name differs only in case, that folder is used.
  public let path: NotePath
  /// The note; nil if it does not exist yet.
  public let capture: Capture?
}

/// The result of creating the note of a day.
public struct DailyResult: Sendable {
  /// The note. In a dry run, ``DailyNote/capture`` is nil if the note does not exist yet.
  public let note: DailyNote
  /// The change that created the note; empty if the note existed already.
  public let report: ChangeReport
}

// MARK: - Finding

extension Workspace {
  /// Returns the note of the day that `text` names in plain words; nil means today. A weekday
  /// alone, or a date without a year, means the most recent matching day. A word such as `tomorrow`
  /// can name a future day.
  ///
  /// Throws a ``Refusal`` if the text is not a single day, or `FileError` if the note cannot be
  /// read.
  public func dailyNote(on text: String? = nil) throws -> DailyNote {
    try dailyNote(of: try text.map(day) ?? clock.today)
  }

  /// Returns the note of the day that a handle names in plain words, such as `yesterday`. Nil if a
  /// capture has this name, or if the handle is a row or not a day.
  func dailyNote(named handle: String) throws -> DailyNote? {
    guard ShownRow.number(handle) == nil, catalog().entries(withHandle: handle).isEmpty,
      let day = try? day(handle)
    else { return nil }
    return try dailyNote(of: day)
  }

  private func dailyNote(of day: CalendarDate) throws -> DailyNote {
    let setting = notebook.settings["daily.path"]
    guard let setting, var path = DayPattern(setting.text)?.path(of: day) else {
      throw Refusal(
        "daily-path", "the setting `daily.path` is not a valid path for daily notes")
    }
    // A notebook may already have a folder whose name differs only in case, such as `Daily`.
    if setting.origin == .default, let folder = try notebook.store.folder(like: path.parent) {
      path = folder.appending(path.nameBytes) ?? path
    }
    let isThere = try notebook.store.kind(path) != nil
    return DailyNote(
      day: day, path: path, capture: isThere ? try notebook.capture(at: path) : nil)
  }

  /// Returns the day that a person typed.
  private func day(_ text: String) throws(Refusal) -> CalendarDate {
    if let time = FieldTime(text) { return time.localDay(clock) }
    if let phrase = pastReader.read(text), phrase.rule == nil,
      phrase.days.lowerBound == phrase.days.upperBound
    {
      return phrase.days.lowerBound
    }
    if let days = DateExpression(text, dateLanguage)?.pastDays(by: clock), days.first == days.last {
      return days.first
    }
    throw Refusal(
      "date-unknown",
      "`\(TerminalText.line(text))` is not a day; write it as 2026-11-20, yesterday or last friday",
      .invalid)
  }
}

// MARK: - Creating

extension Workspace {
  /// Creates the note of a day from the template that the setting `daily.template` names, unless
  /// the note exists.
  ///
  /// Throws a ``Refusal`` if there is no such template, or an error of `Notebook.add`.
  public func create(_ note: DailyNote, _ mode: Mode = .write) throws -> DailyResult {
    guard note.capture == nil else { return DailyResult(note: note, report: ChangeReport()) }
    let report = try add(note, inserting: nil, mode)
    return DailyResult(
      note: mode == .write ? try dailyNote(of: note.day) : note, report: report)
  }

  /// Writes the note of a day with text inserted in it. The note must not exist yet.
  func add(
    _ note: DailyNote, inserting insertion: BodyInsertion?, _ mode: Mode
  ) throws -> ChangeReport {
    try notebook.add(
      try newCapture(of: note), at: note.path, inserting: insertion, mode, using: &ids)
  }

  /// Returns the capture to write as the note of a day. Its template is filled in as if that day
  /// were today.
  private func newCapture(of note: DailyNote) throws -> NewCapture {
    // In a template of Obsidian, `{{title}}` is the name of the file.
    let isObsidian = notebook.settings["daily.template"]?.origin == .obsidian
    let title = isObsidian ? note.path.stem : spelled(note.day.description)
    var new = NewCapture(text: "")
    new.fields = [("title", TypedValue(title, isText: true))]
    new.collection = note.path.parent
    let source = try dailyTemplate()
    let isToday = note.day == clock.today
    let now = isToday ? clock.now : clock.start(of: note.day)
    let template = CaptureTemplate(source)
    let filled = CaptureTemplate(template.withoutHints(source))
      .filled(with: new, at: LocalClock(now: now, offset: clock.offset))
    new.text = filled
    // Fields that the template leaves empty are left out.
    new.wasOffered = true
    // A template with a title or with text determines the title of the note.
    let document = Document(Array(filled.utf8))
    let body = String(decoding: document.bytes[document.body], as: UTF8.self)
    if document["title"]?.text != nil || !body.isBlank { new.fields = [] }
    if !isToday { new.fields.append(("created", TypedValue(note.day.description))) }
    return new
  }

  private func dailyTemplate() throws(Refusal) -> String {
    let name = notebook.settings["daily.template"]?.text ?? "daily"
    if let text = templates.captureTemplate(name) { return text }
    throw Refusal(
      "template-unknown",
      "the setting `daily.template` names the template `\(name)`, which does not exist; run "
        + "`cairn template new capture/\(name) --from daily` to create it")
  }
}
