public import CairnCapture
import CairnInsight
public import CairnNotebook
import CairnQuery
import CairnText

/// A request to complete, cancel or reopen actions, or to tick or clear checkboxes.
public struct SettleRequest: Sendable {
  /// The actions to change or, alternatively, the checkboxes in one file, each named by its line
  /// (`garden/beds.md:12`) or by its number (`x10e.2`).
  public var selection: SelectRequest
  /// Whether a selection without conditions, which contains all captures, is allowed.
  public var all: Bool
  /// The outcome to set.
  public var outcome: ActionOutcome

  /// Creates a request to set the outcome of the captures of `selection`.
  public init(_ selection: SelectRequest, all: Bool = false, as outcome: ActionOutcome) {
    self.selection = selection
    self.all = all
    self.outcome = outcome
  }
}

/// The actions or checkboxes to change, and the question to ask first.
public struct SettlePlan: Sendable {
  /// The request.
  public let request: SettleRequest
  /// The captures to change. Empty if nothing matches, or if all matching captures are already
  /// closed with a different outcome.
  public let captures: [Capture]
  /// Whether the selection matches any captures, even if ``captures`` is empty.
  public let hasMatches: Bool
  /// The line numbers, from 1, of the checkboxes to change in the only element of ``captures``.
  /// Empty if the request is for actions.
  let boxes: [Int]
  /// The question to ask first; nil if there is none.
  public let question: Confirmation?
}

/// The changes that were made or, in a dry run, would be made.
public struct SettleResult: Sendable {
  /// The changed files. New files of next actions come last.
  public let report: ChangeReport
  /// The next actions, which were created because a completed action repeats.
  public let next: [SettledActions.Next]
  /// The number of checkboxes that changed; nil if the request was for actions.
  public let boxes: Int?
}

// MARK: - Settling

extension Workspace {
  /// Selects the actions or checkboxes of a request.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if the request is invalid.
  public func plan(_ request: SettleRequest) throws -> SettlePlan {
    let words = request.selection.words
    let boxes = try words.compactMap { try BoxName($0) ?? numberedBox($0) }
    guard boxes.isEmpty else {
      guard boxes.count == words.count, request.selection.paths == nil else {
        throw Refusal(
          "boxes-and-captures",
          "name checkboxes (FILE:LINE or ID.NUMBER) or captures, not both",
          .invalid)
      }
      let capture = try capture(with: boxes, request.outcome)
      return SettlePlan(
        request: request, captures: [capture], hasMatches: true, boxes: boxes.map(\.line),
        question: nil)
    }
    guard !request.selection.isEmpty || request.all else {
      throw Refusal(
        "query-missing",
        "no action given; pass an action, or a checkbox as FILE:LINE (see `cairn actions`)",
        .invalid)
    }
    let selection = try selectToWrite(
      request.selection, all: request.all, isMeant: request.outcome.settles)
    var captures = selection.captures
    var question: Confirmation?
    if selection.means != .names || selection.doubt != nil {
      captures = actions(among: captures, request.outcome)
      let end = request.outcome == .done ? " as done" : ""
      question = self.question(request.outcome.verb, selection, captures, end: end)
    } else {
      announce(captures)
    }
    return SettlePlan(
      request: request, captures: captures, hasMatches: !selection.captures.isEmpty, boxes: [],
      question: question)
  }

  /// Carries out a plan.
  ///
  /// Throws `FileError` if nothing could be written.
  public func apply(_ plan: SettlePlan, _ mode: Mode) throws -> SettleResult {
    let outcome = plan.request.outcome
    if let capture = plan.captures.first, !plan.boxes.isEmpty {
      let isDone = outcome == .done
      let lines = Set(plan.boxes)
      let count = capture.tasks.count { lines.contains($0.line) && $0.isDone != isDone }
      let report = try notebook.tick(plan.boxes, of: capture, isDone: isDone, mode)
      return SettleResult(report: report, next: [], boxes: count)
    }
    let asked = AskedCaptures(
      plan.captures, hasAsked: plan.question != nil && mode == .write, self)
    var settled = try notebook.settle(
      asked.captures, as: outcome, mode, using: &ids, naming: { self.word(for: $0) })
    settled.report.refused += asked.refused
    return SettleResult(report: settled.report, next: settled.next, boxes: nil)
  }

  /// Returns the actions among the found captures; all captures if none is an action. If `outcome`
  /// closes actions, leaves out those that are closed with another outcome.
  private func actions(among found: [Capture], _ outcome: ActionOutcome) -> [Capture] {
    let actions = found.filter(\.isAction)
    guard !actions.isEmpty else { return found }
    let others = found.count - actions.count
    if others > 0 {
      let end = others == 1 ? "is not an action" : "are not actions"
      note("Skipped \(others.of("capture")) that \(end).")
    }
    guard outcome.isFinished else { return actions }
    let open = actions.filter { !$0.outcome.isFinished || $0.outcome == outcome }
    let settled = actions.count - open.count
    if settled > 0 {
      let word = outcome == .done ? "cancelled" : "done"
      note(
        "Skipped \(settled.of("action")) that \(settled == 1 ? "is" : "are") already \(word); "
          + "to change one, pass its id.")
    }
    return open
  }
}

extension ActionOutcome {
  /// Returns whether a capture is an action that this outcome closes or reopens: an open action, or
  /// a closed one if the outcome is `open`.
  public func settles(_ capture: Capture) -> Bool {
    capture.isAction && capture.outcome.isFinished != isFinished
  }

  /// The verb at the beginning of the question that asks whether to set this outcome.
  fileprivate var verb: String {
    switch self {
    case .open: "Reopen"
    case .done: "Mark"
    case .cancelled: "Cancel"
    }
  }
}

// MARK: - Deferring

/// A request to change the due time of an action.
public struct DeferRequest: Sendable {
  /// The handle of the action.
  public var capture: String
  /// The new time in plain words, or `someday` to remove the field `due`.
  public var time: String

  /// Creates a request to change the due time of an action.
  public init(_ capture: String, to time: String) {
    self.capture = capture
    self.time = time
  }
}

extension Workspace {
  /// Changes or removes the due time of an action. Refuses a capture that is not an action. Leaves
  /// an action unchanged if it is done or cancelled.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if the request is invalid.
  public func postpone(_ typed: DeferRequest, _ mode: Mode) throws -> ChangeReport {
    let request = try withWholeTitle(typed)
    guard BoxName(request.capture) == nil else {
      throw Refusal(
        "box-deferred",
        "a checkbox has no due date; run `cairn done \(request.capture.quotedForShell)` to tick it, or "
          + "`cairn add` to add its text as an action",
        .invalid)
    }
    let change: FieldChange
    var due: FieldTime?
    if request.time.lowercased() == "someday" {
      change = .unset("due")
    } else {
      guard !request.time.isEmpty else { throw unknownTime(request.time) }
      let value = try self.typed(request.time, for: "due")
      change = .set("due", try value.value(for: "due", existing: nil, schema: nil))
      due = FieldTime(value.text)
    }
    let (capture, _) = try captureToWrite(
      named: request.capture, isMeant: ActionOutcome.done.settles)
    if let report = reasonNotToDefer(capture) { return report }
    let report = try notebook.change([capture], mode) { capture throws(Diagnostic) in
      try notebook.applying([change], to: capture)
    }
    guard report.refused.isEmpty else { return report }
    if let text = understanding(of: request.time, for: "due") { note(text) }
    if let due, isPast(due) {
      tell(Diagnostic(.warning, "due-past", "\(due.dated(clock)) is in the past"))
    }
    return report
  }
}

extension Workspace {
  /// Returns nil if a capture is an open action. Otherwise, returns a report that says why the
  /// capture cannot be deferred.
  private func reasonNotToDefer(_ capture: Capture) -> ChangeReport? {
    var report = ChangeReport()
    let word = self.word(for: capture.path)
    if !capture.isAction {
      let reason = Diagnostic.notAnAction(capture, word)
      report.refused = [
        Diagnostic(
          .error, reason.code,
          "\(reason.message), or `cairn set \(word) due=DATE` to set the date anyway"
        ).at(capture.path)
      ]
    } else if capture.outcome.isFinished {
      report.unchanged = [capture.path]
      let outcome = capture.outcome.rawValue
      note("Already \(outcome); unchanged. To reopen it, run `cairn reopen \(word)`.")
    } else {
      return nil
    }
    return report
  }

  /// Corrects a request whose title was typed without quotes: `defer Pay the board in two weeks`
  /// passes the title `Pay` and the time `the board in two weeks`. Moves words from the start of
  /// the time to the title, so that the time is only `in two weeks`. Returns the request unchanged
  /// if it needs no correction.
  ///
  /// Throws a ``Refusal`` if the words cannot be divided into the title of a capture and a time.
  private func withWholeTitle(_ request: DeferRequest) throws -> DeferRequest {
    let words = request.time.split(separator: " ")
    func isTime(_ text: String) -> Bool {
      text.lowercased() == "someday" || timeReader.read(text) != nil
    }
    guard words.count > 1, !isTime(request.time) else { return request }
    for count in (1..<words.count).reversed() {
      let title = ([request.capture[...]] + words.prefix(count)).joined(separator: " ")
      let time = words.dropFirst(count).joined(separator: " ")
      if isTime(time), try capture(isCalled: title) { return DeferRequest(title, to: time) }
    }
    var failure = Refusal("time-unknown", unknownTime(request.time).message, .invalid)
    if try !capture(isCalled: request.capture) {
      failure.hint = "To name a capture by a title of several words, put the title in quotes."
    }
    throw failure
  }

  private func capture(isCalled title: String) throws(Refusal) -> Bool {
    try !NamedCaptures(self, lastCatalog).entries(withHandle: title).isEmpty
  }

  /// Returns whether a day is over, or a moment has passed.
  private func isPast(_ time: FieldTime) -> Bool {
    if case .dateTime = time { return time.instant(clock) < clock.now }
    return time.localDay(clock) < clock.today
  }
}

// MARK: - Boxes

/// The checkbox of a task, as typed: `garden/beds.md:12`.
struct BoxName {
  /// The path, as typed.
  let path: String
  /// The number of the line, from 1.
  let line: Int

  init(path: String, line: Int) { (self.path, self.line) = (path, line) }

  /// Parses a word of the form `FILE:LINE`; returns nil for any other word.
  init?(_ word: String) {
    guard let colon = word.lastIndex(of: ":"), Selector.isPath(String(word[..<colon])),
      case let digits = word[word.index(after: colon)...], digits.utf8.count < 10,
      !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let line = Int(digits)
    else { return nil }
    path = String(word[..<colon])
    self.line = line
  }
}

extension Workspace {
  /// Returns the capture that contains the checkboxes, which must all be in one file.
  private func capture(with boxes: [BoxName], _ outcome: ActionOutcome) throws -> Capture {
    guard outcome != .cancelled else {
      throw Refusal(
        "box-cancelled",
        "a checkbox cannot be cancelled; run `cairn done` or `cairn reopen` to tick or clear it",
        .invalid)
    }
    guard Set(boxes.map(\.path)).count == 1, let path = boxes.first?.path else {
      throw Refusal(
        "boxes-of-several", "the checkboxes are in several files; name checkboxes in one file only",
        .invalid)
    }
    let catalog = catalog()
    let named = NamedCaptures(self, catalog)
    try named.refuseAmbiguous(path.utf8)
    guard let place = named.path(Array(path.utf8)),
      let capture = catalog.entry(at: place).flatMap({ catalog.capture($0) })
    else {
      throw named.hidden(Array(path.utf8))
        ?? Refusal("path-unknown", "no capture has the path `\(path)`", .nothingFound)
    }
    return capture
  }
}

extension ActionOutcome {
  /// The word to show after the outcome was set: `Reopened`, `Done` or `Cancelled`.
  public var participle: String {
    switch self {
    case .open: "Reopened"
    case .done: "Done"
    case .cancelled: "Cancelled"
    }
  }
}
