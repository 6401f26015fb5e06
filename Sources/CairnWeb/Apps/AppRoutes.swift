import CairnCapture
import CairnNotebook
import CairnWork

extension RouteTable {
  /// Routes of five other apps, offered so that the clients of these apps work with Cairn.
  static let appRoutes =
    somethingRoutes + entryRoutes + assistantRoutes + libraryRoutes + giftRoutes
}

extension Schemas {
  static let apps: [(name: String, schema: Schema)] = [
    ("Something", AppShapes.something), ("CollectionModel", AppShapes.collection),
    ("EntryModel", AppShapes.entry), ("EntryOption", AppShapes.entryOption),
    ("Action", AppShapes.action),
    ("ActionCounts", AppShapes.actionCounts), ("LibraryEntry", AppShapes.libraryEntry),
    ("GiftIdea", AppShapes.gift),
  ]
}

extension Call {
  /// Returns the capture with a number or UUID from the part `id` of the path.
  ///
  /// Throws an ``ErrorAnswer`` if `number` is nil. Throws a `Refusal` if no capture or several
  /// captures have the number.
  func capture(_ number: CaptureNumber?, _ work: Workspace) throws -> Capture {
    guard let number else {
      throw ErrorAnswer(404, "capture-unknown", "no capture has the id `\(name("id"))`")
    }
    return try work.capture(numbered: number, writtenAs: name("id"))
  }

  /// Returns the number in the part `name` of the path; nil if that part is not a number.
  func number(in name: String) -> CaptureNumber? {
    Int(self.name(name)).flatMap { CaptureNumber($0) }
  }

  /// Returns the number that is encoded in the part `name` of the path; nil if that part is not a
  /// UUID with such a number.
  func uuid(in name: String) -> CaptureNumber? { CaptureNumber(uuid: self.name(name)) }

  /// Carries out a request to add one capture, and returns the capture.
  func add(_ request: AddRequest, _ work: Workspace) async throws -> Capture {
    let result = try await work.add(request)
    guard let path = result.report.changed.first?.path else { throw ErrorAnswer.internalError }
    return try work.notebook.capture(at: path)
  }

  /// Saves changes to a capture, even if it has changed since the client read it, and returns the
  /// capture.
  ///
  /// Throws an ``ErrorAnswer`` if another program changes the capture at the same moment.
  func change(_ request: SaveRequest, _ work: Workspace) throws -> Capture {
    switch try work.save(request) {
    case .saved(let capture, _, _): return capture
    case .conflict(let conflict):
      throw ErrorAnswer(409, "changed-meanwhile", conflict.sentence)
    }
  }

  /// Throws an ``ErrorAnswer`` if text is empty, or longer than the setting
  /// `capture.max_characters` allows.
  func check(_ text: String, _ work: Workspace) throws {
    if text.allSatisfy(\.isWhitespace) {
      throw ErrorAnswer(422, "text-empty", "the text is empty")
    }
    let limit = work.notebook.settings.count("capture.max_characters") ?? 10_000
    if text.count > limit {
      throw ErrorAnswer(
        422, "text-too-long", "the text has \(text.count) characters; at most \(limit) are allowed")
    }
  }
}
