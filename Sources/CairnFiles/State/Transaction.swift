public import CairnText
public import SystemPackage

/// One command's changes to a notebook, made while it alone holds the notebook's lock.
///
/// Every change that this module can make to a notebook is a method here and nowhere else. Each is
/// atomic and durable by itself: it has happened wholly when the method returns. A change throws
/// ``FileError``; those before it stay. What scans skip is never changed: a path through `.git` or
/// any other dot folder, or through a link to one, throws ``FileError/Code/hidden``. Cairn's own
/// `.cairn/` and `.cairnignore`, and the root's `.gitattributes`, are the exceptions.
public final class Transaction {
  /// The notebook.
  public let store: Store
  /// The name by which everything that belongs to this command is found again.
  public let operation: String
  /// When the command began.
  public let time: Instant

  let state: Store
  /// See ``TrashEntry/sequence``; known once something is removed.
  var sequence: Int?
  private let lock: Descriptor

  init(store: Store, state: Store, lock: consuming Descriptor, time: Instant) {
    self.store = store
    self.state = state
    self.lock = lock
    self.time = time
    operation = UniqueName(time).text
  }
}

// MARK: - Beginning

extension StateFolder {
  /// Runs `body` with the notebook's lock held, waiting for it `patience` milliseconds at most.
  ///
  /// The lock is an `flock` on the file `lock` of the state folder: the kernel frees it when the
  /// process ends, however it ends. Transactions do not nest. Throws ``FileError/Code/locked``
  /// where another process holds the lock for longer, and whatever `body` throws.
  public func transaction<Result>(
    at time: Instant, patience: Int = 10_000, _ body: (Transaction) throws -> Result
  ) throws -> Result {
    let state = try opened()
    let lock = try lock(state, patience: patience)
    return try body(Transaction(store: store, state: state, lock: lock, time: time))
  }

  private func lock(_ state: Store, patience: Int) throws(FileError) -> Descriptor {
    let path = NotePath.root.appending(listed: "lock".utf8)
    let place = try state.place(path, for: .lock)
    let file = try state.attempt(.lock, path) { () throws(Errno) in
      try state.system.openat(
        place.folder.raw, place.name, SystemCalls.lockFlags,
        mode: FilePermissions.ownerReadWrite.rawValue)
    }
    let pause = 10
    var waited = 0
    while true {
      do throws(Errno) {
        try state.system.lock(file.raw)
        return file
      } catch .wouldBlock {
        guard waited < patience else { throw FileError(.lock, store.root, .locked) }
        state.system.pause(milliseconds: pause)
        waited += pause
      } catch {
        throw state.failure(.lock, path, .init(error))
      }
    }
  }
}

// MARK: - Files

extension Transaction {
  /// Writes a new file, and the folders above it where `makingFolders` is set.
  ///
  /// Never replaces anything: throws ``FileError/Code/exists`` where the name is taken, and
  /// ``FileError/Code/badName(_:)`` for a name that breaks the rules of ``FileName``. `permissions`
  /// are lessened by the process's umask. Where it throws, there is no such file.
  public func create(
    _ path: NotePath, _ bytes: [UInt8], permissions: FilePermissions = .newFile,
    makingFolders: Bool = false
  ) throws(FileError) {
    try checkName(of: path)
    if makingFolders { try makeFolder(path.parent) }
    try checkReach(path.parent, followingLast: true, for: .create)
    try store.createFile(path, bytes, permissions: permissions)
  }

  /// Replaces a file's bytes by what `change` makes of them, and sees a save by another program in
  /// between: `change` is then applied again, to the newer bytes, so it may be called repeatedly.
  ///
  /// Where `change` gives nil or the bytes it got, nothing is written. A link within the root is
  /// followed. Mode, extended attributes and, as root, owner and group stay; the other names of a
  /// file with several hard links keep the old bytes. Throws ``FileError``, with
  /// ``FileError/Code/contended(kept:)`` where another program saves again and again, and whatever
  /// `change` throws. Costs two reads and one write of the file, and two syncs.
  public func edit(
    _ path: NotePath, _ change: ([UInt8]) throws -> [UInt8]?
  ) throws -> Edit {
    try checkReach(path, followingLast: true, for: .write)
    return try store.editFile(path, change)
  }

  /// Gives a file or a folder another path, making the folders above it where that is asked.
  ///
  /// Never replaces anything: throws ``FileError/Code/exists`` where the path is taken. A link is
  /// moved itself. A name that stays need not keep the rules of ``FileName``, a new one must.
  public func move(
    _ path: NotePath, to newPath: NotePath, makingFolders: Bool = false
  ) throws(FileError) {
    try checkReach(path, for: .move)
    if path.nameBytes != newPath.nameBytes { try checkName(of: newPath) }
    if makingFolders { try makeFolder(newPath.parent) }
    try checkReach(newPath.parent, followingLast: true, for: .move)
    try store.moveEntry(path, to: store, newPath)
  }

  /// Removes a file for good; ``trash(_:)`` is kinder. A link is removed itself.
  public func remove(_ path: NotePath) throws(FileError) {
    try checkReach(path, for: .remove)
    try store.removeFile(path)
  }
}

// MARK: - Folders

extension Transaction {
  /// Makes a folder and those above it, as far as they are not there; those that it made, the
  /// outermost first.
  ///
  /// Throws ``FileError/Code/badName(_:)`` where a name among those breaks the rules of
  /// ``FileName``.
  @discardableResult
  public func makeFolder(_ path: NotePath) throws(FileError) -> [NotePath] {
    var missing = path
    while !missing.isRoot, try store.kind(missing) == nil {
      try checkName(of: missing)
      missing = missing.parent
    }
    try checkReach(path, followingLast: true, for: .create)
    return try store.makeFolders(path)
  }

  /// Removes an empty folder; ``FileError/Code/notEmpty`` where it is not.
  public func removeFolder(_ path: NotePath) throws(FileError) {
    try checkReach(path, for: .remove)
    try store.removeFolder(path)
  }
}

// MARK: - Rules

extension Transaction {
  /// Throws where the last name of a path breaks the rules, unless it is one of Cairn's own.
  private func checkName(of path: NotePath) throws(FileError) {
    if isOwn(path) { return }
    do throws(FileNameError) {
      try FileName.validate(path.nameBytes)
    } catch {
      throw store.failure(.create, path, .badName(error))
    }
  }

  /// Throws where a path, as it is written or where its links lead, goes through what scans skip.
  func checkReach(
    _ path: NotePath, followingLast: Bool = false, for operation: FileError.Operation
  ) throws(FileError) {
    let real = try store.followingLinks(followingLast ? path : path.parent, for: operation)
    for path in [path, real] where !isOwn(path) {
      if path.components.contains(where: FileName.isHidden) {
        throw store.failure(operation, path, .hidden)
      }
    }
  }

  private func isOwn(_ path: NotePath) -> Bool {
    path.components.first?.elementsEqual(".cairn".utf8) ?? false
      || path.nameBytes.elementsEqual(IgnoreFile.name.utf8)
      || (path.parent.isRoot && path.nameBytes.elementsEqual(".gitattributes".utf8))
      || TemporaryName.isOne(Array(path.nameBytes))
  }
}
