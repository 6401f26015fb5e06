import CairnText
public import SystemPackage

/// Where a notebook's lock, journal, trash and drafts lie: outside of it, one folder for each root.
///
///     let state = StateFolder(in: "/home/sarah/.local/state/cairn", of: store)
///     try state.transaction(at: clock.now) { try $0.edit(path) { bytes in … } }
///
/// Below the base folder it is named after the root's real path: 64 bits of FNV-1a as 16
/// hexadecimal digits. The hash is only a name; the file `root` in the folder holds the path
/// itself, and a root whose name is taken by another gets the next free one. Folders are for the
/// user alone (mode 0700). Nothing is made on the disk before something is to be kept.
public struct StateFolder: Sendable {
  /// The folder that holds the states of all notebooks.
  public let base: FilePath
  /// The real path of the notebook's root.
  public let root: FilePath

  /// Who uses it.
  public let caller: Caller

  let store: Store

  /// The state of `store`, below `base`, which is an absolute path.
  public init(in base: FilePath, of store: Store, caller: Caller = Caller()) {
    self.base = base.lexicallyNormalized()
    self.store = store
    self.caller = caller
    root = store.root
  }
}

// MARK: - Finding and making

extension StateFolder {
  static let rootFile = NotePath("root") ?? .root
  /// How many roots whose paths hash alike have states of their own.
  private static let mostAlike = 8

  /// The state folder, made where it is not there yet.
  ///
  /// Throws ``FileError`` where it cannot be.
  func opened() throws(FileError) -> Store {
    if let existing = try existing() { return existing }
    let disk = try Store(root: "/", showsAbsolutePaths: true, faults: store.system.faults)
    for folder in candidates {
      try disk.makeFolders(folder, permissions: .privateFolder)
      let state = try openState(disk.absolute(folder))
      do throws(FileError) {
        try state.createFile(Self.rootFile, root.bytes, permissions: .ownerReadWrite)
      } catch  where error.code == .exists {
        // Another root's, or the same one's that another process was faster to write.
      }
      if try state.readText(Self.rootFile).bytes == root.bytes { return state }
    }
    throw FileError(.open, base, .damaged("too many states of other notebooks have its name"))
  }

  /// The state folder, or nil where there is none yet.
  ///
  /// Throws ``FileError`` where it is there and cannot be read.
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

  /// Where an interrupted operation's journal is, if there is one, as C wants names.

  var pendingPath: [CChar]? {
    candidates.first.map { folder in
      cString(
        [UInt8(ascii: "/")] + folder.bytes + [UInt8(ascii: "/")] + JournalFolder.pending.bytes)
    }
  }

  private func openState(_ path: FilePath) throws(FileError) -> Store {
    try Store(root: path, showsAbsolutePaths: true, faults: store.system.faults)
  }

  /// The folders that may be this root's state, by their paths from `/`.
  private var candidates: [NotePath] {
    let base = NotePath(bytes: base.bytes.drop { $0 == UInt8(ascii: "/") }) ?? .root
    let hash = Self.hash(root.bytes)
    return (1...Self.mostAlike).map { number in
      base.appending(listed: (number == 1 ? hash : "\(hash)-\(number)").utf8)
    }
  }

  /// FNV-1a, 64 bits, as 16 hexadecimal digits.
  static func hash(_ bytes: [UInt8]) -> String {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

// MARK: - All of them

extension StateFolder {
  /// A state on the disk: where it is, and whose.
  public struct Found: Hashable, Sendable {
    /// The state's own folder.
    public let folder: FilePath
    /// The root whose state it is, which may have gone.
    public let root: FilePath
  }

  /// The states of all notebooks below `base`, so that `doctor` can name those whose root has gone.
  ///
  /// Throws ``FileError`` where `base` cannot be listed; folders that are no state are passed over.
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
