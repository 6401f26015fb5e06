import CairnNotebook
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
    summary: "A random text, new for each capture. To repeat a request safely, send the same text.")
}

extension Call {
  /// Opens the notebook to add captures, and returns the answer from `body`. If an earlier request
  /// with the same key has already added captures, passes the report of that request to `repeated`
  /// instead. The journal records the keys, so this also works after a restart of the server.
  ///
  /// Throws an ``ErrorAnswer`` if the key is not valid.
  func addingOnce(
    _ body: (Workspace) async throws -> Answer, repeated: (ChangeReport) -> Answer
  ) async throws -> Answer {
    guard let key = headers[.idempotencyKey] else { return try await work(body) }
    guard (16...64).contains(key.utf8.count),
      key.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || Character(UnicodeScalar($0)).isHexDigit })
    else {
      throw ErrorAnswer(
        400, "idempotency-key-invalid",
        "Idempotency-Key: expected 16 to 64 hexadecimal digits and hyphens")
    }
    try await app.additions.begin(key)
    defer { app.additions.end(key) }
    return try await work(key: key) { work in
      if let report = try work.report(ofRequestWithKey: key, among: app.keys) {
        return repeated(report)
      }
      return try await body(work)
    }
  }
}
