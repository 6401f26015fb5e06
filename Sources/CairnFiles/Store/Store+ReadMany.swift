public import CairnText
import Dispatch
import Synchronization
import SystemPackage

// MARK: - One folder

/// A folder that is held open, to read many files in it at less cost than by ``Store/readText(_:)``.
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

  /// Reads a file in the folder: what ``Store/readText(_:)`` gives for its path. Costs four system
  /// calls, whatever the depth of the folder, and no memory but the bytes.
  ///
  /// - Throws: ``FileError``, as that does.
  public borrowing func read(_ name: ArraySlice<UInt8>) throws(FileError) -> FileContents {
    if let contents = readPlain(name) { return contents }
    // By its path, which follows a link, or says what is wrong.
    guard let file = path.appending(name) else { throw store.failure(.read, path, .notFound) }
    return try store.readText(file)
  }

  /// The contents, or nil where the name is not that of a file that can be read.
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
  /// - Throws: ``FileError`` where there is none.
  public func openFolder(_ path: NotePath) throws(FileError) -> OpenFolder {
    try OpenFolder(self, path)
  }
}

// MARK: - Many files

extension Store {
  /// Files that a thread reads before it asks for more.
  private static let readTogether = 64

  /// Reads files by several threads.
  ///
  ///     store.read(paths) { index, contents in
  ///       index[paths[index]] = try? contents.get()
  ///     }
  ///
  /// `visit` gets each file's index in `paths` and what ``readText(_:)`` gives for it or throws. It is
  /// called from several threads and in no particular order. Files that lie in one folder should
  /// stand together in `paths`: then the folder is looked up once.
  ///
  /// - Parameter threads: How many threads there are, at least 1; by default one for each
  ///   processor, up to 8.
  public func read(
    _ paths: [NotePath], threads: Int? = nil,
    _ visit: @Sendable (Int, Result<FileContents, FileError>) -> Void
  ) {
    let next = Atomic(0)
    inParallel(threads) {
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

  /// Reads a file from the folder that is open, or from its own, which is then open.
  private func read(
    _ path: NotePath, in folder: inout OpenFolder?
  ) -> Result<FileContents, FileError> {
    do throws(FileError) {
      if !isFolder(folder, of: path) { folder = try? openFolder(path.parent) }
      switch folder {
      case .some(let open): return .success(try open.read(path.nameBytes))
      // Which says what is wrong with the path.
      case nil: return .success(try readText(path))
      }
    } catch {
      return .failure(error)
    }
  }

  /// Whether it is the folder that the file lies in.
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

// MARK: - Some files

extension Store {
  /// How many threads make work with files faster on this machine.
  public static var processors: Int { min(SystemCalls.processors, mostThreads) }

  /// Reads files one after the other, in their order and on this thread; otherwise as
  /// ``read(_:threads:_:)``.
  public func read(
    inOrder paths: some Sequence<NotePath>,
    _ visit: (NotePath, Result<FileContents, FileError>) -> Void
  ) {
    var folder: OpenFolder?
    for path in paths { visit(path, read(path, in: &folder)) }
  }

  /// What files hold, or why that cannot be known, in the order of their paths. Reads by several
  /// threads.
  public func contents(of paths: [NotePath]) -> [Result<FileContents, FileError>] {
    // Most often nothing has changed; then no thread need be woken for it.
    if paths.isEmpty { return [] }
    let found = Mutex<[Int: Result<FileContents, FileError>]>([:])
    read(paths) { index, contents in found.withLock { $0[index] = contents } }
    return found.withLock { found in paths.indices.compactMap { found[$0] } }
  }
}
