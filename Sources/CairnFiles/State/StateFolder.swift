import CairnText
public import SystemPackage

/// The folder for a root's lock, journal, trash and drafts, outside the notebook.
///
///     let state = StateFolder(in: "/home/sarah/.local/state/cairn", of: store)
///     try state.transaction(at: clock.now) { try $0.edit(path) { bytes in … } }
///
/// The folder's name is a hash of the root's real path: 64-bit FNV-1a as 16 hexadecimal digits. The
/// file `root` in the folder contains the path itself; if another root has the same hash, a number
/// is appended to the name. Only the user has access (mode 0700). Nothing is created on the disk
/// before it is needed.
public struct StateFolder: Sendable {
  /// The folder that contains the state folders of all notebooks.
  public let base: FilePath
  /// The real path of the notebook's root.
  public let root: FilePath

  /// The program that uses the state.
  public let caller: Caller

  let store: Store

  /// Creates a value for the state folder of `store` below the absolute path `base`. Creates
  /// nothing on the disk.
  public init(in base: FilePath, of store: Store, caller: Caller = Caller()) {
    self.base = base.lexicallyNormalized()
    self.store = store
    self.caller = caller
    root = store.root
  }
}

// MARK: - Opening

extension StateFolder {
  static let rootFile = NotePath("root") ?? .root
  /// The maximum number of roots that can have the same hash.
  private static let mostAlike = 8

  /// Opens the state folder, creating it if necessary.
  ///
  /// Throws ``FileError`` if the folder cannot be opened or created.
  func opened() throws(FileError) -> Store {
    if let existing = try existing() { return existing }
    try checkWriting()
    let disk = try Store(root: "/", showsAbsolutePaths: true, faults: store.system.faults)
    for folder in candidates {
      try disk.makeFolders(folder, permissions: .privateFolder)
      let state = try openState(disk.absolute(folder))
      do throws(FileError) {
        try state.createFile(Self.rootFile, root.bytes, permissions: .ownerReadWrite)
      } catch  where error.code == .exists {
        // The file was written for another root, or by another process for the same root.
      }
      if try state.readText(Self.rootFile).bytes == root.bytes { return state }
    }
    throw FileError(
      .open, base, .damaged("too many other notebooks have state folders with this name"))
  }

  /// Opens the state folder; nil if it does not exist yet.
  ///
  /// Throws ``FileError`` if the state folder exists but cannot be read.
  func existing() throws(FileError) -> Store? {
    guard base.isAbsolute else { throw FileError(.open, base, .notFound) }
    for folder in candidates {
      do throws(FileError) {
        let state = try openState(FilePath(bytes: [UInt8(ascii: "/")] + folder.bytes))
        if try state.readText(Self.rootFile).bytes == root.bytes { return state }
      } catch  where error.code == .notFound {
        return nil
      }
    }
    return nil
  }

  /// Throws ``FileError`` if ``Caller/mayWrite`` is false.
  func checkWriting() throws(FileError) {
    guard caller.mayWrite else { throw FileError(.write, root, .notAllowed) }
  }

  /// The path of `journal/pending` in the first of the possible state folders, as a C string; nil
  /// if there are no such folders. The file exists after an interrupted operation.
  var pendingPath: [CChar]? { path(ofFile: JournalFolder.pending) }

  /// The path of the folder with the journals, as a C string. Like ``pendingPath``, the path is in
  /// the first of the possible state folders.
  var journalPath: [CChar]? { path(ofFile: JournalFolder.path) }

  private func path(ofFile path: NotePath) -> [CChar]? {
    candidates.first.map { folder in
      cString([UInt8(ascii: "/")] + folder.bytes + [UInt8(ascii: "/")] + path.bytes)
    }
  }

  /// Opens a state folder, but not through a symbolic link, because a link could lead to the user's
  /// own files.
  private func openState(_ path: FilePath) throws(FileError) -> Store {
    do throws(FileError) {
      return try Store(
        root: path, showsAbsolutePaths: true, followingLink: false, faults: store.system.faults)
    } catch  where error.code == .notFolder && isLink(path) {
      throw FileError(
        .open, path, .damaged("the path is a symbolic link; replace the link with a folder"))
    }
  }

  private func isLink(_ path: FilePath) -> Bool {
    let path = cString(path.bytes)
    return (try? store.system.readlinkat(store.folder.raw, path)) != nil
  }

  /// The possible state folders of this root, as paths relative to `/`.
  private var candidates: [NotePath] {
    let base = NotePath(bytes: base.bytes.drop { $0 == UInt8(ascii: "/") }) ?? .root
    let hash = Self.hash(root.bytes)
    return (1...Self.mostAlike).map { number in
      base.appending(listed: (number == 1 ? hash : "\(hash)-\(number)").utf8)
    }
  }

  /// Returns the 64-bit FNV-1a hash of `bytes` as 16 hexadecimal digits.
  static func hash(_ bytes: [UInt8]) -> String {
    Checksum.fnv(bytes).hexadecimal(width: 16)
  }
}

// MARK: - All states

extension StateFolder {
  /// A state folder on the disk, and the root of its notebook.
  public struct Found: Hashable, Sendable {
    /// The path of the state folder.
    public let folder: FilePath
    /// The notebook's root, which may no longer exist.
    public let root: FilePath
  }

  /// Returns all state folders below `base`, so that `doctor` can list those whose notebook no
  /// longer exists.
  ///
  /// Throws ``FileError`` if `base` cannot be listed; skips folders that are not state folders.
  public static func all(in base: FilePath) throws(FileError) -> [Found] {
    let store: Store
    do throws(FileError) {
      store = try Store(root: base, showsAbsolutePaths: true, faults: nil)
    } catch  where error.code == .notFound {
      return []
    }
    return try store.names(in: .root, for: .list).compactMap { name in
      let folder = NotePath.root.appending(listed: name)
      guard let contents = try? store.readText(folder.appending(listed: Self.rootFile.bytes)) else {
        return nil
      }
      return Found(folder: store.absolute(folder), root: FilePath(bytes: contents.bytes))
    }
  }
}
