public import CairnCapture
import CairnDocument
import CairnFiles
import CairnInsight
import CairnMarkup
public import CairnText

/// The result of changing the status of one or more actions.
public struct SettledActions: Sendable {
  /// A new action, created because a repeating action was marked as done.
  public struct Next: Sendable {
    /// The id of the new action.
    public let id: String
    /// The path of the new action's file.
    public let path: NotePath
    /// The time at which the new action is due.
    public let due: FieldTime
  }

  /// The changed files, followed by the files of the new actions.
  public var report: ChangeReport
  /// The actions created because a repeating action was marked as done.
  public var next: [Next] = []
}

extension Notebook {
  /// Marks actions as done, cancelled or open in one operation. If one action cannot be changed,
  /// the others are still changed.
  ///
  /// Sets the field `completed` of done and cancelled actions to the current time, and removes it
  /// from open ones. Actions that already have the status are unchanged.
  ///
  /// If an action repeats, marking it as done creates the next action in the same folder: a copy
  /// with a new id and new times, without ticked boxes. The field `repeat` moves to the next
  /// action, which is written first, so that an interruption cannot lose the field.
  ///
  /// - Parameter word: A callback that returns the name of the capture at a path, as the user can
  ///   type it in a command. Used in messages.
  /// - Throws: `FileError` if the notebook cannot be locked or a new capture cannot be written; in
  ///   that case, nothing is changed. Errors of single actions are in the report.
  public func settle(
    _ captures: [Capture], as outcome: ActionOutcome, _ mode: Mode = .write,
    using generator: inout some RandomNumberGenerator,
    naming word: @escaping (NotePath) -> String = { "\($0)" }
  ) throws -> SettledActions {
    let edit = { (capture: Capture) throws(Diagnostic) -> Document in
      try settled(capture, as: outcome, naming: word).document
    }
    guard mode == .write else {
      let next = try makeNext(of: captures, outcome, using: &generator) { _, _ in }
      return SettledActions(try change(captures, .dryRun, edit), next)
    }
    return try state.transaction(at: clock.now) { transaction in
      var made: [NewAction] = []
      do {
        made = try makeNext(of: captures, outcome, using: &generator) { path, bytes in
          try transaction.create(path, bytes)
          made.append(NewAction(path: path, bytes: bytes))
        }
        let settled = SettledActions(try change(captures, in: transaction, edit), made)
        let kept = Set(settled.next.map(\.path))
        for action in made where !kept.contains(action.path) {
          try transaction.withdraw(action.path, action.bytes)
        }
        return settled
      } catch {
        for action in made { try? transaction.withdraw(action.path, action.bytes) }
        throw error
      }
    }
  }

  /// Creates the next action of each repeating action in `captures`, and returns the new actions.
  /// `create` gets the path and the bytes of each new action. If a path is taken, tries up to 16
  /// other ids. The first id depends only on the action and the days, so that two machines on which
  /// the same action is done on the same day create the same next action, and git can merge it.
  private func makeNext(
    of captures: [Capture], _ outcome: ActionOutcome,
    using generator: inout some RandomNumberGenerator,
    _ create: (NotePath, [UInt8]) throws -> Void
  ) throws -> [NewAction] {
    var made: [NewAction] = []
    for capture in captures {
      // Skip errors here: they are reported when the capture itself is changed.
      guard let next = (try? settled(capture, as: outcome))?.next else { continue }
      var attempts = 0
      while true {
        let shared = attempts > 0 ? nil : capture.id.map { next.id(after: $0, on: clock.today) }
        let id = shared ?? CaptureID(using: &generator)
        let document = try next.document.applying([.set("id", .text(id.text))])
        let path = try newPath(
          for: document, id.text, in: capture.collection, attempts: attempts, isPerson: false)
        do {
          try create(path, document.bytes)
        } catch let error as FileError where error.code == .exists && attempts < 16 {
          attempts += 1
          continue
        }
        made.append(
          NewAction(
            path: path, bytes: document.bytes, id: id.text, due: next.due, last: capture.path))
        break
      }
    }
    return made
  }
}

/// A new action that repeats a done action, and is not in the report yet.
private struct NewAction {
  let path: NotePath
  let bytes: [UInt8]
  var id = ""
  var due: FieldTime?
  /// The path of the done action that this action repeats; nil if unknown.
  var last: NotePath?
}

extension SettledActions {
  /// Creates the result from a report and the new actions. Leaves out a new action if the action
  /// that it repeats was not changed.
  fileprivate init(_ report: ChangeReport, _ made: [NewAction]) {
    let changed = Set(report.changed.map(\.path))
    self.report = report
    for action in made {
      guard let last = action.last, changed.contains(last), let due = action.due else { continue }
      self.report.changed.append(
        ChangeReport.Changed(id: action.id, path: action.path, after: action.bytes))
      next.append(Next(id: action.id, path: action.path, due: due))
    }
  }
}

// MARK: - One action

/// The action that follows a repeating action. The new action has no id yet.
private struct NextAction {
  let document: Document
  let due: FieldTime

  /// Returns an id that is the same on every machine.
  ///
  /// - Parameters:
  ///   - last: The id of the done action.
  ///   - day: The day on which that action is done.
  func id(after last: String, on day: CalendarDate) -> CaptureID {
    var numbers = SplitMix(seed: Checksum.of(Array("\(last) \(day) \(due)".utf8)))
    return CaptureID(using: &numbers)
  }
}

extension Notebook {
  /// Returns the document of a capture with its status set to `outcome`, and the next action if a
  /// repeating capture is marked as done. Throws a `Diagnostic` if the capture is not an action, or
  /// if its field `repeat` is invalid.
  ///
  /// - Parameter word: Returns the name of the capture at a path, as the user can type it in a
  ///   command. Used in messages.
  private func settled(
    _ capture: Capture, as outcome: ActionOutcome, naming word: (NotePath) -> String = { "\($0)" }
  ) throws(Diagnostic) -> (document: Document, next: NextAction?) {
    guard capture.isAction else { throw .notAnAction(capture, word(capture.path)) }
    if capture.outcome == outcome { return (capture.document, nil) }
    var changes: [FieldChange] = [.set("status", .text(outcome.rawValue))]
    if outcome == .open {
      if capture.document["completed"] != nil { changes.append(.unset("completed")) }
      return (try applying(changes, to: capture), nil)
    }
    changes.append(.set("completed", .literal(clock.timestamp)))
    guard outcome == .done, let rule = try capture.repeatRule(word) else {
      return (try applying(changes, to: capture), nil)
    }
    let next = try nextAction(capture, rule)
    return (try applying(changes + [.unset("repeat")], to: capture), next)
  }

  private func nextAction(_ capture: Capture, _ rule: RepeatRule) throws(Diagnostic) -> NextAction {
    let last = capture.due
    let lastDay = last?.localDay(clock)
    let kept = lastDay.map { rule.keeping($0) } ?? rule
    let day = kept.next(due: lastDay, done: clock.today)
    guard day > clock.today, rule.start == .completion || lastDay.map({ day > $0 }) ?? true else {
      throw Diagnostic(
        .error, "repeat-over", "`repeat` has no later date: the calendar ends on \(day)")
    }
    var due = FieldTime.date(day)
    if case .dateTime(let time)? = last { due = .dateTime(clock.sameTime(as: time, on: day)) }
    var changes: [FieldChange] = [.set("due", .literal(due.description))]
    if "\(kept)" != capture.text("repeat") { changes.append(.set("repeat", .text("\(kept)"))) }
    if capture.status != nil { changes.append(.set("status", .text("open"))) }
    if capture.document["completed"] != nil { changes.append(.unset("completed")) }
    changes.append(.set("created", .literal(clock.timestamp)))
    // The next action's file gets another name. If the title came only from the old file name,
    // write it to the field `title`.
    if capture.isCalledAsItsFile { changes.append(.set("title", .text(capture.title))) }
    let document = try capture.document.withEmptyBoxes().applying(changes)
    return NextAction(document: document, due: due)
  }
}

extension Capture {
  /// Whether the capture counts as an action: its type is `action`, or it has a status.
  public var isAction: Bool { hasType("action") || status != nil }
}

extension Capture {
  /// Returns the rule in the field `repeat`; nil if the field is missing or empty.
  ///
  /// - Parameter word: Returns the name of the capture at a path, as the user can type it in a
  ///   command. Used in messages.
  /// - Throws: A `Diagnostic` if the field `repeat` is invalid.
  fileprivate func repeatRule(_ word: (NotePath) -> String) throws(Diagnostic) -> RepeatRule? {
    guard let value = self["repeat"], value != .null, value != .string("") else { return nil }
    if let text = value.text, let rule = RepeatRule(text) { return rule }
    let found = value.text.map { "`\(TerminalText.line($0))`" } ?? "the value"
    throw Diagnostic(
      .error, "repeat-unknown",
      "repeat: \(found) is not a repeat rule; write it as in `every 2 weeks` (a time of day "
        + "belongs in `due`), or run `cairn unset repeat \(word(path))`")
  }
}

extension Diagnostic {
  /// Returns the error for a capture that is not an action. `word` is the name of the capture, as
  /// the user can type it in a command.
  public static func notAnAction(_ capture: Capture, _ word: String) -> Diagnostic {
    let found = capture.type.map { "the type `\($0)` and no status" } ?? "no type and no status"
    return Diagnostic(
      .error, "not-an-action",
      "not an action: it has \(TerminalText.line(found)); run "
        + "`cairn type \(word) action` to make it one")
  }
}

extension LocalClock {
  /// Returns the time on `day` with the same time of day as `last`, even if the clocks change in
  /// between. If the clocks skip that time on `day`, the result keeps the earlier UTC offset:
  /// `02:30+01:00`, the same instant as `03:30+02:00`. The next repetition is due at 02:30 again.
  fileprivate func sameTime(as last: DateTime, on day: CalendarDate) -> DateTime {
    let moment = instant(last)
    let asWritten = DateTime(date: last.date, secondOfDay: last.secondOfDay)
    let isOwn = last.secondOfDay < 86_400 && instant(asWritten).seconds == moment.seconds
    let time = isOwn ? last.secondOfDay : dateTime(moment).secondOfDay
    let local = DateTime(date: day, secondOfDay: time)
    let found = instant(local)
    return DateTime(
      date: day, secondOfDay: time, offset: day.daysSinceEpoch * 86_400 + time - found.seconds)
  }
}

extension Document {
  /// Returns this document with the checkboxes of all tasks in its body unticked.
  fileprivate func withEmptyBoxes() -> Document {
    var bytes = bytes
    for task in Markup(bytes, body: body).tasks where task.isDone {
      bytes.replaceSubrange(task.markRange, with: [UInt8(ascii: " ")])
    }
    return Document(bytes)
  }
}
