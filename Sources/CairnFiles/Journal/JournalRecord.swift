import CairnText

/// Who did an operation, when and how: the first record of its journal.
struct JournalHeader: Hashable, Sendable {
  /// The operation's own name.
  let operation: String
  /// Its place among all of the notebook's, from 1.
  let sequence: Int
  /// When the command began.
  let time: Instant
  /// The command as it was given, word by word; none where it was no command.
  let words: [String]
  /// The folder that it was given in.
  let folder: [UInt8]
  /// The operations that it takes back.
  let undoes: [String]
  /// The terminal session that it was given in; nil where in none, or the journal does not say.
  var terminal: String?
}

/// One change that an operation makes, noted before it is made: what it takes to bring it to an end
/// and to take it back.
enum JournalStep: Hashable, Sendable {
  /// A file gets other bytes, by way of a temporary file beside it. The path has no links in it.
  case edit(NotePath, TemporaryName, before: [UInt8], ByteDifference)
  /// A new file, by way of a temporary file beside it.
  case create(NotePath, TemporaryName, ByteDigest)
  /// A file that this operation made goes again.
  case withdraw(NotePath, ByteDigest)
  /// A new folder.
  case makeFolder(NotePath)
  /// An empty folder goes.
  case removeFolder(NotePath)
  /// A file or a folder gets another path, which is free.
  case move(NotePath, to: NotePath)
  /// A file or a folder goes into the trash, under this id.
  case trash(NotePath, id: String, Passage)
  /// An entry of the trash, with this record, comes back; of a file its bytes are known.
  case restore(NotePath, id: String, record: [UInt8], ByteDigest?, Passage)
}

/// The names that something has while it goes from one file system to another.
struct Passage: Hashable, Sendable {
  /// Beside where it was.
  let leaving: TemporaryName
  /// Beside where it will be.
  let arriving: TemporaryName

  static func fresh() -> Passage { Passage(leaving: .fresh(), arriving: .fresh()) }
}

/// What stands in a journal, in this order: a header, then steps, among them marks for those that
/// were not made, then the end.
enum JournalRecord: Hashable, Sendable {
  case header(JournalHeader)
  /// A change.
  case step(JournalStep)
  /// The steps from this number on are all that is still to be made; from ``nowhere``, that none is.
  case planned(from: Int)
  /// The step of this number, from 0, was not made.
  case failed(Int)
  /// All steps were made.
  case end
  /// The operation was interrupted, and its steps were taken back.
  case takenBack
}

extension JournalRecord {
  /// What no step has as its number.
  static let nowhere = 1 << 48
}

// MARK: - As bytes

extension JournalRecord {
  private enum Kind: UInt64 {
    case header = 1
    case planned, failed, end, takenBack
    case edit, create, withdraw, makeFolder, removeFolder, move, trash, restore
  }

  /// The record's bytes.
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

  /// Reads a record.
  ///
  /// Throws where the bytes are none.
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

  /// Whether a record's bytes begin as those of a step do.
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
    case .trash: return .trash(path, id: try decoder.trashID(), try decoder.passage())
    case .restore:
      return .restore(
        path, id: try decoder.trashID(), record: try decoder.field(),
        try decoder.number() == 1 ? try decoder.digest() : nil, try decoder.passage())
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
    case .trash(let path, let id, let passage):
      write(path.bytes)
      write(id)
      write(passage)
    case .restore(let path, let id, let record, let digest, let passage):
      write(path.bytes)
      write(id)
      write(record)
      write(digest == nil ? 0 : 1)
      if let digest { write(digest) }
      write(passage)
    }
  }

  private mutating func write(_ digest: ByteDigest) {
    write(digest.count)
    write(digest.hash)
  }

  private mutating func write(_ passage: Passage) {
    write(passage.leaving.number)
    write(passage.arriving.number)
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

  /// A path of a file or a folder: never the root.
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

  fileprivate mutating func passage() throws(Malformed) -> Passage {
    Passage(
      leaving: TemporaryName(number: try number()), arriving: TemporaryName(number: try number()))
  }
}
