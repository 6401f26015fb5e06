import CairnJSON
import CairnText
import CairnWork
import HTTPTypes

/// A request that passed all checks, in the form that the function of a route receives.
struct Call: Sendable {
  let app: WebApp
  let route: Route
  /// The permissions of the client; nil for a route that every client can use.
  let right: Gate.Right?
  /// The decoded parts of the path, keyed by their names in the route's pattern.
  let path: [String: String]
  /// The decoded parameters of the query, keyed by name. The route declares all of them.
  let query: [String: String]
  let headers: HTTPFields
  /// The body as it was sent; empty if there is none.
  let bytes: [UInt8]
  /// The body as JSON; an empty object if there is none.
  let json: JSONValue
  /// The warnings that the request has caused so far.
  var remarks = RemarkList()
  /// The key of the request and a checksum of its content, which the journal records; empty if the
  /// request adds nothing, or has no key.
  var identity: [String] = []

  /// Opens the notebook for a request, and returns the result of `body`.
  ///
  /// - Parameter time: The maximum time for the request, including the wait for a provider; nil if
  ///   only the limits in the settings apply.
  func work<Result: Sendable>(
    within time: Duration? = nil, _ body: (Workspace) async throws -> Result
  ) async throws -> Result {
    try await app.work(named: journalName, identity: identity, within: time, remarks, body)
  }

  /// The name of the request in the journal, such as `DELETE /api/v1/collections/books`.
  var journalName: String { "\(route.method.rawValue) \(address)" }

  /// The path of the request's address.
  var address: String {
    route.pattern.names.reduce(route.pattern.text) { address, name in
      address.replacing("{\(name)}", with: self.name(name).percentEncoded)
    }
  }

  /// Returns the part of the path with this name; empty if the route's pattern has no such name.
  func name(_ name: String) -> String { path[name] ?? "" }

  /// Returns a parameter of the query.
  ///
  /// Throws an ``ErrorAnswer`` if the parameter is missing.
  func required(_ name: String) throws(ErrorAnswer) -> String {
    if let text = query[name] { return text }
    throw ErrorAnswer(400, "parameter-missing", "`\(name)`: the parameter is missing")
  }

  /// Returns a parameter as a whole number; nil if the parameter is missing.
  ///
  /// Throws an ``ErrorAnswer`` if the parameter is not a whole number, or is outside `range`.
  func number(_ name: String, _ range: ClosedRange<Int>) throws -> Int? {
    guard let text = query[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw ErrorAnswer(
        400, "parameter-invalid",
        "`\(name)`: expected a whole number from \(range.lowerBound) to \(range.upperBound), "
          + "found `\(text)`")
    }
    return number
  }

  /// Returns whether a parameter is `true`; false if the parameter is missing.
  ///
  /// Throws an ``ErrorAnswer`` if the parameter is neither `true` nor `false`.
  func flag(_ name: String) throws -> Bool {
    switch query[name] {
    case nil, "false": return false
    case "true": return true
    case let text?:
      throw ErrorAnswer(
        400, "parameter-invalid", "`\(name)`: expected true or false, found `\(text)`")
    }
  }

  /// Returns the version in the header `If-Match`; nil if the header is missing.
  ///
  /// Throws an ``ErrorAnswer`` if the header is not a single version in quotation marks.
  func ifMatch() throws -> String? {
    guard let field = headers[.ifMatch] else { return nil }
    let version = field.dropFirst().dropLast()
    guard field.count == 34, field.hasPrefix("\""), field.hasSuffix("\""),
      version.allSatisfy({ $0.isHexDigit })
    else {
      throw ErrorAnswer(
        400, "if-match-invalid", "If-Match: expected the `etag` of a capture in quotation marks")
    }
    return String(version)
  }
}
