public import CairnText
public import SystemPackage

/// Something that a command did to a notebook, as the journal has it.
public struct Operation: Hashable, Sendable {
  /// The operation's own name.
  public let id: String
  /// When the command began.
  public let time: Instant
  /// The command as it was given, word by word; none where it was no command.
  public let words: [String]
  /// The folder that it was given in.
  public let folder: FilePath
  /// The operations that it took back.
  public let undoes: [String]
  /// The terminal session that it was given in; nil where in none, or the journal does not say.
  public let terminal: String?
  /// Whether it is undone: taken back by another one, which itself is not.
  public internal(set) var isUndone = false
  /// Whether it was interrupted, and taken back by the next command.
  public let isTakenBack: Bool

  /// The journal's name in its folder.
  let file: [UInt8]

  init(_ header: JournalHeader, file: [UInt8], isTakenBack: Bool) {
    id = header.operation
    time = header.time
    words = header.words
    folder = FilePath(bytes: header.folder)
    undoes = header.undoes
    terminal = header.terminal
    self.isTakenBack = isTakenBack
    self.file = file
  }
}

/// What an operation did to one file, all of its steps taken together.
public struct OperationChange: Hashable, Sendable {
  /// What became of it.
  public enum Kind: String, Hashable, Sendable {
    /// It got other bytes, and perhaps another path.
    case changed
    /// It got another path alone; it may be a folder.
    case moved
    /// It is new.
    case added
    /// It went into the trash; it may be a folder.
    case removed
    /// It came back from the trash; it may be a folder.
    case restored
  }

  /// What became of it.
  public internal(set) var kind: Kind
  /// Where it is since; where it was, if it is gone.
  public internal(set) var path: NotePath
  /// Where it was, if that is another place.
  public internal(set) var from: NotePath?
  /// Its bytes before; nil where they are not in the journal.
  public internal(set) var before: [UInt8]?
  /// Its bytes after; nil where they are not in the journal.
  public internal(set) var after: [UInt8]?
}

// MARK: - Looking

extension StateFolder {
  /// The operations in the journal, the last first; and what of them could not be read.
  ///
  /// Costs a look at the first page of each journal. Throws ``FileError`` where they cannot be
  /// listed.
  public func operations() throws(FileError) -> (operations: [Operation], problems: [FileError]) {
    guard let state = try existing(), try state.kind(JournalFolder.path) != nil else {
      return ([], [])
    }
    var operations: [Operation] = []
    var problems: [FileError] = []
    for name in try state.names(in: JournalFolder.path, for: .list).reversed() {
      guard JournalFolder.parse(name) != nil else { continue }
      let path = JournalFolder.path.appending(listed: name)
      do throws(FileError) {
        guard let file = try state.map(path), let header = JournalFile.header(of: file) else {
          throw state.failure(.read, path, .damaged("it is no journal"))
        }
        let isTakenBack = JournalFile.isTakenBack(file)
        operations.append(Operation(header, file: name, isTakenBack: isTakenBack))
      } catch {
        problems.append(error)
      }
    }
    // The last word counts: an undoing that was undone itself undoes nothing.
    var undone: Set<String> = []
    for (index, operation) in operations.enumerated() where !operation.isTakenBack {
      operations[index].isUndone = undone.contains(operation.id)
      if !operations[index].isUndone { undone.formUnion(operation.undoes) }
    }
    return (operations, problems)
  }

  /// What an operation did, file by file.
  ///
  /// - Parameter withBytes: Whether the files' bytes are wanted.
  /// - Throws: ``FileError`` where its journal cannot be read.
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

  /// The journal of an operation.
  ///
  /// Throws ``FileError`` where it cannot be read, or is damaged.
  func journal(of operation: Operation) throws(FileError) -> JournalFile {
    let path = JournalFolder.path.appending(listed: operation.file)
    let state = try opened()
    guard let file = try state.map(path), let journal = JournalFile(file), journal.isWhole else {
      throw state.failure(.read, path, .damaged("its bytes are not as they were written"))
    }
    return journal
  }
}

/// Takes the steps of an operation together, file by file, in the order in which they were made.
private struct OperationSummary {
  /// A change, and what its bytes can be found by that are not in the journal.
  struct Entry {
    var change: OperationChange
    var digest: ByteDigest?
    var trashID: String?
  }

  let withBytes: Bool
  private var entries: [Entry?] = []
  /// Which of them is about the file that is at a path now.
  private var places: [NotePath: Int] = [:]

  init(withBytes: Bool) {
    self.withBytes = withBytes
  }

  var changes: [OperationChange] { entries.compactMap { $0?.change } }

  /// The changes with bytes of new and removed files too, as far as these are still there.
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
