import CairnFiles
public import CairnGit
import CairnText
public import CairnWork
import FoundationEssentials
import Glibc
import Synchronization
import SystemPackage

/// A client of use cases that is no command line: a folder of a test's own, gone when the test ends,
/// and what it was told. Its clock stands at 2026-11-21T12:00:00+01:00.
public final class Desk {
  private let base: FilePath
  /// What the client was told, a sentence each.
  public let told = Told()

  /// Sentences, from any thread.
  public final class Told: Sendable {
    private let list = Mutex<[String]>([])
    /// The sentences so far.
    public var sentences: [String] { list.withLock(\.self) }
    func add(_ sentence: String) { list.withLock { $0.append(sentence) } }
  }

  /// A client of a notebook with these files: paths from its root, and texts.
  public init(_ files: [(path: String, text: String)] = []) throws {
    base = FilePath(
      FileManager.default.temporaryDirectory.appending(path: "cairn-work-\(UUID())").path)
    for (path, text) in files { try write(text, to: path) }
    try absolute("").makeFolders()
  }

  /// Writes a file as an editor does, without Cairn.
  public func write(_ text: String, to path: String) throws {
    try write(Array(text.utf8), to: path)
  }

  /// Writes bytes to a file as another program does, without Cairn.
  public func write(_ bytes: [UInt8], to path: String) throws {
    let file = absolute(path)
    func open() throws -> FileDescriptor {
      try .open(file, .writeOnly, options: [.create, .truncate], permissions: [.ownerReadWrite])
    }
    let handle: FileDescriptor
    do { handle = try open() } catch Errno.noSuchFileOrDirectory {
      try file.removingLastComponent().makeFolders()
      handle = try open()
    }
    try handle.closeAfter { _ = try handle.writeAll(bytes) }
  }

  /// Moves a file or folder as an editor does, without Cairn.
  public func move(_ path: String, to newPath: String) throws {
    try FileManager.default.moveItem(
      atPath: absolute(path).string, toPath: absolute(newPath).string)
  }

  /// Saves a file as many editors do: a new file replaces it.
  public func save(_ text: String, to path: String) throws {
    try write(text, to: "\(path)~")
    guard rename(absolute("\(path)~").string, absolute(path).string) == 0 else {
      throw Errno(rawValue: errno)
    }
  }

  /// Sets the time when a file was last changed, in seconds since 1970.
  public func setTime(of path: String, to seconds: Int) {
    let times = [timeval](repeating: timeval(tv_sec: seconds, tv_usec: 0), count: 2)
    _ = utimes(absolute(path).string, times)
  }

  deinit { try? FileManager.default.removeItem(atPath: base.string) }

  /// The notebook.
  public var root: NotebookRoot { NotebookRoot(absolute("")) }

  /// Opens the notebook for requests of a client with these settings, which has git, so many days after
  /// the clock's usual time.
  public func work<Result>(
    after days: Int = 0,
    canAsk: Bool = false, terminal: String? = nil, settings: [(key: String, value: String)] = [],
    _ body: (Workspace) async throws -> Result
  ) async throws -> Result {
    try await Workspace.with(
      root, context(after: days, canAsk: canAsk, terminal: terminal, settings: settings), body)
  }

  /// The context of a request that the journal records with these words, of a client with these
  /// settings, which has git, so many days after the clock's usual time.
  public func context(
    _ words: [String] = ["desk"], after days: Int = 0, canAsk: Bool = false,
    terminal: String? = nil, settings: [(key: String, value: String)] = []
  ) -> RequestContext {
    var caller = Caller()
    caller.words = words
    caller.folder = absolute("")
    caller.terminal = terminal
    let folders = UserFolders(
      home: base, config: base.appending("config"), state: base.appending("state"),
      cache: base.appending("cache"))
    let clock = LocalClock(now: Instant(seconds: 1_795_258_800 + days * 86_400)) { _ in 3600 }
    var context = RequestContext(clock: clock, caller: caller, folders: folders)
    context.idSeed = 1
    context.canAsk = canAsk
    context.environmentSettings = settings
    context.findGit = { "/usr/bin/git" }
    context.temporaryFolder = base
    context.tell = { [told] remark in
      if case .note(let text) = remark { told.add(text) }
    }
    return context
  }

  /// git, run in the notebook's folder.
  public var git: Git { Git("/usr/bin/git", in: absolute(""), temporaryFolder: base) }

  /// The text of a file; nil if there is none.
  public func text(_ path: String) throws -> String? {
    let store = try Store(root: absolute(""))
    return NotePath(path).flatMap { try? store.read($0) }.map {
      String(decoding: $0.bytes, as: UTF8.self)
    }
  }

  private func absolute(_ path: String) -> FilePath {
    path.isEmpty ? base.appending("notes") : base.appending("notes").pushing(FilePath(path))
  }
}
