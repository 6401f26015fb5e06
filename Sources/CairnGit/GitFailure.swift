/// Why something could not be done with git.
public struct GitFailure: Error, Hashable, Sendable {
  /// What kind of failure it is.
  public enum Kind: String, Sendable {
    /// The program could not be started.
    case notRun = "git-not-run"
    /// git refused, for a reason of its own.
    case refused = "git-refused"
    /// There is no work tree here.
    case noRepository = "git-no-repository"
    /// A merge, a rebase, or something like it has begun and not ended.
    case underWay = "git-under-way"
    /// No branch is checked out.
    case detached = "git-detached"
    /// Files are in conflict.
    case conflicts = "git-conflicts"
    /// The other side could not be reached.
    case offline = "git-offline"
    /// The other side wants a key or a password.
    case credentials = "git-credentials"
    /// Nobody said who commits.
    case identity = "git-identity"
    /// A hook, here or on the other side, refused.
    case hook = "git-hook"
    /// The other side got something new again and again.
    case rejected = "git-rejected"
  }

  /// What kind of failure it is.
  public let kind: Kind
  /// What was found, and what to do.
  public let message: String
  /// What git said, line by line.
  public let details: String

  init(_ kind: Kind, _ message: String, details: String = "") {
    self.kind = kind
    self.message = message
    self.details = details
  }
}

extension GitFailure {
  /// A failure of talking to `remote`, by what git said of it.
  init(of remote: String, _ words: String) {
    let says = { (signs: [String]) in signs.contains { words.contains($0) } }
    if says([
      "Could not resolve host", "Couldn't connect", "Failed to connect", "Connection refused",
      "Connection timed out", "Network is unreachable", "No route to host", "unable to connect",
      "Could not connect", "Operation timed out",
    ]) {
      self.init(
        .offline, "\(remote) could not be reached; what is committed here stays", details: words)
    } else if says([
      "Authentication failed", "could not read Username", "could not read Password",
      "Permission denied", "Invalid username or password", "Host key verification failed",
      "terminal prompts disabled", "403",
    ]) {
      self.init(
        .credentials, "\(remote) did not let you in; see that git can log in there by itself",
        details: words)
    } else if says(["hook declined", "pre-receive hook"])
      || says(["failed to push some refs"]) && !says([" ! [", "fatal:"])
    {
      // What the other side refuses has a line for each branch; a hook here ends the push before that.
      self.init(.hook, "a hook refused what was sent to \(remote)", details: words)
    } else if says(["does not appear to be a git repository", "Repository not found", "not found"])
    {
      self.init(.refused, "there is no repository at \(remote)", details: words)
    } else {
      self.init(.refused, "git could not talk to \(remote)", details: words)
    }
  }
}
