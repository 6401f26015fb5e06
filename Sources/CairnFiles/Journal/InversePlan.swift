import CairnText
import SystemPackage

/// A plan for undoing operations: the steps to carry out, and the errors for files that it skips.
///
/// Making a plan changes nothing. Each step is checked against the notebook as it will be after the
/// preceding steps.
public struct InversePlan {
  /// The planned changes to files.
  public var changes: [OperationChange] { noted.all }
  /// Errors for files that the plan skips, for example because they changed after the operation.
  public private(set) var refused: [FileError] = []
  /// The operations to undo, the latest first.
  public let operations: [Operation]

  /// An action that undoes one step.
  enum Inverse {
    /// Giving a file its old bytes. The step at index `place` of the journal contains these bytes.
    case edit(NotePath, JournalFile, place: Int)
    /// Moving a file into the trash. If the file had been restored from the trash, `entry` is the
    /// trash entry to use again.
    case trash(NotePath, entry: (id: String, record: [UInt8])?)
    case move(NotePath, to: NotePath)
    case restore(NotePath, id: String)
    case makeFolder(NotePath)
    /// Removing an empty folder.
    case removeFolder(NotePath)
  }

  private(set) var inverses: [Inverse] = []
  private var noted = UndoChanges()
  private var view: UndoView
  private let state: Store
  /// The paths of skipped files. Earlier steps that changed these files are skipped, too.
  private var kept: Set<NotePath> = []
}

extension StateFolder {
  /// Returns a plan that undoes operations, from the latest to the earliest regardless of their
  /// order in `operations`.
  ///
  /// Throws ``FileError`` if a journal or a changed file cannot be read, and
  /// ``FileError/Code/takenBack`` if an operation was interrupted and rolled back. Examines each
  /// file that the operations changed.
  public func planToUndo(_ operations: [Operation]) throws(FileError) -> InversePlan {
    let sorted = operations.sorted { $1.file.lexicographicallyPrecedes($0.file) }
    var plan = InversePlan(sorted, store, try opened())
    for operation in sorted {
      if operation.isTakenBack {
        throw FileError(.write, FilePath(bytes: operation.file), .takenBack)
      }
      try plan.add(try journal(of: operation))
    }
    return plan
  }
}

extension InversePlan {
  fileprivate init(_ operations: [Operation], _ store: Store, _ state: Store) {
    self.operations = operations
    self.state = state
    view = UndoView(store)
  }

  /// Adds to the plan the actions that undo the steps of a journal. Adds an error to ``refused``
  /// for each file that the plan skips.
  fileprivate mutating func add(_ journal: JournalFile) throws(FileError) {
    let standing = journal.standing()
    var withdrawn: Set<NotePath> = []
    for (number, place) in standing.steps.enumerated().reversed() {
      guard let step = journal.step(place) else { continue }
      // An edit that is recorded as failed may still have taken effect; the file's content shows
      // whether it did.
      if case .edit = step {} else if standing.failed.contains(number) { continue }
      do throws(FileError) {
        switch step {
        case .withdraw(let path, _): withdrawn.insert(path)
        case .create(let path, _, _) where withdrawn.remove(path) != nil: continue
        default: try add(step, journal, place, isFailed: standing.failed.contains(number))
        }
      } catch {
        switch error.code {
        case .other, .denied: throw error
        default: refused.append(error)
        }
      }
    }
  }

  private mutating func add(
    _ step: JournalStep, _ journal: JournalFile, _ place: Int, isFailed: Bool
  ) throws(FileError) {
    switch step {
    case .edit(let path, _, let before, let splice):
      let after = splice.applied(to: before) ?? []
      try addEdit(path, before, after, isFailed: isFailed) { .edit(path, journal, place: place) }
    case .create(let path, _, let digest): try addRemoval(path, digest)
    case .restore(let path, let id, let record, let digest, _):
      try addRemoval(path, digest, (id, record))
    case .move(let path, let newPath): try addMove(newPath, to: path)
    case .trash(let path, let id, _): try addReturn(path, id)
    case .makeFolder(let path):
      // A folder that is not empty is still in use, and stays.
      guard try view.isEmptyFolder(path) else { return }
      inverses.append(.removeFolder(path))
      view.put(.nothing, at: path)
    case .removeFolder(let path):
      guard try !view.exists(path) else { return }
      inverses.append(.makeFolder(path))
      view.put(.folder, at: path)
    case .withdraw: return
    }
  }

  private mutating func addEdit(
    _ path: NotePath, _ before: [UInt8], _ after: [UInt8], isFailed: Bool,
    _ inverse: () -> Inverse
  ) throws(FileError) {
    let digest = try view.digest(path)
    if digest == ByteDigest(before), before != after { return }
    guard digest == ByteDigest(after), !kept.contains(path) else {
      if !isFailed { try refuse(path, try view.exists(path) ? .changedSince : .notFound) }
      return
    }
    inverses.append(inverse())
    view.put(.file(ByteDigest(before)), at: path)
    noted.add(OperationChange(kind: .changed, path: path, before: after, after: before))
  }

  /// Adds an action that moves a file or folder into the trash, and so undoes its creation or its
  /// restoration. Throws an error if the file has changed.
  ///
  /// - Parameters:
  ///   - digest: The digest of the file's bytes; nil for a folder.
  ///   - entry: The trash entry from which the item was restored; nil if the item was created.
  private mutating func addRemoval(
    _ path: NotePath, _ digest: ByteDigest?, _ entry: (id: String, record: [UInt8])? = nil
  ) throws(FileError) {
    guard try view.exists(path) else { return try refuse(path, .notFound) }
    if let digest, try view.digest(path) != digest { return try refuse(path, .changedSince) }
    if kept.contains(path) { return }
    inverses.append(.trash(path, entry: entry))
    try view.trash(path, as: entry?.id)
    noted.remove(path)
  }

  private mutating func addMove(_ path: NotePath, to newPath: NotePath) throws(FileError) {
    if kept.contains(path) { return }
    guard try view.exists(path) else { return try refuse(path, .notFound) }
    guard try !view.exists(newPath) else { return try refuse(newPath, .exists) }
    inverses.append(.move(path, to: newPath))
    view.move(path, to: newPath)
    noted.move(path, to: newPath)
  }

  private mutating func addReturn(_ path: NotePath, _ id: String) throws(FileError) {
    guard try !view.exists(path) else { return try refuse(path, .exists) }
    let contents = Trash.contents(id)
    if let digest = view.trashed[id] {
      view.put(digest.map { .file($0) } ?? .fromTrash, at: path)
      noted.add(OperationChange(kind: .restored, path: path))
    } else if let kind = try state.kind(contents) {
      let bytes = kind == .file ? try state.read(contents).bytes : nil
      view.put(bytes.map { .file(ByteDigest($0)) } ?? .fromTrash, at: path)
      noted.add(OperationChange(kind: .restored, path: path, after: bytes))
    } else {
      return try refuse(path, .notInTrash)
    }
    inverses.append(.restore(path, id: id))
  }

  private mutating func refuse(
    _ path: NotePath, _ code: FileError.Code
  ) throws(FileError) {
    kept.insert(path)
    throw view.store.failure(.write, path, code)
  }
}

// MARK: - Carrying out

extension Transaction {
  /// Undoes operations as planned. Returns the changes that were made, and the errors for files
  /// that were skipped.
  ///
  /// Carries out the whole plan or nothing: if a file cannot be written, all changes are rolled
  /// back (``wholly(_:)``). If `isPartial` is true, skips files that have changed since planning or
  /// are write-protected; a full or broken disk still cancels everything. The undo is itself an
  /// operation and can be undone.
  ///
  /// - Throws: ``FileError`` if the journal or a file cannot be written.
  public func carryOut(
    _ plan: InversePlan, isPartial: Bool = false
  ) throws -> (changes: [OperationChange], refused: [FileError]) {
    undoes = plan.operations.map(\.id)
    var refused = plan.refused
    var failed: Set<NotePath> = []
    try wholly {
      // Otherwise, the operations would not count as undone.
      if plan.inverses.isEmpty, refused.isEmpty { try record() }
      for batch in plan.batches {
        for (path, error) in try carryOut(batch, isPartial: isPartial) {
          guard isPartial, error.notePath != nil, !error.code.isOfDisk else { throw error }
          refused.append(error)
          failed.insert(path)
        }
      }
    }
    let changes = plan.changes.filter { !failed.contains($0.from ?? $0.path) }
    return (changes, refused)
  }

  /// Carries out a batch of steps that undo changes, and returns the paths of those that failed,
  /// each with its error. If `isPartial` is false, a batch of edits throws its first ``FileError``
  /// instead.
  private func carryOut(
    _ batch: [InversePlan.Inverse], isPartial: Bool
  ) throws -> [(NotePath, FileError)] {
    if case .edit? = batch.first { return try takeBackEdits(batch, isPartial: isPartial) }
    return batch.compactMap { inverse in
      do throws(FileError) {
        try carryOut(inverse)
        return nil
      } catch {
        return (inverse.path, error)
      }
    }
  }

  private func carryOut(_ inverse: InversePlan.Inverse) throws(FileError) {
    switch inverse {
    case .edit: return
    case .trash(let path, let entry): try trash(path, as: entry)
    case .move(let path, let newPath): try move(path, to: newPath, makingFolders: true)
    case .restore(let path, let id): try restore(try Trash.entry(id, in: state), to: path)
    case .makeFolder(let path): try makeFolder(path)
    case .removeFolder(let path):
      guard try store.kind(path) == .folder, try store.names(in: path, for: .list).isEmpty else {
        return
      }
      try removeFolder(path)
    }
  }

  /// Gives files their old bytes. First writes all old bytes to temporary files, so that a full
  /// disk is detected before any file changes. Returns the paths that could not be changed, each
  /// with its error. If `isPartial` is false, throws the first ``FileError`` instead.
  private func takeBackEdits(
    _ edits: [InversePlan.Inverse], isPartial: Bool
  ) throws -> [(NotePath, FileError)] {
    let paths = edits.map(\.path)
    let outcomes = try editAll(paths, isWhole: !isPartial) { index, bytes in
      guard case .edit(_, let journal, let place) = edits[index],
        case .edit(_, _, let before, let splice)? = journal.step(place),
        splice.applied(to: before) == bytes
      else { throw store.failure(.write, paths[index], .changedSince) }
      return before
    }
    return try zip(paths, outcomes).compactMap { path, outcome in
      switch outcome {
      case .changed, .unchanged: return nil
      case .unsafe(let error): return (path, error)
      case .failed(let error as FileError): return (path, error)
      case .failed(let error): throw error
      }
    }
  }
}

extension InversePlan {
  /// The undoing steps in order, with consecutive edits of different files in one batch.
  fileprivate var batches: [[Inverse]] {
    var batches: [[Inverse]] = []
    var paths: Set<NotePath> = []
    for inverse in inverses {
      if case .edit(let path, _, _) = inverse, paths.insert(path).inserted, paths.count > 1 {
        batches[batches.count - 1].append(inverse)
      } else {
        batches.append([inverse])
        paths = []
        if case .edit(let path, _, _) = inverse { paths = [path] }
      }
    }
    return batches
  }
}

extension InversePlan.Inverse {
  /// The file or folder that the step changes.
  fileprivate var path: NotePath {
    switch self {
    case .edit(let path, _, _), .trash(let path, _), .move(let path, _), .restore(let path, _),
      .makeFolder(let path), .removeFolder(let path):
      path
    }
  }
}
