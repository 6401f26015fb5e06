import CairnJSON
import CairnNotebook
import CairnText
import CairnWork
import HTTPTypes

/// The checks that a request must pass before the function of its route is called, in this order:
/// the host, the address, the credentials, the route, the permissions, the origin, the media type
/// of the body, and the query.
struct Gate: Sendable {
  let app: WebApp
  let hosts: HostRules

  /// A request whose head passed the checks. It can be answered once its body has been read.
  struct Admission: Sendable {
    let route: Route
    let right: Right?
    let path: [String: String]
    let query: [String: String]
  }

  /// Checks the head of a request. Throws an ``ErrorAnswer`` if the request is refused.
  ///
  /// - Parameter address: The address of the client, for the lockout.
  func admit(_ head: HTTPRequest, from address: String) async throws -> Admission {
    try checkHost(head)
    if app.stopping.isSet {
      throw ErrorAnswer(503, "stopping", "the server is shutting down", [("retry-after", "5")])
    }
    let target = try RequestTarget(head.path ?? "")
    let method = Route.Method(rawValue: head.method == .head ? "GET" : head.method.rawValue)
    let found = app.table.route(method, target.path)
    if case .route(let route, let values) = found, case .nothing = route.need {
      return try admission(route, nil, values, target, head)
    }
    let right = try right(head, target, from: address)
    switch found {
    case .nothing: throw ErrorAnswer(404, "page-unknown", "there is nothing at this address")
    case .otherMethods(let methods):
      throw ErrorAnswer(
        405, "method-unknown", "this address does not accept this method",
        [("allow", methods.map(\.rawValue).joined(separator: ", "))])
    case .route(let route, let values):
      guard right.scope.permits(route.need) else {
        throw ErrorAnswer(403, "scope", "the token does not permit this request")
      }
      if right.token == nil { try checkSite(head, route) }
      return try admission(route, right, values, target, head)
    }
  }

  private func checkHost(_ head: HTTPRequest) throws(ErrorAnswer) {
    guard hosts.permits(head.authority), head.headerFields[values: Self.host].isEmpty else {
      throw ErrorAnswer(403, "host", "the header Host does not name this server")
    }
  }

  private static let host = HTTPField.Name("Host") ?? .via
  private static let fetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .via
  private static let fetchMode = HTTPField.Name("Sec-Fetch-Mode") ?? .via

  /// Checks the origin of a request from a logged-in browser. The request must come from a page of
  /// this server, or must only open a page.
  private func checkSite(_ head: HTTPRequest, _ route: Route) throws(ErrorAnswer) {
    let site = head.headerFields[Self.fetchSite] ?? "none"
    let isVisit = !route.writes && head.headerFields[Self.fetchMode] == "navigate"
    guard ["same-origin", "none"].contains(site) || isVisit else {
      throw ErrorAnswer(403, "origin", "another site sent the request")
    }
    if route.method != .get, head.headerFields[.origin] == nil {
      throw ErrorAnswer(403, "origin", "the request does not say which page sent it")
    }
  }

  /// Refuses a request that contains a token if a page of another site made the browser send the
  /// request. This check comes before the token is checked. Otherwise, any page could lock out the
  /// user's own programs by sending wrong tokens.
  static func refuseOtherSites(_ headers: HTTPFields) throws(ErrorAnswer) {
    guard ["same-origin", "none"].contains(headers[fetchSite] ?? "none") else {
      throw ErrorAnswer(
        403, "origin", "another site sent the request, so the token was not checked")
    }
  }

  private func admission(
    _ route: Route, _ right: Right?, _ values: [String: String], _ target: RequestTarget,
    _ head: HTTPRequest
  ) throws(ErrorAnswer) -> Admission {
    if let origin = head.headerFields[.origin], !hosts.permits(origin: origin) {
      throw ErrorAnswer(403, "origin", "another site sent the request")
    }
    if route.writes, app.settings.isReadOnly {
      throw ErrorAnswer(403, "read-only", "the server was started with --read-only")
    }
    try checkType(route, head)
    return Admission(
      route: route, right: right, path: values, query: try query(route, target))
  }

  private func checkType(_ route: Route, _ head: HTTPRequest) throws(ErrorAnswer) {
    guard let body = route.body else { return }
    let field = head.headerFields[.contentType]
    let type = field?.split(separator: ";").first.map { $0.lowercased().filter { $0 != " " } }
    switch body {
    case .message:
      if type == "application/json" { return }
      throw ErrorAnswer(415, "content-type", "the header Content-Type must be application/json")
    case .json(_, let isOptional):
      if type == "application/json" || type == nil && isOptional { return }
      throw ErrorAnswer(415, "content-type", "the header Content-Type must be application/json")
    case .jsonOrForm:
      if type == "application/json" || type == "multipart/form-data" { return }
      throw ErrorAnswer(
        415, "content-type",
        "the header Content-Type must be application/json or multipart/form-data")
    case .form:
      if type == "application/x-www-form-urlencoded" || type == "multipart/form-data" { return }
      throw ErrorAnswer(415, "content-type", "this address accepts only forms")
    case .file:
      if let type, type != "application/json", type != "application/x-www-form-urlencoded" {
        return
      }
      throw ErrorAnswer(
        415, "content-type", "send the file itself, or a form with the type multipart/form-data")
    }
  }

  /// Returns the query parameters. Throws an ``ErrorAnswer`` if one of them is unknown or occurs
  /// twice.
  private func query(
    _ route: Route, _ target: RequestTarget
  ) throws(ErrorAnswer) -> [String: String] {
    let known = route.parameters.filter { $0.place == .query }.map(\.name)
    var query: [String: String] = [:]
    for (name, value) in target.query {
      guard known.contains(name) else {
        let names =
          known.isEmpty
          ? "this address accepts no parameters"
          : "the known parameters are \(known.joined(separator: ", "))"
        throw ErrorAnswer(400, "parameter-unknown", "`\(name)`: unknown parameter; \(names)")
      }
      guard query.updateValue(value, forKey: name) == nil else {
        throw ErrorAnswer(400, "parameter-twice", "`\(name)`: the parameter occurs twice")
      }
    }
    return query
  }
}

// MARK: - Rights

extension Gate {
  /// The permissions of a client.
  struct Right: Sendable {
    let scope: AccessToken.Scope
    /// The id of the client's token; nil for a logged-in browser.
    let token: String?
  }

  /// Returns the permissions of a client.
  ///
  /// Throws an ``ErrorAnswer`` if the client has no valid token or session, if its address is
  /// locked out after invalid tokens, or if its token has exceeded the rate limit.
  private func right(
    _ head: HTTPRequest, _ target: RequestTarget, from address: String
  ) throws -> Right {
    let headers = head.headerFields
    let credentials =
      target.token.map { Credentials.path($0) } ?? Credentials.feed(in: target)
      ?? Credentials.bearer(in: headers)
      ?? Credentials.cookie(in: headers, port: app.port)
    switch credentials {
    case nil: throw Self.unknown("this request needs a token; run `cairn serve token new`")
    case .cookie(let secret):
      guard app.sessions.isValid(secret) else {
        throw Self.unknown("this browser is not logged in; run `cairn serve link`")
      }
      return Right(scope: .all, token: nil)
    case .bearer(let secret), .path(let secret):
      try Self.refuseOtherSites(headers)
      let now = app.settings.context().clock.now
      let token = try app.accessList?.token(withSecret: secret, at: now)
      if let wait = app.lockout.note(token?.id, from: address) { throw Self.tooMany(wait) }
      guard let token else { throw Self.unknown("the token is invalid or was revoked") }
      if token.scope == .capture, let wait = app.rate.wait(of: token.id) {
        throw Self.tooMany(wait)
      }
      return Right(scope: token.scope, token: token.id)
    }
  }

  private static func unknown(_ message: String) -> ErrorAnswer {
    ErrorAnswer(401, "unauthorized", message, [("www-authenticate", "Bearer")])
  }

  static func tooMany(_ seconds: Int) -> ErrorAnswer {
    ErrorAnswer(
      429, "too-many-requests", "too many requests; wait \(seconds.of("second"))",
      [("retry-after", "\(seconds)")])
  }
}

// MARK: - Answering

extension Gate {
  /// Returns the answer to an admitted request.
  func answer(
    _ admission: Admission, _ head: HTTPRequest, body bytes: [UInt8]
  ) async throws -> Answer {
    let json = try Self.json(admission.route, head, bytes)
    let call = Call(
      app: app, route: admission.route, right: admission.right, path: admission.path,
      query: admission.query, headers: head.headerFields, bytes: bytes, json: json)
    return try await call.answer()
  }

  /// Returns the JSON in the body of a request; a form is converted to JSON. Returns an empty
  /// object if the route takes another kind of body.
  private static func json(
    _ route: Route, _ head: HTTPRequest, _ bytes: [UInt8]
  ) throws(ErrorAnswer) -> JSONValue {
    switch route.body {
    case .json(_, isOptional: true) where bytes.isEmpty: return [:]
    case .jsonOrForm(let schema) where Call.isForm(head.headerFields):
      let type = head.headerFields[.contentType] ?? ""
      return try FormFields(bytes, type: type).json(schema)
    case .json, .jsonOrForm:
      guard let value = JSONValue(reading: bytes) else {
        throw ErrorAnswer(400, "request-json", "the request is not valid JSON")
      }
      return value
    case .message, .file, .form, nil: return [:]
    }
  }

  /// Returns the maximum length of the body of a request, in bytes; nil if the request can have no
  /// body.
  func largestBody(_ route: Route) -> Int? {
    switch route.body {
    case nil: nil
    case .json, .message: WebApp.largestJSON
    // In a form, the file is surrounded by some further bytes.
    case .file, .form: app.largestFile + 65_536
    case .jsonOrForm: max(app.largestFile + 65_536, WebApp.largestJSON)
    }
  }

  /// The headers of every answer, except the headers that the answer itself sets.
  static let headers: [(name: String, value: String)] = [
    (
      "content-security-policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        + "media-src 'self'; connect-src 'self'; font-src 'self'; form-action 'self'; "
        + "base-uri 'none'; frame-ancestors 'none'"
    ),
    ("x-content-type-options", "nosniff"), ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"), ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"), ("cache-control", "no-store"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
  ]
}
