import CairnText

/// The first record of a journal. It contains the origin of the operation.
struct JournalHeader: Hashable, Sendable {
  /// The operation's unique name.
  let operation: String
  /// The operation's sequence number in the notebook, from 1.
  let sequence: Int
  /// The time when the command began.
  let time: Instant
  /// The command line, word by word; empty if the operation was not started by a command.
  let words: [String]
  /// The command's working folder.
  let folder: [UInt8]
  /// The ids of the operations that this one undoes.
  let undoes: [String]
  /// The command's terminal session; nil if the command ran without a terminal or the journal does
  /// not record the session.
  var terminal: String?
}

/// A change recorded before it is made, with everything needed to finish it or to undo it.
enum JournalStep: Hashable, Sendable {
  /// The replacement of a file's bytes by means of a temporary file in the same folder. No part of
  /// the path is a symbolic link.
  case edit(NotePath, TemporaryName, before: [UInt8], ByteDifference)
  /// The creation of a file by means of a temporary file in the same folder.
  case create(NotePath, TemporaryName, ByteDigest)
  /// The removal of a file that this operation created.
  case withdraw(NotePath, ByteDigest)
  /// The creation of a folder.
  case makeFolder(NotePath)
  /// The removal of an empty folder.
  case removeFolder(NotePath)
  /// The move of a file or folder to an unused path.
  case move(NotePath, to: NotePath)
  /// The move of a file or folder into the trash, as the entry with this id.
  case trash(NotePath, id: String, MoveNames)
  /// The restoration of the trash entry with this id and record. If the entry is not a file, the
  /// digest is nil.
  case restore(NotePath, id: String, record: [UInt8], ByteDigest?, MoveNames)
}

/// The temporary names of a file or folder that moves between file systems.
struct MoveNames: Hashable, Sendable {
  /// The temporary name in the old folder. The original has this name while it is copied.
  let leaving: TemporaryName
  /// The temporary name in the new folder. The copy has this name until it is complete.
  let arriving: TemporaryName

  static func fresh() -> MoveNames { MoveNames(leaving: .fresh(), arriving: .fresh()) }
}

/// A record of a journal. The first record is the header. The others are steps, and records of how
/// far the operation got. The last record says that the operation has ended or was rolled back.
enum JournalRecord: Hashable, Sendable {
  case header(JournalHeader)
  /// A step, that is, one change to a file or folder.
  case step(JournalStep)
  /// All final steps of the operation precede this record, so a recovery can carry them out and
  /// finish the operation. The value is the number of the first final step. The value ``nowhere``
  /// means that the recovery must roll the operation back instead.
  case planned(from: Int)
  /// The step with this number (the first step has the number 0) was not carried out.
  case failed(Int)
  /// All steps were carried out.
  case end
  /// The operation was interrupted and its steps were undone.
  case takenBack
}

extension JournalRecord {
  /// A number larger than that of any step. In ``planned(from:)``, it means that the operation will
  /// be rolled back.
  static let nowhere = 1 << 48
}

// MARK: - Coding

extension JournalRecord {
  private enum Kind: UInt64 {
    case header = 1
    case planned, failed, end, takenBack
    case edit, create, withdraw, makeFolder, removeFolder, move, trash, restore
  }

  /// The record in its encoded form.
  var bytes: [UInt8] {
    var encoder = JournalEncoder()
    switch self {
    case .header(let header):
      encoder.write(Kind.header.rawValue)
      encoder.write(header)
    case .step(let step):
      encoder.write(Self.kind(of: step).rawValue)
      encoder.write(step)
    case .planned(let number):
      encoder.write(Kind.planned.rawValue)
      encoder.write(number)
    case .failed(let number):
      encoder.write(Kind.failed.rawValue)
      encoder.write(number)
    case .end: encoder.write(Kind.end.rawValue)
    case .takenBack: encoder.write(Kind.takenBack.rawValue)
    }
    return encoder.bytes
  }

  /// Decodes a record.
  ///
  /// Throws if the bytes are not a valid record.
  init(_ bytes: UnsafeRawBufferPointer) throws(JournalDecoder.Malformed) {
    var decoder = JournalDecoder(bytes)
    guard let kind = Kind(rawValue: try decoder.number()) else { throw .init() }
    switch kind {
    case .header: self = .header(try decoder.header())
    case .planned: self = .planned(from: try decoder.count())
    case .failed: self = .failed(try decoder.count())
    case .end: self = .end
    case .takenBack: self = .takenBack
    default: self = .step(try Self.step(kind, &decoder))
    }
    guard decoder.isAtEnd else { throw .init() }
  }

  /// Returns whether an encoded record is a step, according to its first byte.
  static func isStep(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
    bytes.first.map { UInt64($0) >= Kind.edit.rawValue } ?? false
  }

  private static func kind(of step: JournalStep) -> Kind {
    switch step {
    case .edit: .edit
    case .create: .create
    case .withdraw: .withdraw
    case .makeFolder: .makeFolder
    case .removeFolder: .removeFolder
    case .move: .move
    case .trash: .trash
    case .restore: .restore
    }
  }

  private static func step(
    _ kind: Kind, _ decoder: inout JournalDecoder
  ) throws(JournalDecoder.Malformed) -> JournalStep {
    let path = try decoder.path()
    switch kind {
    case .edit:
      let temporary = TemporaryName(number: try decoder.number())
      let splice = ByteDifference(
        prefix: try decoder.count(), suffix: try decoder.count(), middle: try decoder.field())
      let before = try decoder.field()
      guard splice.applied(to: before) != nil else { throw .init() }
      return .edit(path, temporary, before: before, splice)
    case .create:
      return .create(path, TemporaryName(number: try decoder.number()), try decoder.digest())
    case .withdraw: return .withdraw(path, try decoder.digest())
    case .makeFolder: return .makeFolder(path)
    case .removeFolder: return .removeFolder(path)
    case .move: return .move(path, to: try decoder.path())
    case .trash: return .trash(path, id: try decoder.trashID(), try decoder.names())
    case .restore:
      return .restore(
        path, id: try decoder.trashID(), record: try decoder.field(),
        try decoder.number() == 1 ? try decoder.digest() : nil, try decoder.names())
    default: throw .init()
    }
  }
}

extension JournalEncoder {
  fileprivate mutating func write(_ header: JournalHeader) {
    write(header.operation)
    write(header.sequence)
    write(UInt64(bitPattern: Int64(header.time.seconds)))
    write(header.time.nanoseconds)
    write(header.folder)
    for list in [header.words, header.undoes] {
      write(list.count)
      for word in list { write(word) }
    }
    if let terminal = header.terminal { write(terminal) }
  }

  fileprivate mutating func write(_ step: JournalStep) {
    switch step {
    case .edit(let path, let temporary, let before, let splice):
      write(path.bytes)
      write(temporary.number)
      write(splice.prefix)
      write(splice.suffix)
      write(splice.middle)
      write(before)
    case .create(let path, let temporary, let digest):
      write(path.bytes)
      write(temporary.number)
      write(digest)
    case .withdraw(let path, let digest):
      write(path.bytes)
      write(digest)
    case .makeFolder(let path), .removeFolder(let path): write(path.bytes)
    case .move(let path, let newPath):
      write(path.bytes)
      write(newPath.bytes)
    case .trash(let path, let id, let names):
      write(path.bytes)
      write(id)
      write(names)
    case .restore(let path, let id, let record, let digest, let names):
      write(path.bytes)
      write(id)
      write(record)
      write(digest == nil ? 0 : 1)
      if let digest { write(digest) }
      write(names)
    }
  }

  private mutating func write(_ digest: ByteDigest) {
    write(digest.count)
    write(digest.hash)
  }

  private mutating func write(_ names: MoveNames) {
    write(names.leaving.number)
    write(names.arriving.number)
  }
}

extension JournalDecoder {
  fileprivate mutating func header() throws(Malformed) -> JournalHeader {
    let operation = try text()
    let sequence = try count()
    let seconds = Int(Int64(bitPattern: try number()))
    let nanoseconds = try count()
    let folder = try field()
    let words = try texts()
    let undoes = try texts()
    let terminal = try isAtEnd ? nil : text()
    guard UniqueName.isOne(operation), Instant.calendarSeconds.contains(seconds),
      nanoseconds < 1_000_000_000
    else { throw Malformed() }
    return JournalHeader(
      operation: operation, sequence: sequence,
      time: Instant(seconds: seconds, nanoseconds: nanoseconds), words: words, folder: folder,
      undoes: undoes, terminal: terminal)
  }

  private mutating func texts() throws(Malformed) -> [String] {
    var texts: [String] = []
    for _ in 0..<(try count()) { texts.append(try text()) }
    return texts
  }

  /// Reads the path of a file or folder; throws if the path is the root.
  fileprivate mutating func path() throws(Malformed) -> NotePath {
    guard let path = NotePath(bytes: try field()), !path.isRoot else { throw Malformed() }
    return path
  }

  fileprivate mutating func trashID() throws(Malformed) -> String {
    let id = try text()
    guard UniqueName.isOne(id) else { throw Malformed() }
    return id
  }

  fileprivate mutating func digest() throws(Malformed) -> ByteDigest {
    ByteDigest(count: try count(), hash: try number())
  }

  fileprivate mutating func names() throws(Malformed) -> MoveNames {
    MoveNames(
      leaving: TemporaryName(number: try number()), arriving: TemporaryName(number: try number()))
  }
}
