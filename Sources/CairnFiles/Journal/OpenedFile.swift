public import CairnText
import SystemPackage

/// The state of a file before it is handed to another program, such as an editor.
public struct OpenedFile: Sendable {
  /// The path with all symbolic links resolved.
  public let path: NotePath
  /// The file's bytes.
  public let bytes: [UInt8]
  let permissions: FilePermissions
}

extension OpenedFile {
  /// Creates a copy of `other` that has different bytes.
  public init(_ other: OpenedFile, bytes: [UInt8]) {
    self.init(path: other.path, bytes: bytes, permissions: other.permissions)
  }
}

/// The changes that commands made to a file while another program had it open.
public struct MeanwhileChanges: Sendable {
  /// One change to the file's bytes.
  public struct Change: Sendable {
    /// The file's bytes before the command ran.
    public let before: [UInt8]
    /// The file's bytes after the command ran.
    public let after: [UInt8]
  }

  /// The current path of the file; nil if a command removed it.
  public private(set) var path: NotePath?
  /// The changes to the file's bytes, the oldest first.
  public private(set) var changes: [Change] = []
  /// The operations that changed, moved or removed the file.
  public private(set) var operations: [Operation] = []
  /// The last operation that moved, removed or restored the file; nil if none did.
  public private(set) var mover: Operation?
  /// Whether a command put a different file or folder at the path where the file was opened.
  public private(set) var isReplaced = false
  /// The path, bytes and permissions of the file before it was opened.
  public let opened: OpenedFile
  /// The last path from which a command removed the file; nil if none did.
  private var removedFrom: NotePath?

  init(_ opened: OpenedFile) {
    self.opened = opened
    path = opened.path
  }

  /// Adds the changes in `all` that concern the file. `all` contains every change that `operation`
  /// made.
  mutating func add(_ operation: Operation, _ all: [OperationChange]) {
    for change in all {
      let place = path
      guard add(change) else { continue }
      if operations.last != operation { operations.append(operation) }
      if path != place { mover = operation }
    }
  }

  /// Adds a change, and updates the file's current path. Returns false if the change does not
  /// concern the file.
  private mutating func add(_ change: OperationChange) -> Bool {
    let arrives = change.kind == .added || change.kind == .restored
    guard let path else {
      guard arrives, change.path == removedFrom else { return false }
      self.path = change.path
      return true
    }
    if arrives || change.from != nil, change.path == opened.path, path != opened.path {
      isReplaced = true
    }
    let from = change.from ?? change.path
    guard !arrives, path == from || path.isInside(from) else { return false }
    switch change.kind {
    case .removed: (self.path, removedFrom) = (nil, path)
    default:
      let inner = Array(path.bytes.dropFirst(from.bytes.count + 1))
      self.path = path == from ? change.path : change.path.appending(inner)
      if let before = change.before, let after = change.after { add(before, after) }
    }
    return true
  }

  private mutating func add(_ before: [UInt8], _ after: [UInt8]) {
    // A change made while the file was being opened is already in the bytes that were read.
    if changes.isEmpty, before != opened.bytes, after == opened.bytes { return }
    changes.append(Change(before: before, after: after))
  }
}

extension StateFolder {
  /// Reads a file before it is handed to another program, and returns its path, bytes and
  /// permissions.
  ///
  /// Throws ``FileError`` if the file cannot be read.
  public func open(_ path: NotePath) throws(FileError) -> OpenedFile {
    let real = try store.followingLinks(path, for: .read)
    let mode = try store.status(real)?.mode ?? FilePermissions.newFile.rawValue
    return OpenedFile(
      path: real, bytes: try store.read(real).bytes, permissions: FilePermissions(rawValue: mode))
  }

  /// Returns the sequence number of the last operation in the journal; 0 if there is none.
  ///
  /// Throws ``FileError`` if the journal cannot be listed.
  public func lastOperation() throws(FileError) -> Int {
    guard let state = try existing(), try state.kind(JournalFolder.path) != nil else { return 0 }
    let names = try state.names(in: JournalFolder.path, for: .list)
    return names.last { JournalFolder.parse($0) != nil }.flatMap(JournalFolder.parse)?.sequence ?? 0
  }

  /// Returns the changes that commands made to each file, in the order of `files`. Counts only
  /// operations with a sequence number above `last` that were not rolled back.
  ///
  /// Reads the journal of each such operation. Throws ``FileError`` if a journal cannot be read.
  public func changes(
    to files: [OpenedFile], since last: Int
  ) throws(FileError) -> [MeanwhileChanges] {
    var meanwhile = files.map(MeanwhileChanges.init)
    for operation in try operations(after: last).reversed() where !operation.isTakenBack {
      let all = try changes(of: operation)
      for index in meanwhile.indices { meanwhile[index].add(operation, all) }
    }
    return meanwhile
  }

  /// Returns the current path of the file that was at `path` after the operation `last`; nil if a
  /// command has removed the file since, or replaced it with a different one.
  ///
  /// Reads the journal of each later operation. Throws ``FileError`` if a journal cannot be read.
  public func currentPath(
    of path: NotePath, since last: Int
  ) throws(FileError) -> NotePath? {
    var file = MeanwhileChanges(OpenedFile(path: path, bytes: [], permissions: .newFile))
    // The current path of the file or, if the file was removed, its last path.
    var lastPath = path
    for operation in try operations(after: last).reversed() where !operation.isTakenBack {
      for change in try changes(of: operation, withBytes: false) {
        if change.kind == .added, change.path == lastPath { return nil }
        file.add(operation, [change])
        lastPath = file.path ?? lastPath
      }
    }
    return file.path
  }
}

extension Transaction {
  /// Records that another program removed a file, and puts the file's old bytes into the trash.
  public func noteRemoval(of file: OpenedFile) throws(FileError) {
    try store.createFile(file.path, file.bytes, permissions: file.permissions)
    _ = try trash(file.path)
  }

  /// Records that another program moved a file or folder.
  public func noteMove(of path: NotePath, to newPath: NotePath) throws(FileError) {
    _ = try begunJournal().note(.move(path, to: newPath), isLast: false)
  }

  /// Records that another program created a file with these bytes.
  public func noteCreation(of path: NotePath, _ bytes: [UInt8]) throws(FileError) {
    _ = try begunJournal().note(.create(path, .fresh(), ByteDigest(bytes)), isLast: false)
  }
}
