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

  /// What else the names of notes end with, besides `.md`, `.markdown` and `.mdx`: `.qmd`; written small.
  public let noteEndings: [String]

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
  public convenience init(root: FilePath, noteEndings: [String] = []) throws(FileError) {
    try self.init(root: root, noteEndings: noteEndings, faults: nil)
  }

  /// The store whose root is the folder at `root`, on a disk that `faults` breaks and that has the
  /// time from `clock`.
  package init(
    root: FilePath, noteEndings: [String] = [], showsAbsolutePaths: Bool = false,
    faults: FaultPlan?,
    clock: (@Sendable () -> Instant)? = nil
  ) throws(FileError) {
    system = SystemCalls(faults: faults)
    self.noteEndings = noteEndings
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

// MARK: - Notes

extension Store {
  /// The endings that names of notes have, in lower case, with their dots.
  public var endings: [String] { FileName.markdownEndings + noteEndings }

  /// Whether a file of this name is a note.
  public func isNote(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    FileName.isMarkdown(name) || noteEndings.contains { FileName.hasEnding(name, $0.utf8) }
  }

  /// How many notes lie in a folder and below it, also where names begin with a dot; 0 where that cannot
  /// be seen.
  public func countNotes(below folder: NotePath) -> Int {
    let entries = (try? tree(folder, for: .list)) ?? []
    return entries.count { $0.kind == .file && isNote($0.path.nameBytes) }
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
