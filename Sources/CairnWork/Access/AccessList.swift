import CairnFiles
public import CairnText

/// The access tokens of a notebook. A server uses the tokens to check the secrets that clients
/// send. Every check reads the saved tokens again, so a revoked token becomes invalid immediately.
/// The notebook need not be open.
public struct AccessList: Sendable {
  /// The name of the token file in the notebook's state folder.
  static let file = "access"

  let state: StateFolder

  /// Returns the valid token with this secret; nil if there is none. Ignores the short-lived tokens
  /// that browsers use to log in.
  ///
  /// Throws `FileError` if the tokens cannot be read.
  public func token(withSecret secret: String, at now: Instant) throws -> AccessToken? {
    let hash = AccessToken.hash(of: secret)
    return try tokens(at: now).first { $0.scope != .start && $0.has(hash) }
  }

  /// Returns the tokens that are valid at the time `now`.
  func tokens(at now: Instant) throws -> [AccessToken] {
    guard let file = try state.mapCached(Self.file) else { return [] }
    return String(decoding: file.copied, as: UTF8.self).split(separator: "\n")
      .compactMap { AccessToken(line: $0) }
      .filter { token in token.expires.map { $0 >= now } ?? true }
  }
}
