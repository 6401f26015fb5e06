import HTTPTypes

/// The secret that proves what a request is permitted to do, and the way in which the secret was
/// sent.
enum Credentials: Sendable {
  /// A token in the header `Authorization`.
  case bearer(String)
  /// A token in the path or query of the address, for clients that cannot send headers.
  case path(String)
  /// The cookie of a browser that is logged in.
  case cookie(String)

  /// Returns the token in the query of a feed's address; nil if there is none. Programs that read
  /// feeds can only send an address, so the address must contain the token.
  static func feed(in target: RequestTarget) -> Credentials? {
    guard target.path.first == "feed" else { return nil }
    return target.query.first { $0.name == "token" }.map { .path($0.value) }
  }

  /// Returns the cookie of the server that listens on `port`; nil if there is none.
  static func cookie(in headers: HTTPFields, port: Int) -> Credentials? {
    headers.cookie(cookieName(port: port)).map { .cookie($0) }
  }

  /// Returns the name of the cookie. Browsers share cookies between all ports of a host, so the
  /// name contains the port.
  static func cookieName(port: Int) -> String { "cairn-\(port)" }

  /// Returns the token in a header such as `Authorization: Bearer 4f1a…`; nil if the header is
  /// missing. If the header has another form, returns an empty token.
  static func bearer(in headers: HTTPFields) -> Credentials? {
    guard let field = headers[.authorization] else { return nil }
    let parts = field.split(separator: " ", omittingEmptySubsequences: true)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return .bearer("") }
    return .bearer(String(parts[1]))
  }
}

extension HTTPFields {
  /// Returns the value of the cookie with this name; nil if there is none.
  func cookie(_ name: String) -> String? {
    let start = "\(name)="
    for pair in self[values: .cookie].flatMap({ $0.split(separator: ";") }) {
      let pair = pair.drop { $0 == " " }
      if pair.hasPrefix(start) { return String(pair.dropFirst(start.count)) }
    }
    return nil
  }
}
