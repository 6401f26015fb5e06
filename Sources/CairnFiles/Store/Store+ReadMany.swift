public import CairnText
import Dispatch
import Synchronization
import SystemPackage

// MARK: - One folder

/// A folder held open, to read many files in it faster than ``Store/readText(_:)`` does.
///
///     let folder = try store.openFolder(listing.path)
///     for name in listing.names {
///       let contents = try folder.read(name)
///     }
public struct OpenFolder: ~Copyable, Sendable {
  /// The folder's path.
  public let path: NotePath

  private let store: Store
  private let descriptor: Descriptor

  fileprivate init(_ store: Store, _ path: NotePath) throws(FileError) {
    self.store = store
    self.path = path
    descriptor = try store.open(path, SystemCalls.walkFlags, for: .read)
  }

  /// Reads a file in the folder by name, like ``Store/readText(_:)``. Costs four system calls at
  /// any folder depth, and no memory except for the bytes.
  ///
  /// - Throws: ``FileError``, like ``Store/readText(_:)``.
  public borrowing func read(_ name: ArraySlice<UInt8>) throws(FileError) -> FileContents {
    if let contents = readPlain(name) { return contents }
    // Reading by path follows links and reports errors.
    guard let file = path.appending(name) else { throw store.failure(.read, path, .notFound) }
    return try store.readText(file)
  }

  /// Returns the contents, or nil if the name is not a regular file that can be read as text.
  private borrowing func readPlain(_ name: ArraySlice<UInt8>) -> FileContents? {
    if name.contains(UInt8(ascii: "/")) { return nil }
    let (system, folder) = (store.system, descriptor.raw)
    do throws(Errno) {
      let file = try withCString(name) { (name) throws(Errno) in
        try system.openat(folder, name, SystemCalls.readFlags)
      }
      let status = try system.fstat(file.raw)
      guard status.kind == .file else { return nil }
      let bytes = try system.readAll(
        file.raw, expecting: status.stamp.size, upTo: Store.largestText)
      return FileContents(bytes: bytes, stamp: status.stamp)
    } catch {
      return nil
    }
  }
}

extension Store {
  /// Opens a folder to read files in it.
  ///
  /// - Throws: ``FileError`` if there is no such folder.
  public func openFolder(_ path: NotePath) throws(FileError) -> OpenFolder {
    try OpenFolder(self, path)
  }
}

// MARK: - Many files

extension Store {
  /// The number of files that a thread reads before it asks for more.
  private static let readTogether = 64

  /// Reads files on several threads.
  ///
  ///     let sizes = Mutex<[NotePath: Int]>([:])
  ///     store.read(paths) { index, contents in
  ///       sizes.withLock { $0[paths[index]] = try? contents.get().bytes.count }
  ///     }
  ///
  /// `visit` gets each file's index in `paths` and the result of ``readText(_:)``. It is called on
  /// several threads and in no particular order. Keep files of the same folder together in `paths`,
  /// so that the folder is opened only once.
  ///
  /// - Parameter threads: The number of threads, at least 1; by default one for each processor, up
  ///   to 8.
  public func read(
    _ paths: [NotePath], threads: Int? = nil,
    _ visit: @Sendable (Int, Result<FileContents, FileError>) -> Void
  ) {
    let next = Atomic(0)
    inParallel(paths.count <= Self.readTogether ? 1 : threads) {
      var folder: OpenFolder?
      while true {
        let start = next.add(Self.readTogether, ordering: .relaxed).oldValue
        guard start < paths.count else { return }
        for index in start..<min(start + Self.readTogether, paths.count) {
          visit(index, read(paths[index], in: &folder))
        }
      }
    }
  }

  /// Reads a file through `folder`. If `folder` is not the file's folder, first opens the file's
  /// folder and puts it into `folder`.
  private func read(
    _ path: NotePath, in folder: inout OpenFolder?
  ) -> Result<FileContents, FileError> {
    do throws(FileError) {
      if !isFolder(folder, of: path) { folder = try? openFolder(path.parent) }
      switch folder {
      case .some(let open): return .success(try open.read(path.nameBytes))
      // The folder cannot be opened; this throws an error that names the file.
      case nil: return .success(try readText(path))
      }
    } catch {
      return .failure(error)
    }
  }

  /// Returns whether `folder` is the parent folder of `file`.
  private func isFolder(_ folder: borrowing OpenFolder?, of file: NotePath) -> Bool {
    switch folder {
    case .some(let folder):
      let length = max(file.nameBytes.startIndex - 1, 0)
      return folder.path.bytes.count == length
        && folder.path.bytes[...] == file.bytes[..<length]
    case nil: return false
    }
  }
}

// MARK: - Convenience

extension Store {
  /// The default number of threads for file operations: one for each processor, up to 8.
  public static var processors: Int { min(SystemCalls.processors, mostThreads) }

  /// Reads files in order on the calling thread. `visit` gets each file's path and its contents, or
  /// the error from reading it.
  public func read(
    inOrder paths: some Sequence<NotePath>,
    _ visit: (NotePath, Result<FileContents, FileError>) -> Void
  ) {
    var folder: OpenFolder?
    for path in paths { visit(path, read(path, in: &folder)) }
  }

  /// For each path, in the order of `paths`, returns the contents of the file, or the error from
  /// reading the file. Reads on several threads.
  public func contents(of paths: [NotePath]) -> [Result<FileContents, FileError>] {
    // Usually there is nothing to read, and no thread needs to be woken.
    if paths.isEmpty { return [] }
    let found = Mutex<[Int: Result<FileContents, FileError>]>([:])
    read(paths) { index, contents in found.withLock { $0[index] = contents } }
    return found.withLock { found in paths.indices.compactMap { found[$0] } }
  }
}
