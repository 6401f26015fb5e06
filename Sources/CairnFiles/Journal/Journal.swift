import CairnText
import SystemPackage

/// The journal of one operation while it is under way: `journal/pending` in the state folder.
///
/// Each step is written and synced before what it speaks of is done. When all is done the file gets
/// the operation's name; so a file `pending` that is there when a command begins is an operation
/// that was interrupted. There is never more than one, since it is written under the lock.
final class Journal {
  /// What the first record says.
  let header: JournalHeader

  private let state: Store
  private let file: Descriptor
  private var size = 0
  private var steps: [JournalStep] = []
  /// How many of the steps are in the file.
  private var writtenSteps = 0
  private var failed: Set<Int> = []
  private var isPlanned = false
  /// Whether the file's name is on the disk.
  private var isAnchored = false
  /// Records that are not in the file yet.
  private var buffer = JournalFile.signature

  /// How many bytes of records are held back where they need not be synced at once.
  private static let bufferSize = 1 << 18

  /// Begins a journal, of which nothing is on the disk before ``sync()``.
  ///
  /// Throws ``FileError`` where it cannot be made.
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

  /// Whether any step was noted, so that something may have been done.
  var hasSteps: Bool { !steps.isEmpty }

  /// How long the file is, in bytes.
  var bytes: Int { size + buffer.count }

  // MARK: Steps

  /// Notes a step that is going to be made, on the disk; its number.
  func note(_ step: JournalStep, isLast: Bool) throws(FileError) -> Int {
    let number = try add(step)
    if isLast { try plan(from: number) }
    try sync()
    return number
  }

  /// Notes a step that must not be made before ``sync()``; its number.
  func add(_ step: JournalStep) throws(FileError) -> Int {
    let number = steps.count
    steps.append(step.lightened)
    isPlanned = false
    try append(.step(step))
    return number
  }

  /// Notes that the steps from a number on are the last ones.
  func plan(from number: Int) throws(FileError) {
    isPlanned = true
    try append(.planned(from: number))
  }

  /// Notes that the operation is not brought to an end, but taken back.
  func giveUp() {
    // Where this cannot be written, it matters only if the process is killed at taking it back.
    try? append(.planned(from: JournalRecord.nowhere))
    try? flush()
  }

  /// Notes that a step was not made.
  func fail(_ number: Int) {
    guard number < steps.count else { return }
    failed.insert(number)
    // Where this cannot be written, taking the step back finds that nothing has happened.
    try? append(.failed(number))
    try? flush()
  }

  /// Makes all that was noted durable.
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

  /// What is in the file until now.
  func read() throws(FileError) -> JournalFile {
    guard let journal = try state.map(JournalFolder.pending).flatMap({ JournalFile($0) }) else {
      throw state.failure(.read, JournalFolder.pending, .damaged("it is no journal"))
    }
    return journal
  }

  private func append(_ record: JournalRecord) throws(FileError) {
    buffer += JournalFile.framed(record.bytes, at: size + buffer.count)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes what was held back; where that fails, it was never noted.
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
  /// Ends the operation: from here on it has happened. Returns whether it had an effect; the journal
  /// of an operation without one is removed.
  ///
  /// Throws ``FileError`` if that cannot be made durable; then the next command takes it back.
  func end() throws(FileError) -> Bool {
    if hasNoEffect {
      discard()
      return false
    }
    try append(.end)
    // Where nothing more was to come, the steps themselves say that all of it was done.
    try isPlanned ? flush() : sync()
    let name = JournalFolder.name(of: header)
    guard let place = try? state.place(JournalFolder.pending, for: .move) else { return true }
    // If this fails, the next command finds that all is done, and does it.
    try? state.system.renameat(place.folder.raw, place.name, to: place.folder.raw, cString(name))
    return true
  }

  /// Removes the journal of an operation of which nothing is left.
  func discard() {
    guard let place = try? state.place(JournalFolder.pending, for: .remove) else { return }
    state.discard(place.name, in: place)
  }

  /// Whether nothing was done that was not taken back within the operation.
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
  /// The step without the bytes of files.
  fileprivate var lightened: JournalStep {
    guard case .edit(let path, let temporary, _, _) = self else { return self }
    return .edit(path, temporary, before: [], ByteDifference(prefix: 0, suffix: 0, middle: []))
  }
}

/// Where journals lie: `journal/pending` and `journal/SEQUENCE-OPERATION`, damaged ones in
/// `journal/damaged-…`.
enum JournalFolder {
  static let path = NotePath.root.appending(listed: "journal".utf8)
  static let pending = path.appending(listed: "pending".utf8)
  private static let digits = 8
  /// No notebook comes near it.
  private static let last = 1 << 48

  /// The name that a journal has when its operation has ended.
  static func name(of header: JournalHeader) -> [UInt8] {
    name(sequence: header.sequence, operation: header.operation)
  }

  static func name(sequence: Int, operation: String) -> [UInt8] {
    let number = String(sequence)
    let zeros = String(repeating: "0", count: max(0, digits - number.count))
    return Array("\(zeros)\(number)-\(operation)".utf8)
  }

  private static let asideMark = Array("damaged-".utf8)

  /// Where a damaged journal goes, out of everybody's way.
  static func putAside(at time: Instant) -> NotePath {
    path.appending(listed: asideMark + Array(UniqueName(time).text.utf8))
  }

  /// Whether a journal of this name was put aside.
  static func isPutAside(_ name: [UInt8]) -> Bool { name.starts(with: asideMark) }

  /// The sequence and the operation that a name says; nil where it is no such name.
  static func parse(_ name: [UInt8]) -> (sequence: Int, operation: String)? {
    let text = String(decoding: name, as: UTF8.self)
    guard let dash = text.firstIndex(of: "-"), let sequence = Int(text[..<dash]),
      (1...last).contains(sequence),
      case let operation = String(text[text.index(after: dash)...]), UniqueName.isOne(operation)
    else { return nil }
    return (sequence, operation)
  }
}
