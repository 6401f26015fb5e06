import CairnText
import SystemPackage

/// The journal of an operation in progress: `journal/pending` in the state folder.
///
/// Each step is written and synced before it is carried out. When the operation ends, the journal
/// is renamed to the name of the operation. A file named `pending` at the start of a command is
/// therefore left over from an interrupted operation. There is at most one such file, because the
/// journal is written under the lock.
final class Journal {
  /// The operation's command, time and origin; the content of the first record.
  let header: JournalHeader

  /// Whether the operation is recorded even if it changes nothing.
  var isKept = false

  private let state: Store
  private let file: Descriptor
  private var size = 0
  private var steps: [JournalStep] = []
  /// The number of steps already in the file.
  private var writtenSteps = 0
  private var failed: Set<Int> = []
  private var isPlanned = false
  /// Whether the folder that contains the journal has been synced, so that a power failure cannot
  /// remove the journal from it.
  private var isAnchored = false
  /// The bytes that are not yet in the file.
  private var buffer = JournalFile.signature

  /// The size of the buffer, in bytes, at which its records are written to the file, even without a
  /// sync.
  private static let bufferSize = 1 << 18

  /// Creates the file of a pending journal; no record is durable before ``sync()``.
  ///
  /// Throws ``FileError`` if the journal cannot be created.
  init(_ header: JournalHeader, in state: Store) throws(FileError) {
    self.header = header
    self.state = state
    let place = try state.place(JournalFolder.pending, for: .create)
    file = try state.attempt(.create, JournalFolder.pending) { () throws(Errno) in
      try state.system.openat(
        place.folder.raw, place.name, SystemCalls.createFlags | SystemCalls.appendFlag,
        mode: FilePermissions.ownerReadWrite.rawValue)
    }
    try append(.header(header))
  }

  /// Whether any step was recorded. If not, the operation cannot have changed anything.
  var hasSteps: Bool { !steps.isEmpty }

  /// The size of the journal in bytes, including records that are not yet in the file.
  var bytes: Int { size + buffer.count }

  // MARK: Steps

  /// Records and syncs a step that is about to be carried out, and returns its number. If
  /// `isLast` is set, also records that no steps follow.
  func note(_ step: JournalStep, isLast: Bool) throws(FileError) -> Int {
    let number = try add(step)
    if isLast { try plan(from: number) }
    try sync()
    return number
  }

  /// Records a step that must not be carried out before ``sync()``. Returns the number of the step.
  func add(_ step: JournalStep) throws(FileError) -> Int {
    let number = steps.count
    steps.append(step.lightened)
    isPlanned = false
    try append(.step(step))
    return number
  }

  /// Records that the journal contains the operation's final steps, from the step `number` to the
  /// latest one. A recovery can then finish the operation by carrying out these steps.
  func plan(from number: Int) throws(FileError) {
    isPlanned = true
    try append(.planned(from: number))
  }

  /// Records that the operation will be undone, not finished.
  func giveUp() {
    // A failure to write this matters only if the process is killed while undoing.
    try? append(.planned(from: JournalRecord.nowhere))
    try? flush()
  }

  /// Records that the step with this number was not carried out.
  func fail(_ number: Int) {
    guard number < steps.count else { return }
    failed.insert(number)
    // If this record cannot be written, a later attempt to undo the step finds that the step had no
    // effect.
    try? append(.failed(number))
    try? flush()
  }

  /// Makes everything recorded so far durable.
  func sync() throws(FileError) {
    try flush()
    let raw = file.raw
    try state.attempt(.write, JournalFolder.pending) { () throws(Errno) in
      try state.system.fsync(raw)
    }
    guard !isAnchored else { return }
    let place = try state.place(JournalFolder.pending, for: .create)
    try state.attempt(.create, JournalFolder.pending) { () throws(Errno) in
      try state.system.fsync(place.folder.raw)
    }
    isAnchored = true
  }

  /// Returns the journal as written to the file so far. Buffered records are not included.
  func read() throws(FileError) -> JournalFile {
    guard let journal = try state.map(JournalFolder.pending).flatMap({ JournalFile($0) }) else {
      throw state.failure(.read, JournalFolder.pending, .damaged("the file is not a journal"))
    }
    return journal
  }

  private func append(_ record: JournalRecord) throws(FileError) {
    buffer += JournalFile.framed(record.bytes, at: size + buffer.count)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes the buffered records. Throws ``FileError`` if that fails; the records then count as
  /// never recorded.
  private func flush() throws(FileError) {
    guard !buffer.isEmpty else { return }
    let raw = file.raw
    do throws(Errno) {
      try state.system.writeAll(raw, buffer)
    } catch {
      buffer.removeAll()
      steps.removeLast(steps.count - writtenSteps)
      try? state.system.ftruncate(raw, size)
      throw state.failure(.write, JournalFolder.pending, .init(error))
    }
    size += buffer.count
    writtenSteps = steps.count
    buffer.removeAll(keepingCapacity: true)
  }
}

// MARK: - Ending

extension Journal {
  /// Commits the operation, and returns whether it was recorded. The journal of an operation
  /// without effect is removed, unless ``isKept`` is true.
  ///
  /// Throws ``FileError`` if the commit cannot be made durable; the next command then rolls the
  /// operation back.
  func end() throws(FileError) -> Bool {
    if !isKept, hasNoEffect {
      discard()
      return false
    }
    try append(.end)
    // If the journal already says that no steps follow, a recovery can finish the operation even if
    // the end record is lost.
    try isPlanned ? flush() : sync()
    let name = JournalFolder.name(of: header)
    guard let place = try? state.place(JournalFolder.pending, for: .move) else { return true }
    // If this fails, the next command finds the operation complete and renames the file.
    try? state.system.renameat(place.folder.raw, place.name, to: place.folder.raw, cString(name))
    return true
  }

  /// Removes this journal, whose operation had no effect.
  func discard() {
    guard let place = try? state.place(JournalFolder.pending, for: .remove) else { return }
    state.discard(place.name, in: place)
  }

  /// Whether the steps cancel out: the operation only created files and folders, and removed all of
  /// them again.
  private var hasNoEffect: Bool {
    var made: Set<NotePath> = []
    for (number, step) in steps.enumerated() where !failed.contains(number) {
      switch step {
      case .create(let path, _, _), .makeFolder(let path): made.insert(path)
      case .withdraw(let path, _): made.remove(path)
      case .removeFolder(let path):
        guard made.remove(path) != nil else { return false }
      default: return false
      }
    }
    return made.isEmpty
  }
}

extension JournalStep {
  /// The step without the old and new bytes of its file, to save memory.
  fileprivate var lightened: JournalStep {
    guard case .edit(let path, let temporary, _, _) = self else { return self }
    return .edit(path, temporary, before: [], ByteDifference(prefix: 0, suffix: 0, middle: []))
  }
}

/// The paths of journals: `journal/pending` for the operation in progress,
/// `journal/SEQUENCE-OPERATION` for ended ones, and `journal/damaged-…` for damaged journals.
enum JournalFolder {
  static let path = NotePath.root.appending(listed: "journal".utf8)
  static let pending = path.appending(listed: "pending".utf8)
  private static let digits = 8
  /// The largest valid sequence number, more than any notebook reaches.
  private static let last = 1 << 48

  /// Returns the file name of a journal whose operation has ended.
  static func name(of header: JournalHeader) -> [UInt8] {
    name(sequence: header.sequence, operation: header.operation)
  }

  static func name(sequence: Int, operation: String) -> [UInt8] {
    Array("\(sequence.padded(digits))-\(operation)".utf8)
  }

  private static let asideMark = Array("damaged-".utf8)

  /// Returns a new path for a damaged journal. At the path `pending`, a damaged journal would block
  /// all commands.
  static func putAside(at time: Instant) -> NotePath {
    path.appending(listed: asideMark + Array(UniqueName(time).text.utf8))
  }

  /// Returns whether a journal of this name was put aside as damaged.
  static func isPutAside(_ name: [UInt8]) -> Bool { name.starts(with: asideMark) }

  /// Returns the sequence number and the operation's id that a journal's name contains; nil for any
  /// other name.
  static func parse(_ name: [UInt8]) -> (sequence: Int, operation: String)? {
    let text = String(decoding: name, as: UTF8.self)
    guard let dash = text.firstIndex(of: "-"), let sequence = Int(text[..<dash]),
      (1...last).contains(sequence),
      case let operation = String(text[text.index(after: dash)...]), UniqueName.isOne(operation)
    else { return nil }
    return (sequence, operation)
  }
}
