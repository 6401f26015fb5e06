public import CairnText
public import SystemPackage

/// A command's change to a notebook, as recorded in the journal.
public struct Operation: Hashable, Sendable {
  /// The operation's unique name.
  public let id: String
  /// The time when the command began.
  public let time: Instant
  /// The command line, word by word; empty if the operation was not started by a command.
  public let words: [String]
  /// The command's working folder.
  public let folder: FilePath
  /// The ids of the operations that this one undid.
  public let undoes: [String]
  /// The command's terminal session; nil if the command ran without a terminal or the journal does
  /// not record the session.
  public let terminal: String?
  /// Whether another operation undid this operation, and the other operation is not undone itself.
  public internal(set) var isUndone = false
  /// Whether the operation was interrupted, and rolled back by the next command.
  public let isTakenBack: Bool
  /// The operation's number: later operations have greater numbers.
  public let sequence: Int

  /// The file name of the operation's journal.
  let file: [UInt8]

  init(_ header: JournalHeader, file: [UInt8], isTakenBack: Bool) {
    id = header.operation
    sequence = header.sequence
    time = header.time
    words = header.words
    folder = FilePath(bytes: header.folder)
    undoes = header.undoes
    terminal = header.terminal
    self.isTakenBack = isTakenBack
    self.file = file
  }
}

/// The combined effect of an operation's steps on one file.
public struct OperationChange: Hashable, Sendable {
  /// The kind of change.
  public enum Kind: String, Hashable, Sendable {
    /// The file's bytes changed, and perhaps its path.
    case changed
    /// The file or folder was moved, and the bytes of its files did not change.
    case moved
    /// The file is new.
    case added
    /// The file or folder was moved into the trash.
    case removed
    /// The file or folder was restored from the trash.
    case restored
  }

  /// The kind of change.
  public internal(set) var kind: Kind
  /// The path after the operation; for a removed file, the path before the operation.
  public internal(set) var path: NotePath
  /// The path before the operation; nil if the operation did not change the path.
  public internal(set) var from: NotePath?
  /// The file's bytes before the operation; nil if they are unavailable.
  public internal(set) var before: [UInt8]?
  /// The file's bytes after the operation; nil if they are unavailable.
  public internal(set) var after: [UInt8]?
}

// MARK: - Reading

extension StateFolder {
  /// Returns the operations in the journal, the latest first, and the errors for journals that
  /// cannot be read.
  ///
  /// Reads the first and the last page of each journal. Throws ``FileError`` if the journals cannot
  /// be listed.
  public func operations() throws(FileError) -> (operations: [Operation], problems: [FileError]) {
    guard let state = try existing(), try state.kind(JournalFolder.path) != nil else {
      return ([], [])
    }
    var (operations, problems) = try operations(after: 0, in: state)
    _ = Self.markUndone(&operations)
    return (operations, problems)
  }

  /// Sets ``Operation/isUndone`` of each of `operations`, which must be sorted with the latest
  /// first. Returns the ids of all operations that are undone, including operations that are not in
  /// `operations`.
  private static func markUndone(_ operations: inout [Operation]) -> Set<String> {
    // Visits the latest operation first, so that an undo that was itself undone does not count.
    var undone: Set<String> = []
    for (index, operation) in operations.enumerated() where !operation.isTakenBack {
      operations[index].isUndone = undone.contains(operation.id)
      if !operations[index].isUndone { undone.formUnion(operation.undoes) }
    }
    return undone
  }

  /// Returns the first of `operations` that has been undone since it was read; nil if there is
  /// none. Reads only the journals of later operations.
  public func undoneSince(_ operations: [Operation]) throws(FileError) -> Operation? {
    var later = try self.operations(after: operations.map(\.sequence).min() ?? .max)
    let undone = Self.markUndone(&later)
    return operations.first { !$0.isUndone && undone.contains($0.id) }
  }

  /// Returns the operations after the sequence number `sequence`, the latest first. Does not
  /// determine whether they were undone. Leaves out journals that cannot be read.
  ///
  /// Lists all journals, and reads two pages of each journal after `sequence`. Throws ``FileError``
  /// if the journals cannot be listed.
  public func operations(after sequence: Int) throws(FileError) -> [Operation] {
    guard let state = try existing(), try state.kind(JournalFolder.path) != nil else { return [] }
    return try operations(after: sequence, in: state).operations
  }

  private func operations(
    after sequence: Int, in state: Store
  ) throws(FileError) -> (operations: [Operation], problems: [FileError]) {
    var operations: [Operation] = []
    var problems: [FileError] = []
    for name in try state.names(in: JournalFolder.path, for: .list).reversed() {
      guard let number = JournalFolder.parse(name)?.sequence else { continue }
      if number <= sequence { break }
      let path = JournalFolder.path.appending(listed: name)
      do throws(FileError) {
        guard let file = try state.map(path), let header = JournalFile.header(of: file) else {
          throw state.failure(.read, path, .damaged("the file is not a journal"))
        }
        let isTakenBack = JournalFile.isTakenBack(file)
        operations.append(Operation(header, file: name, isTakenBack: isTakenBack))
      } catch {
        problems.append(error)
      }
    }
    return (operations, problems)
  }

  /// Returns the changes of an operation, one for each file.
  ///
  /// - Parameter withBytes: Whether to include the files' bytes.
  /// - Throws: ``FileError`` if the journal cannot be read.
  public func changes(
    of operation: Operation, withBytes: Bool = true
  ) throws(FileError) -> [OperationChange] {
    let journal = try journal(of: operation)
    let standing = journal.standing()
    var summary = OperationSummary(withBytes: withBytes)
    for (number, place) in standing.steps.enumerated() where !standing.failed.contains(number) {
      if let step = journal.step(place) { summary.add(step) }
    }
    return withBytes ? summary.changes(store, try opened()) : summary.changes
  }

  /// Returns the changes of the operations with these ids, without the files' bytes. Leaves out
  /// operations whose journals cannot be read. Reads no other journals.
  public func changes(ofOperations ids: Set<String>) -> [OperationChange] {
    guard let state = try? existing(),
      let names = try? state.names(in: JournalFolder.path, for: .list)
    else { return [] }
    return names.filter { JournalFolder.parse($0).map { ids.contains($0.operation) } ?? false }
      .flatMap { name -> [OperationChange] in
        let file = try? state.map(JournalFolder.path.appending(listed: name))
        guard let file, let header = JournalFile.header(of: file) else { return [] }
        let operation = Operation(header, file: name, isTakenBack: false)
        return (try? changes(of: operation, withBytes: false)) ?? []
      }
  }

  /// Returns the journal of an operation.
  ///
  /// Throws ``FileError`` if the journal cannot be read or is damaged.
  func journal(of operation: Operation) throws(FileError) -> JournalFile {
    let path = JournalFolder.path.appending(listed: operation.file)
    let state = try opened()
    guard let file = try state.map(path), let journal = JournalFile(file), journal.isWhole else {
      throw state.failure(.read, path, .damaged("the journal is damaged"))
    }
    return journal
  }
}

/// A summary of an operation: one change for each file, which combines the steps that concern the
/// file. Add the steps in order.
private struct OperationSummary {
  /// A change. If the journal lacks the bytes of the file, `digest` (for a new file) or `trashID`
  /// (for a removed file) is used to find them.
  struct Entry {
    var change: OperationChange
    var digest: ByteDigest?
    var trashID: String?
  }

  let withBytes: Bool
  private var entries: [Entry?] = []
  /// The index in `entries` of each file's change, keyed by the file's current path.
  private var places: [NotePath: Int] = [:]

  init(withBytes: Bool) {
    self.withBytes = withBytes
  }

  var changes: [OperationChange] { entries.compactMap { $0?.change } }

  /// Returns the changes with their bytes. Reads the bytes of new files from `store`, and the bytes
  /// of removed files from the trash in `state`. Leaves out the bytes of new files that have
  /// changed since.
  func changes(_ store: Store, _ state: Store) -> [OperationChange] {
    entries.compactMap { entry in
      guard var change = entry?.change else { return nil }
      if let digest = entry?.digest, change.after == nil,
        let bytes = try? store.read(change.path).bytes, ByteDigest(bytes) == digest
      {
        change.after = bytes
      }
      if let id = entry?.trashID, change.before == nil {
        change.before = try? state.read(Trash.contents(id)).bytes
      }
      return change
    }
  }

  mutating func add(_ step: JournalStep) {
    switch step {
    case .edit(let path, _, let before, let splice):
      edit(path, before, withBytes ? splice.applied(to: before) : nil)
    case .create(let path, _, let digest): add(.added, path, digest: digest)
    case .withdraw(let path, _):
      if let index = places.removeValue(forKey: path) { entries[index] = nil }
    case .move(let path, let newPath): move(path, to: newPath)
    case .trash(let path, let id, _):
      let index = places.removeValue(forKey: path)
      let known = index.flatMap { entries[$0]?.change }
      if let index { entries[index] = nil }
      if let kind = known?.kind, [.added, .restored].contains(kind) { return }
      add(.removed, known?.from ?? path, before: known?.before, trashID: id)
    case .restore(let path, _, _, let digest, _): add(.restored, path, digest: digest)
    case .makeFolder, .removeFolder: return
    }
  }

  private mutating func edit(_ path: NotePath, _ before: [UInt8], _ after: [UInt8]?) {
    guard let index = places[path], var change = entries[index]?.change else {
      return add(.changed, path, before: withBytes ? before : nil, after: after)
    }
    change.after = after
    if change.kind == .moved {
      change.kind = .changed
      change.before = withBytes ? before : nil
    }
    entries[index]?.change = change
  }

  private mutating func add(
    _ kind: OperationChange.Kind, _ path: NotePath, before: [UInt8]? = nil,
    after: [UInt8]? = nil, digest: ByteDigest? = nil, trashID: String? = nil
  ) {
    if kind != .removed { places[path] = entries.count }
    let change = OperationChange(kind: kind, path: path, before: before, after: after)
    entries.append(Entry(change: change, digest: digest, trashID: trashID))
  }

  private mutating func move(_ path: NotePath, to newPath: NotePath) {
    guard let index = places.removeValue(forKey: path), var change = entries[index]?.change else {
      places[newPath] = entries.count
      let change = OperationChange(kind: .moved, path: newPath, from: path)
      return entries.append(Entry(change: change))
    }
    places[newPath] = index
    if [.changed, .moved].contains(change.kind), change.from == nil { change.from = path }
    change.path = newPath
    entries[index]?.change = change
  }
}
