import CairnText
import SystemPackage

/// A recoverer that finishes or undoes an interrupted operation, based on the operation's journal
/// and the state of the disk.
struct Recoverer {
  let store: Store
  let state: Store
  let header: JournalHeader
  /// The files that the recovery has changed.
  private(set) var changed: Set<NotePath> = []
  /// Errors for the files that could not be recovered.
  private(set) var left: [FileError] = []
  /// The ``TrashEntry/sequence`` of the files that this recovery moves into the trash; nil before
  /// the first one. Computed once, because it requires reading all other entries of the trash.
  private var sequence: Int?

  init(store: Store, state: Store, header: JournalHeader) {
    self.store = store
    self.state = state
    self.header = header
  }

  /// Carries out the remaining steps of an interrupted operation. Returns false, without any
  /// change, if the journal lacks some of these steps, or if a file to create is not completely on
  /// the disk.
  mutating func finish(
    _ journal: JournalFile, _ standing: JournalFile.Standing
  ) throws(FileError) -> Bool {
    guard let first = standing.plannedFrom else { return false }
    let last = standing.steps.enumerated().filter { number, _ in
      number >= first && !standing.failed.contains(number)
    }
    for (_, place) in last {
      guard case .create(let path, let temporary, let digest)? = journal.step(place) else {
        continue
      }
      let isThere = try store.kind(path) != nil
      let isWhole = try store.digest(path.parent.appending(temporary)) == digest
      guard isThere || isWhole else { return false }
    }
    for (_, place) in last {
      guard let step = journal.step(place) else { continue }
      try orLeave(step.path) { recoverer throws(FileError) in try recoverer.finish(step) }
    }
    return true
  }

  private mutating func finish(_ step: JournalStep) throws(FileError) {
    switch step {
    case .edit(let path, let temporary, let before, let splice):
      guard let after = splice.applied(to: before) else { return }
      try settle(path, temporary, wanted: after, unwanted: before, made: after)
    case .create(let path, let temporary, _):
      try arrive(path.parent.appending(temporary), path)
    default:
      // Other steps are never recorded as final ones.
      return
    }
  }

  /// Undoes all steps, the last first.
  mutating func takeBack(
    _ journal: JournalFile, _ standing: JournalFile.Standing
  ) throws(FileError) {
    for (number, place) in standing.steps.enumerated().reversed() {
      guard let step = journal.step(place) else { continue }
      let isFailed = standing.failed.contains(number)
      try orLeave(step.path) { recoverer throws(FileError) in
        try recoverer.takeBack(step, isFailed: isFailed)
      }
    }
  }

  /// Undoes a step. `isFailed` is true if the step is known not to have been carried out.
  private mutating func takeBack(_ step: JournalStep, isFailed: Bool) throws(FileError) {
    switch step {
    case .edit(let path, let temporary, let before, let splice):
      guard let after = splice.applied(to: before) else { return }
      try settle(path, temporary, wanted: before, unwanted: after, made: after)
    case .create(let path, let temporary, let digest):
      try uncreate(path, temporary, digest, isFailed: isFailed)
    case .withdraw: return
    case .makeFolder(let path):
      guard !isFailed, try store.kind(path) == .folder,
        try store.names(in: path, for: .remove).isEmpty
      else { return }
      try store.removeFolder(path)
    case .removeFolder(let path):
      if !isFailed, try store.kind(path) == nil { try store.makeFolder(path) }
    case .move(let path, let newPath):
      if !isFailed { try unmove(path, newPath) }
    case .trash(let path, let id, let names): try untrash(path, id, names)
    case .restore(let path, let id, let record, let digest, let names):
      try unrestore(path, id, record, digest, names)
    }
  }

  /// Runs `body` for a file. An error that concerns only this file is added to ``left``, and the
  /// other files are still processed. An error of the whole disk, for example because it is full,
  /// is thrown.
  private mutating func orLeave(
    _ path: NotePath, _ body: (inout Recoverer) throws(FileError) -> Void
  ) throws(FileError) {
    do throws(FileError) {
      try body(&self)
    } catch {
      if error.code.isOfDisk { throw error }
      left.append(error)
    }
  }
}

// MARK: - Files

extension Recoverer {
  /// Gives a file the `wanted` bytes if it has the `unwanted` ones. `made` contains the bytes that
  /// the interrupted edit was writing.
  ///
  /// An edit writes a temporary file and exchanges it with the original. The temporary file
  /// therefore contains the old or new bytes, or their beginning, or what another program saved
  /// just before the exchange. Another program's save always wins over `wanted`.
  private mutating func settle(
    _ path: NotePath, _ temporary: TemporaryName, wanted: [UInt8], unwanted: [UInt8], made: [UInt8]
  ) throws(FileError) {
    let place = try store.place(path, for: .write)
    let name = cString(temporary.bytes)
    let here = store.contents(place.name, in: place)
    if let aside = store.contents(name, in: place) {
      guard wanted.starts(with: aside) || unwanted.starts(with: aside) else {
        return try putBackSave(
          aside: path.parent.appending(temporary), path, here, [wanted, unwanted])
      }
      if here == made, !aside.isEmpty, aside != wanted, aside != unwanted {
        // The files were exchanged, so the temporary file is the original. Another program may have
        // written part of a save into it.
        try keep(path.parent.appending(temporary), as: path)
      } else if here != unwanted || aside != wanted {
        store.discard(name, in: place)
      }
    }
    guard let here, here == unwanted, wanted != unwanted else {
      if here != wanted {
        left.append(store.failure(.write, path, here == nil ? .notFound : .changedSince))
      }
      return try store.attempt(.write, path) { () throws(Errno) in
        try store.system.fsync(place.folder.raw)
      }
    }
    let file = try store.attempt(.read, path) { () throws(Errno) in
      try store.system.openat(place.folder.raw, place.name, SystemCalls.readFlags)
    }
    let (old, status) = try store.readAll(file.raw, path)
    if store.contents(name, in: place) == nil {
      try store.writeTemporary(name, wanted, .like(file.raw, status), beside: place, for: .write)
    }
    let swap = Swap(
      temporary: name, new: ByteDigest(wanted), old: ByteDigest(unwanted), stamp: old.stamp)
    if old.bytes == unwanted, try store.carryOut(swap, place) {
      changed.insert(path)
    } else {
      store.discard(name, in: place)
      left.append(store.failure(.write, path, .changedSince))
    }
  }

  /// Recovers another program's save from the temporary file `aside`. Moves the save to `path` if
  /// no file is there, or if the file there has one of the byte sequences in `ours`. Otherwise
  /// moves the save into the trash. In each case, adds an error to ``left``, because the file does
  /// not get the wanted bytes.
  private mutating func putBackSave(
    aside: NotePath, _ path: NotePath, _ here: [UInt8]?, _ ours: [[UInt8]]
  ) throws(FileError) {
    if let here {
      guard ours.contains(here) else {
        try keep(aside, as: path)
        return left.append(store.failure(.write, path, .changedSince))
      }
      let place = try store.place(path, for: .write)
      let name = cString(aside.nameBytes)
      try store.attempt(.write, path) { () throws(Errno) in
        try store.system.renameat(place.folder.raw, name, to: place.folder.raw, place.name)
        try store.system.fsync(place.folder.raw)
      }
    } else {
      try store.moveEntry(aside, to: store, path)
    }
    changed.insert(path)
    left.append(store.failure(.write, path, .changedSince))
  }

  /// Renames a new, complete file from its temporary name `aside` to `path`. If another file is at
  /// `path`, moves the new file to the trash.
  private mutating func arrive(_ aside: NotePath, _ path: NotePath) throws(FileError) {
    guard try store.kind(aside) != nil else { return }
    if let other = try store.status(path) {
      if try store.status(aside)?.stamp.inode == other.stamp.inode {
        return try store.removeFile(aside)
      }
      try keep(aside, as: path)
      return left.append(store.failure(.create, path, .exists))
    }
    try store.moveEntry(aside, to: store, path)
    changed.insert(path)
  }

  /// Moves a file, such as a temporary one, into the trash, as if it had been removed from `path`.
  private mutating func keep(_ file: NotePath, as path: NotePath) throws(FileError) {
    let number: Int
    if let sequence {
      number = sequence
    } else {
      number = try Trash.nextSequence(at: header.time, in: state)
      sequence = number
    }
    let id = UniqueName(header.time).text
    let record = Trash.record(path, header, id: id, sequence: number)
    try Trash.prepare(id, record.bytes, in: state)
    try store.transfer(file, to: state, Trash.contents(id))
  }

  /// Undoes the creation of a file: a complete file goes to the trash, and an incomplete one is
  /// removed. Skips a file that another program has changed. `isFailed` is true if the step is
  /// known to have failed; then only the temporary file is handled.
  private mutating func uncreate(
    _ path: NotePath, _ temporary: TemporaryName, _ digest: ByteDigest, isFailed: Bool
  ) throws(FileError) {
    let aside = path.parent.appending(temporary)
    if let status = try store.status(aside) {
      // Both names belong to the same file if the interruption came just before the temporary name
      // was removed.
      let isBoth = try store.status(path)?.stamp.inode == status.stamp.inode
      guard isBoth else {
        guard try store.digest(aside) == digest else { return try store.removeFile(aside) }
        try keep(aside, as: path)
        changed.insert(path)
        return
      }
      try store.removeFile(aside)
    }
    guard !isFailed, try store.kind(path) != nil else { return }
    guard try store.digest(path) == digest else {
      return left.append(store.failure(.remove, path, .changedSince))
    }
    try keep(path, as: path)
    changed.insert(path)
  }
}

// MARK: - Names

extension Recoverer {
  private mutating func unmove(_ path: NotePath, _ newPath: NotePath) throws(FileError) {
    let (old, new) = (try store.status(path), try store.status(newPath))
    switch (old, new) {
    case (nil, nil): left.append(store.failure(.move, newPath, .notFound))
    case (nil, _?):
      try store.moveEntry(newPath, to: store, path)
      changed.insert(path)
    case (_?, nil): return
    case (let old?, let new?):
      guard old.stamp.inode == new.stamp.inode else {
        return left.append(store.failure(.move, newPath, .exists))
      }
      // The file had received the new name but not lost the old one.
      try store.removeFile(newPath)
    }
  }

  private mutating func untrash(
    _ path: NotePath, _ id: String, _ names: MoveNames
  ) throws(FileError) {
    try clear(path, id, names)
    guard try state.kind(Trash.contents(id)) != nil else {
      return Trash.abandon(id, in: state)
    }
    if try store.kind(path) != nil {
      return left.append(store.failure(.create, path, .exists))
    }
    try store.makeFolders(path.parent)
    try state.transfer(Trash.contents(id), to: store, path, by: names)
    try state.removeTree(Trash.folder(id))
    changed.insert(path)
  }

  private mutating func unrestore(
    _ path: NotePath, _ id: String, _ record: [UInt8], _ digest: ByteDigest?, _ names: MoveNames
  ) throws(FileError) {
    try clear(path, id, names)
    let isHere = try store.kind(path) != nil
    try Trash.prepare(id, record, in: state)
    if try state.kind(Trash.contents(id)) != nil {
      // The trash has the file; an identical copy in the notebook is removed.
      if isHere, let digest, try store.digest(path) == digest { try store.removeFile(path) }
      return
    }
    guard isHere else { return left.append(store.failure(.remove, path, .notFound)) }
    try store.transfer(path, to: state, Trash.contents(id), by: names)
    changed.insert(path)
  }

  /// Cleans up after an interrupted move between file systems. Afterwards, the complete file is
  /// either in the notebook or in the trash, and no other copy exists.
  private func clear(_ path: NotePath, _ id: String, _ names: MoveNames) throws(FileError) {
    let contents = Trash.contents(id)
    let folder = Trash.folder(id)
    let isIn = { (store: Store, path: NotePath) throws(FileError) in try store.kind(path) != nil }
    // Removes an incomplete copy, whose source still exists.
    for (store, copy) in [
      (store, path.parent.appending(names.arriving)), (state, folder.appending(names.arriving)),
    ] where try isIn(store, copy) {
      try store.removeTree(copy)
    }
    let leaving = path.parent.appending(names.leaving)
    if try isIn(store, leaving) {
      if try isIn(state, contents) {
        try store.removeTree(leaving)
      } else if try !isIn(store, path) {
        try store.moveEntry(leaving, to: store, path)
      } else {
        try Trash.prepare(id, Trash.record(path, header).bytes, in: state)
        try store.transfer(leaving, to: state, contents)
      }
    }
    if try isIn(state, folder.appending(names.leaving)), try !isIn(state, contents) {
      try state.moveEntry(folder.appending(names.leaving), to: state, contents)
    }
  }
}

extension Store {
  /// Returns the digest of a file; nil if there is no file.
  fileprivate func digest(_ path: NotePath) throws(FileError) -> ByteDigest? {
    guard try kind(path) == .file else { return nil }
    return ByteDigest(try read(path).bytes)
  }
}

extension JournalStep {
  /// The path of the file or folder that the step changes; for a move, the old path.
  var path: NotePath {
    switch self {
    case .edit(let path, _, _, _), .create(let path, _, _), .withdraw(let path, _),
      .makeFolder(let path), .removeFolder(let path), .move(let path, _),
      .trash(let path, _, _), .restore(let path, _, _, _, _):
      path
    }
  }
}
