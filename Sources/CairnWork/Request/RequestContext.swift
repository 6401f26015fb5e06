public import CairnFiles
public import CairnText
public import SystemPackage

/// Who makes a request, when, and where remarks and progress go: what a request itself does not carry.
public struct RequestContext: Sendable {
  /// The caller's clock.
  public var clock: LocalClock
  /// Who is noted in the journal, where relative paths start, and how long the lock is waited for.
  public var caller: Caller
  /// Where new ids begin; a random place if nil.
  public var idSeed: UInt64?
  /// The folders of the caller's own.
  public var folders: UserFolders
  /// Finds the program git; nil if it is not installed.
  public var findGit: @Sendable () -> FilePath? = { nil }
  /// Whether git may ask for a password on the caller's terminal.
  public var gitMayAsk = false
  /// The folder for files that exist for a moment, an absolute path.
  public var temporaryFolder: FilePath = "/tmp"
  /// Whether the caller can be asked before something is written.
  public var canAsk = false
  /// The settings of the caller's environment, such as `editor` from `EDITOR`.
  public var environmentSettings: [(key: String, value: String)] = []
  /// How the caller ends a wait.
  public var cancellation = Cancellation()
  /// Texts of the caller's environment that are keys, and that no message may show.
  public var secrets: @Sendable () -> [String] = { [] }
  /// Is told what else the caller should know while a request is carried out.
  public var tell: @Sendable (Remark) -> Void = { _ in }
  /// Is told how far a long run has come; nil if nobody wants to know.
  public var progress: (@Sendable (Progress) -> Void)?

  /// A context without remarks or progress.
  public init(clock: LocalClock, caller: Caller, folders: UserFolders) {
    self.clock = clock
    self.caller = caller
    self.folders = folders
  }
}

extension RequestContext {
  /// The values of an environment's variables that are keys, by their names.
  public static func secrets(among variables: [String: String]) -> [String] {
    variables.filter { name, value in
      let parts = name.uppercased().split(separator: "_")
      return value.utf8.count >= 6
        && parts.contains { ["KEY", "TOKEN", "SECRET", "PASSWORD", "APIKEY"].contains($0) }
    }.map(\.value)
  }
}

/// How a caller ends a wait for another program.
public struct Cancellation: Sendable {
  /// Whether the caller wants the wait to end.
  public var isRequested: @Sendable () -> Bool = { false }
  /// Is told `true` when a wait begins, from which on `isRequested` is asked, and `false` when it is over.
  public var setsWaiting: @Sendable (Bool) -> Void = { _ in }

  /// No way to end a wait.
  public init() {}
}

/// The folders of one user, all absolute.
public struct UserFolders: Hashable, Sendable {
  /// The home folder.
  public var home: FilePath
  /// Where the user's settings and views lie.
  public var config: FilePath
  /// Below which the journals, trashes and drafts of notebooks lie.
  public var state: FilePath
  /// Below which indexes lie.
  public var cache: FilePath

  /// These folders.
  public init(home: FilePath, config: FilePath, state: FilePath, cache: FilePath) {
    self.home = home
    self.config = config
    self.state = state
    self.cache = cache
  }
}

/// Something that the caller should know besides the result.
public enum Remark: Sendable {
  /// A sentence that a caller who wants to hear less can do without.
  case note(String)
  /// Something that is not as it should be.
  case warning(Diagnostic)
  /// Something that was wrong with the index, and is mended or was worked around.
  case index(String)
  /// The draft that has the text of the request from now on, however the request ends; nil once the
  /// text is where it belongs.
  case draft(Draft?)
  /// Files or folders that could not be read; what lies there is missing in the result.
  case unreadable([FileError])
}

/// How far a long run has come.
public enum Progress: Hashable, Sendable {
  /// So many files of a notebook were read, of so many.
  case reading(done: Int, total: Int)
  /// So many steps of writing a digest or a site were done, of so many.
  case making(done: Int, total: Int)
  /// So many captures were given a meaning, of so many.
  case meanings(done: Int, total: Int)
  /// The run has ended.
  case ended
}
