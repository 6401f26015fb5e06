public import CairnCapture
import CairnDocument
import CairnFiles
public import CairnNotebook
public import CairnText

/// A request to insert text in the body of a capture.
public struct InsertRequest: Sendable {
  /// The text. Bytes that are not valid UTF-8 are saved as a draft instead.
  public var text: [UInt8]
  /// Where to insert the text in the body or in the section under ``heading``.
  public var place: BodyInsertion.Place
  /// The handle of the capture; nil for the note of today.
  public var capture: String?
  /// The heading of the section in which to insert the text, as typed; nil for the whole body.
  public var heading: String?
  /// The error that left the text incomplete; nil if the text is complete. Incomplete text is saved
  /// as a draft and not inserted.
  public var shortfall: (any Error)?
  /// The mode. A dry run writes nothing and saves no draft.
  public var mode = Mode.write

  /// Creates a request to insert text.
  public init(
    _ text: [UInt8], _ place: BodyInsertion.Place, in capture: String? = nil,
    under heading: String? = nil
  ) {
    (self.text, self.place, self.capture, self.heading) = (text, place, capture, heading)
  }
}

/// A request to insert text, with the capture that gets the text.
public struct InsertPlan: Sendable {
  /// The request.
  public let request: InsertRequest
  /// Whether the text goes to the note of today and that note does not exist yet, so that it is
  /// created.
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
      let target: InsertPlan.Target
      if let handle = request.capture {
        target = .capture(try captureToWrite(named: handle).capture)
      } else {
        let note = try dailyNote()
        target = note.capture.map { .capture($0) } ?? .day(note)
      }
      return InsertPlan(
        request: request, insertion: BodyInsertion(text, request.place, under: heading),
        target: target)
    }
  }

  /// Inserts the text of a plan. Creates the note of today if it does not exist.
  ///
  /// Throws an ``AddFailure`` if the text cannot be written; the text is then saved as a draft.
  public func apply(_ plan: InsertPlan) throws -> ChangeReport {
    try rescuing(plan.request) {
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

  /// Reads a typed heading; returns nil if `text` is nil. Throws a ``Refusal`` if the heading is
  /// empty or has several lines.
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
      var rescued: RescuedText?
      if !request.text.allSatisfy({ " \t\r\n".utf8.contains($0) }) {
        rescued =
          (try? saveDraft(request.text)).map { .draft($0) }
          ?? RescuedText(saving: request.text, in: context.folders, at: clock.now)
      }
      throw AddFailure(error, rescued)
    }
  }
}
