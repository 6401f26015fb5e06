public import CairnText

/// A token that allows a client to send certain requests to the server. Cairn saves only the hash
/// of the token's secret, so the state folder does not reveal the secret.
public struct AccessToken: Hashable, Sendable {
  /// The requests that a token permits.
  public enum Scope: String, CaseIterable, Sendable {
    /// Adding captures, and nothing else.
    case capture
    /// Reading everything.
    case read
    /// Reading and writing everything.
    case all
    /// Reading feeds, and nothing else.
    case feed
    /// Reading through MCP, as an assistant does, and nothing else. An assistant sees no private
    /// captures.
    case mcp
    /// Reading and writing through MCP, as an assistant does, and nothing else.
    case mcpWrite = "mcp-write"
    /// Logging one browser in. The token can be used only once.
    case start
  }

  /// The id that is used to revoke the token: eight hexadecimal digits. The id is not secret.
  public let id: String
  /// The requests that the token permits.
  public let scope: Scope
  /// The user's name for the token; can be empty.
  public let name: String
  /// The time when the token was made.
  public let created: Instant
  /// The time after which the token is invalid; nil if it stays valid until it is revoked.
  public let expires: Instant?
  /// The SHA-256 hash of the secret, in hexadecimal digits.
  let hash: String

  /// Creates a token with a new secret of 64 random hexadecimal digits. Returns the token and the
  /// secret. The token expires after `seconds`; if `seconds` is nil, it is valid until it is
  /// revoked.
  static func make(
    _ scope: Scope, name: String, at now: Instant, lasting seconds: Int?
  ) -> (token: AccessToken, secret: String) {
    var system = SystemRandomNumberGenerator()
    let words = (0..<4).map { _ in system.next().hexadecimal(width: 16) }
    let secret = words.joined()
    let token = AccessToken(
      id: String(system.next().hexadecimal(width: 16).prefix(8)), scope: scope,
      name: String(TerminalText.line(name).prefix(100)), created: now,
      expires: seconds.map { Instant(seconds: now.seconds + $0) }, hash: Self.hash(of: secret))
    return (token, secret)
  }

  static func hash(of secret: String) -> String { SHA256.digits(of: secret.utf8) }

  /// Returns whether `hash` is the hash of this token's secret. The comparison takes the same time
  /// for every hash, so its duration reveals nothing.
  func has(_ hash: String) -> Bool {
    guard hash.utf8.count == self.hash.utf8.count else { return false }
    return zip(hash.utf8, self.hash.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

// MARK: - Lines

extension AccessToken {
  /// Reads a token from a line of the token file; nil if the line is invalid.
  init?(line: Substring) {
    let parts = line.split(separator: "\t", maxSplits: 5, omittingEmptySubsequences: false)
    guard parts.count == 6, let scope = Scope(rawValue: String(parts[1])),
      let created = Int(parts[2]), parts[4].utf8.count == 64
    else { return nil }
    self.init(
      id: String(parts[0]), scope: scope, name: String(parts[5]),
      created: Instant(seconds: created),
      expires: Int(parts[3]).map { Instant(seconds: $0) }, hash: String(parts[4]))
  }

  /// The token as a line of the token file, without a line feed: its id, scope, time of creation,
  /// time of expiry (or `-`), hash and name, separated by tabs.
  var line: String {
    let expires = expires.map { "\($0.seconds)" } ?? "-"
    return [id, scope.rawValue, "\(created.seconds)", expires, hash, name].joined(separator: "\t")
  }
}
