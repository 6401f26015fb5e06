/// A journal as it lies on the disk: a line that says what it is, then records, each framed by its
/// length (4 bytes, little-endian) and the hash of its bytes and place (8 bytes).
///
/// A record that was being written when the process or the machine stopped does not fit its hash:
/// with it the journal ends.
struct JournalFile {
  /// What it begins with: what it is, and the version of how it is written.
  static let signature = Array("cairn journal 1\n".utf8)
  private static let frameSize = 12

  /// Who did what, when.
  let header: JournalHeader
  /// Where the bytes end that are whole.
  let end: Int
  /// Whether something stands behind them.
  let isTorn: Bool
  private let file: MappedFile
  /// Where the records lie, the header's aside.
  private let places: [Range<Int>]
  /// Where the steps are among the records, by their numbers.
  private let steps: [Int]

  /// Reads a mapped file; nil where it is no journal with a whole header.
  ///
  /// Costs a look at each byte.
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

  /// The header alone, which costs a look at the file's first page.
  static func header(of file: MappedFile) -> JournalHeader? {
    let (places, _) = places(file.bytes, limit: 1)
    guard let first = places.first, case .header(let header)? = record(file, first) else {
      return nil
    }
    return header
  }

  /// Whether a journal ends with the mark of an operation that was taken back.
  static func isTakenBack(_ file: MappedFile) -> Bool {
    let mark = JournalRecord.takenBack.bytes
    let offset = file.bytes.count - frameSize - mark.count
    return offset > 0 && file.bytes[offset...].elementsEqual(framed(mark, at: offset))
  }

  /// How many records there are behind the header.
  var count: Int { places.count }

  /// The record of a number; nil where its bytes are none that this version knows.
  func record(_ number: Int) -> JournalRecord? { Self.record(file, places[number]) }

  /// A record's bytes with what frames them, to be written at `offset`.
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
    // A record that stands in another's place is no less damaged than one with other bytes.
    ByteDigest.hash(bytes) ^ UInt64(offset) &* 0x9E37_79B9_7F4A_7C15
  }

  private static func record(_ file: MappedFile, _ place: Range<Int>) -> JournalRecord? {
    try? JournalRecord(UnsafeRawBufferPointer(rebasing: file.bytes[place]))
  }

  /// Where the whole records lie, and where the last one ends.
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

// MARK: - What it tells

extension JournalFile {
  /// How it stands with the operation.
  struct Standing {
    /// The steps that were not made.
    var failed: Set<Int> = []
    /// Where the steps' records are, by number.
    var steps: [Int] = []
    /// The first of the last steps, where all that was to be done is noted.
    var plannedFrom: Int?
    /// Whether all of it was done.
    var isEnded = false
    /// Whether it was interrupted and taken back.
    var isTakenBack = false
    /// Whether a record cannot be read.
    var isDamaged = false
  }

  /// How it stands with the operation. Costs a look at each record.
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

  /// The step of a number, from 0.
  func step(number: Int) -> JournalStep? {
    steps.indices.contains(number) ? step(steps[number]) : nil
  }

  /// The step whose record is at `place`.
  func step(_ place: Int) -> JournalStep? {
    guard case .step(let step)? = record(place) else { return nil }
    return step
  }
}
