import CairnCapture
import CairnNotebook
import CairnQuery
import CairnText

extension Session {
  /// Marks the actions that arguments choose as done, cancelled or open again, or the boxes that they
  /// name as `FILE:LINE`, and says what was done.
  func settle(
    _ query: QueryArguments, all: Bool, as outcome: ActionOutcome, _ write: WriteOptions
  ) throws {
    let mode: Mode = write.dryRun ? .dryRun : .write
    let boxes = query.words.compactMap(BoxName.init)
    if !boxes.isEmpty {
      guard boxes.count == query.words.count, query.pathsFrom == nil else {
        throw Failure(
          "boxes-and-captures", "boxes (FILE:LINE) and captures cannot be named in one command",
          status: .usage)
      }
      return try tick(boxes, outcome, mode)
    }
    guard !query.isEmpty || all else {
      throw Failure(
        "query-missing", "say which actions, or which box as FILE:LINE; `cairn actions` lists them",
        status: .usage)
    }
    let chosen = try chooseToWrite(query, all: all, takesTitles: true)
    var captures = try some(chosen)
    if chosen.means != .names {
      captures = actions(among: captures, outcome)
      let end = outcome == .done ? " as done" : ""
      try confirmIfUnsure(captures, outcome.verb, end: end, by: chosen.means, write)
    }
    let settled = try notebook.settle(captures, as: outcome, mode, using: &chance)
    show(settled, outcome, mode)
    if !settled.report.refused.isEmpty { throw ExitStatus.failure.code }
  }

  /// Makes an action due at another time, or at none.
  func postpone(_ name: String, to words: String, _ write: WriteOptions) throws {
    let mode: Mode = write.dryRun ? .dryRun : .write
    guard BoxName(name) == nil else {
      throw Failure(
        "box-deferred",
        "a box has no due day; `cairn done` ticks it, and `cairn add` makes an action of its words",
        status: .usage)
    }
    let change: FieldChange
    if words.lowercased() == "someday" {
      change = .unset("due")
    } else {
      guard !words.isEmpty else { throw Self.unknownTime(words) }
      let value = try typed(words, for: "due")
      change = .set("due", try value.value(for: "due", existing: nil, schema: nil))
    }
    let (capture, _) = try chooseOne(name)
    let report = try notebook.change([capture], mode) { capture throws(Diagnostic) in
      try notebook.applying([change], to: capture)
    }
    if report.refused.isEmpty { sayUnderstood(words, for: "due") }
    if !capture.isAction, report.refused.isEmpty {
      let id = capture.id ?? "\(capture.path)"
      let advice = "It is no action, and stays none; `cairn type \(id) action` makes it one."
      say(TerminalText.line(advice))
    } else if capture.outcome.isFinished, report.refused.isEmpty {
      say("It is \(capture.outcome.rawValue) already; `cairn reopen` makes it open again.")
    }
    try finish(report, mode)
  }

  /// The actions among what a query found: of those, what is settled in another way is skipped. All of
  /// it where none is an action.
  private func actions(among found: [Capture], _ outcome: ActionOutcome) -> [Capture] {
    let actions = found.filter(\.isAction)
    guard !actions.isEmpty else { return found }
    let others = found.count - actions.count
    if others > 0 {
      say("\(others.of("capture")) that \(others == 1 ? "is" : "are") no action: left alone.")
    }
    guard outcome.isFinished else { return actions }
    let open = actions.filter { !$0.outcome.isFinished || $0.outcome == outcome }
    let settled = actions.count - open.count
    if settled > 0 {
      let word = outcome == .done ? "cancelled" : "done"
      say(
        "\(settled.of("action")) that \(settled == 1 ? "is" : "are") \(word): left alone; "
          + "name one to change it.")
    }
    return open
  }

  /// Says what was done, and which actions come next.
  private func show(_ settled: SettledActions, _ outcome: ActionOutcome, _ mode: Mode) {
    if options.json || mode == .dryRun { return show(settled.report, mode) }
    var report = settled.report
    report.changed.removeLast(settled.next.count)
    show(report, mode, verb: outcome.participle)
    for next in settled.next {
      let path = TerminalText.escaped(next.path.description)
      console.line("Next \(next.id)  \(path)  due \(next.due.spelled(clock))")
    }
  }
}

// MARK: - Boxes

/// The box of a task, as a command names it: `garden/beds.md:12`.
private struct BoxName {
  let path: String
  let line: Int

  /// Reads `FILE:LINE`; nil where it is something else.
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

extension Session {
  private func tick(_ boxes: [BoxName], _ outcome: ActionOutcome, _ mode: Mode) throws {
    guard outcome != .cancelled else {
      throw Failure(
        "box-cancelled", "a box is ticked or not; `cairn done` and `cairn reopen` change it",
        status: .usage)
    }
    guard Set(boxes.map(\.path)).count == 1, let path = boxes.first?.path else {
      throw Failure("boxes-of-several", "name the boxes of one file at a time", status: .usage)
    }
    let catalog = catalog()
    let named = NamedCaptures(self, catalog)
    if let (near, far) = named.ambiguous(path) {
      throw Failure(
        "path-ambiguous",
        "`\(path)` is `\(near)` from this folder and `\(far)` from the notebook's; name it from here "
          + "with `./` or `../`",
        status: .usage)
    }
    guard let place = named.path(Array(path.utf8)),
      let capture = catalog.entry(at: place).flatMap({ catalog.capture($0) })
    else {
      throw Failure("path-unknown", "no capture has the path `\(path)`", status: .nothingFound)
    }
    let isDone = outcome == .done
    let report = try notebook.tick(boxes.map(\.line), of: capture, isDone: isDone, mode)
    let lines = Set(boxes.map(\.line))
    let count = capture.tasks.count { lines.contains($0.line) && $0.isDone != isDone }
    let number = count == 1 ? "a box" : "\(count) boxes"
    show(report, mode, verb: "\(isDone ? "Ticked" : "Cleared") \(number) in")
    if !report.refused.isEmpty { throw ExitStatus.failure.code }
  }
}

extension ActionOutcome {
  /// What the command does, as a question begins.
  fileprivate var verb: String {
    switch self {
    case .open: "Reopen"
    case .done: "Mark"
    case .cancelled: "Cancel"
    }
  }

  /// What was done to an action.
  fileprivate var participle: String {
    switch self {
    case .open: "Reopened"
    case .done: "Done"
    case .cancelled: "Cancelled"
    }
  }
}
