import CairnWork

/// A request that the server answers: its method, path, parameters, body and answers, and the
/// function that answers it. The router and the OpenAPI document use the same routes.
struct Route: Sendable {
  /// The method of a request.
  enum Method: String, CaseIterable, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
  }

  /// The right that a request needs.
  enum Need: Sendable {
    /// None: every client is allowed to send the request.
    case nothing
    /// Adding captures.
    case capture
    /// Reading.
    case read
    /// Reading and writing.
    case write
    /// Reading feeds.
    case feed
    /// Talking to the server as an assistant.
    case assistant
  }

  /// A parameter in the query or a header of a request.
  struct Parameter: Sendable {
    enum Place: String, Sendable { case query, header }
    let name: String
    let place: Place
    let schema: Schema
    let isRequired: Bool
    let summary: String

    static func query(_ name: String, _ schema: Schema, _ summary: String) -> Parameter {
      Parameter(name: name, place: .query, schema: schema, isRequired: false, summary: summary)
    }

    static func query(_ name: String, _ summary: String) -> Parameter {
      query(name, .text, summary)
    }
  }

  /// The kinds of request bodies.
  enum Body: Sendable {
    /// JSON. If the body is optional, a missing body counts as an empty object.
    case json(Schema, isOptional: Bool = false)
    /// JSON, or a form (`multipart/form-data`) with the same fields and with files.
    case jsonOrForm(Schema)
    /// A JSON-RPC message. JSON-RPC has its own format for errors.
    case message
    /// The bytes of a file, or a form (`multipart/form-data`) with a file in it.
    case file
    /// A form of a web page. The form contains a secret as proof that the page comes from this
    /// server.
    case form
  }

  /// The format of a successful answer.
  enum Form: Sendable {
    case json(Schema)
    /// Bytes of this media type.
    case bytes(String)
    case empty
  }

  let method: Method
  let pattern: PathPattern
  let summary: String
  let need: Need
  var parameters: [Parameter] = []
  var body: Body?
  /// The statuses of successful answers, with their formats.
  var answers: [(status: Int, form: Form)]
  /// The statuses of errors, in addition to the statuses that ``errors`` derives from the route.
  var otherErrors: [Int] = []
  /// The way to answer a repeated request; nil if the request adds nothing.
  let repetition: Repetition?
  let handle: @Sendable (Call) async throws -> Answer

  init(
    _ method: Method, _ pattern: PathPattern, _ summary: String, _ need: Need,
    _ parameters: [Parameter], body: Body? = nil, _ answers: [(status: Int, form: Form)],
    errors: [Int] = [], repetition: Repetition? = nil,
    _ handle: @escaping @Sendable (Call) async throws -> Answer
  ) {
    (self.method, self.pattern, self.summary, self.need) = (method, pattern, summary, need)
    self.parameters = parameters + (repetition == nil ? [] : [.idempotencyKey])
    (self.body, self.answers, otherErrors) = (body, answers, errors)
    (self.repetition, self.handle) = (repetition, handle)
  }

  /// Creates a route that has no parameters except those in its path.
  init(
    _ method: Method, _ pattern: PathPattern, _ summary: String, _ need: Need, body: Body? = nil,
    _ answers: [(status: Int, form: Form)], errors: [Int] = [], repetition: Repetition? = nil,
    _ handle: @escaping @Sendable (Call) async throws -> Answer
  ) {
    self.init(
      method, pattern, summary, need, [], body: body, answers, errors: errors,
      repetition: repetition, handle)
  }

  /// Whether the request changes the notebook.
  var writes: Bool { need == .write || need == .capture }

  /// The statuses of all errors, ascending.
  var errors: [Int] {
    var statuses: Set<Int> = [400, 403, 429, 500, 503]
    if need != .nothing { statuses.insert(401) }
    if !pattern.names.isEmpty { statuses.insert(404) }
    if !pattern.names.isEmpty || !parameters.isEmpty { statuses.insert(422) }
    if body != nil { statuses.formUnion([413, 415, 422]) }
    if writes { statuses.formUnion([422, 423]) }
    if repetition != nil { statuses.insert(409) }
    return statuses.union(otherErrors).sorted()
  }
}

extension AccessToken.Scope {
  /// Returns whether a token of this scope permits a request that needs the right `need`.
  func permits(_ need: Route.Need) -> Bool {
    switch (self, need) {
    case (_, .nothing), (.all, _), (.capture, .capture), (.read, .read), (.read, .feed),
      (.read, .assistant), (.feed, .feed), (.mcp, .assistant), (.mcpWrite, .assistant):
      true
    default: false
    }
  }
}

/// The path of a route, with names in braces: `/api/v1/captures/{id}`.
struct PathPattern: Sendable, ExpressibleByStringLiteral {
  private enum Part: Sendable {
    case fixed(String)
    case named(String)
  }

  let text: String
  private let parts: [Part]

  init(stringLiteral text: String) {
    self.text = text
    parts = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { part in
      part.hasPrefix("{")
        ? .named(String(part.dropFirst().dropLast())) : .fixed(String(part))
    }
  }

  /// The names in braces, in order.
  var names: [String] {
    parts.compactMap { if case .named(let name) = $0 { name } else { nil } }
  }

  /// The number of fixed parts. If several patterns match a path, the one with the most fixed parts
  /// applies.
  var fixedCount: Int { parts.count - names.count }

  /// Returns the values of the names in a path; nil if the path does not match. `path` contains the
  /// decoded parts of the path.
  func values(in path: [String]) -> [String: String]? {
    guard path.count == parts.count else { return nil }
    var values: [String: String] = [:]
    for (part, word) in zip(parts, path) {
      switch part {
      case .fixed(let text): if word != text { return nil }
      case .named(let name):
        if word.isEmpty { return nil }
        values[name] = word
      }
    }
    return values
  }
}
