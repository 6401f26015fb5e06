import CairnCapture
import CairnDocument
import CairnJSON
import CairnNotebook
import CairnText
import CairnWire
import CairnWork
import HTTPTypes

extension HTTPField.Name {
  /// The header that contains a key. The client chooses the key, and sends it again if it repeats
  /// the request.
  static let idempotencyKey = HTTPField.Name("Idempotency-Key") ?? .via
}

extension Route.Parameter {
  static let idempotencyKey = Route.Parameter(
    name: "Idempotency-Key", place: .header, schema: .text, isRequired: false,
    summary: "A random text, new for each request. To repeat a request safely, send the same text.")
}

/// The way to answer a client that repeats a request to add captures. The repeated request has the
/// same key as the first one.
struct Repetition: Sendable {
  /// Returns the answer. The report lists what the first request added.
  fileprivate let answer: @Sendable (Call, Workspace, ChangeReport) async throws -> Answer

  /// Answers with the report of the first request.
  static let report = Repetition { _, _, report in
    .added(.changes(report, for: .program), report)
  }

  /// Answers with the result of `body` for the capture that the first request added.
  static func capture(
    _ body: @escaping @Sendable (Call, Workspace, Capture) async throws -> Answer
  ) -> Repetition {
    Repetition { call, work, report in
      guard let added = report.changed.first,
        let capture = try? work.notebook.capture(at: added.path)
      else { throw ErrorAnswer.addedIsGone }
      // The capture may have changed after the report was made.
      guard call.right?.scope != .capture || capture.document.bytes == added.after else {
        throw ErrorAnswer.addedHasChanged
      }
      return try await body(call, work, capture)
    }
  }

  /// Answers with the added capture in the shape of an app, and status 201.
  static func shape(
    _ body: @escaping @Sendable (AppShapes, Capture) -> JSONValue
  ) -> Repetition {
    capture { _, work, capture in .json(body(AppShapes(work), capture), 201) }
  }
}

extension Call {
  /// Answers the request. If a client repeats a request with the same key, nothing is added again.
  /// The journal records the keys, so this is true even after a restart of the server.
  ///
  /// Throws an ``ErrorAnswer`` if the request fails.
  func answer() async throws -> Answer {
    do {
      return try await answerOnce()
    } catch {
      throw ErrorAnswer(error).shown(to: self)
    }
  }

  private func answerOnce() async throws -> Answer {
    guard let repetition = route.repetition, let key = headers[.idempotencyKey] else {
      return try await route.handle(self)
    }
    guard (16...64).contains(key.utf8.count),
      key.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || Character(UnicodeScalar($0)).isHexDigit })
    else {
      throw ErrorAnswer(
        400, "idempotency-key-invalid",
        "Idempotency-Key: expected 16 to 64 hexadecimal digits and hyphens")
    }
    try await app.additions.begin(key)
    defer { app.additions.end(key) }
    let content = try contentDigest()
    var call = self
    call.identity = [key, content]
    let repeated = try await call.work { [call] work -> Answer? in
      guard
        let report = try work.report(
          ofRequest: call.journalName, key: key, content: content, among: app.keys)
      else { return nil }
      try call.checkRepetition(report)
      return try await repetition.answer(call, work, report)
    }
    if let repeated { return repeated }
    return try await route.handle(call)
  }

  /// Returns a checksum of the content of the request. It depends neither on the order of the
  /// members of JSON objects nor on the boundary between the parts of a form.
  private func contentDigest() throws(ErrorAnswer) -> String {
    let files = try files()
    var content = Array(json.sorted.description.utf8)
    for file in files { content += Array("\n\(file.name)\n".utf8) + file.bytes }
    let isWhole = json == [:] && files.isEmpty
    return String(SHA256.digits(of: isWhole ? bytes : content).prefix(16))
  }

  /// Throws an ``ErrorAnswer`` if the captures that the first request added no longer exist. Also
  /// throws an error if one of them has changed and the token only permits adding captures. The
  /// owner of such a token must not learn what happened to a capture.
  private func checkRepetition(_ report: ChangeReport) throws(ErrorAnswer) {
    let isGone = report.changed.isEmpty
    if right?.scope == .capture, isGone || report.changed.contains(where: \.after.isEmpty) {
      throw ErrorAnswer.addedHasChanged
    }
    if isGone { throw ErrorAnswer.addedIsGone }
  }
}

extension JSONValue {
  /// The value with the members of all objects sorted by name.
  fileprivate var sorted: JSONValue {
    switch self {
    case .object(let members):
      .object(
        members.map { Member($0.name, $0.value.sorted) }.sorted { $0.name < $1.name })
    case .array(let elements): .array(elements.map(\.sorted))
    default: self
    }
  }
}

extension ErrorAnswer {
  fileprivate static var addedIsGone: ErrorAnswer {
    ErrorAnswer(
      409, "repeated", "an earlier request with this key added a capture that no longer exists")
  }

  fileprivate static var addedHasChanged: ErrorAnswer {
    ErrorAnswer(
      409, "repeated-changed",
      "an earlier request with this key added a capture that was changed, moved or removed since; "
        + "the token does not permit reading it")
  }
}

extension Answer {
  /// Returns the answer to a request that added captures: `document`, with status 201 and the
  /// address of the first capture.
  static func added(_ document: JSONDocument, _ report: ChangeReport) -> Answer {
    let first = report.changed.first
    let id = first?.id ?? first?.path.description ?? ""
    return .json(document, 201, [("location", "/api/v1/captures/\(id.percentEncoded)")])
  }
}
