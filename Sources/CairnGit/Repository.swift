public import SystemPackage

/// A work tree that a notebook lies in.
public struct Repository: Sendable {
  /// git, run in the notebook's folder.
  public let git: Git
  /// The work tree's own folder.
  public let top: FilePath
  /// The notebook's path below it, ended by a slash; empty where it is the same.
  public let prefix: [UInt8]
  /// Where git keeps what it knows of this work tree.
  private let gitFolder: FilePath

  /// The work tree that git finds from its folder upward.
  ///
  /// Throws ``GitFailure``, of the kind `noRepository` where there is none.
  public init(_ git: Git) async throws(GitFailure) {
    self.git = git
    let top = try await git.run(["rev-parse", "--show-toplevel"])
    guard top.code == 0, !top.line.isEmpty else {
      let isMissing = top.words.contains("not a git repository") || top.words.contains("work tree")
      throw isMissing
        ? GitFailure(
          .noRepository,
          "\(git.folder) is in no git repository; `cairn init --git` makes it one")
        : GitFailure(.refused, "git does not read the repository here", details: top.words)
    }
    self.top = FilePath(top.line)
    let prefix = try await git.output(["rev-parse", "--show-prefix"])
    self.prefix = Array(prefix.line.utf8)
    gitFolder = FilePath(try await git.output(["rev-parse", "--absolute-git-dir"]).line)
  }

  /// The path in the work tree of a path in the notebook.
  func inTree(_ path: [UInt8]) -> [UInt8] { prefix + path }
}

// MARK: - What is under way

extension Repository {
  /// Something that git has begun here and not ended.
  public enum UnderWay: String, CaseIterable, Sendable {
    case merge = "MERGE_HEAD"
    case rebase = "rebase-merge"
    case patches = "rebase-apply"
    case pick = "CHERRY_PICK_HEAD"
    case revert = "REVERT_HEAD"
    case bisection = "BISECT_LOG"

    /// What it is called, the command that goes on when nothing is in conflict any more, and the one
    /// that cancels it.
    public var words: (name: String, next: String, cancel: String) {
      switch self {
      case .merge: ("a merge", "cairn sync", "git merge --abort")
      case .rebase, .patches: ("a rebase", "git rebase --continue", "git rebase --abort")
      case .pick: ("a cherry-pick", "git cherry-pick --continue", "git cherry-pick --abort")
      case .revert: ("a revert", "git revert --continue", "git revert --abort")
      case .bisection: ("a bisection", "git bisect reset", "git bisect reset")
      }
    }
  }

  /// What has begun here and not ended; nil for nothing.
  public var underWay: UnderWay? {
    UnderWay.allCases.first { part in
      let path = gitFolder.appending(part.rawValue)
      return (try? FileDescriptor.open(path, .readOnly, options: .closeOnExec))
        .map { try? $0.close() } != nil
    }
  }

  /// The branch that is checked out; nil where none is.
  func branch() async throws(GitFailure) -> String? {
    let output = try await git.run(["symbolic-ref", "--quiet", "--short", "HEAD"])
    return output.code == 0 ? output.line : nil
  }

  /// Whether there is a commit yet.
  func hasCommits() async throws(GitFailure) -> Bool {
    try await git.run(["rev-parse", "--quiet", "--verify", "HEAD"]).code == 0
  }

  /// The commit that a name, or a day (`2026-11-01`: the last one before it ended), stands for.
  ///
  /// Throws ``GitFailure`` where there is none.
  public func commit(named name: String, day: Bool) async throws(GitFailure) -> String {
    let arguments =
      day
      ? ["rev-list", "-1", "--before=\(name) 23:59:59", "HEAD", "--"]
      : ["rev-parse", "--quiet", "--verify", "--end-of-options", "\(name)^{commit}"]
    let output = try await git.run(arguments)
    guard output.code == 0, !output.line.isEmpty else {
      throw GitFailure(
        .refused,
        day ? "there is no commit of \(name) or before" : "`\(name)` names no commit here")
    }
    return output.line
  }
}
