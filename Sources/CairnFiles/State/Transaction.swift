public import CairnText
public import SystemPackage

/// One command's changes to a notebook, made while only this command holds the notebook's lock.
///
/// This module changes a notebook only through this class. Each change is atomic, and durable when
/// the method returns. If a change throws ``FileError``, earlier changes stay.
///
/// Files that scans skip are never changed: a path through `.git` or another dot folder, or through
/// a link to one, throws ``FileError/Code/hidden``. The exceptions are Cairn's own `.cairn/` and
/// `.cairnignore`, and `.gitattributes` in the root.
public final class Transaction {
  /// The notebook.
  public let store: Store
  /// The unique name of this command, under which the journal and the trash record its changes.
  public let operation: String
  /// The time when the command began.
  public let time: Instant

  let state: Store
  /// The ``TrashEntry/sequence`` of the trash entries of this command; nil until something is
  /// removed.
  var sequence: Int?
  /// The ids of the operations that this one undoes.
  var undoes: [String] = []
  let caller: Caller
  /// Whether rolling back a change failed, which means that the next command must repeat the
  /// rollback.
  public private(set) var isHalfDone = false
  /// The files to create in ``createPlanned(ifMany:)``, in order.
  var planned: [PlannedFile] = []
  /// The paths of the planned files.
  var plannedPaths: Set<NotePath> = []
  /// The paths of the planned files, with links resolved and without case and accents.
  var plannedPlaces: Set<String> = []
  /// The error that prevented the creation of planned files; nil if there was none.
  var planFailure: FileError?
  /// The total size of the planned files in bytes.
  var plannedBytes = 0
  private let lock: Descriptor
  private var journal: Journal?
  private var hasEnded = false

  init(
    store: Store, state: Store, lock: consuming Descriptor, time: Instant, caller: Caller
  ) {
    self.store = store
    self.state = state
    self.lock = lock
    self.time = time
    self.caller = caller
    operation = UniqueName(time).text
  }
}

// MARK: - Beginning and ending

extension StateFolder {
  /// Runs `body` while holding the notebook's lock, after waiting for the lock up to
  /// ``Caller/patience``.
  ///
  /// Recovers an interrupted operation first. The journal of `body`'s changes is durable when the
  /// method returns. The lock is an `flock` on the file `lock` of the state folder; the kernel
  /// releases it however the process ends. Transactions do not nest.
  ///
  /// Throws ``FileError/Code/locked`` if the wait exceeds ``Caller/patience``, ``FileError`` if the
  /// journal cannot be written, and any error from `body`. Changes that `body` made before the
  /// error stay.
  public func transaction<Result>(
    at time: Instant, _ body: (Transaction) throws -> Result
  ) throws -> Result {
    let state = try opened()
    let lock = try lock(state)
    try recover(in: state)
    let transaction = Transaction(
      store: store, state: state, lock: lock, time: time, caller: caller)
    let result: Result
    do {
      result = try body(transaction)
    } catch {
      try? transaction.end()
      throw error
    }
    try transaction.end()
    return result
  }
}

extension Transaction {
  /// Records a step in the journal, then carries it out by calling `body`. If `body` throws,
  /// records that the step was not carried out. `isLast` states that the transaction makes no
  /// further changes.
  func make<Result>(
    _ step: JournalStep, isLast: Bool = false, _ body: () throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let journal = try begunJournal()
    let number = try journal.note(step, isLast: isLast)
    do throws(FileError) {
      return try body()
    } catch {
      journal.fail(number)
      throw error
    }
  }

  /// Records the operation in the journal even if it changes no files, so that it can be undone.
  public func record() throws(FileError) { try begunJournal().isKept = true }

  /// Returns the journal of this transaction. The first call creates the journal.
  func begunJournal() throws(FileError) -> Journal {
    if let journal { return journal }
    try state.makeFolders(JournalFolder.path, permissions: .privateFolder)
    let names = try state.names(in: JournalFolder.path, for: .list)
    let last = names.last { JournalFolder.parse($0) != nil }.flatMap(JournalFolder.parse)
    let header = JournalHeader(
      operation: operation, sequence: (last?.sequence ?? 0) + 1, time: time, words: caller.words,
      folder: caller.folder.bytes, undoes: undoes, terminal: caller.terminal)
    let journal = try Journal(header, in: state)
    self.journal = journal
    return journal
  }

  /// Makes several changes completely or not at all, and ends the transaction: no further changes
  /// are allowed. If `body` throws or the end cannot be recorded, all changes of the transaction
  /// are rolled back.
  ///
  /// If the rollback fails, too, for example because the disk is broken, the next command repeats
  /// it (``isHalfDone``).
  public func wholly<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      let result = try body()
      try createPlanned()
      try endJournal()
      return result
    } catch {
      abandonPlanned()
      do throws(FileError) { try takeBack() } catch { isHalfDone = true }
      throw error
    }
  }

  private func takeBack() throws(FileError) {
    guard let journal else { return }
    self.journal = nil
    guard journal.hasSteps else { return journal.discard() }
    journal.giveUp()
    let file = try journal.read()
    var recoverer = Recoverer(store: store, state: state, header: journal.header)
    try recoverer.takeBack(file, file.standing())
    if recoverer.left.isEmpty { journal.discard() } else { try state.close(takenBack: file) }
  }

  /// Ends the journal, unless ``wholly(_:)`` has already ended it. Once in ``pruningInterval``
  /// operations, and after an operation with a large journal, also removes old journals.
  fileprivate func end() throws(FileError) {
    if !hasEnded { try endJournal() }
    guard let journal else { return }
    state.removeStale(in: .root)
    let isLarge = journal.bytes > caller.retention.bytes / Self.largeShare
    if isLarge || journal.header.sequence % Self.pruningInterval == 0 {
      state.pruneJournals(keeping: caller.retention, at: time)
    }
  }

  /// Old journals are removed once in this number of operations, and not more often, because
  /// finding them costs a stat call for each journal. They are also removed after each operation
  /// with a large journal.
  private static let pruningInterval = 16
  /// A journal is large if it has more bytes than ``Retention/bytes`` divided by this number.
  private static let largeShare = 256

  private func endJournal() throws(FileError) {
    for error in store.clearUp() { caller.tell(.leftOver(error)) }
    if try journal?.end() == true { caller.tell(.wrote(operation: operation)) }
    hasEnded = true
  }
}

// MARK: - Files

extension Transaction {
  /// Creates a file, and its missing parent folders if `makingFolders` is set.
  ///
  /// Never replaces anything: throws ``FileError/Code/exists`` if the name is taken, and
  /// ``FileError/Code/badName(_:)`` for a name that breaks the rules of ``FileName``. If the method
  /// throws, neither the file nor its new folders exist. The umask is applied to `permissions`. If
  /// the transaction makes no further changes, pass `isLast` to save a sync.
  public func create(
    _ path: NotePath, _ bytes: [UInt8], permissions: FilePermissions = .newFile,
    makingFolders: Bool = false, isLast: Bool = false
  ) throws(FileError) {
    try checkName(of: path)
    try within(path.parent, makingFolders: makingFolders) { () throws(FileError) in
      try checkReach(path.parent, followingLast: true, for: .create)
      if try store.kind(path) != nil { throw store.failure(.create, path, .exists) }
      let temporary = TemporaryName.fresh()
      let step = JournalStep.create(path, temporary, ByteDigest(bytes))
      try make(step, isLast: isLast) { () throws(FileError) in
        try store.createFile(path, bytes, permissions: permissions, by: temporary)
      }
    }
  }

  /// Permanently removes a file that this transaction created with these bytes but does not need.
  public func withdraw(_ path: NotePath, _ bytes: [UInt8]) throws(FileError) {
    try checkReach(path, for: .remove)
    try make(.withdraw(path, ByteDigest(bytes))) { () throws(FileError) in
      try store.removeFile(path)
    }
  }

  /// Replaces a file's bytes with the result of `change`. If another program saves the file in the
  /// meantime, calls `change` again with the newer bytes. If `change` returns nil or the same
  /// bytes, nothing is written.
  ///
  /// Follows links within the notebook. Keeps mode, extended attributes and, if permitted, owner
  /// and group; other hard links keep the old bytes. Costs two reads and one write of the file, and
  /// three syncs. If the transaction makes no further changes, pass `isLast`.
  ///
  /// Throws any error from `change`, and ``FileError``: with the code
  /// ``FileError/Code/contended(kept:)`` if another program keeps saving the file, and with the
  /// operation ``FileError/Operation/sync`` if a power failure may still revert the change.
  public func edit(
    _ path: NotePath, isLast: Bool = false, _ change: ([UInt8]) throws -> [UInt8]?
  ) throws -> Edit {
    try checkReach(path, followingLast: true, for: .write)
    var noted: [Int] = []
    var isDone = false
    defer {
      // Earlier attempts failed because another program saved the file in the meantime.
      for number in isDone ? noted.dropLast() : noted[...] { journal?.fail(number) }
    }
    do {
      let edit = try store.editFile(
        path, writesProtected: caller.writesProtected,
        noting: { attempt throws(FileError) in
          let splice = ByteDifference(from: attempt.before, to: attempt.after)
          let step = JournalStep.edit(
            attempt.path, attempt.temporary, before: attempt.before, splice)
          noted.append(try begunJournal().note(step, isLast: isLast))
        }, change)
      isDone = edit.isChange
      return edit
    } catch let error as FileError where error.operation == .sync {
      isDone = true
      throw error
    }
  }

  /// Moves a file or folder to another path, creating missing parent folders if `makingFolders` is
  /// set.
  ///
  /// Never replaces anything: throws ``FileError/Code/exists`` if the path is taken. Moves a link,
  /// not its target. A new name must follow the rules of ``FileName``.
  public func move(
    _ path: NotePath, to newPath: NotePath, makingFolders: Bool = false
  ) throws(FileError) {
    try checkReach(path, for: .move)
    if path.nameBytes != newPath.nameBytes { try checkName(of: newPath) }
    try within(newPath.parent, makingFolders: makingFolders) { () throws(FileError) in
      try checkReach(newPath.parent, followingLast: true, for: .move)
      if try store.kind(path) == nil { throw store.failure(.move, path, .notFound) }
      if try store.kind(newPath) != nil { throw store.failure(.create, newPath, .exists) }
      // Temporary files in a folder would move with it.
      store.clearUp()
      try make(.move(path, to: newPath)) { () throws(FileError) in
        try store.moveEntry(path, to: store, newPath)
      }
    }
  }
}

// MARK: - Folders

extension Transaction {
  /// Creates a folder and its missing parents, and returns the created folders, the outermost
  /// first.
  ///
  /// Throws ``FileError/Code/badName(_:)`` if a new name breaks the rules of ``FileName``. If the
  /// method throws, none of the new folders remains.
  @discardableResult
  public func makeFolder(_ path: NotePath) throws(FileError) -> [NotePath] {
    var missing: [NotePath] = []
    var folder = path
    while !folder.isRoot, try store.kind(folder) == nil {
      try checkName(of: folder)
      missing.append(folder)
      folder = folder.parent
    }
    try checkReach(path, followingLast: true, for: .create)
    guard !missing.isEmpty else { return try store.makeFolders(path) }
    var made: [NotePath] = []
    do throws(FileError) {
      for folder in missing.reversed() {
        try make(.makeFolder(folder)) { () throws(FileError) in try store.makeFolder(folder) }
        made.append(folder)
      }
    } catch {
      remove(made)
      throw error
    }
    return made
  }

  /// Runs `body`, first creating `folder` and its missing parents if `makingFolders` is set. If
  /// `body` throws, removes the created folders again.
  func within(
    _ folder: NotePath, makingFolders: Bool, _ body: () throws(FileError) -> Void
  ) throws(FileError) {
    let made = makingFolders ? try makeFolder(folder) : []
    do throws(FileError) {
      try body()
    } catch {
      remove(made)
      throw error
    }
  }

  /// Removes folders that this transaction created but does not need, in reverse order. Ignores
  /// errors.
  public func remove(_ made: [NotePath]) {
    for folder in made.reversed() { try? removeFolder(folder) }
  }

  /// Removes an empty folder; throws ``FileError/Code/notEmpty`` if it is not empty.
  public func removeFolder(_ path: NotePath) throws(FileError) {
    try checkReach(path, for: .remove)
    guard try store.kind(path) == .folder else { return try store.removeFolder(path) }
    guard try store.names(in: path, for: .remove).isEmpty else {
      throw store.failure(.remove, path, .notEmpty)
    }
    try make(.removeFolder(path)) { () throws(FileError) in try store.removeFolder(path) }
  }
}

// MARK: - Rules

extension Transaction {
  /// Throws if the last name of a path breaks the rules of ``FileName``, unless Cairn itself uses
  /// the name.
  func checkName(of path: NotePath) throws(FileError) {
    if isOwn(path) { return }
    do throws(FileNameError) {
      try FileName.validate(path.nameBytes)
    } catch {
      throw store.failure(.create, path, .badName(error))
    }
  }

  /// Throws ``FileError/Code/hidden`` if a path, before or after its links are resolved, contains a
  /// name that scans skip. The last name in the path is resolved only if `followingLast` is true.
  func checkReach(
    _ path: NotePath, followingLast: Bool = false, for operation: FileError.Operation
  ) throws(FileError) {
    let real = try store.followingLinks(followingLast ? path : path.parent, for: operation)
    for path in [path, real] { try checkNames(of: path, for: operation) }
  }

  /// Throws ``FileError/Code/hidden`` if a path contains a name that scans skip. Does not resolve
  /// links.
  func checkNames(
    of path: NotePath, for operation: FileError.Operation
  ) throws(FileError) {
    guard !isOwn(path), path.components.contains(where: FileName.isHidden) else { return }
    throw store.failure(operation, path, .hidden)
  }

  private func isOwn(_ path: NotePath) -> Bool {
    path.components.first?.elementsEqual(".cairn".utf8) ?? false
      || path.nameBytes.elementsEqual(IgnoreFile.name.utf8)
      || (path.parent.isRoot && path.nameBytes.elementsEqual(".gitattributes".utf8))
      || TemporaryName.isOne(Array(path.nameBytes))
  }
}
