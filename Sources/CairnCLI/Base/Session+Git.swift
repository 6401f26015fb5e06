import CairnFiles
import CairnGit
import CairnNotebook
import CairnText
import SystemPackage

extension Session {
  /// git, run in the notebook's folder.
  ///
  /// Throws a ``Failure`` where it is not installed.
  func git(in folder: FilePath? = nil) throws -> Git {
    guard let program = surroundings.program("git") else {
      throw Failure("git-missing", "git is not installed; all but what is about git works without")
    }
    return Git(
      program, in: folder ?? notebook.store.root, temporaryFolder: surroundings.temporaryFolder,
      asks: surroundings.inputIsTerminal && surroundings.errorIsTerminal && !options.noInput,
      patience: notebook.settings.count("git.timeout").flatMap { $0 > 0 ? .seconds($0) : nil })
  }

  /// The work tree that the notebook lies in.
  ///
  /// Throws ``GitFailure`` where it lies in none.
  func repository() async throws -> Repository { try await Repository(try git()) }
}

extension Failure {
  init(_ failure: GitFailure) {
    self.init(failure.kind.rawValue, failure.message)
    details = failure.details.split(whereSeparator: \.isNewline).map { "git: \($0)" }
  }
}
