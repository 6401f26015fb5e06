public import CairnText
import SystemPackage

/// The result of recovering an interrupted operation.
public struct Recovery: Sendable {
  /// The way an operation was recovered.
  public enum Outcome: String, Sendable {
    /// The remaining steps were carried out.
    case finished
    /// The steps that had been carried out were undone.
    case takenBack
  }

  /// The time when the interrupted command began.
  public let time: Instant
  /// The command line of the interrupted command, word by word.
  public let words: [String]
  /// The way the operation was recovered.
  public let outcome: Outcome
  /// The number of files changed by the recovery.
  public let files: Int
  /// Errors for the files that could not be recovered.
  public let left: [FileError]

  /// Creates a result.
  public init(
    time: Instant, words: [String], outcome: Outcome, files: Int, left: [FileError]
  ) {
    (self.time, self.words, self.outcome) = (time, words, outcome)
    (self.files, self.left) = (files, left)
  }
}

extension StateFolder {
  /// Recovers an interrupted operation. If another process is writing, or the disk cannot be
  /// written to, leaves this to a later command.
  ///
  /// Costs one system call if no operation was interrupted.
  public func recoverIfPossible() {
    guard let pending = pendingPath, store.system.exists(pending), let state = try? existing(),
      let lock = try? lockAtOnce(state)
    else { return }
    try? recover(in: state)
    _ = consume lock
  }

  /// A recovery with at least this number of steps takes so long that the caller is told when the
  /// recovery begins.
  static var manySteps: Int { 100 }

  /// Recovers an interrupted operation, if there is one. The lock must be held.
  ///
  /// Finishes the operation if the journal contains all steps of the operation and all of them can
  /// be carried out; otherwise undoes the whole operation. Skips files that another program has
  /// changed since. Moves an unreadable journal aside. A recovery can be interrupted and repeated
  /// without harm. The number of system calls for each file does not depend on the number of files.
  ///
  /// Throws ``FileError`` if the disk is full or broken; in that case, the next command tries
  /// again.
  func recover(in state: Store) throws(FileError) {
    if let kind = try state.kind(JournalFolder.pending), kind != .file {
      // Cairn did not create this item. It is moved aside, because it would block all commands.
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
    if standing.steps.count >= Self.manySteps {
      caller.tell(
        .recovering(
          time: journal.header.time, words: journal.header.words, steps: standing.steps.count))
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

  /// Removes an unreadable journal if its operation had not begun; otherwise moves the journal
  /// aside.
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
  /// Returns whether a file ends before the end of a journal's header. If true, the operation had
  /// not changed anything in the notebook yet.
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
  /// Writes a record to the pending journal after the last intact record, in place of any bytes
  /// there.
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

  /// Marks the pending journal as rolled back, and closes it.
  func close(takenBack journal: JournalFile) throws(FileError) {
    try mark(.takenBack, journal)
    try close(journal)
  }

  /// Renames the pending journal to the name of its operation.
  fileprivate func close(_ journal: JournalFile) throws(FileError) {
    let name = JournalFolder.name(of: journal.header)
    try moveEntry(JournalFolder.pending, to: self, JournalFolder.path.appending(listed: name))
  }
}
