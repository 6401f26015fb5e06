public import CairnText
import Synchronization
public import SystemPackage

/// A folder and everything below it, addressed by ``NotePath``.
///
///     let store = try Store(root: "/home/sarah/notes")
///     for file in store.scan().files {
///       let contents = try store.read(file.path)
///     }
///
/// Paths are opened relative to the root's descriptor, and links out of the root are not followed.
/// A store therefore never uses a file outside its folder, even if someone renames the root or
/// creates a link out of it. Reading and scanning change nothing, except access times on some file
/// systems. Writing goes through a ``Transaction``.
public final class Store: Sendable {
  /// The root's absolute path, with all symbolic links resolved.
  public let root: FilePath

  /// The maximum size in bytes of a file that is read as text: a note, settings, a template.
  public static let largestText = 64 << 20

  /// Additional file extensions of notes in lower case, such as `.qmd`.
  public let noteEndings: [String]

  let system: SystemCalls
  let folder: Descriptor
  /// Whether errors show absolute paths instead of paths relative to the root.
  let showsAbsolutePaths: Bool
  /// Temporary files that could not be removed.
  let leftOver = Mutex<Set<NotePath>>([])
  private let clock: (@Sendable () -> Instant)?
  /// The listings of watched folders; nil if each walk lists all folders.
  let memory: FolderMemory?

  /// Opens the folder at `root` as a store.
  ///
  /// Throws ``FileError`` if the folder cannot be opened.
  public convenience init(root: FilePath, noteEndings: [String] = []) throws(FileError) {
    try self.init(root: root, noteEndings: noteEndings, faults: nil)
  }

  /// Opens the folder at `root` as a store. `faults` makes system calls fail, and `clock` replaces
  /// the system's clock. If `followingLink` is false, a link at the end of `root` is an error.
  package init(
    root: FilePath, noteEndings: [String] = [], showsAbsolutePaths: Bool = false,
    followingLink: Bool = true, faults: FaultPlan?,
    clock: (@Sendable () -> Instant)? = nil, memory: FolderMemory? = nil
  ) throws(FileError) {
    system = SystemCalls(faults: faults)
    self.memory = memory
    self.noteEndings = noteEndings
    self.clock = clock
    self.showsAbsolutePaths = showsAbsolutePaths
    let path = cString(root.bytes)
    do throws(Errno) {
      folder = try system.open(folder: path, followingLink: followingLink)
      self.root = try FilePath(bytes: system.realpath(path))
    } catch {
      throw FileError(.open, root, error)
    }
  }
}

extension Store {
  /// Opens the same folder as another store, with the same clock and faults, but without a memory
  /// of folders.
  ///
  /// Throws ``FileError`` if the folder cannot be opened.
  package convenience init(withoutMemory other: Store) throws(FileError) {
    try self.init(
      root: other.root, noteEndings: other.noteEndings, faults: other.system.faults,
      clock: other.clock)
  }
}

// MARK: - Notes

extension Store {
  /// All file extensions of notes, in lower case with their dots.
  public var endings: [String] { FileName.markdownEndings + noteEndings }

  /// Returns whether a file with this name is a note: a Markdown file, or a file with one of
  /// ``noteEndings``.
  public func isNote(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    FileName.isMarkdown(name) || noteEndings.contains { FileName.hasEnding(name, $0.utf8) }
  }

  /// Returns the number of notes in and below a folder, including hidden ones; 0 if the folder
  /// cannot be read.
  public func countNotes(below folder: NotePath) -> Int {
    let entries = (try? tree(folder, for: .list)) ?? []
    return entries.count { $0.kind == .file && isNote($0.path.nameBytes) }
  }
}

// MARK: - Identity

extension Store {
  /// Returns whether both stores have opened the same folder. The stores may have been opened
  /// through different symbolic links.
  public func isSameFolder(as other: Store) -> Bool {
    guard root == other.root, let own = try? system.fstat(folder.raw),
      let others = try? other.system.fstat(other.folder.raw)
    else { return false }
    return own.stamp.inode == others.stamp.inode && own.stamp.device == others.stamp.device
  }
}

// MARK: - Time

extension Store {
  /// Returns the time of the `clock` passed to the initializer, by default the system clock. A time
  /// that the user set for a command has no effect, because files get their time stamps from the
  /// system clock.
  ///
  /// The kernel stamps files with the time of its last tick: up to 10 ms earlier.
  public func now() -> Instant { clock?() ?? system.realTime() }
}

// MARK: - Errors

extension Store {
  /// Calls `body`, and converts an errno that it throws to a ``FileError`` for `operation` on
  /// `path`.
  func attempt<Result: ~Copyable>(
    _ operation: FileError.Operation, _ path: NotePath, _ body: () throws(Errno) -> Result
  ) throws(FileError) -> Result {
    do throws(Errno) {
      return try body()
    } catch {
      throw failure(operation, path, .init(error))
    }
  }

  /// Returns the error for an `operation` that failed on `path` with the reason `code`.
  func failure(
    _ operation: FileError.Operation, _ path: NotePath, _ code: FileError.Code
  ) -> FileError {
    FileError(operation, showsAbsolutePaths ? absolute(path) : path.filePath, code)
  }

  /// Returns the absolute path of `path` on the disk.
  public func absolute(_ path: NotePath) -> FilePath {
    path.isRoot ? root : FilePath(bytes: root.bytes + [UInt8(ascii: "/")] + path.bytes)
  }
}
