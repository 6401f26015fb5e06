import CairnText

/// An encoder for the fields of a record. Numbers are written in LEB128 (DWARF 5 §7.6), and a byte
/// sequence is preceded by its length.
struct JournalEncoder {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func write(_ count: Int) { write(UInt64(count)) }

  mutating func write(_ field: some Collection<UInt8>) {
    write(field.count)
    bytes.append(contentsOf: field)
  }

  mutating func write(_ text: String) { write(text.utf8) }
}

/// A decoder for bytes written by ``JournalEncoder``. Its methods throw ``Malformed`` if the bytes
/// are not valid.
struct JournalDecoder {
  /// The error for bytes that are not valid fields of a record.
  struct Malformed: Error {}

  private var rest: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) {
    rest = bytes
  }

  /// Whether all bytes have been read.
  var isAtEnd: Bool { rest.isEmpty }

  mutating func number() throws(Malformed) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      guard let byte = rest.first else { throw Malformed() }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
      let bits = UInt64(byte & 0x7F)
      guard (bits << shift) >> shift == bits else { throw Malformed() }
      number |= bits << shift
      if byte < 0x80 { return number }
    }
    throw Malformed()
  }

  mutating func count() throws(Malformed) -> Int {
    guard let count = Int(exactly: try number()) else { throw Malformed() }
    return count
  }

  mutating func field() throws(Malformed) -> [UInt8] {
    let count = try count()
    guard count <= rest.count else { throw Malformed() }
    defer { rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count)) }
    return Array(rest.prefix(count))
  }

  mutating func text() throws(Malformed) -> String {
    String(decoding: try field(), as: UTF8.self)
  }
}

/// A fingerprint of a byte sequence: its length and its hash.
struct ByteDigest: Hashable, Sendable {
  let count: Int
  /// The 64-bit XXH3 hash.
  let hash: UInt64

  init(count: Int, hash: UInt64) {
    self.count = count
    self.hash = hash
  }

  init(_ bytes: [UInt8]) {
    count = bytes.count
    hash = bytes.withUnsafeBytes { Self.hash($0) }
  }

  static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    Checksum.of(bytes)
  }
}

/// A change that replaces the middle of a byte sequence.
struct ByteDifference: Hashable, Sendable {
  /// The number of unchanged bytes at the start.
  let prefix: Int
  /// The number of unchanged bytes at the end.
  let suffix: Int
  /// The new bytes between the prefix and the suffix.
  let middle: [UInt8]

  init(prefix: Int, suffix: Int, middle: [UInt8]) {
    self.prefix = prefix
    self.suffix = suffix
    self.middle = middle
  }

  /// Creates the shortest difference that turns `before` into `after`.
  init(from before: [UInt8], to after: [UInt8]) {
    let shorter = min(before.count, after.count)
    var prefix = 0
    while prefix < shorter, before[prefix] == after[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix,
      before[before.count - 1 - suffix] == after[after.count - 1 - suffix]
    { suffix += 1 }
    self.init(
      prefix: prefix, suffix: suffix, middle: Array(after[prefix..<(after.count - suffix)]))
  }

  /// Returns `before` with the change applied; nil if `before` is too short.
  func applied(to before: [UInt8]) -> [UInt8]? {
    let (same, isTooLong) = prefix.addingReportingOverflow(suffix)
    guard prefix >= 0, suffix >= 0, !isTooLong, same <= before.count else { return nil }
    return before[..<prefix] + middle + before[(before.count - suffix)...]
  }
}
