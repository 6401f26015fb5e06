public import CairnText
import SystemPackage

extension Transaction {
  /// What became of one of many files that were to be edited.
  public enum EditOutcome {
    /// It has other bytes.
    case changed
    /// It is as it was wanted already.
    case unchanged
    /// It is changed, and a power cut may take that back.
    case unsafe(FileError)
    /// It could not be changed, or `change` did not want to.
    case failed(any Error)
  }

  /// Replaces the bytes of many files by what `change` makes of them, each as ``edit`` does; where
  /// one cannot be changed, the others are. What became of them, in their order.
  ///
  /// `change` gets the place of the file in `paths` and its bytes, and may be called again, with
  /// newer ones. All changes go into the journal, then all new bytes into files beside, and when
  /// these are synced, the files change places; so after a crash all of them are changed, or none. No more than the bytes of one file are held at a time. Throws ``FileError`` where the
  /// journal cannot be written; then nothing was changed.
  ///
  /// - Parameters:
  ///   - since: What each file had before another program changed it, where the journal is to say
  ///     that this operation made that change too.
  ///   - isWhole: Whether a file that cannot be written ends all of it, with its error; what
  ///     `change` throws does not.
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
    // Files that somebody saved meanwhile are edited by themselves.
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

/// Many files that are edited together.
private struct BulkEdit {
  /// A file whose change is noted in the journal.
  private struct Prepared {
    let index: Int
    /// The path without links in it.
    let path: NotePath
    /// The number of its step in the journal.
    let step: Int
    let swap: Swap
  }

  /// The journal cannot be written, so nothing can.
  private struct JournalFailure: Error {
    let cause: FileError
  }

  /// What became of the files.
  var outcomes: [Transaction.EditOutcome]
  /// The files that somebody saved between reading and writing.
  private(set) var overtaken: [Int] = []

  private let transaction: Transaction
  private let store: Store
  private let paths: [NotePath]
  private let since: [[UInt8]?]?
  private let isLast: Bool
  /// The number of the first step.
  private var first: Int?
  private var prepared: [Prepared] = []
  /// The folder that was opened last.
  private var folder: (path: NotePath, handle: Handle)?

  /// So many files are synced one by one, and the rest of the disk need not be for them.
  private static let few = 16

  init(_ transaction: Transaction, _ paths: [NotePath], since: [[UInt8]?]?, isLast: Bool) {
    self.transaction = transaction
    self.paths = paths
    self.since = since
    self.isLast = isLast
    store = transaction.store
    outcomes = Array(repeating: .unchanged, count: paths.count)
  }

  private var areFew: Bool { paths.count <= Self.few }

  /// Why the first file that could not be written was not.
  var failure: FileError? {
    outcomes.lazy.compactMap { outcome in
      if case .failed(let error as FileError) = outcome { error } else { nil }
    }.first
  }
}

// MARK: - First the journal, then all new bytes

extension BulkEdit {
  /// Notes in the journal what becomes of the files, then writes it beside them; all for good.
  mutating func prepare(_ change: (Int, [UInt8]) throws -> [UInt8]?) throws(FileError) {
    for index in paths.indices { try note(index, change) }
    guard let first else { return }
    do throws(FileError) {
      let journal = try transaction.begunJournal()
      if isLast { try journal.plan(from: first) }
      try journal.sync()
      let noted = try journal.read()
      prepared = prepared.filter { write($0, as: noted) }
      if !areFew { try syncAll(.write) }
    } catch {
      abandon()
      throw error
    }
  }

  /// Writes a file's new bytes, which the journal has, beside it; false where that fails.
  private mutating func write(_ file: Prepared, as journal: JournalFile) -> Bool {
    do throws(FileError) {
      guard case .edit(_, _, let before, let splice)? = journal.step(number: file.step),
        let new = splice.applied(to: before)
      else { throw store.failure(.write, file.path, .damaged("the journal does not have it")) }
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

  /// Throws where the journal cannot be written. What else goes wrong is the file's outcome.
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
      // Another program has written all of it.
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

  /// Opens a file; its path without links.
  private mutating func open(_ path: NotePath) throws(FileError) -> (NotePath, Handle) {
    try transaction.checkNames(of: path, for: .write)
    if let folder = try? handle(path.parent),
      let file = try? store.system.openat(
        folder.raw, cString(path.nameBytes), SystemCalls.readFlags)
    {
      return (path, Handle(file))
    }
    // There is a link on the way, or nothing.
    try transaction.checkReach(path, followingLast: true, for: .write)
    let real = try store.followingLinks(path, for: .write)
    return (real, Handle(try store.open(real, SystemCalls.readFlags, for: .read)))
  }

  /// The place of a file whose path has no links in it.
  private mutating func place(_ path: NotePath) throws(FileError) -> Place {
    do throws(Errno) {
      return Place(path, in: try handle(path.parent))
    } catch {
      throw store.failure(.write, path, .init(error))
    }
  }

  /// A folder whose path has no links in it; it is opened once for all files in it that follow each
  /// other.
  private mutating func handle(_ path: NotePath) throws(Errno) -> Handle {
    if let folder, folder.path == path { return folder.handle }
    let handle = Handle(try store.openPlain(path, SystemCalls.folderFlags))
    folder = (path, handle)
    return handle
  }
}

// MARK: - Then all in place

extension BulkEdit {
  /// Lets the files change places with those beside them, and makes that durable.
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
        for folder in folders.sorted() { try sync(folder) }
      } else if !folders.isEmpty {
        try syncAll(.sync)
      }
    } catch {
      for file in prepared {
        if case .changed = outcomes[file.index] { outcomes[file.index] = .unsafe(error) }
      }
    }
  }

  /// Lets a file change places with the one beside it; false where it was saved meanwhile.
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

  /// Removes what was written beside the files.
  mutating func abandon() {
    for file in prepared {
      store.discardLater(file.swap.temporary, beside: file.path)
      try? transaction.begunJournal().fail(file.step)
    }
  }

  private mutating func sync(_ folder: NotePath) throws(FileError) {
    do throws(Errno) {
      try store.system.fsync(try handle(folder).raw)
    } catch {
      throw store.failure(.sync, folder, .init(error))
    }
  }

  private func syncAll(_ operation: FileError.Operation) throws(FileError) {
    try store.attempt(operation, .root) { () throws(Errno) in
      try store.system.syncAll(store.folder.raw)
    }
  }
}
