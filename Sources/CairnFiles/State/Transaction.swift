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
  /// The operations that this one takes back.
  var undoes: [String] = []
  let caller: Caller
  /// Whether something was done that the next command has to take back.
  public private(set) var isHalfDone = false
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
  /// Runs `body` with the notebook's lock held, waiting for it as long as the caller wants to.
  ///
  /// An operation that was interrupted before is brought to an end or taken back first. What `body`
  /// does is noted in the journal; when this returns, it is there for good. The lock is an `flock`
  /// on the file `lock` of the state folder: the kernel frees it when the process ends, however it
  /// ends. Transactions do not nest.
  ///
  /// Throws ``FileError/Code/locked`` where another process holds the lock for longer, ``FileError``
  /// where the journal cannot be written, and whatever `body` throws; what `body` did before stays.
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
  /// Makes a change that is noted first; where it throws, that is noted too.
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

  /// The journal, which begins with the first change.
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

  /// Does several changes wholly or not at all, and ends the transaction: nothing may be changed in it
  /// afterwards. Where `body` throws or the end cannot be noted, all that the transaction has done is
  /// taken back before.
  ///
  /// Where that fails too, as on a broken disk, the next command takes it back (``isHalfDone``).
  public func wholly<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      let result = try body()
      try endJournal()
      return result
    } catch {
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

  /// Ends the journal, and lets go of old ones.
  fileprivate func end() throws(FileError) {
    if !hasEnded { try endJournal() }
    guard journal != nil else { return }
    state.removeStale(in: .root)
    state.pruneJournals(keeping: caller.retention, at: time)
  }

  private func endJournal() throws(FileError) {
    for error in store.clearUp() { caller.tell(.leftOver(error)) }
    if try journal?.end() == true { caller.tell(.wrote(operation: operation)) }
    hasEnded = true
  }
}

// MARK: - Files

extension Transaction {
  /// Writes a new file, and the folders above it where `makingFolders` is set.
  ///
  /// Never replaces anything: throws ``FileError/Code/exists`` where the name is taken, and
  /// ``FileError/Code/badName(_:)`` for a name that breaks the rules of ``FileName``. `permissions`
  /// are lessened by the process's umask. `isLast` says that the transaction changes nothing else
  /// afterwards, which saves a sync. Where it throws, there is no such file, and no folder that was
  /// made for it.
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

  /// Removes for good a file that this transaction made with these bytes, where what it was made
  /// for did not come about.
  public func withdraw(_ path: NotePath, _ bytes: [UInt8]) throws(FileError) {
    try checkReach(path, for: .remove)
    try make(.withdraw(path, ByteDigest(bytes))) { () throws(FileError) in
      try store.removeFile(path)
    }
  }

  /// Replaces a file's bytes by what `change` makes of them, and sees a save by another program in
  /// between: `change` is then applied again, to the newer bytes, so it may be called repeatedly.
  ///
  /// Where `change` gives nil or the bytes it got, nothing is written. A link within the root is
  /// followed. Mode, extended attributes and, as root, owner and group stay; the other names of a
  /// file with several hard links keep the old bytes. `isLast` is as for ``create``. Throws
  /// ``FileError``, with ``FileError/Code/contended(kept:)`` where another program saves again and
  /// again, with ``FileError/Operation/sync`` where the file is changed and a power cut may take that
  /// back, and whatever `change` throws. Costs two reads and one write of the file, and three syncs.
  public func edit(
    _ path: NotePath, isLast: Bool = false, _ change: ([UInt8]) throws -> [UInt8]?
  ) throws -> Edit {
    try checkReach(path, followingLast: true, for: .write)
    var noted: [Int] = []
    var isDone = false
    defer {
      // Those before the last were tried on bytes that somebody replaced meanwhile.
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

  /// Gives a file or a folder another path, making the folders above it where that is asked.
  ///
  /// Never replaces anything: throws ``FileError/Code/exists`` where the path is taken. A link is
  /// moved itself. A name that stays need not keep the rules of ``FileName``, a new one must.
  public func move(
    _ path: NotePath, to newPath: NotePath, makingFolders: Bool = false
  ) throws(FileError) {
    try checkReach(path, for: .move)
    if path.nameBytes != newPath.nameBytes { try checkName(of: newPath) }
    try within(newPath.parent, makingFolders: makingFolders) { () throws(FileError) in
      try checkReach(newPath.parent, followingLast: true, for: .move)
      if try store.kind(path) == nil { throw store.failure(.move, path, .notFound) }
      if try store.kind(newPath) != nil { throw store.failure(.create, newPath, .exists) }
      // What is left over in a folder would go with it.
      store.clearUp()
      try make(.move(path, to: newPath)) { () throws(FileError) in
        try store.moveEntry(path, to: store, newPath)
      }
    }
  }
}

// MARK: - Folders

extension Transaction {
  /// Makes a folder and those above it, as far as they are not there; those that it made, the
  /// outermost first.
  ///
  /// Throws ``FileError/Code/badName(_:)`` where a name among those breaks the rules of
  /// ``FileName``. Where it throws, none of them is there.
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

  /// Runs `body`, with the folders that it needs made first where that is wanted; where it throws,
  /// those that were made are removed again.
  private func within(
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

  /// Removes folders that this transaction made for nothing, the last first, as far as that works.
  public func remove(_ made: [NotePath]) {
    for folder in made.reversed() { try? removeFolder(folder) }
  }

  /// Removes an empty folder; ``FileError/Code/notEmpty`` where it is not.
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
    for path in [path, real] { try checkNames(of: path, for: operation) }
  }

  /// Throws where a path, as it is written, goes through what scans skip.
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
