public import CairnCapture
public import CairnFiles
public import CairnNotebook
import CairnQuery
public import CairnText

/// A request to insert text in the body of a capture.
public struct InsertRequest: Sendable {
  /// The text. Bytes that are not valid UTF-8 are saved as a draft instead.
  public var text: [UInt8]
  /// The place at which to insert the text: the start or the end of the body, or of the section
  /// under ``heading``.
  public var place: BodyInsertion.Place
  /// The handle of the capture or, if no capture has this name, a day whose note is meant; nil for
  /// the note of today.
  public var capture: String?
  /// The heading of the section in which to insert the text, as typed; nil for the whole body.
  public var heading: String?
  /// The error that left the text incomplete; nil if the text is complete. Incomplete text is saved
  /// as a draft and not inserted.
  public var shortfall: (any Error)?
  /// The mode. A dry run writes nothing and saves no draft.
  public var mode = Mode.write
  /// The draft that contains the text; nil if there is none. It is removed once the text is
  /// inserted.
  var draft: Draft?
  /// The lock that keeps other commands from inserting the text of ``draft``; nil if there is none.
  fileprivate var claim: HeldLock?

  /// Creates a request to insert text.
  public init(
    _ text: [UInt8], _ place: BodyInsertion.Place, in capture: String? = nil,
    under heading: String? = nil
  ) {
    (self.text, self.place, self.capture, self.heading) = (text, place, capture, heading)
  }

  /// The values to save in a draft besides the text, keyed by name.
  public var notes: [String: String] {
    var notes = [Draft.purpose: place == .end ? "append" : "prepend"]
    notes["to"] = capture
    notes["under"] = heading
    return notes
  }
}

/// A request to insert text, with the capture that gets the text.
public struct InsertPlan: Sendable {
  /// The request.
  public let request: InsertRequest
  /// Whether the text goes to the note of a day, and this note must be created first.
  public var createsNote: Bool { if case .day = target { true } else { false } }

  /// The path of the capture that gets the text.
  public var path: NotePath {
    switch target {
    case .capture(let capture): capture.path
    case .day(let note): note.path
    }
  }

  fileprivate let insertion: BodyInsertion
  fileprivate let target: Target

  fileprivate enum Target: Sendable {
    case capture(Capture)
    case day(DailyNote)
  }
}

extension Workspace {
  /// Returns a request to insert the text of a draft. The draft stores the capture and the heading
  /// under which to insert the text. A `capture` or `heading` that is not nil replaces the stored
  /// one.
  ///
  /// Except in a dry run, the draft stays locked as long as the request exists.
  ///
  /// Throws a ``Refusal`` if another command is inserting the draft or has removed it, and
  /// `FileError` if the draft cannot be read.
  public func request(
    toInsert draft: Draft, in capture: String? = nil, under heading: String? = nil, _ mode: Mode
  ) throws -> InsertRequest {
    let claim = mode == .write ? try claim(draft) : nil
    let isAtStart = draft.notes[Draft.purpose] == "prepend"
    var request = InsertRequest(
      try notebook.state.text(of: draft), isAtStart ? .start : .end,
      in: capture ?? draft.notes["to"], under: heading ?? draft.notes["under"])
    (request.draft, request.claim, request.mode) = (draft, claim, mode)
    return request
  }

  /// Finds the capture in which to insert text.
  ///
  /// Throws an ``AddFailure`` if the text or the capture is invalid; the text is then saved as a
  /// draft.
  public func plan(_ request: InsertRequest) throws -> InsertPlan {
    try rescuing(request) {
      if let shortfall = request.shortfall { throw shortfall }
      guard let text = String(validating: request.text, as: UTF8.self) else {
        throw Refusal(
          "text-not-utf8",
          "the text is not valid UTF-8; convert it first, as in `iconv -f LATIN1 -t UTF-8`")
      }
      if text.isBlank { throw CaptureRefusal.empty }
      let heading = try heading(typed: request.heading)
      var request = request
      let target: InsertPlan.Target
      if let handle = request.capture, let note = try dailyNote(named: handle) {
        // A draft of the text must lead to the same note on a later day.
        request.capture = note.day.description
        target = note.capture.map { .capture($0) } ?? .day(note)
      } else if let handle = request.capture {
        target = .capture(try captureToWrite(named: handle).capture)
      } else {
        let note = try dailyNote()
        hintAtCapture(named: text, request.place)
        target = note.capture.map { .capture($0) } ?? .day(note)
      }
      return InsertPlan(
        request: request, insertion: BodyInsertion(text, request.place, under: heading),
        target: target)
    }
  }

  /// If the first word of a text for today's note is the id or the path of a capture, tells the
  /// caller how to add text to that capture.
  private func hintAtCapture(named text: String, _ place: BodyInsertion.Place) {
    let word = String(text.prefix { !$0.isWhitespace })
    // Other words, such as titles, are common in ordinary texts.
    let isID =
      word.utf8.count > 3 && word.contains(where: \.isNumber)
      && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard isID || Selector.isPath(word) || notebook.store.isNote(word.utf8),
      let found = try? NamedCaptures(self, catalog()).entries(withHandle: word), found.count == 1
    else { return }
    let command = CommandWords(["cairn", place == .end ? "append" : "prepend", "--to", word])
    context.tell(
      .hint(
        "the text goes to today's note; to add text to the capture `\(word)`, run "
          + "`\(command) …`"))
  }

  /// Inserts the text of a plan. Creates the note of the day if it does not exist.
  ///
  /// Throws an ``AddFailure`` if the text cannot be written; the text is then saved as a draft.
  public func apply(_ plan: InsertPlan) throws -> ChangeReport {
    let report: ChangeReport = try rescuing(plan.request) {
      switch plan.target {
      case .capture(let capture): return try insert(plan, in: capture)
      case .day(let note):
        do {
          return try add(note, inserting: plan.insertion, plan.request.mode)
        } catch let error as FileError where error.code == .exists {
          // Another process has created the note in the meantime.
          return try insert(plan, in: try notebook.capture(at: note.path))
        }
      }
    }
    if plan.request.mode == .write, let draft = plan.request.draft { discardDraft(draft) }
    return report
  }

  private func insert(_ plan: InsertPlan, in capture: Capture) throws -> ChangeReport {
    let report = try notebook.insert(plan.insertion, in: capture, plan.request.mode)
    if let refused = report.refused.first { throw refused }
    if let line = plan.insertion.heading?.line, !plan.insertion.hasPlace(in: capture) {
      note("Added the heading `\(line)`.")
    }
    if let after = try? plan.insertion.applied(to: capture) {
      let title = Capture(path: capture.path, document: after, modified: capture.modified).title
      if title != capture.title {
        note("The title is now `\(title)`; it was `\(capture.title)`.")
      }
    }
    return report
  }

  /// Parses a heading that the user typed; returns nil if `text` is nil. Throws a ``Refusal`` if
  /// the heading is empty or has several lines.
  func heading(typed text: String?) throws(Refusal) -> HeadingReference? {
    guard let text else { return nil }
    if let heading = HeadingReference(text) { return heading }
    throw Refusal("heading-invalid", "--under: the heading is empty or has several lines", .invalid)
  }

  /// Runs `body`. If it throws, saves the text of the request as a draft, except in a dry run.
  private func rescuing<Result>(
    _ request: InsertRequest, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch {
      guard request.mode == .write else { throw AddFailure(error, nil) }
      throw AddFailure(error, rescue(request), remedy: Self.remedy(for: error, request))
    }
  }

  /// Saves the text of a failed request as a draft, unless the request has a draft that is up to
  /// date. Returns nil if the text is blank.
  private func rescue(_ request: InsertRequest) -> RescuedText? {
    if let draft = request.draft, draft.notes == request.notes { return .draft(draft) }
    if request.text.allSatisfy({ " \t\r\n".utf8.contains($0) }) { return nil }
    guard let saved = try? saveDraft(request.text, notes: request.notes) else {
      return RescuedText(
        saving: request.text, notes: request.notes, in: context.folders, at: clock.now)
    }
    if let draft = request.draft { try? notebook.state.removeDraft(draft) }
    return .draft(saved)
  }

  /// Returns the option that a user can add to correct an error, with a placeholder for its value;
  /// empty if no option can correct the error.
  private static func remedy(for error: any Error, _ request: InsertRequest) -> [String] {
    switch error {
    case let refusal as Refusal where refusal.code == "heading-invalid": ["--under", "HEADING"]
    case let refusal as Refusal where request.capture != nil && refusal.isAboutName:
      ["--to", "CAPTURE"]
    default: []
    }
  }
}

extension Refusal {
  /// Whether the error is that a handle names no capture, or that it names several captures.
  fileprivate var isAboutName: Bool { kind == .nothingFound || !candidates.isEmpty }
}
