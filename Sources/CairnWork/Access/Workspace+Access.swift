import CairnFiles
import CairnNotebook
import CairnText
public import SystemPackage

extension Workspace {
  /// The lifetime, in seconds, of a token that a browser uses to log in.
  public static let startSeconds = 60

  /// Returns the tokens that are valid now. Omits the short-lived tokens that browsers use to log
  /// in.
  ///
  /// Throws `FileError` if they cannot be read.
  public func accessTokens() throws -> [AccessToken] {
    try accessList.tokens(at: clock.now).filter { $0.scope != .start }
  }

  /// The list of the notebook's tokens.
  public var accessList: AccessList { AccessList(state: notebook.state) }

  /// Creates and saves a token. Returns the token and its secret. Only the secret's hash is saved,
  /// so the secret cannot be shown again.
  ///
  /// Throws `FileError` if the token cannot be saved.
  public func createToken(
    _ scope: AccessToken.Scope, name: String = ""
  ) throws -> (token: AccessToken, secret: String) {
    let made = AccessToken.make(
      scope, name: name, at: clock.now, lasting: scope == .start ? Self.startSeconds : nil)
    try changeTokens { $0 + [made.token] }
    return made
  }

  /// Revokes the token with this id, and returns it.
  ///
  /// Throws a ``Refusal`` if there is no such token, or `FileError` if the tokens cannot be read or
  /// changed.
  public func revokeToken(_ id: String) throws -> AccessToken {
    guard let token = try accessTokens().first(where: { $0.id == id }) else {
      throw Refusal(
        "token-unknown",
        "no token has the id `\(id)`; run `cairn serve token list` to list the tokens",
        .nothingFound)
    }
    try changeTokens { $0.filter { $0.id != token.id } }
    return token
  }

  /// Uses up a token that logs a browser in: revokes the token and deletes the login page.
  /// Returns false, and changes nothing, if no valid token of this kind has the secret.
  ///
  /// Throws `FileError` if the tokens cannot be read or changed.
  public func useStartToken(_ secret: String) throws -> Bool {
    let hash = AccessToken.hash(of: secret)
    var isKnown = false
    try changeTokens { tokens in
      isKnown = tokens.contains { $0.scope == .start && $0.has(hash) }
      return tokens.filter { $0.scope != .start || !$0.has(hash) }
    }
    if isKnown { try notebook.state.removeCached(loginPage.name) }
    return isKnown
  }

  /// Creates an HTML page that logs a browser in, and returns the page's path. The page works for
  /// one minute, and only the user can read it.
  ///
  /// Throws `FileError` or `Errno` if the page cannot be written.
  ///
  /// - Parameter server: The address of the server, such as `http://127.0.0.1:4747`.
  public func createLoginPage(_ server: String) throws -> FilePath {
    let (_, secret) = try createToken(.start)
    let file = loginPage
    let page = """
      <!doctype html>
      <meta charset="utf-8">
      <meta name="referrer" content="no-referrer">
      <meta http-equiv="refresh" content="0; url=\(server)/start?token=\(secret)">
      <title>Cairn</title>

      """
    let draft = try notebook.state.draftCached(file.name)
    draft.append(Array(page.utf8))
    _ = try draft.keep()
    return file.folder.appending(file.name)
  }

  /// The folder and the name of the page that logs a browser in.
  private var loginPage: (folder: FilePath, name: String) {
    (notebook.state.location ?? "/", "login.html")
  }

  /// Passes the valid tokens to `change`, and replaces all saved tokens with the result. Meanwhile,
  /// a lock prevents other processes from changing the tokens.
  private func changeTokens(_ change: ([AccessToken]) -> [AccessToken]) throws {
    let lock = try notebook.state.hold()
    defer { withExtendedLifetime(lock) {} }
    let old = try accessList.tokens(at: clock.now)
    let new = change(old)
    guard new != old else { return }
    let file = try notebook.state.draftCached(AccessList.file)
    file.append(new.flatMap { Array("\($0.line)\n".utf8) })
    _ = try file.keep()
  }
}
