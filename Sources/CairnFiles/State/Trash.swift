public import CairnText
import SystemPackage

/// Something that was removed from a notebook and can come back.
public struct TrashEntry: Hashable, Sendable {
  /// The entry's own name, which sorts by time.
  public let id: String
  /// The name that all entries of one command share.
  public let operation: String
  /// Where it was.
  public let path: NotePath
  /// When it was removed.
  public let time: Instant
  /// How many commands had removed something at that very moment before.
  public let sequence: Int
  /// Whether it is a folder with all that was in it.
  public let isFolder: Bool
}

// MARK: - Looking

extension StateFolder {
  /// What is in the trash, the last removed first, what went at once by path; and what could not be
  /// read there.
  ///
  /// Throws ``FileError`` where the trash cannot be listed.
  public func trash() throws(FileError) -> (entries: [TrashEntry], problems: [FileError]) {
    guard let state = try existing() else { return ([], []) }
    return try Trash.list(state)
  }

  /// The bytes of a file in the trash.
  ///
  /// Throws ``FileError``, also where the entry is a folder.
  public func contents(of entry: TrashEntry) throws(FileError) -> FileContents {
    try opened().read(Trash.contents(entry.id))
  }
}

// MARK: - Changing

extension Transaction {
  /// Moves a file, a link, or a folder with all that is in it, into the trash.
  ///
  /// Bytes, modes and modification times stay. On the same file system that is one rename; on
  /// another, everything is copied and synced before anything is removed. Where it throws, it is
  /// still where it was.
  public func trash(_ path: NotePath) throws(FileError) -> TrashEntry {
    try checkReach(path, for: .remove)
    guard let kind = try store.kind(path) else { throw store.failure(.remove, path, .notFound) }
    let entry = TrashEntry(
      id: UniqueName(time).text, operation: operation, path: path, time: time,
      sequence: try trashSequence(), isFolder: kind == .folder)
    try trash(path, as: (entry.id, Trash.record(of: entry).bytes))
    return entry
  }

  /// Moves a file, a link or a folder into the trash, as an entry with this id and this record; as
  /// a new one, if that is not said.
  func trash(_ path: NotePath, as entry: (id: String, record: [UInt8])?) throws(FileError) {
    guard let (id, record) = entry else {
      _ = try trash(path)
      return
    }
    try checkReach(path, for: .remove)
    let passage = Passage.fresh()
    try make(.trash(path, id: id, passage)) { () throws(FileError) in
      do throws(FileError) {
        try Trash.prepare(id, record, in: state)
        try store.transfer(path, to: state, Trash.contents(id), by: passage)
      } catch {
        Trash.abandon(id, in: state)
        throw error
      }
    }
  }

  /// The place of this command among those that removed something at the same moment, as a clock
  /// that stands still makes them do.
  private func trashSequence() throws(FileError) -> Int {
    if let sequence { return sequence }
    let next = try Trash.nextSequence(at: time, in: state)
    sequence = next
    return next
  }

  /// Puts an entry of the trash back to where it was, or to `path`; where it is now.
  ///
  /// Makes the folders above it. Throws ``FileError/Code/hidden`` for a path through what scans
  /// skip, which nothing was removed from. Never replaces anything: throws ``FileError/Code/exists`` where
  /// the path is taken, and the entry stays in the trash.
  @discardableResult
  public func restore(
    _ entry: TrashEntry, to path: NotePath? = nil
  ) throws(FileError) -> NotePath {
    let path = path ?? entry.path
    try checkReach(path, for: .create)
    try makeFolder(path.parent)
    let contents = Trash.contents(entry.id)
    guard let kind = try state.kind(contents) else {
      throw store.failure(.create, path, .notInTrash)
    }
    if try store.kind(path) != nil { throw store.failure(.create, path, .exists) }
    let digest = kind == .file ? ByteDigest(try state.read(contents).bytes) : nil
    let record = try state.read(Trash.record(entry.id)).bytes
    let passage = Passage.fresh()
    let step = JournalStep.restore(path, id: entry.id, record: record, digest, passage)
    try make(step) { () throws(FileError) in
      try state.transfer(contents, to: store, path, by: passage)
    }
    try? state.removeTree(Trash.folder(entry.id))
    return path
  }

  /// Removes an entry of the trash for good.
  public func discard(_ entry: TrashEntry) throws(FileError) {
    // Half an entry must not look like one, should this be interrupted.
    let doomed = Trash.folder.appending(.fresh())
    try state.moveEntry(Trash.folder(entry.id), to: state, doomed)
    try state.removeTree(doomed)
  }
}

/// How the trash lies on the disk: `trash/ID/entry` says what `trash/ID/contents` was.
enum Trash {
  static let folder = NotePath.root.appending(listed: "trash".utf8)

  static func folder(_ id: String) -> NotePath { folder.appending(listed: id.utf8) }
  static func record(_ id: String) -> NotePath { folder(id).appending(listed: "entry".utf8) }
  static func contents(_ id: String) -> NotePath { folder(id).appending(listed: "contents".utf8) }

  /// What is in the trash, the last removed first, and what could not be read there.
  static func list(
    _ state: Store
  ) throws(FileError) -> (entries: [TrashEntry], problems: [FileError]) {
    var entries: [TrashEntry] = []
    var problems: [FileError] = []
    guard try state.kind(folder) != nil else { return ([], []) }
    for name in try state.names(in: folder, for: .list) {
      let id = String(decoding: name, as: UTF8.self)
      if TemporaryName.isOne(name) { continue }
      do throws(FileError) {
        // Without contents it is one whose removal, or return, did not come to an end.
        guard try state.kind(contents(id)) != nil else { continue }
        entries.append(try entry(id, in: state))
      } catch {
        problems.append(error)
      }
    }
    entries.sort { left, right in
      (right.time, right.sequence, right.operation, left.path)
        < (left.time, left.sequence, left.operation, right.path)
    }
    return (entries, problems)
  }

  /// One more than the sequence of any entry of this moment. Reads the entries of this second.
  static func nextSequence(at time: Instant, in state: Store) throws(FileError) -> Int {
    guard try state.kind(folder) != nil else { return 0 }
    let second = Array(UniqueName(time).text.utf8.prefix { $0 != UInt8(ascii: "-") })
    let same = try state.names(in: folder, for: .list).filter { $0.starts(with: second) }
      .compactMap { try? entry(String(decoding: $0, as: UTF8.self), in: state) }
      .filter { $0.time == time }
    return (same.map(\.sequence).max() ?? -1) + 1
  }

  /// Makes an entry that has no contents yet.
  static func prepare(_ id: String, _ record: [UInt8], in state: Store) throws(FileError) {
    try state.makeFolders(folder(id), permissions: .privateFolder)
    // Always the same name: what an interrupted one has left goes.
    let temporary = TemporaryName(number: 0)
    let left = folder(id).appending(temporary)
    if try state.kind(left) != nil { try state.removeFile(left) }
    guard try state.kind(self.record(id)) == nil else { return }
    try state.createFile(
      self.record(id), record, permissions: .ownerReadWrite, by: temporary)
  }

  /// Removes the entries of which an interrupted operation had not even noted what they are.
  ///
  /// Costs a listing of each entry.
  static func clearUp(_ state: Store) throws(FileError) {
    guard try state.kind(folder) != nil else { return }
    let temporary = TemporaryName(number: 0).bytes
    for name in try state.names(in: folder, for: .list) {
      let entry = folder.appending(listed: name)
      guard try state.kind(entry) == .folder,
        try state.names(in: entry, for: .list).allSatisfy({ $0.elementsEqual(temporary) })
      else { continue }
      try state.removeTree(entry)
    }
  }

  /// Takes back an entry that got no contents; one that has any must stay.
  static func abandon(_ id: String, in state: Store) {
    do throws(FileError) {
      if try state.kind(contents(id)) == nil { try state.removeTree(folder(id)) }
    } catch {
      // Then an entry without contents stays, which is not listed.
    }
  }

  /// Moves a file that has no place in the notebook into the trash; `path` is where it belonged.
  static func keep(
    _ file: NotePath, of store: Store, as path: NotePath, _ header: JournalHeader, in state: Store
  ) throws(FileError) {
    let id = UniqueName(header.time).text
    let sequence = try nextSequence(at: header.time, in: state)
    try prepare(id, record(path, header, id: id, sequence: sequence).bytes, in: state)
    try store.transfer(file, to: state, contents(id))
  }

  /// What is noted of a file that an operation leaves in the trash.
  static func record(
    _ path: NotePath, _ header: JournalHeader, id: String = "", sequence: Int = 0
  ) -> Record {
    record(
      of: TrashEntry(
        id: id, operation: header.operation, path: path, time: header.time, sequence: sequence,
        isFolder: false))
  }

  static func record(of entry: TrashEntry) -> Record {
    Record([
      ("path", entry.path.bytes),
      ("operation", Array(entry.operation.utf8)),
      ("time", Record.text(entry.time)),
      ("sequence", Array(String(entry.sequence).utf8)),
      ("kind", Array((entry.isFolder ? FileKind.folder : .file).rawValue.utf8)),
    ])
  }

  static func entry(_ id: String, in state: Store) throws(FileError) -> TrashEntry {
    let bytes = try state.readText(record(id)).bytes
    guard let record = Record(bytes), let path = record["path"].flatMap({ NotePath(bytes: $0) }),
      let operation = record[text: "operation"], let time = record.time("time")
    else { throw state.failure(.read, self.record(id), .damaged("it is no entry of a trash")) }
    return TrashEntry(
      id: id, operation: operation, path: path, time: time,
      sequence: record[text: "sequence"].flatMap { Int($0) }.map { min($0, 1 << 48) } ?? 0,
      isFolder: record[text: "kind"] == FileKind.folder.rawValue)
  }
}
