public import SystemPackage

/// A git work tree that contains a notebook.
public struct Repository: Sendable {
  /// The git program, run in the notebook's folder.
  public let git: Git
  /// The top folder of the work tree.
  public let top: FilePath
  /// The notebook's path below ``top``, ending with a slash; empty if the notebook is the top
  /// folder.
  public let prefix: [UInt8]
  /// The git folder of this work tree, usually `.git` in ``top``.
  let gitFolder: FilePath

  /// Opens the work tree that contains the folder in which `git` runs.
  ///
  /// Throws ``GitFailure``. Its kind is `noRepository` if there is no work tree.
  public init(_ git: Git) async throws(GitFailure) {
    self.git = git
    let top = try await git.run(["rev-parse", "--show-toplevel"])
    guard top.code == 0, !top.line.isEmpty else {
      let isMissing = top.words.contains("not a git repository") || top.words.contains("work tree")
      throw isMissing
        ? GitFailure(
          .noRepository,
          "\(git.folder) is not in a git repository; run `cairn init --git` to create one")
        : GitFailure(
          .refused, "git refused to read the repository in \(git.folder)", details: top.words)
    }
    self.top = FilePath(top.line)
    let prefix = try await git.output(["rev-parse", "--show-prefix"])
    self.prefix = Array(prefix.line.utf8)
    gitFolder = FilePath(try await git.output(["rev-parse", "--absolute-git-dir"]).line)
  }

  /// Returns the path in the work tree for a path in the notebook.
  func inTree(_ path: [UInt8]) -> [UInt8] { prefix + path }
}

// MARK: - Operations in progress

extension Repository {
  /// A git operation in progress. The raw value is the name of a file or folder that git keeps in
  /// the git folder during the operation.
  public enum UnderWay: String, CaseIterable, Sendable {
    case merge = "MERGE_HEAD"
    case rebase = "rebase-merge"
    case patches = "rebase-apply"
    case pick = "CHERRY_PICK_HEAD"
    case revert = "REVERT_HEAD"
    case bisection = "BISECT_LOG"

    /// The name of the operation with its article, the command that continues the operation after
    /// conflicts are resolved, and the command that cancels it.
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

  /// The operation in progress; nil if there is none.
  public var underWay: UnderWay? {
    UnderWay.allCases.first { part in
      let path = gitFolder.appending(part.rawValue)
      return (try? FileDescriptor.open(path, .readOnly, options: .closeOnExec))
        .map { try? $0.close() } != nil
    }
  }

  /// Returns the branch that is checked out; nil if HEAD is detached.
  func branch() async throws(GitFailure) -> String? {
    let output = try await git.run(["symbolic-ref", "--quiet", "--short", "HEAD"])
    return output.code == 0 ? output.line : nil
  }

  /// Returns whether the current branch has any commit.
  public func hasCommits() async throws(GitFailure) -> Bool {
    try await git.run(["rev-parse", "--quiet", "--verify", "HEAD"]).code == 0
  }

  /// Returns the hash of the commit that `name` refers to. If `day` is true, `name` is a day
  /// (`2026-11-01`) and refers to the last commit up to the end of that day.
  ///
  /// Throws ``GitFailure`` if there is no such commit.
  public func commit(named name: String, day: Bool) async throws(GitFailure) -> String {
    let arguments =
      day
      ? ["rev-list", "-1", "--before=\(name) 23:59:59", "HEAD", "--"]
      : ["rev-parse", "--quiet", "--verify", "--end-of-options", "\(name)^{commit}"]
    let output = try await git.run(arguments)
    guard output.code == 0, !output.line.isEmpty else {
      throw GitFailure(
        .refused,
        day
          ? "there is no commit on or before \(name)"
          : "`\(name)` is not a commit in this repository")
    }
    return output.line
  }
}
