import CairnFiles
import CairnGit
public import CairnNotebook
import CairnText

extension Workspace {
  /// Returns a runner of git commands in the notebook's folder.
  ///
  /// Throws a ``Refusal`` if git is not installed.
  func git() throws(Refusal) -> Git {
    guard let program = context.findGit() else {
      throw Refusal("git-missing", "git is not installed; install it to use this command")
    }
    return Git(
      program, in: notebook.store.root, temporaryFolder: context.temporaryFolder,
      asks: context.gitMayAsk,
      patience: notebook.settings.count("git.timeout").flatMap { $0 > 0 ? .seconds($0) : nil })
  }

  /// Returns the work tree that contains the notebook.
  ///
  /// Throws `GitFailure` of the kind `noRepository` if there is no work tree, another `GitFailure`
  /// if git fails, or a ``Refusal`` if git is not installed.
  func repository() async throws -> Repository { try await Repository(try git()) }

  /// Creates a repository, unless the notebook is already in one. Returns whether a repository was
  /// created.
  ///
  /// Throws `GitFailure` if git fails, or a ``Refusal`` if git is not installed.
  public func makeRepository() async throws -> Bool {
    do {
      _ = try await repository()
      return false
    } catch let failure as GitFailure where failure.kind == .noRepository {
      try await git().initialize()
      return true
    }
  }
}

// MARK: - Setting up

/// The changes that set up git or, in a dry run, would set it up.
public struct GitSetup: Sendable {
  /// The change to `.gitattributes`.
  public var report: ChangeReport
  /// The names of the git settings that were changed.
  public let settings: [String]

  /// Whether `sync` commits without asking because of this setup. False if `sync` already did so
  /// before the setup.
  public var allowsCommits: Bool { settings.contains(Repository.consent) }
}

extension Workspace {
  private static let attributesPath = NotePath.root.appending(listed: ".gitattributes".utf8)

  /// Sets up the notebook's repository to merge notes field by field.
  ///
  /// Throws `GitFailure` if git fails, a ``Refusal`` if git is not installed, or `FileError` if
  /// `.gitattributes` cannot be written.
  ///
  /// - Parameter program: The command that git uses to run Cairn, quoted for a shell.
  public func setUpGit(calling program: String, _ mode: Mode) async throws -> GitSetup {
    let repository = try await repository()
    let report = try addAttributes(mode)
    let missing = try await repository.missingSettings(calling: program)
    if mode == .write { try await repository.set(missing) }
    return GitSetup(report: report, settings: missing.map(\.key))
  }

  /// Adds missing lines to `.gitattributes`.
  private func addAttributes(_ mode: Mode) throws -> ChangeReport {
    let wanted = Repository.attributes(endings: notebook.store.endings)
    var report = try notebook.state.rewrite(
      Self.attributesPath, in: notebook.store, at: clock.now, mode
    ) { bytes in
      let bytes = bytes ?? []
      let lines = bytes.split(separator: UInt8(ascii: "\n")).map {
        String(decoding: $0, as: UTF8.self)
      }
      let missing = wanted.filter { !lines.contains($0) }
      let end = missing.isEmpty || [nil, UInt8(ascii: "\n")].contains(bytes.last) ? "" : "\n"
      return bytes + Array((end + missing.map { "\($0)\n" }.joined()).utf8)
    }
    report.unchanged = []
    return report
  }
}
