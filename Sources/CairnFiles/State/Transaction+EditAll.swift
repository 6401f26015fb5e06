public import CairnText
import SystemPackage

extension Transaction {
  /// The result of editing one of many files.
  public enum EditOutcome {
    /// The file's bytes have changed.
    case changed
    /// The file already had the requested bytes.
    case unchanged
    /// The file has changed, but a power failure may revert it.
    case unsafe(FileError)
    /// The file could not be changed, or `change` threw an error.
    case failed(any Error)
  }

  /// Replaces the bytes of many files with the results of `change`, as ``edit(_:isLast:_:)`` does
  /// for one file. A file that fails does not affect the others. Returns the outcomes in the order
  /// of `paths`.
  ///
  /// First writes all changes to the journal, then all new bytes to temporary files. After a sync,
  /// exchanges each file with its temporary file. After a crash, the recovery therefore makes all
  /// changes or none. Holds the bytes of only one file at a time. Throws ``FileError``, and changes
  /// nothing, if the journal cannot be written.
  ///
  /// - Parameters:
  ///   - since: For each file that another program has changed, the bytes before that change, which
  ///     is then recorded as part of this operation; nil for any other file.
  ///   - isLast: Whether the transaction makes no further changes.
  ///   - isWhole: Whether to throw the first ``FileError``, even one from `change`, instead of
  ///     returning it as an outcome. Any other error from `change` affects only its own file.
  ///   - change: A callback that gets a file's index in `paths` and its bytes. May be called again
  ///     with newer bytes.
  public func editAll(
    _ paths: [NotePath], since: [[UInt8]?]? = nil, isLast: Bool = false, isWhole: Bool = false,
    _ change: (Int, [UInt8]) throws -> [UInt8]?
  ) throws(FileError) -> [EditOutcome] {
    var bulk = BulkEdit(self, paths, since: since, isLast: isLast)
    try bulk.prepare(change)
    if isWhole, let error = bulk.failure {
      bulk.abandon()
      throw error
    }
    bulk.carryOut()
    // Files that another program saved in the meantime are edited one by one.
    for index in bulk.overtaken {
      do {
        let edit = try edit(paths[index]) { try change(index, $0) }
        bulk.outcomes[index] = edit.isChange ? .changed : .unchanged
      } catch let error as FileError where error.operation == .sync {
        bulk.outcomes[index] = .unsafe(error)
      } catch {
        bulk.outcomes[index] = .failed(error)
      }
    }
    if isWhole, let error = bulk.failure { throw error }
    return bulk.outcomes
  }
}

/// An edit of many files together.
private struct BulkEdit {
  /// A file whose change is recorded in the journal.
  private struct Prepared {
    let index: Int
    /// The path with all symbolic links resolved.
    let path: NotePath
    /// The file's step number in the journal.
    let step: Int
    let swap: Swap
  }

  /// An error that occurred when the journal was written. After this error, all files must stay
  /// unchanged.
  private struct JournalFailure: Error {
    let cause: FileError
  }

  /// The outcome for each file, in the order of `paths`.
  var outcomes: [Transaction.EditOutcome]
  /// The indices in `paths` of the files that another program saved between reading and writing.
  private(set) var overtaken: [Int] = []

  private let transaction: Transaction
  private let store: Store
  private let paths: [NotePath]
  private let since: [[UInt8]?]?
  private let isLast: Bool
  /// The number of this edit's first step in the journal; nil before a step is recorded.
  private var first: Int?
  private var prepared: [Prepared] = []
  /// The most recently opened folder, and its path; nil if none has been opened.
  private var folder: (path: NotePath, handle: Handle)?

  init(_ transaction: Transaction, _ paths: [NotePath], since: [[UInt8]?]?, isLast: Bool) {
    self.transaction = transaction
    self.paths = paths
    self.since = since
    self.isLast = isLast
    store = transaction.store
    outcomes = Array(repeating: .unchanged, count: paths.count)
  }

  private var areFew: Bool { paths.count <= Transaction.few }

  /// The first ``FileError`` among the outcomes; nil if there is none.
  var failure: FileError? {
    outcomes.lazy.compactMap { outcome in
      if case .failed(let error as FileError) = outcome { error } else { nil }
    }.first
  }
}

// MARK: - Preparing

extension BulkEdit {
  /// Computes the new bytes of each file by calling `change`, records the changes in the journal,
  /// and writes the new bytes to temporary files. Syncs the journal and the files.
  mutating func prepare(_ change: (Int, [UInt8]) throws -> [UInt8]?) throws(FileError) {
    for index in paths.indices { try note(index, change) }
    guard let first else { return }
    do throws(FileError) {
      let journal = try transaction.begunJournal()
      if isLast { try journal.plan(from: first) }
      try journal.sync()
      let noted = try journal.read()
      prepared = prepared.filter { write($0, as: noted) }
      if !areFew {
        try transaction.syncAll(Set(prepared.map(\.path.parent)).sorted(), for: .write)
      }
    } catch {
      abandon()
      throw error
    }
  }

  /// Writes a file's new bytes from the journal to its temporary file. If that fails, sets the
  /// file's outcome and returns false.
  private mutating func write(_ file: Prepared, as journal: JournalFile) -> Bool {
    do throws(FileError) {
      guard case .edit(_, _, let before, let splice)? = journal.step(number: file.step),
        let new = splice.applied(to: before)
      else {
        throw store.failure(
          .write, file.path, .damaged("the journal does not contain the new version"))
      }
      let place = try place(file.path)
      let old = try store.attempt(.read, file.path) { () throws(Errno) in
        try store.system.openat(place.folder.raw, place.name, SystemCalls.readFlags)
      }
      let status = try store.attempt(.read, file.path) { () throws(Errno) in
        try store.system.fstat(old.raw)
      }
      try store.writeTemporary(
        file.swap.temporary, new, .like(old.raw, status), beside: place, for: .write,
        isSynced: areFew)
      return true
    } catch {
      fail(file.index, file.step, error)
      return false
    }
  }

  /// Computes the new bytes of the file at `index` by calling `change`, and adds the edit to the
  /// journal. Throws if the journal cannot be written. Any other error becomes the file's outcome.
  private mutating func note(
    _ index: Int, _ change: (Int, [UInt8]) throws -> [UInt8]?
  ) throws(FileError) {
    do {
      let (real, file) = try open(paths[index])
      let (old, status) = try store.readAll(file.raw, paths[index])
      let new = try change(index, old.bytes) ?? old.bytes
      let before = since?[index] ?? old.bytes
      guard new != old.bytes || new != before else { return }
      if new != old.bytes, status.isWriteProtected, !transaction.caller.writesProtected {
        throw store.failure(.write, paths[index], .writeProtected)
      }
      let temporary = TemporaryName.fresh()
      let step = try add(
        .edit(real, temporary, before: before, ByteDifference(from: before, to: new)))
      first = first ?? step
      // Another program has already written the new bytes.
      if new == old.bytes { return outcomes[index] = .changed }
      let swap = Swap(
        temporary: cString(temporary.bytes), new: ByteDigest(new), old: ByteDigest(old.bytes),
        stamp: old.stamp)
      prepared.append(Prepared(index: index, path: real, step: step, swap: swap))
    } catch let error as JournalFailure {
      throw error.cause
    } catch {
      outcomes[index] = .failed(error)
    }
  }

  private func add(_ step: JournalStep) throws(JournalFailure) -> Int {
    do throws(FileError) {
      return try transaction.begunJournal().add(step)
    } catch {
      throw JournalFailure(cause: error)
    }
  }

  /// Opens a file. Returns the open file, and its path with all symbolic links resolved.
  private mutating func open(_ path: NotePath) throws(FileError) -> (NotePath, Handle) {
    try transaction.checkNames(of: path, for: .write)
    if let folder = try? handle(path.parent),
      let file = try? store.system.openat(
        folder.raw, cString(path.nameBytes), SystemCalls.readFlags)
    {
      return (path, Handle(file))
    }
    // The path contains a link, or the file does not exist.
    try transaction.checkReach(path, followingLast: true, for: .write)
    let real = try store.followingLinks(path, for: .write)
    return (real, Handle(try store.open(real, SystemCalls.readFlags, for: .read)))
  }

  /// Returns the place of a file whose path has no links.
  private mutating func place(_ path: NotePath) throws(FileError) -> Place {
    do throws(Errno) {
      return Place(path, in: try handle(path.parent))
    } catch {
      throw store.failure(.write, path, .init(error))
    }
  }

  /// Returns an open folder whose path has no links. The folder stays open, so that consecutive
  /// files in the same folder need only one call to open it.
  private mutating func handle(_ path: NotePath) throws(Errno) -> Handle {
    if let folder, folder.path == path { return folder.handle }
    let handle = Handle(try store.openPlain(path, SystemCalls.folderFlags))
    folder = (path, handle)
    return handle
  }
}

// MARK: - Carrying out

extension BulkEdit {
  /// Exchanges the files with their temporary files, and makes the exchanges durable.
  mutating func carryOut() {
    var folders: Set<NotePath> = []
    for file in prepared {
      do throws(FileError) {
        if try swap(file) {
          outcomes[file.index] = .changed
          folders.insert(file.path.parent)
        } else {
          overtaken.append(file.index)
          try? transaction.begunJournal().fail(file.step)
        }
      } catch {
        fail(file.index, file.step, error)
      }
    }
    do throws(FileError) {
      if areFew {
        try transaction.sync(folders.sorted(), for: .sync)
      } else {
        try transaction.syncAll(folders.sorted(), for: .sync)
      }
    } catch {
      for file in prepared {
        if case .changed = outcomes[file.index] { outcomes[file.index] = .unsafe(error) }
      }
    }
  }

  /// Exchanges a file with its temporary file, which contains the new bytes. Returns false if
  /// another program saved the file after Cairn read it; that version then stays in place.
  private mutating func swap(_ file: Prepared) throws(FileError) -> Bool {
    let place: Place
    do throws(FileError) {
      place = try self.place(file.path)
    } catch {
      store.discardLater(file.swap.temporary, beside: file.path)
      throw error
    }
    return try store.carryOut(file.swap, place, isSynced: false)
  }

  private mutating func fail(_ index: Int, _ step: Int, _ error: any Error) {
    outcomes[index] = .failed(error)
    try? transaction.begunJournal().fail(step)
  }

  /// Removes the temporary files and records that their edits were not carried out.
  mutating func abandon() {
    for file in prepared {
      store.discardLater(file.swap.temporary, beside: file.path)
      try? transaction.begunJournal().fail(file.step)
    }
  }
}
