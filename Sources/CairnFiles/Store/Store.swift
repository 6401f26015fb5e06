public import CairnText
import Synchronization
public import SystemPackage

/// A folder and all that lies below it, reached by ``NotePath`` and never left.
///
///     let store = try Store(root: "/home/sarah/notes")
///     for file in store.scan().files {
///       let contents = try store.read(file.path)
///     }
///
/// Every path is opened from the root's descriptor without following a link that leads out of it,
/// so the root may be renamed meanwhile and a link put in the way leads nowhere. Reading and
/// scanning change nothing, not even a time stamp that matters (access times are the mount's
/// business). Writing goes through a ``Transaction``.
public final class Store: Sendable {
  /// The root's absolute path, with all links followed.
  public let root: FilePath

  /// The most bytes that a file has which is read as text: a note, settings, a template.
  public static let largestText = 64 << 20

  let system: SystemCalls
  let folder: Descriptor
  /// Whether errors name files by their absolute path and not relative to the root.
  let showsAbsolutePaths: Bool
  /// Files of no use that could not be removed.
  let leftOver = Mutex<Set<NotePath>>([])
  private let clock: (@Sendable () -> Instant)?

  /// The store whose root is the folder at `root`.
  ///
  /// Throws ``FileError`` where it cannot be opened.
  public convenience init(root: FilePath) throws(FileError) {
    try self.init(root: root, faults: nil)
  }

  /// The store whose root is the folder at `root`, on a disk that `faults` breaks and that has the
  /// time from `clock`.
  package init(
    root: FilePath, showsAbsolutePaths: Bool = false, faults: FaultPlan?,
    clock: (@Sendable () -> Instant)? = nil
  ) throws(FileError) {
    system = SystemCalls(faults: faults)
    self.clock = clock
    self.showsAbsolutePaths = showsAbsolutePaths
    let path = cString(root.bytes)
    do throws(Errno) {
      folder = try system.open(folder: path)
      self.root = try FilePath(bytes: system.realpath(path))
    } catch {
      throw FileError(.open, root, error)
    }
  }
}

// MARK: - Time

extension Store {
  /// What the machine's clock shows: the one that files get their stamps from, if they lie on this
  /// machine, and not the one a user may have set for a command.
  ///
  /// The kernel stamps files with the time of its last tick: up to 10 ms earlier than this.
  public func now() -> Instant { clock?() ?? system.realTime() }
}

// MARK: - Errors

extension Store {
  /// Runs system calls; an errno becomes the error that `operation` on `path` failed.
  func attempt<Result: ~Copyable>(
    _ operation: FileError.Operation, _ path: NotePath, _ body: () throws(Errno) -> Result
  ) throws(FileError) -> Result {
    do throws(Errno) {
      return try body()
    } catch {
      throw failure(operation, path, .init(error))
    }
  }

  /// The error that `operation` on `path` failed for the reason `code`.
  func failure(
    _ operation: FileError.Operation, _ path: NotePath, _ code: FileError.Code
  ) -> FileError {
    FileError(operation, showsAbsolutePaths ? absolute(path) : path.filePath, code)
  }

  /// Where a path is on the disk.
  public func absolute(_ path: NotePath) -> FilePath {
    path.isRoot ? root : FilePath(bytes: root.bytes + [UInt8(ascii: "/")] + path.bytes)
  }
}
