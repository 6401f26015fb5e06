public import CairnText
import SystemPackage

/// A file or folder that was removed from a notebook and can be restored.
public struct TrashEntry: Hashable, Sendable {
  /// The entry's unique name, which sorts by time.
  public let id: String
  /// The unique name of the command that removed the file or folder. All entries of that command
  /// share the name.
  public let operation: String
  /// The original path.
  public let path: NotePath
  /// The time of the removal.
  public let time: Instant
  /// The number of earlier commands that removed something at exactly the same time.
  public let sequence: Int
  /// Whether the entry is a folder with its contents.
  public let isFolder: Bool
}

// MARK: - Reading

extension StateFolder {
  /// Returns the trash entries, the most recently removed first, and errors for entries that cannot
  /// be read. Entries of the same command are sorted by path.
  ///
  /// Throws ``FileError`` if the trash cannot be listed.
  public func trash() throws(FileError) -> (entries: [TrashEntry], problems: [FileError]) {
    guard let state = try existing() else { return ([], []) }
    return try Trash.list(state)
  }

  /// Returns the bytes of a file in the trash.
  ///
  /// Throws ``FileError`` if the file cannot be read or the entry is a folder.
  public func contents(of entry: TrashEntry) throws(FileError) -> FileContents {
    try opened().read(Trash.contents(entry.id))
  }
}

// MARK: - Changing

extension Transaction {
  /// Moves a file, a link, or a folder with its contents into the trash.
  ///
  /// Keeps bytes, modes and modification times. On the same file system, this is one rename;
  /// otherwise, everything is copied and synced before anything is removed. If the method throws,
  /// the item is in its old place or at the path in the error.
  public func trash(_ path: NotePath) throws(FileError) -> TrashEntry {
    try checkReach(path, for: .remove)
    guard let kind = try store.kind(path) else { throw store.failure(.remove, path, .notFound) }
    let entry = TrashEntry(
      id: UniqueName(time).text, operation: operation, path: path, time: time,
      sequence: try trashSequence(), isFolder: kind == .folder)
    try trash(path, as: (entry.id, Trash.record(of: entry).bytes))
    return entry
  }

  /// Moves a file, link or folder into the trash, as an entry with the given id and record. If
  /// `entry` is nil, creates a new entry.
  func trash(_ path: NotePath, as entry: (id: String, record: [UInt8])?) throws(FileError) {
    guard let (id, record) = entry else {
      _ = try trash(path)
      return
    }
    try checkReach(path, for: .remove)
    let names = MoveNames.fresh()
    try make(.trash(path, id: id, names)) { () throws(FileError) in
      do throws(FileError) {
        try Trash.prepare(id, record, in: state)
        try store.transfer(path, to: state, Trash.contents(id), by: names)
      } catch {
        Trash.abandon(id, in: state)
        throw error
      }
    }
  }

  /// Returns the number of earlier commands that removed something at exactly the same time. The
  /// number is always 0, unless the clock is set to a fixed time.
  private func trashSequence() throws(FileError) -> Int {
    if let sequence { return sequence }
    let next = try Trash.nextSequence(at: time, in: state)
    sequence = next
    return next
  }

  /// Restores a trash entry to its original path or to `path`, and returns the path.
  ///
  /// Creates missing parent folders. Throws ``FileError/Code/hidden`` for a path that scans skip.
  /// Never replaces anything: throws ``FileError/Code/exists`` if the path is taken, and the entry
  /// stays in the trash.
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
    let names = MoveNames.fresh()
    let step = JournalStep.restore(path, id: entry.id, record: record, digest, names)
    try make(step) { () throws(FileError) in
      try state.transfer(contents, to: store, path, by: names)
    }
    try? state.removeTree(Trash.folder(entry.id))
    return path
  }

  /// Permanently removes a trash entry.
  public func discard(_ entry: TrashEntry) throws(FileError) {
    // Renamed first, so that an interrupted removal does not leave a partial entry.
    let doomed = Trash.folder.appending(.fresh())
    try state.moveEntry(Trash.folder(entry.id), to: state, doomed)
    try state.removeTree(doomed)
  }
}

/// The files of the trash: `trash/ID/contents` and its description `trash/ID/entry`.
enum Trash {
  static let folder = NotePath.root.appending(listed: "trash".utf8)

  static func folder(_ id: String) -> NotePath { folder.appending(listed: id.utf8) }
  static func record(_ id: String) -> NotePath { folder(id).appending(listed: "entry".utf8) }
  static func contents(_ id: String) -> NotePath { folder(id).appending(listed: "contents".utf8) }

  /// Returns the trash entries, the most recently removed first, and errors for entries that cannot
  /// be read.
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
        // An entry without contents comes from an interrupted removal or restoration.
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

  /// Returns the highest ``TrashEntry/sequence`` of the entries with exactly this time, plus 1; or
  /// 0 if there are no such entries. Reads all entries of the same second.
  static func nextSequence(at time: Instant, in state: Store) throws(FileError) -> Int {
    guard try state.kind(folder) != nil else { return 0 }
    let second = Array(UniqueName(time).text.utf8.prefix { $0 != UInt8(ascii: "-") })
    let same = try state.names(in: folder, for: .list).filter { $0.starts(with: second) }
      .compactMap { try? entry(String(decoding: $0, as: UTF8.self), in: state) }
      .filter { $0.time == time }
    return (same.map(\.sequence).max() ?? -1) + 1
  }

  /// Creates the folder and the description of an entry, but no contents. A description that
  /// already exists stays.
  static func prepare(_ id: String, _ record: [UInt8], in state: Store) throws(FileError) {
    try state.makeFolders(folder(id), permissions: .privateFolder)
    // The temporary name is always the same, so a file left by an interrupted attempt can be
    // removed.
    let temporary = TemporaryName(number: 0)
    let left = folder(id).appending(temporary)
    if try state.kind(left) != nil { try state.removeFile(left) }
    guard try state.kind(self.record(id)) == nil else { return }
    try state.createFile(
      self.record(id), record, permissions: .ownerReadWrite, by: temporary)
  }

  /// Removes the empty entries that an interrupted operation left in the trash.
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

  /// Removes an entry, but only if it has no contents. Ignores errors.
  static func abandon(_ id: String, in state: Store) {
    do throws(FileError) {
      if try state.kind(contents(id)) == nil { try state.removeTree(folder(id)) }
    } catch {
      // The entry stays; listings skip it, because it has no contents.
    }
  }

  /// Returns the description of a file that an operation puts into the trash. `path` is the file's
  /// path in the notebook.
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
    else {
      throw state.failure(
        .read, self.record(id), .damaged("the file does not describe a trash entry"))
    }
    return TrashEntry(
      id: id, operation: operation, path: path, time: time,
      sequence: record[text: "sequence"].flatMap { Int($0) }.map { min($0, 1 << 48) } ?? 0,
      isFolder: record[text: "kind"] == FileKind.folder.rawValue)
  }
}
