public import CairnText
import SystemPackage

/// What became of an operation that was interrupted.
public struct Recovery: Sendable {
  /// What was done.
  public enum Outcome: String, Sendable {
    /// What was still to be done was done.
    case finished
    /// What had been done was taken back.
    case takenBack
  }

  /// When the command began.
  public let time: Instant
  /// The command as it was given, word by word.
  public let words: [String]
  /// What was done.
  public let outcome: Outcome
  /// How many files were changed by that.
  public let files: Int
  /// The files that were left as they are, and why.
  public let left: [FileError]
}

extension StateFolder {
  /// Deals with an operation that was interrupted, where there is one, no other process is writing
  /// and the disk can be written to; else leaves it for another time.
  ///
  /// Costs one system call where there is none.
  public func recoverIfPossible() {
    guard let pending = pendingPath, store.system.exists(pending), let state = try? existing(),
      let lock = try? lockAtOnce(state)
    else { return }
    try? recover(in: state)
    _ = consume lock
  }

  /// Deals with an operation that was interrupted, where there is one. The lock is held.
  ///
  /// Where all that was to be done is noted in the journal and can be done, it is done; else all
  /// of it is taken back. A file that somebody changed meanwhile is left as it is. Doing this twice,
  /// or being interrupted by it, does no harm. Throws ``FileError`` where the disk is full or
  /// broken; then it is tried again by the next command.
  func recover(in state: Store) throws(FileError) {
    if let kind = try state.kind(JournalFolder.pending), kind != .file {
      // Somebody else put it there; it must not hold up all commands.
      return try moveAside(in: state)
    }
    guard let file = try state.map(JournalFolder.pending) else { return }
    guard let journal = JournalFile(file), case let standing = journal.standing(),
      !standing.isDamaged
    else { return try putAside(file, in: state) }
    if standing.isEnded || standing.isTakenBack {
      if journal.isTorn { try state.mark(standing.isEnded ? .end : .takenBack, journal) }
      return try state.close(journal)
    }
    var recoverer = Recoverer(store: store, state: state, header: journal.header)
    let isFinished = try recoverer.finish(journal, standing)
    if !isFinished { try recoverer.takeBack(journal, standing) }
    try Trash.clearUp(state)
    try state.mark(isFinished ? .end : .takenBack, journal)
    try state.close(journal)
    store.clearUp()
    caller.tell(
      .recovered(
        Recovery(
          time: journal.header.time, words: journal.header.words,
          outcome: isFinished ? .finished : .takenBack,
          files: recoverer.changed.count, left: recoverer.left)))
  }

  /// Moves a journal that cannot be read out of the way; one that had not begun yet goes.
  private func putAside(_ file: MappedFile, in state: Store) throws(FileError) {
    if JournalFile.hadNotBegun(file.bytes) { return try state.removeFile(JournalFolder.pending) }
    try moveAside(in: state)
  }

  private func moveAside(in state: Store) throws(FileError) {
    let path = JournalFolder.putAside(at: store.now())
    try state.moveEntry(JournalFolder.pending, to: state, path)
    caller.tell(.journalDamaged(kept: state.absolute(path)))
  }
}

extension JournalFile {
  /// Whether a file that is no journal is one of which the header was still being written: nothing
  /// was changed on the notebook then.
  fileprivate static func hadNotBegun(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let written = bytes.count - bytes.reversed().prefix { $0 == 0 }.count
    let start = signature.count + 4
    guard written > start, bytes.starts(with: signature) else {
      return bytes.prefix(written).elementsEqual(signature.prefix(written))
        || (bytes.starts(with: signature) && written <= start)
    }
    let size = UInt32(
      littleEndian: bytes.loadUnaligned(fromByteOffset: signature.count, as: UInt32.self))
    return Int(size) + MemoryLayout<UInt64>.size > written - start
  }
}

extension Store {
  /// Adds a mark to a journal, behind its last whole record.
  fileprivate func mark(_ record: JournalRecord, _ journal: JournalFile) throws(FileError) {
    let place = try place(JournalFolder.pending, for: .write)
    try attempt(.write, JournalFolder.pending) { () throws(Errno) in
      let file = try system.openat(
        place.folder.raw, place.name, SystemCalls.writeFlags | SystemCalls.appendFlag)
      try system.ftruncate(file.raw, journal.end)
      try system.writeAll(file.raw, JournalFile.framed(record.bytes, at: journal.end))
      try system.fsync(file.raw)
    }
  }

  /// Marks a journal as that of an operation that was taken back, and closes it.
  func close(takenBack journal: JournalFile) throws(FileError) {
    try mark(.takenBack, journal)
    try close(journal)
  }

  /// Gives a journal the name of its operation.
  fileprivate func close(_ journal: JournalFile) throws(FileError) {
    let name = JournalFolder.name(of: journal.header)
    try moveEntry(JournalFolder.pending, to: self, JournalFolder.path.appending(listed: name))
  }
}
