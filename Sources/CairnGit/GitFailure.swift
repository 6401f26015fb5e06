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
    /// The remote could not be reached.
    case offline = "git-offline"
    /// Something that was committed is not in this clone.
    case missing = "git-object-missing"
    /// git did nothing for too long, and was ended.
    case stalled = "git-stalled"
    /// The remote wants a key or a password.
    case credentials = "git-credentials"
    /// Nobody said who commits.
    case identity = "git-identity"
    /// A hook, here or on the remote, refused.
    case hook = "git-hook"
    /// The remote got something new again and again.
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
  /// A failure of reading what is not in this clone, by what git said of it.
  static func missing(_ output: Git.Output) -> GitFailure {
    GitFailure(
      .missing,
      "this clone lacks a version that is needed here, and nothing is fetched for reading; "
        + "`git log -p` of the file fetches its versions where the clone is a partial one",
      details: output.words)
  }

  /// A failure of talking to `remote`, by how git ended without an output.
  static func of(_ remote: String, _ failure: GitFailure) -> GitFailure {
    guard failure.kind == .stalled else { return failure }
    return GitFailure(
      .stalled,
      "\(remote) does not answer; what is committed here stays. Try again later, or set "
        + "`git.timeout` to more seconds", details: failure.message)
  }

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
      // What the remote refuses has a line for each branch; a hook here ends the push before that.
      self.init(.hook, "a hook refused what was sent to \(remote)", details: words)
    } else if says(["does not appear to be a git repository", "Repository not found", "not found"])
    {
      self.init(.refused, "there is no repository at \(remote)", details: words)
    } else {
      self.init(.refused, "git could not talk to \(remote)", details: words)
    }
  }
}
