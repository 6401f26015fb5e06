public import CairnCapture
public import CairnNotebook
import CairnQuery
import CairnText

/// Which actions to mark as done, cancelled or open again, or which boxes to tick.
public struct SettleRequest: Sendable {
  /// The actions, also by the beginnings of ids and by titles; or boxes of one file: `garden/beds.md:12`.
  public var selection: SelectRequest
  /// Whether all captures may be chosen.
  public var all: Bool
  /// What they become.
  public var outcome: ActionOutcome

  /// A request to give what `selection` chooses this outcome.
  public init(_ selection: SelectRequest, all: Bool = false, as outcome: ActionOutcome) {
    self.selection = selection
    self.all = all
    self.outcome = outcome
  }
}

/// What settling would do, and the question to ask before.
public struct SettlePlan: Sendable {
  /// What was asked for.
  public let request: SettleRequest
  /// The captures; none if nothing matches, or if all that matches is settled in another way.
  public let captures: [Capture]
  /// Whether anything matches.
  public let hasMatches: Bool
  /// The lines of the boxes to tick or clear in the one capture; none if actions are settled.
  let boxes: [Int]
  /// What to ask; nil if nothing is in doubt.
  public let question: Confirmation?
}

/// What settling did, or in a dry run would do.
public struct SettleResult: Sendable {
  /// The files; those of next actions come last.
  public let report: ChangeReport
  /// The actions that come next, because those that are done come again.
  public let next: [SettledActions.Next]
  /// How many boxes were ticked or cleared; nil if actions were settled.
  public let boxes: Int?
}

// MARK: - Settling

extension Workspace {
  /// Chooses the actions or boxes of a request.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if the request is invalid.
  public func plan(_ request: SettleRequest) throws -> SettlePlan {
    let words = request.selection.words
    let boxes = words.compactMap(BoxName.init)
    guard boxes.isEmpty else {
      guard boxes.count == words.count, request.selection.paths == nil else {
        throw Refusal(
          "boxes-and-captures", "boxes (FILE:LINE) and captures cannot be named in one command",
          .invalid)
      }
      let capture = try capture(with: boxes, request.outcome)
      return SettlePlan(
        request: request, captures: [capture], hasMatches: true, boxes: boxes.map(\.line),
        question: nil)
    }
    guard !request.selection.isEmpty || request.all else {
      throw Refusal(
        "query-missing", "say which actions, or which box as FILE:LINE; `cairn actions` lists them",
        .invalid)
    }
    let selection = try selectToWrite(request.selection, all: request.all, takesTitles: true)
    var captures = selection.captures
    var question: Confirmation?
    if selection.means != .names, !captures.isEmpty {
      captures = actions(among: captures, request.outcome)
      let end = request.outcome == .done ? " as done" : ""
      question = self.question(
        request.outcome.verb, captures, by: selection.means, end: end)
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
    let settled = try notebook.settle(plan.captures, as: outcome, mode, using: &ids)
    return SettleResult(report: settled.report, next: settled.next, boxes: nil)
  }

  /// The actions among what a query found, without those that are settled in another way; all of it if
  /// none is an action.
  private func actions(among found: [Capture], _ outcome: ActionOutcome) -> [Capture] {
    let actions = found.filter(\.isAction)
    guard !actions.isEmpty else { return found }
    let others = found.count - actions.count
    if others > 0 {
      note("\(others.of("capture")) that \(others == 1 ? "is" : "are") no action: left alone.")
    }
    guard outcome.isFinished else { return actions }
    let open = actions.filter { !$0.outcome.isFinished || $0.outcome == outcome }
    let settled = actions.count - open.count
    if settled > 0 {
      let word = outcome == .done ? "cancelled" : "done"
      note(
        "\(settled.of("action")) that \(settled == 1 ? "is" : "are") \(word): left alone; "
          + "name one to change it.")
    }
    return open
  }
}

extension ActionOutcome {
  /// What settling does, as a question begins.
  fileprivate var verb: String {
    switch self {
    case .open: "Reopen"
    case .done: "Mark"
    case .cancelled: "Cancel"
    }
  }
}

// MARK: - Deferring

/// When an action is to be due instead.
public struct DeferRequest: Sendable {
  /// The action: its id, the beginning of that, its path or title.
  public var capture: String
  /// The time in words; `someday` removes the due day.
  public var time: String

  /// A request to make an action due at another time.
  public init(_ capture: String, to time: String) {
    self.capture = capture
    self.time = time
  }
}

extension Workspace {
  /// Makes an action due at another time, or at none.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if the request is invalid.
  public func postpone(_ request: DeferRequest, _ mode: Mode) throws -> ChangeReport {
    guard BoxName(request.capture) == nil else {
      throw Refusal(
        "box-deferred",
        "a box has no due day; `cairn done` ticks it, and `cairn add` makes an action of its words",
        .invalid)
    }
    let change: FieldChange
    if request.time.lowercased() == "someday" {
      change = .unset("due")
    } else {
      guard !request.time.isEmpty else { throw Self.unknownTime(request.time) }
      let value = try typed(request.time, for: "due")
      change = .set("due", try value.value(for: "due", existing: nil, schema: nil))
    }
    let (capture, _) = try capture(named: request.capture)
    let report = try notebook.change([capture], mode) { capture throws(Diagnostic) in
      try notebook.applying([change], to: capture)
    }
    guard report.refused.isEmpty else { return report }
    if let text = understanding(of: request.time, for: "due") { note(text) }
    if !capture.isAction {
      let id = capture.id ?? "\(capture.path)"
      note("It is no action, and stays none; `cairn type \(id) action` makes it one.")
    } else if capture.outcome.isFinished {
      note("It is \(capture.outcome.rawValue) already; `cairn reopen` makes it open again.")
    }
    return report
  }
}

// MARK: - Boxes

/// The box of a task, as a person names it: `garden/beds.md:12`.
private struct BoxName {
  let path: String
  let line: Int

  /// Reads `FILE:LINE`; nil if it is something else.
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
  /// The one capture that boxes are in.
  private func capture(with boxes: [BoxName], _ outcome: ActionOutcome) throws -> Capture {
    guard outcome != .cancelled else {
      throw Refusal(
        "box-cancelled", "a box is ticked or not; `cairn done` and `cairn reopen` change it",
        .invalid)
    }
    guard Set(boxes.map(\.path)).count == 1, let path = boxes.first?.path else {
      throw Refusal("boxes-of-several", "name the boxes of one file at a time", .invalid)
    }
    let catalog = catalog()
    let named = NamedCaptures(self, catalog)
    if let (near, far) = named.ambiguous(path) {
      throw Refusal(
        "path-ambiguous",
        "`\(path)` is `\(near)` from this folder and `\(far)` from the notebook's; name it from here "
          + "with `./` or `../`", .invalid)
    }
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
  /// What was done to an action.
  public var participle: String {
    switch self {
    case .open: "Reopened"
    case .done: "Done"
    case .cancelled: "Cancelled"
    }
  }
}
