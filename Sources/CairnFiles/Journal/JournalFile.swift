/// A journal on the disk: a signature line, followed by records. Each record is preceded by its
/// length (4 bytes, little-endian) and a hash of its bytes and offset (8 bytes).
///
/// A record that was being written when the process or the machine stopped does not match its hash.
/// Reading ends before such a record.
struct JournalFile {
  /// The first line of every journal: the kind of file and the version of its format.
  static let signature = Array("cairn journal 1\n".utf8)
  private static let frameSize = 12

  /// The operation's command, time and origin.
  let header: JournalHeader
  /// The offset after the last intact record.
  let end: Int
  /// Whether ``end`` is followed by bytes that are not an intact record.
  let isTorn: Bool
  private let file: MappedFile
  /// The byte ranges of the records after the header.
  private let places: [Range<Int>]
  /// For each step number, the index of the step's record in `places`.
  private let steps: [Int]

  /// Creates a journal from a mapped file; returns nil if the file does not begin with a signature
  /// and an intact header.
  ///
  /// Costs one pass over the file.
  init?(_ file: MappedFile) {
    let (places, end) = Self.places(file.bytes)
    guard let first = places.first, case .header(let header)? = Self.record(file, first) else {
      return nil
    }
    self.header = header
    self.file = file
    self.places = Array(places.dropFirst())
    steps = self.places.indices.filter { JournalRecord.isStep(file.bytes[places[$0 + 1]]) }
    self.end = end
    isTorn = end < file.bytes.count
  }

  /// Returns the header of a journal, usually reading only the file's first page; nil if the header
  /// is not intact.
  static func header(of file: MappedFile) -> JournalHeader? {
    let (places, _) = places(file.bytes, limit: 1)
    guard let first = places.first, case .header(let header)? = record(file, first) else {
      return nil
    }
    return header
  }

  /// Returns whether the last record of a journal says that the operation was rolled back.
  static func isTakenBack(_ file: MappedFile) -> Bool {
    let mark = JournalRecord.takenBack.bytes
    let offset = file.bytes.count - frameSize - mark.count
    return offset > 0 && file.bytes[offset...].elementsEqual(framed(mark, at: offset))
  }

  /// The number of records after the header.
  var count: Int { places.count }

  /// Returns the record at an index, counted from 0 after the header; nil if this version of Cairn
  /// cannot read the record.
  func record(_ number: Int) -> JournalRecord? { Self.record(file, places[number]) }

  /// Returns a record's bytes preceded by their length and hash, to be written at `offset`.
  static func framed(_ record: [UInt8], at offset: Int) -> [UInt8] {
    var framed: [UInt8] = []
    framed.reserveCapacity(record.count + frameSize)
    let check = record.withUnsafeBytes { Self.check($0, at: offset) }
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: record.count).littleEndian) {
      framed.append(contentsOf: $0)
    }
    withUnsafeBytes(of: check.littleEndian) { framed.append(contentsOf: $0) }
    return framed + record
  }

  private static func check(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    // Includes the offset, so that a record in the wrong place counts as damaged.
    ByteDigest.hash(bytes) ^ UInt64(offset) &* 0x9E37_79B9_7F4A_7C15
  }

  private static func record(_ file: MappedFile, _ place: Range<Int>) -> JournalRecord? {
    try? JournalRecord(UnsafeRawBufferPointer(rebasing: file.bytes[place]))
  }

  /// Returns the byte ranges of the first `limit` intact records, including the header, and the
  /// offset after the last of them.
  private static func places(
    _ bytes: UnsafeRawBufferPointer, limit: Int = .max
  ) -> ([Range<Int>], Int) {
    var places: [Range<Int>] = []
    guard bytes.starts(with: signature) else { return (places, 0) }
    var offset = signature.count
    while places.count < limit, bytes.count - offset >= frameSize {
      let size = Int(
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
      let check = UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt64.self))
      let start = offset + frameSize
      guard size <= bytes.count - start,
        Self.check(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + size)]), at: offset)
          == check
      else { break }
      places.append(start..<(start + size))
      offset = start + size
    }
    return (places, offset)
  }
}

// MARK: - Standing

extension JournalFile {
  /// The progress of an operation, as recorded in its journal.
  struct Standing {
    /// The step numbers, from 0, of the steps that were not carried out.
    var failed: Set<Int> = []
    /// For each step number, the index of the step's record, for ``JournalFile/record(_:)``.
    var steps: [Int] = []
    /// The step number at which the operation's final steps begin; nil if the journal may lack some
    /// of them.
    var plannedFrom: Int?
    /// Whether the operation is complete.
    var isEnded = false
    /// Whether the operation was interrupted and rolled back.
    var isTakenBack = false
    /// Whether a record is unreadable.
    var isDamaged = false
  }

  /// Returns the progress of the operation. Decodes each record.
  func standing() -> Standing {
    var standing = Standing()
    for place in 0..<count {
      switch record(place) {
      case .step:
        standing.steps.append(place)
        standing.plannedFrom = nil
        standing.isEnded = false
      case .planned(let number):
        standing.plannedFrom = number == JournalRecord.nowhere ? nil : number
        standing.isEnded = false
      case .failed(let number): standing.failed.insert(number)
      case .end: standing.isEnded = true
      case .takenBack: standing.isTakenBack = true
      case .header, nil: standing.isDamaged = true
      }
    }
    return standing
  }

  /// Returns the step with this number, counted from 0; nil if there is no such step.
  func step(number: Int) -> JournalStep? {
    steps.indices.contains(number) ? step(steps[number]) : nil
  }

  /// Returns the step whose record is at index `place`, counted from 0 after the header; nil if
  /// that record is not a readable step.
  func step(_ place: Int) -> JournalStep? {
    guard case .step(let step)? = record(place) else { return nil }
    return step
  }
}
