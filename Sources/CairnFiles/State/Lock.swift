public import CairnText
import SystemPackage

extension StateFolder {
  private static let lockPath = NotePath.root.appending(listed: "lock".utf8)
  /// How long it is waited where the caller does not say.
  private static let patience = Duration.seconds(10)
  /// How many milliseconds there are between two tries.
  private static let pause = 10
  /// How long is waited before anybody is told.
  private static let shortWait = Duration.milliseconds(300)
  /// How much is read of what the holder of the lock says of itself, in bytes.
  private static let longestHolder = 4096

  /// Takes the notebook's lock, and says in its file who has it.
  ///
  /// Throws ``FileError/Code/locked`` where another process keeps it for longer than the caller's
  /// patience.
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

  /// Takes the lock for what another program is going to do to the files; it is free again when
  /// the value goes.
  ///
  /// What was interrupted before is dealt with first. Throws as ``transaction(at:_:)`` does.
  public func hold() throws(FileError) -> HeldLock {
    let state = try opened()
    let lock = try lock(state)
    try recover(in: state)
    return HeldLock(lock)
  }

  /// Takes the lock, if nobody has it.
  func lockAtOnce(_ state: Store) throws(FileError) -> Descriptor? {
    guard let file = try state.locked(Self.lockPath) else { return nil }
    sign(file.raw, state)
    return file
  }

  /// Writes into the lock's file who has it. The lock holds without that.
  private func sign(_ file: Int32, _ state: Store) {
    let record = Record(
      [("process", Array(String(SystemCalls.process).utf8))]
        + caller.words.map { ("word", Array($0.utf8)) })
    try? state.system.ftruncate(file, 0)
    try? state.system.writeAll(file, Array(record.bytes.prefix(Self.longestHolder)))
  }

  /// Who has the lock, as its file says: whatever stands there.
  private func holder(_ state: Store) -> LockHolder {
    LockHolder((try? state.read(Self.lockPath, upTo: Self.longestHolder)) ?? [])
  }
}

// MARK: - Captures in an editor

extension StateFolder {
  /// Locks drafts, the copies of captures that an editor has open, until the returned values go.
  ///
  /// Throws ``FileError`` if one cannot be opened.
  public func hold(_ drafts: [Draft]) throws(FileError) -> [HeldLock] {
    let state = try opened()
    var locks: [HeldLock] = []
    for draft in drafts {
      if let lock = try state.locked(Drafts.text(draft.id)) { locks.append(HeldLock(lock)) }
    }
    return locks
  }

  /// The captures that editors have open now: those with a copy that is locked. The copy of an editor
  /// that was killed is not.
  public func editedPaths() throws(FileError) -> [NotePath] {
    guard let state = try existing() else { return [] }
    return try state.drafts().compactMap { draft in
      draft.editedPath.flatMap { state.isLocked(Drafts.text(draft.id)) ? $0 : nil }
    }
  }
}

extension Store {
  /// Whether another process has locked a file.
  func isLocked(_ path: NotePath) -> Bool {
    do throws(FileError) {
      if try locked(path, creates: false) != nil { return false }
      return true
    } catch {
      return false
    }
  }

  /// Locks a file, which is created if it does not exist, for as long as the returned value is there;
  /// nil if another process has locked it.
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

/// A notebook's lock, as long as this is there.
public final class HeldLock: Sendable {
  private let file: Descriptor

  fileprivate init(_ file: consuming Descriptor) {
    self.file = file
  }
}

extension LockHolder {
  /// What the file of a lock says; any bytes will do.
  package init(_ bytes: [UInt8]) {
    // The last line may have been cut off, or be in the middle of being written.
    let whole = bytes[..<((bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)]
    let fields = Record(Array(whole))?.fields ?? []
    let text = { (field: (key: String, value: [UInt8])) in
      String(decoding: field.value, as: UTF8.self)
    }
    process = fields.first { $0.key == "process" }.flatMap { Int(text($0)) }
    words = fields.filter { $0.key == "word" }.map(text)
  }
}
