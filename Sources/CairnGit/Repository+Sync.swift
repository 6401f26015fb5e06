public import CairnFiles

extension Repository {
  /// The way to join remote commits with local ones.
  public enum Joining: String, CaseIterable, Sendable {
    /// A merge commit that joins the remote commits with the local ones.
    case merge
    /// A replay of the local commits on top of the remote ones.
    case rebase
  }

  /// The result of ``exchange(_:setsUpstream:keepsConflicts:holding:)``.
  public struct Exchange: Hashable, Sendable {
    /// The upstream branch, such as `origin/main`; nil if the repository has no remote.
    public var upstream: String?
    /// The number of commits received.
    public var received = 0
    /// The number of commits sent.
    public var sent = 0

    /// Creates an empty result.
    public init() {}
  }

  /// The maximum number of attempts to push if the remote keeps getting new commits.
  private static let mostAttempts = 3

  /// Makes sure that a sync can begin. Throws ``GitFailure`` if another git operation is in
  /// progress or no branch is checked out.
  ///
  /// If the operation in progress is a merge without unresolved conflicts, commits the merge
  /// instead of throwing. Returns whether a merge was committed.
  @discardableResult public func settle() async throws(GitFailure) -> Bool {
    let begun = underWay
    if let begun {
      let (files, elsewhere) = try await unmerged()
      guard begun == .merge, files.isEmpty, elsewhere.isEmpty else {
        throw Self.failure(begun, files.map(\.path), elsewhere)
      }
      try await commitMerge()
    }
    guard try await branch() != nil else {
      throw GitFailure(
        .detached, "no branch is checked out; run `git switch BRANCH` to check one out")
    }
    return begun != nil
  }

  private static func failure(
    _ underWay: UnderWay, _ files: [[UInt8]], _ elsewhere: [[UInt8]]
  ) -> GitFailure {
    let (name, next, cancel) = underWay.words
    let names = { (paths: [[UInt8]]) in
      paths.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
    }
    if !files.isEmpty {
      return GitFailure(
        .underWay,
        "\(name) is in progress, with conflicts in \(names(files)); run `cairn conflicts` and "
          + "`cairn resolve`, then `\(next)`, or `\(cancel)` to cancel it")
    }
    if !elsewhere.isEmpty {
      return GitFailure(
        .underWay,
        "\(name) is in progress, with conflicts outside the notebook in \(names(elsewhere)); "
          + "resolve them with git, then run `\(next)`, or `\(cancel)` to cancel it")
    }
    let cancels = next == cancel ? "" : ", or `\(cancel)` to cancel it"
    return GitFailure(.underWay, "\(name) is in progress; run `\(next)` to finish it\(cancels)")
  }

  /// Fetches the branch's remote commits, joins them with local ones, and pushes the result.
  ///
  /// - Parameters:
  ///   - setsUpstream: Whether to make ``newUpstream()`` the upstream of a branch that has none.
  ///   - keepsConflicts: Whether to leave conflicts in the files, so that the user can resolve them
  ///     and finish the merge. If false, a join with conflicts is undone, and the failure names the
  ///     files.
  ///   - holding: A callback that takes a lock against other writing processes. The lock is held
  ///     during the join but not while waiting for the remote. The callback receives the paths in
  ///     the notebook that the join changes, and can throw an error to prevent the join.
  /// - Throws: ``GitFailure``, and errors from `holding`. No local commit is lost if an error is
  ///   thrown.
  public func exchange(
    _ joining: Joining, setsUpstream: Bool = false, keepsConflicts: Bool,
    holding: (_ incoming: [[UInt8]]) throws -> HeldLock
  ) async throws -> Exchange {
    var done = Exchange()
    let new = setsUpstream ? try await newUpstream() : nil
    let known = new == nil ? try await otherSide() : nil
    guard let (remote, upstream) = new ?? known else { return done }
    done.upstream = upstream
    // Whether the branch `upstream` has not been found on the remote. False from the start if the
    // current branch already has an upstream.
    var isMissing = new != nil
    var lastRefusal = ""
    for _ in 0..<Self.mostAttempts {
      let fetch = try await talk(to: remote, ["fetch", "--quiet", remote], .fetching)
      guard fetch.code == 0 else { throw GitFailure(of: remote, fetch.words) }
      if isMissing { isMissing = try await !follow(upstream) }
      let (ahead, behind) = try await isMissing ? (commitCount(), 0) : distance(upstream)
      if behind > 0 {
        let incoming = try await git.output(
          ["diff", "--name-only", "--no-renames", "--relative", "-z", "HEAD...\(upstream)"])
        // A merge without local commits keeps staged files. A rebase would lose the staged versions
        // of files that have changed again.
        if ahead > 0 || joining == .rebase && !keepsConflicts { try await refuseStaged(upstream) }
        let lock = try holding(incoming.bytes.split(separator: 0).map { Array($0) })
        try await join(upstream, joining, keepsConflicts: keepsConflicts)
        withExtendedLifetime(lock) {}
      }
      done.received += behind
      let isAhead = behind > 0 ? try await distance(upstream).ahead : ahead
      if isAhead == 0 { return done }
      let options = ["push", "--quiet"] + (isMissing ? ["--set-upstream"] : [])
      let push = try await talk(
        to: remote, options + [remote, "HEAD:\(try await target())"], .pushing)
      if push.code == 0 {
        done.sent += isAhead
        return done
      }
      // git reports `cannot lock ref` if another client pushes at the same moment.
      let isLate = ["[rejected]", "fetch first", "cannot lock ref"].contains {
        push.words.contains($0)
      }
      guard isLate else {
        throw GitFailure(of: remote, push.words)
      }
      lastRefusal = push.words
    }
    throw GitFailure(
      .rejected,
      "Cairn tried to push \(Self.mostAttempts) times, but \(remote) received new "
        + "commits each time; try again", details: lastRefusal
    )
  }
}

// MARK: - The remote

extension Repository {
  /// Runs a git command that contacts the remote. If git stalls, the failure names the remote.
  private func talk(
    to remote: String, _ arguments: [String], _ trust: Git.Trust
  ) async throws(GitFailure) -> Git.Output {
    do throws(GitFailure) {
      return try await git.run(arguments, trust)
    } catch {
      throw .of(remote, error)
    }
  }

  /// Returns the remote and the upstream branch of the current branch; nil if there is no remote or
  /// no branch is checked out.
  ///
  /// Throws ``GitFailure`` if there is a remote but the branch has no upstream.
  private func otherSide() async throws(GitFailure) -> (remote: String, upstream: String)? {
    let remotes = try await git.output(["remote"]).line.split(separator: "\n").map(String.init)
    if remotes.isEmpty { return nil }
    guard let branch = try await branch() else { return nil }
    let upstream = try await git.run(
      ["rev-parse", "--abbrev-ref", "--symbolic-full-name", "@{upstream}"])
    let remote = try await git.run(["config", "--get", "branch.\(branch).remote"])
    guard upstream.code == 0, remote.code == 0 else {
      let name = remotes.contains("origin") ? "origin" : remotes[0]
      throw GitFailure(
        .refused,
        "branch `\(branch)` has no upstream; run `git push -u \(name) \(branch)`")
    }
    return (remote.line, upstream.line)
  }

  /// Returns the repository's only remote, and the remote branch that can become the upstream of
  /// the current branch, such as `origin/main`. Nil if the current branch has an upstream or no
  /// commits, or if there is not exactly one remote.
  public func newUpstream() async throws(GitFailure) -> (remote: String, upstream: String)? {
    let remotes = try await git.output(["remote"]).line.split(separator: "\n").map(String.init)
    guard remotes.count == 1, let branch = try await branch(), try await hasCommits() else {
      return nil
    }
    let known = try await git.run(["config", "--get", "branch.\(branch).merge"])
    return known.code == 0 ? nil : (remotes[0], "\(remotes[0])/\(branch)")
  }

  /// Makes the fetched branch `upstream` the upstream of the current branch. Returns false if the
  /// remote has no such branch.
  private func follow(_ upstream: String) async throws(GitFailure) -> Bool {
    let found = try await git.run(
      ["rev-parse", "--verify", "--quiet", "refs/remotes/\(upstream)"])
    if found.code != 0 { return false }
    _ = try await git.output(["branch", "--quiet", "--set-upstream-to=\(upstream)"])
    return true
  }

  /// Returns the full name of the upstream branch on the remote, such as `refs/heads/main`. If
  /// there is no upstream, assumes that the branch on the remote has the name of the current
  /// branch.
  private func target() async throws(GitFailure) -> String {
    let branch = try await branch() ?? "HEAD"
    let known = try await git.run(["config", "--get", "branch.\(branch).merge"])
    return known.code == 0 ? known.line : "refs/heads/\(branch)"
  }

  /// Returns the number of commits that the current branch contains.
  private func commitCount() async throws(GitFailure) -> Int {
    Int(try await git.output(["rev-list", "--count", "HEAD", "--"]).line) ?? 0
  }

  /// Returns the number of commits that only the current branch has (`ahead`), and the number that
  /// only `upstream` has (`behind`).
  private func distance(_ upstream: String) async throws(GitFailure) -> (ahead: Int, behind: Int) {
    let counts = try await git.output(
      ["rev-list", "--left-right", "--count", "HEAD...\(upstream)", "--"]
    ).line.split(separator: "\t").compactMap { Int($0) }
    return counts.count == 2 ? (counts[0], counts[1]) : (0, 0)
  }

  /// Throws a ``GitFailure`` if files are staged.
  private func refuseStaged(_ upstream: String) async throws(GitFailure) {
    let staged = try await git.output(["diff", "--cached", "--name-only", "-z"]).bytes
      .split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    if staged.isEmpty { return }
    throw GitFailure(
      .staged,
      "git cannot join your commits with \(upstream) while files are staged: "
        + "\(staged.joined(separator: ", ")); commit them with git, or run "
        + "`git restore --staged FILE`, then `cairn sync` again")
  }

  private func join(
    _ upstream: String, _ joining: Joining, keepsConflicts: Bool
  ) async throws(GitFailure) {
    let merges = joining == .merge || keepsConflicts
    let output =
      try await merges
      ? git.run(["merge", "--quiet", "--no-edit", upstream], .committing)
      : git.run(["rebase", "--quiet", "--autostash", upstream], .committing)
    if output.code == 0 { return }
    let (unmerged, elsewhere) = try await unmerged()
    // Omits paths that are in neither version, because both versions moved or removed the file.
    let files = (unmerged.filter { $0.ours != nil || $0.theirs != nil }.map(\.path) + elsewhere)
      .map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
    guard underWay != nil else {
      throw GitFailure(
        .refused, "git could not merge \(upstream) with your commits", details: output.words)
    }
    let problem = "your changes conflict with \(upstream) in \(files)"
    let isSetUp = try await mergesFields()
    let setUp = "; run `cairn git setup` before the next sync, so that git merges field by field"
    if keepsConflicts {
      throw GitFailure(
        .conflicts,
        "\(problem); run `cairn conflicts` to list the conflicts, `cairn resolve` to resolve them, "
          + "then `cairn sync` again\(isSetUp ? "" : setUp)")
    }
    _ = try await git.output([merges ? "merge" : "rebase", "--abort"], .fetching)
    guard isSetUp else { throw GitFailure(.conflicts, "\(problem); nothing was merged\(setUp)") }
    throw GitFailure(
      .conflicts,
      "\(problem); nothing was merged. Run `cairn sync --keep-conflicts` to keep both versions, then "
        + "`cairn resolve` to choose between them")
  }
}
