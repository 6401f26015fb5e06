public import CairnText
import SystemPackage

extension StateFolder {
  private static let lockPath = NotePath.root.appending(listed: "lock".utf8)
  /// The maximum wait if the caller sets none.
  private static let patience = Duration.seconds(10)
  /// The time between two attempts to take the lock, in milliseconds.
  private static let pause = 10
  /// The waiting time after which the caller receives ``Notice/waiting(_:)``.
  private static let shortWait = Duration.milliseconds(300)
  /// The maximum number of bytes read from or written to the lock file.
  private static let longestHolder = 4096

  /// Takes the notebook's lock and records its holder in the lock file. The lock is released when
  /// the returned value is destroyed.
  ///
  /// Throws ``FileError/Code/locked`` if another process holds the lock longer than
  /// ``Caller/patience``.
  func lock(_ state: Store) throws(FileError) -> Descriptor {
    let begin = state.system.uptime()
    let patience = caller.patience ?? Self.patience
    var isTold = false
    while true {
      if let lock = try lockAtOnce(state) { return lock }
      let waited = state.system.uptime() - begin
      guard waited < patience else {
        throw FileError(.lock, store.root, .locked(holder(state)))
      }
      if !isTold, waited > Self.shortWait {
        caller.tell(.waiting(holder(state)))
        isTold = true
      }
      state.system.pause(milliseconds: Self.pause)
    }
  }

  /// Takes the lock for a caller that lets another program, such as git, change files. Recovers an
  /// interrupted operation first. The lock is released when the returned value is destroyed.
  ///
  /// Throws ``FileError/Code/locked`` if another process holds the lock longer than
  /// ``Caller/patience``.
  public func hold() throws(FileError) -> HeldLock {
    let state = try opened()
    let lock = try lock(state)
    try recover(in: state)
    return HeldLock(lock)
  }

  /// Takes the lock if it is free; otherwise returns nil.
  func lockAtOnce(_ state: Store) throws(FileError) -> Descriptor? {
    try checkWriting()
    guard let file = try state.locked(Self.lockPath) else { return nil }
    sign(file.raw, state)
    return file
  }

  /// Records this process in the lock file as the holder. The lock is valid even if this fails.
  private func sign(_ file: Int32, _ state: Store) {
    let record = Record(
      [("process", Array(String(SystemCalls.process).utf8))]
        + caller.words.map { ("word", Array($0.utf8)) })
    try? state.system.ftruncate(file, 0)
    try? state.system.writeAll(file, Array(record.bytes.prefix(Self.longestHolder)))
  }

  /// Returns the holder that the lock file records. If the file contains no process id, the id is
  /// nil. If it contains no command line, the command line is empty. The file may have any content.
  private func holder(_ state: Store) -> LockHolder {
    LockHolder((try? state.read(Self.lockPath, upTo: Self.longestHolder)) ?? [])
  }
}

// MARK: - The server

extension StateFolder {
  private static let serverPath = NotePath.root.appending(listed: "server".utf8)
  /// The maximum length of a recorded address, in bytes; the rest is not read.
  private static let longestAddress = 1024

  /// Records the address of a running server, until the returned value is destroyed or the process
  /// ends. Returns nil if another server of the notebook has recorded its address.
  ///
  /// Throws ``FileError`` if the address cannot be written.
  public func holdServer(_ address: String) throws(FileError) -> HeldLock? {
    try checkWriting()
    let state = try opened()
    guard let file = try state.locked(Self.serverPath) else { return nil }
    let raw = file.raw
    try state.attempt(.create, Self.serverPath) { () throws(Errno) in
      try state.system.ftruncate(raw, 0)
      try state.system.writeAll(raw, Array(address.utf8))
    }
    return HeldLock(file)
  }

  /// Returns the address of the notebook's running server; nil if no server is running, or if the
  /// running server has not recorded its address yet.
  ///
  /// Throws ``FileError`` if the state folder cannot be read.
  public func serverAddress() throws(FileError) -> String? {
    guard let state = try existing(), state.isLocked(Self.serverPath) else { return nil }
    let bytes = try state.read(Self.serverPath, upTo: Self.longestAddress)
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}

// MARK: - Drafts whose text is being added

extension StateFolder {
  /// Locks a draft until the returned value is destroyed, so that only one process adds its text.
  /// Returns nil if another process has locked the draft.
  ///
  /// Throws ``FileError/Code/notFound`` if the draft does not exist or was just removed.
  public func claim(_ draft: Draft) throws(FileError) -> HeldLock? {
    try checkWriting()
    let (state, path) = (try Drafts.store(of: draft), Drafts.path(of: draft))
    guard let lock = try state.locked(path, creates: false) else { return nil }
    // Another process may have removed the file after this process opened it, and a later draft may
    // have the same name.
    let raw = lock.raw
    let own = try state.attempt(.lock, path) { () throws(Errno) in try state.system.fstat(raw) }
    guard try state.status(path)?.stamp.inode == own.stamp.inode else {
      throw state.failure(.lock, path, .notFound)
    }
    return HeldLock(lock)
  }
}

// MARK: - Captures in an editor

extension StateFolder {
  /// Locks drafts (copies of captures in an editor) until the returned values are destroyed. Skips
  /// drafts that another process has locked.
  ///
  /// Throws ``FileError`` if a draft cannot be opened.
  public func hold(_ drafts: [Draft]) throws(FileError) -> [HeldLock] {
    let state = try opened()
    var locks: [HeldLock] = []
    for draft in drafts {
      if let lock = try state.locked(Drafts.text(draft.id)) { locks.append(HeldLock(lock)) }
    }
    return locks
  }

  /// Returns the captures that are open in editors: those with a locked draft. The draft of a
  /// killed editor is not locked.
  public func editedPaths() throws(FileError) -> [NotePath] {
    guard let state = try existing() else { return [] }
    return try state.drafts().compactMap { draft in
      draft.editedPath.flatMap { state.isLocked(Drafts.text(draft.id)) ? $0 : nil }
    }
  }
}

extension Store {
  /// Returns whether another process has locked a file; false if the file cannot be opened.
  func isLocked(_ path: NotePath) -> Bool {
    do throws(FileError) {
      if try locked(path, creates: false) != nil { return false }
      return true
    } catch {
      return false
    }
  }

  /// Locks a file until the returned value is destroyed. Returns nil if another process has locked
  /// the file. Creates a missing file unless `creates` is false.
  fileprivate func locked(
    _ path: NotePath, creates: Bool = true
  ) throws(FileError) -> Descriptor? {
    let place = try place(path, for: .lock)
    let file = try attempt(.lock, path) { () throws(Errno) in
      try system.openat(
        place.folder.raw, place.name,
        creates ? SystemCalls.lockFlags : SystemCalls.lockFlags & ~SystemCalls.createFlag,
        mode: FilePermissions.ownerReadWrite.rawValue)
    }
    do throws(Errno) {
      try system.lock(file.raw)
    } catch .wouldBlock {
      return nil
    } catch {
      throw failure(.lock, path, .init(error))
    }
    return file
  }
}

/// A lock that is held until this object is destroyed.
public final class HeldLock: Sendable {
  private let file: Descriptor

  fileprivate init(_ file: consuming Descriptor) {
    self.file = file
  }
}

extension LockHolder {
  /// Parses the content of a lock file, which may be arbitrary bytes.
  package init(_ bytes: [UInt8]) {
    // The last line may be truncated or only partly written.
    let whole = bytes[..<((bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)]
    let fields = Record(Array(whole))?.fields ?? []
    let text = { (field: (key: String, value: [UInt8])) in
      String(decoding: field.value, as: UTF8.self)
    }
    process = fields.first { $0.key == "process" }.flatMap { Int(text($0)) }
    words = fields.filter { $0.key == "word" }.map(text)
  }
}
