/// A failed git operation.
public struct GitFailure: Error, Hashable, Sendable {
  /// The kind of failure.
  public enum Kind: String, Sendable {
    /// The program could not be started.
    case notRun = "git-not-run"
    /// git failed for a reason that no other kind describes.
    case refused = "git-refused"
    /// The folder is not in a git work tree.
    case noRepository = "git-no-repository"
    /// A merge, a rebase or a similar operation is in progress.
    case underWay = "git-under-way"
    /// No branch is checked out (HEAD is detached).
    case detached = "git-detached"
    /// Files have merge conflicts.
    case conflicts = "git-conflicts"
    /// Files are staged, so that git cannot join the remote's commits with the local ones.
    case staged = "git-staged"
    /// The remote could not be reached.
    case offline = "git-offline"
    /// A committed object is missing in this clone.
    case missing = "git-object-missing"
    /// git was idle for too long and was terminated.
    case stalled = "git-stalled"
    /// The remote requires a key or a password.
    case credentials = "git-credentials"
    /// The name and email of the committer are not configured.
    case identity = "git-identity"
    /// A local or remote hook refused the commit or the push.
    case hook = "git-hook"
    /// The remote received new commits from elsewhere before each attempt to push.
    case rejected = "git-rejected"
  }

  /// The kind of failure.
  public let kind: Kind
  /// The problem and the remedy, for the user.
  public let message: String
  /// The messages that git printed; empty if there are none.
  public let details: String

  init(_ kind: Kind, _ message: String, details: String = "") {
    self.kind = kind
    self.message = message
    self.details = details
  }
}

extension GitFailure {
  /// Returns the failure of a git command that needs an object that is missing in this clone.
  static func missing(_ output: Git.Output) -> GitFailure {
    GitFailure(
      .missing,
      "a version of the file is missing from this clone, and commands that only read do not fetch "
        + "it; if this is a partial clone, run `git log -p FILE` to fetch all versions",
      details: output.words)
  }

  /// Returns `failure`, with a better message if git stalled while communicating with `remote`.
  static func of(_ remote: String, _ failure: GitFailure) -> GitFailure {
    guard failure.kind == .stalled else { return failure }
    return GitFailure(
      .stalled,
      "\(remote) does not answer; your local commits are kept. Try again later, or set "
        + "`git.timeout` to a higher number of seconds", details: failure.message)
  }

  /// Creates a failure to communicate with `remote`. Git's messages (`words`) determine the kind.
  init(of remote: String, _ words: String) {
    let says = { (signs: [String]) in signs.contains { words.contains($0) } }
    if says([
      "Could not resolve host", "Couldn't connect", "Failed to connect", "Connection refused",
      "Connection timed out", "Network is unreachable", "No route to host", "unable to connect",
      "Could not connect", "Operation timed out",
    ]) {
      self.init(
        .offline, "cannot reach \(remote); your local commits are kept", details: words)
    } else if says([
      "Authentication failed", "could not read Username", "could not read Password",
      "Permission denied", "Invalid username or password", "Host key verification failed",
      "terminal prompts disabled", "403",
    ]) {
      self.init(
        .credentials,
        "\(remote) denied access; make sure that `git fetch` works without a password prompt",
        details: words)
    } else if says(["hook declined", "pre-receive hook"])
      || says(["failed to push some refs"]) && !says([" ! [", "fatal:"])
    {
      // If the remote refuses, git prints a line with `!` for each branch. A local hook ends the
      // push before git prints this line.
      self.init(.hook, "a hook refused the push to \(remote)", details: words)
    } else if says(["does not appear to be a git repository", "Repository not found", "not found"])
    {
      self.init(.refused, "there is no repository at \(remote)", details: words)
    } else {
      self.init(.refused, "git could not communicate with \(remote)", details: words)
    }
  }
}
