public import CairnFiles
public import CairnNotebook
public import CairnText
public import SystemPackage

/// The surroundings of a request: the caller, the time, and where to send remarks and progress.
public struct RequestContext: Sendable {
  /// The caller's clock.
  public var clock: LocalClock
  /// The caller: its name for the journal, its working folder, and the maximum time to wait for the
  /// lock.
  public var caller: Caller
  /// The seed of new ids; nil for a random one.
  public var idSeed: UInt64?
  /// The folders of the user who runs the caller.
  public var folders: UserFolders
  /// A callback that returns the path of the git executable; nil if git is not installed.
  public var findGit: @Sendable () -> FilePath? = { nil }
  /// Whether git is allowed to ask for a password on the caller's terminal.
  public var gitMayAsk = false
  /// The absolute path of the folder for temporary files.
  public var temporaryFolder: FilePath = "/tmp"
  /// Whether problems in the settings are reported to the caller when a notebook is opened.
  public var tellsSettings = true
  /// Whether the caller can answer questions before something is written.
  public var canAsk = false
  /// The settings from the caller's environment variables, such as `editor` from `EDITOR`.
  public var environmentSettings: [(key: String, value: String)] = []
  /// The functions with which the caller can stop a query, or stop waiting for another program.
  public var cancellation = Cancellation()
  /// A callback that returns the secret keys in the caller's environment. Messages must not reveal
  /// them.
  public var secrets: @Sendable () -> [String] = { [] }
  /// A callback that returns the index of a notebook if a long-lived process keeps that index in
  /// memory; otherwise nil.
  public var resident: @Sendable (Notebook) -> ResidentIndex? = { _ in nil }
  /// The reader for whom captures are chosen, if that reader sees only a part of the notebook; nil
  /// if the reader sees everything.
  public var audience: Audience?
  /// The limits for the program that converts formulas, if the caller is a server; nil for a caller
  /// without such limits.
  public var formulaRuns: FormulaRuns?
  /// The texts that are open in the caller's editor. These texts are read instead of the
  /// corresponding files.
  public var unsaved = UnsavedTexts()
  /// A callback that receives remarks while a request is carried out.
  public var tell: @Sendable (Remark) -> Void = { _ in }
  /// A callback that receives the progress of a long run; nil if progress is not needed.
  public var progress: (@Sendable (Progress) -> Void)?

  /// Creates a context without remarks or progress.
  public init(clock: LocalClock, caller: Caller, folders: UserFolders) {
    self.clock = clock
    self.caller = caller
    self.folders = folders
  }
}

extension RequestContext {
  /// Returns the values of the environment variables whose names suggest secret keys, such as
  /// `API_TOKEN`.
  public static func secrets(among variables: [String: String]) -> [String] {
    variables.filter { name, value in
      let parts = name.uppercased().split(separator: "_")
      return value.utf8.count >= 6
        && parts.contains { ["KEY", "TOKEN", "SECRET", "PASSWORD", "APIKEY"].contains($0) }
    }.map(\.value)
  }
}

extension RequestContext {
  /// Runs `body`, which waits for another program; meanwhile, the caller can end the wait. Waits can
  /// be nested.
  ///
  /// Throws `CancellationError` if the caller ended the wait; otherwise, any error from `body`.
  func waiting<Result>(_ body: () async throws -> Result) async throws -> Result {
    cancellation.setsWaiting(true)
    defer { cancellation.setsWaiting(false) }
    do {
      let result = try await body()
      if !cancellation.isRequested() { return result }
    } catch {
      if !cancellation.isRequested() { throw error }
    }
    throw CancellationError()
  }
}

/// The functions that let a caller end a query, or a wait for another program.
public struct Cancellation: Sendable {
  /// A callback that returns whether to end the query or the wait. Once the callback has returned
  /// true, it must always return true. The callback is called on several threads.
  public var isRequested: @Sendable () -> Bool = { false }
  /// A callback that receives `true` when a wait begins and `false` when the wait ends. During a
  /// wait, `isRequested` is called repeatedly.
  public var setsWaiting: @Sendable (Bool) -> Void = { _ in }

  /// Creates a cancellation that never ends a wait.
  public init() {}
}

/// The folders of a user; all paths are absolute.
public struct UserFolders: Hashable, Sendable {
  /// The home folder.
  public var home: FilePath
  /// The folder of the user's settings, views and templates.
  public var config: FilePath
  /// The folder that contains the journals, trashes and drafts of notebooks.
  public var state: FilePath
  /// The folder that contains indexes.
  public var cache: FilePath

  /// Creates a set of user folders; all paths must be absolute.
  public init(home: FilePath, config: FilePath, state: FilePath, cache: FilePath) {
    self.home = home
    self.config = config
    self.state = state
    self.cache = cache
  }
}

/// A piece of information for the caller in addition to the result.
public enum Remark: Sendable {
  /// A sentence of information. The caller can hide it.
  case note(String)
  /// Advice on a request that may contain a mistake but was carried out.
  case hint(String)
  /// A warning about a problem that does not end the request.
  case warning(Diagnostic)
  /// A problem of the index that was repaired or worked around.
  case index(String)
  /// The draft that now contains the text of the request. The draft stays if the request fails. Nil
  /// once the text is saved in the notebook.
  case draft(Draft?)
  /// The errors of files or folders that could not be read and are missing from the result.
  case unreadable([FileError])
}

/// The progress of a long run.
public enum Progress: Hashable, Sendable {
  /// The number of files of a notebook that were read, and the total number of files.
  case reading(done: Int, total: Int)
  /// The number of files of an export that were read, and the total number of files.
  case importing(done: Int, total: Int)
  /// The number of bytes that were parsed in the current file of an export, and the size of this
  /// file.
  case parsing(done: Int, total: Int)
  /// The progress of writing a digest, a site, an export or imported notes: the numbers of finished
  /// steps and of all steps.
  case making(done: Int, total: Int)
  /// The number of captures whose meanings were determined, and the total number of captures.
  case meanings(done: Int, total: Int)
  /// The number of captures whose vectors were made or found to be complete, and the total number
  /// of captures that may need new vectors.
  case vectors(done: Int, total: Int)
  /// The progress of a program that is reading a picture or a recording: the file's name, the
  /// number of seconds since the program began, and the length of the recording in seconds, if
  /// known.
  case media(name: String, seconds: Int, length: Int?)
  /// The end of the run.
  case ended
}
