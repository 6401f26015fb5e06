public import CairnFiles

extension Repository {
  /// How what the remote has comes into ours.
  public enum Joining: String, CaseIterable, Sendable {
    /// By a commit of both.
    case merge
    /// By making our commits again on top of theirs.
    case rebase
  }

  /// What ``exchange(_:keepsConflicts:)`` did.
  public struct Exchange: Hashable, Sendable {
    /// Where to, such as `origin/main`; nil where the repository has no remote.
    public var upstream: String?
    /// How many commits came.
    public var received = 0
    /// How many commits went.
    public var sent = 0

    /// Nothing yet.
    public init() {}
  }

  /// How often a push is tried again, because the remote got something new meanwhile.
  private static let mostAttempts = 3

  /// Refuses to begin where something else has begun, or no branch is checked out.
  ///
  /// A merge whose conflicts are all settled is no hindrance: it is committed.
  public func settle() async throws(GitFailure) {
    if let underWay {
      let (files, elsewhere) = try await unmerged()
      guard underWay == .merge, files.isEmpty, elsewhere.isEmpty else {
        throw Self.failure(underWay, files.map(\.path), elsewhere)
      }
      try await commitMerge()
    }
    guard try await branch() != nil else {
      throw GitFailure(
        .detached, "no branch is checked out here; `git switch BRANCH` checks one out")
    }
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
        "\(name) is in progress, and these files are in conflict: \(names(files)); run `cairn conflicts` "
          + "and `cairn resolve`, then `\(next)` (`\(cancel)` cancels it)")
    }
    if !elsewhere.isEmpty {
      return GitFailure(
        .underWay,
        "\(name) is in progress, and these files outside of the notebook are in conflict: "
          + "\(names(elsewhere)); settle them with git, then run `\(next)` (`\(cancel)` cancels it)"
      )
    }
    let cancels = next == cancel ? "" : " (`\(cancel)` cancels it)"
    return GitFailure(.underWay, "\(name) is in progress; run `\(next)` to end it\(cancels)")
  }

  /// Gets what the branch's remote has, joins it with ours, and sends ours there.
  ///
  /// - Parameters:
  ///   - keepsConflicts: whether conflicts are left in the files, in a merge to be settled; else
  ///     everything is as it was before, and the failure names the files.
  ///   - holding: Keeps others from writing to the files, as long as what it returns is there: while
  ///     both are joined, not while the remote is waited for. Gets the paths below the notebook that
  ///     joining changes, and may refuse.
  /// - Throws: ``GitFailure``, and what `holding` throws. What was committed before stays committed.
  public func exchange(
    _ joining: Joining, keepsConflicts: Bool,
    holding: (_ incoming: [[UInt8]]) throws -> HeldLock
  ) async throws -> Exchange {
    var done = Exchange()
    guard let (remote, upstream) = try await otherSide() else { return done }
    done.upstream = upstream
    var lastRefusal = ""
    for _ in 0..<Self.mostAttempts {
      let fetch = try await talk(to: remote, ["fetch", "--quiet", remote], .fetching)
      guard fetch.code == 0 else { throw GitFailure(of: remote, fetch.words) }
      let (ahead, behind) = try await distance(upstream)
      if behind > 0 {
        let incoming = try await git.output(
          ["diff", "--name-only", "--no-renames", "--relative", "-z", "HEAD...\(upstream)"])
        let lock = try holding(incoming.bytes.split(separator: 0).map { Array($0) })
        try await join(upstream, joining, keepsConflicts: keepsConflicts)
        withExtendedLifetime(lock) {}
      }
      done.received += behind
      let isAhead = behind > 0 ? try await distance(upstream).ahead : ahead
      if isAhead == 0 { return done }
      let push = try await talk(
        to: remote, ["push", "--quiet", remote, "HEAD:\(try await target())"], .pushing)
      if push.code == 0 {
        done.sent += isAhead
        return done
      }
      // The last is said where somebody else sends at the same moment.
      let isLate = ["[rejected]", "fetch first", "cannot lock ref"].contains {
        push.words.contains($0)
      }
      guard isLate else {
        throw GitFailure(of: remote, push.words)
      }
      lastRefusal = push.words
    }
    throw GitFailure(
      .rejected, "\(remote) got something new each time; try again", details: lastRefusal)
  }
}

// MARK: - The remote

extension Repository {
  /// Runs git where it waits for the remote.
  private func talk(
    to remote: String, _ arguments: [String], _ trust: Git.Trust
  ) async throws(GitFailure) -> Git.Output {
    do throws(GitFailure) {
      return try await git.run(arguments, trust)
    } catch {
      throw .of(remote, error)
    }
  }

  /// The remote and the branch there that the branch here follows; nil where there is no remote.
  ///
  /// Throws ``GitFailure`` where there is a remote, and the branch follows nothing.
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
        "the branch `\(branch)` follows none at \(name); `git push -u \(name) \(branch)` sends it "
          + "there, once")
    }
    return (remote.line, upstream.line)
  }

  /// The full name that the branch here has on the remote.
  private func target() async throws(GitFailure) -> String {
    let branch = try await branch() ?? "HEAD"
    return try await git.output(["config", "--get", "branch.\(branch).merge"]).line
  }

  /// How many commits we have that the remote has not, and the other way round.
  private func distance(_ upstream: String) async throws(GitFailure) -> (ahead: Int, behind: Int) {
    let counts = try await git.output(
      ["rev-list", "--left-right", "--count", "HEAD...\(upstream)", "--"]
    ).line.split(separator: "\t").compactMap { Int($0) }
    return counts.count == 2 ? (counts[0], counts[1]) : (0, 0)
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
    // A path that neither has any more was moved or removed by both.
    let files = (unmerged.filter { $0.ours != nil || $0.theirs != nil }.map(\.path) + elsewhere)
      .map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
    guard underWay != nil else {
      throw GitFailure(.refused, "git could not join \(upstream) with ours", details: output.words)
    }
    if keepsConflicts {
      throw GitFailure(
        .conflicts,
        "this copy and \(upstream) disagree in \(files); `cairn conflicts` shows where, `cairn resolve` "
          + "settles it, then `cairn sync` goes on")
    }
    _ = try await git.output([merges ? "merge" : "rebase", "--abort"], .fetching)
    throw GitFailure(
      .conflicts,
      "this copy and \(upstream) disagree in \(files); nothing was joined. "
        + "`cairn sync --keep-conflicts` keeps both versions, to be settled with `cairn resolve`")
  }
}
