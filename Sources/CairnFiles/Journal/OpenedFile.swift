public import CairnText
import SystemPackage

/// A file that another program, such as an editor, is given: as it was before.
public struct OpenedFile: Sendable {
  /// The path without links in it.
  public let path: NotePath
  /// Its bytes.
  public let bytes: [UInt8]
  let permissions: FilePermissions
}

extension OpenedFile {
  /// The same file with other bytes.
  public init(_ other: OpenedFile, bytes: [UInt8]) {
    self.init(path: other.path, bytes: bytes, permissions: other.permissions)
  }
}

/// What commands did to a file while another program had it open.
public struct MeanwhileChanges: Sendable {
  /// One change of its bytes.
  public struct Change: Sendable {
    /// The bytes that the command found.
    public let before: [UInt8]
    /// The bytes that it left.
    public let after: [UInt8]
  }

  /// Where the file is now; nil where a command removed it.
  public private(set) var path: NotePath?
  /// The changes of its bytes, the first one first.
  public private(set) var changes: [Change] = []
  /// The operations that changed, moved or removed it.
  public private(set) var operations: [Operation] = []
  /// The last operation that moved it; nil if none did.
  public private(set) var mover: Operation?
  /// Whether a command put something else where it was.
  public private(set) var isReplaced = false
  /// The file as it was before.
  public let opened: OpenedFile
  /// Where it was when it was removed.
  private var removedFrom: NotePath?

  init(_ opened: OpenedFile) {
    self.opened = opened
    path = opened.path
  }

  /// Adds what an operation did.
  mutating func add(_ operation: Operation, _ all: [OperationChange]) {
    for change in all {
      let place = path
      guard add(change) else { continue }
      if operations.last != operation { operations.append(operation) }
      if path != place { mover = operation }
    }
  }

  /// Adds a change; false where it is about other files.
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
    // One that was made while the file was being opened is in what was read.
    if changes.isEmpty, before != opened.bytes, after == opened.bytes { return }
    changes.append(Change(before: before, after: after))
  }
}

extension StateFolder {
  /// Reads a file before another program is given it.
  ///
  /// Throws ``FileError`` where it cannot be read.
  public func open(_ path: NotePath) throws(FileError) -> OpenedFile {
    let real = try store.followingLinks(path, for: .read)
    let mode = try store.status(real)?.mode ?? FilePermissions.newFile.rawValue
    return OpenedFile(
      path: real, bytes: try store.read(real).bytes, permissions: FilePermissions(rawValue: mode))
  }

  /// The number of the last operation in the journal; 0 where there is none.
  ///
  /// Throws ``FileError`` where the journal cannot be listed.
  public func lastOperation() throws(FileError) -> Int {
    guard let state = try existing(), try state.kind(JournalFolder.path) != nil else { return 0 }
    let names = try state.names(in: JournalFolder.path, for: .list)
    return names.last { JournalFolder.parse($0) != nil }.flatMap(JournalFolder.parse)?.sequence ?? 0
  }

  /// What commands did to files since the operation of a number, in the order of the files.
  ///
  /// Costs a look at each journal since then. Throws ``FileError`` where one cannot be read.
  public func changes(
    to files: [OpenedFile], since last: Int
  ) throws(FileError) -> [MeanwhileChanges] {
    var meanwhile = files.map(MeanwhileChanges.init)
    for operation in try operations().operations.reversed() where !operation.isTakenBack {
      guard let number = JournalFolder.parse(operation.file)?.sequence, number > last else {
        continue
      }
      let all = try changes(of: operation)
      for index in meanwhile.indices { meanwhile[index].add(operation, all) }
    }
    return meanwhile
  }
}

extension Transaction {
  /// Notes that another program removed a file, whose bytes go into the trash.
  public func noteRemoval(of file: OpenedFile) throws(FileError) {
    try store.createFile(file.path, file.bytes, permissions: file.permissions)
    _ = try trash(file.path)
  }

  /// Notes that another program made a file with these bytes.
  public func noteCreation(of path: NotePath, _ bytes: [UInt8]) throws(FileError) {
    _ = try begunJournal().note(.create(path, .fresh(), ByteDigest(bytes)), isLast: false)
  }
}
