import CairnText
import Synchronization

/// The sections of a segment's file. Each block is checked against its checksum on first use.
///
/// A query pays only for the blocks that it reads, and a flipped bit is found before its block is
/// used. Thread-safe: the bytes never change, and the flags of checked blocks are atomic.
final class SectionStore: @unchecked Sendable {
  private let source: IndexBytes
  private let bytes: UnsafeRawBufferPointer
  /// The range of each section, indexed by the section's raw value. The element at 0 is nil,
  /// because raw values begin at 1.
  private let sections: [Range<Int>?]
  private let checksums: UnsafeRawBufferPointer
  /// The offset at which the sections end and the checksums begin.
  private let end: Int
  private let isChecked: AtomicFlags

  /// A hash of all sections.
  var fingerprint: UInt64 { Checksum.of(checksums) }

  /// Reads and checks the trailer.
  init(_ source: IndexBytes) throws(IndexDamage) {
    self.source = source
    bytes = source.buffer
    guard bytes.count >= Trailer.size else { throw IndexDamage("the file is not an index") }
    let start = bytes.count - Trailer.size
    let trailer = UnsafeRawBufferPointer(rebasing: bytes[start..<bytes.count - 8])
    var sum = ByteReader(UnsafeRawBufferPointer(rebasing: bytes.suffix(8)))
    guard trailer.starts(with: Trailer.magic) else { throw IndexDamage("the file is not an index") }
    var reader = ByteReader(trailer)
    reader.offset = Trailer.magic.count
    guard try reader.fixed(as: UInt32.self) == Trailer.version else {
      throw IndexDamage("another version of Cairn wrote the index")
    }
    guard try sum.fixed(as: UInt64.self) == Checksum.of(trailer) else {
      throw IndexDamage("the trailer is damaged")
    }
    let count = Int(try reader.fixed(as: UInt32.self))
    let end = Int(truncatingIfNeeded: try reader.fixed(as: UInt64.self))
    let size = Int(truncatingIfNeeded: try reader.fixed(as: UInt64.self))
    guard size == bytes.count, end >= 0, end <= start else {
      throw IndexDamage("the file has \(bytes.count) bytes instead of \(size)")
    }
    checksums = UnsafeRawBufferPointer(rebasing: bytes[end..<start])
    let blocks = (end + Trailer.blockSize - 1) / Trailer.blockSize
    guard checksums.count == blocks * 4,
      try reader.fixed(as: UInt64.self) == Checksum.of(checksums)
    else { throw IndexDamage("the checksums are damaged") }
    isChecked = AtomicFlags(count: blocks)
    var sections = [Range<Int>?](repeating: nil, count: Section.allCases.count + 1)
    reader.offset = Trailer.tableOffset
    for _ in 0..<count {
      let section = Section(rawValue: try reader.fixed())
      _ = try reader.fixed(as: UInt32.self)
      let start = Int(truncatingIfNeeded: try reader.fixed(as: UInt64.self))
      let length = Int(truncatingIfNeeded: try reader.fixed(as: UInt64.self))
      guard start >= 0, start <= end, length >= 0, length <= end - start else {
        throw IndexDamage("a section is outside the file")
      }
      if let section { sections[Int(section.rawValue)] = start..<start + length }
    }
    guard !sections.dropFirst().contains(nil) else {
      throw IndexDamage("a section is missing")
    }
    self.sections = sections
    self.end = end
  }

  /// The size of the file in bytes.
  var count: Int { bytes.count }

  /// Returns the size of a section in bytes.
  func count(of section: Section) -> Int { sections[Int(section.rawValue)]?.count ?? 0 }

  /// Returns the bytes of a whole section.
  func all(_ section: Section) throws(IndexDamage) -> UnsafeRawBufferPointer {
    try bytes(of: section, 0..<count(of: section))
  }

  /// Returns some bytes of a section. `part` is a range of offsets from the start of the section.
  func bytes(of section: Section, _ part: Range<Int>) throws(IndexDamage) -> UnsafeRawBufferPointer
  {
    guard let range = sections[Int(section.rawValue)], part.lowerBound >= 0,
      part.upperBound <= range.count
    else {
      throw IndexDamage("a section is too short")
    }
    let start = range.lowerBound + part.lowerBound
    try check(start..<start + part.count)
    return UnsafeRawBufferPointer(rebasing: bytes[start..<start + part.count])
  }

  /// Checks several sections together, which allows threads to share the work better than checking
  /// one section after the other. Throws ``IndexDamage`` if a block is damaged.
  func check(_ sections: [Section]) throws(IndexDamage) {
    try check(
      blocks: sections.compactMap { self.sections[Int($0.rawValue)] }.flatMap(Self.blocks))
  }

  private func check(_ range: Range<Int>) throws(IndexDamage) {
    let blocks = Self.blocks(range)
    guard blocks.count <= Self.manyBlocks else { return try check(blocks: Array(blocks)) }
    for block in blocks where !isChecked[block] {
      guard isWhole(block) else { throw IndexDamage("a block is damaged") }
      isChecked.set(block)
    }
  }

  private func check(blocks: [Int]) throws(IndexDamage) {
    let unchecked = blocks.filter { !isChecked[$0] }
    let isShared = unchecked.count > Self.manyBlocks
    let parts = unchecked.chunked(into: isShared ? Self.manyBlocks / 2 : Self.manyBlocks)
    let areWhole = Parallel.map(parts) { part in part.allSatisfy(isWhole) }
    guard areWhole.allSatisfy(\.self) else { throw IndexDamage("a block is damaged") }
    for block in unchecked { isChecked.set(block) }
  }

  /// Returns the blocks that contain a range of bytes.
  private static func blocks(_ range: Range<Int>) -> Range<Int> {
    if range.isEmpty { return 0..<0 }
    return range.lowerBound / Trailer.blockSize..<(range.upperBound - 1) / Trailer.blockSize + 1
  }

  /// If more than this number of blocks is checked, several threads share the work.
  private static let manyBlocks = 256

  private func isWhole(_ block: Int) -> Bool {
    let start = block * Trailer.blockSize
    let found = Checksum.of(
      UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + Trailer.blockSize, end)]))
    let wanted = checksums.loadUnaligned(fromByteOffset: block * 4, as: UInt32.self)
    return UInt32(truncatingIfNeeded: found) == UInt32(littleEndian: wanted)
  }

  /// Checks every block against its checksum. Throws ``IndexDamage`` if a block is damaged.
  func checkAll() throws(IndexDamage) {
    try check(0..<end)
  }
}

/// Flags that several threads can set and read at the same time. Flags are never cleared.
private final class AtomicFlags: @unchecked Sendable {
  private let flags: UnsafeMutableBufferPointer<Atomic<Bool>>

  /// Creates flags that are not set.
  init(count: Int) {
    flags = .allocate(capacity: count)
    for index in 0..<count { flags.initializeElement(at: index, to: Atomic(false)) }
  }

  deinit { flags.deinitialize().deallocate() }

  subscript(index: Int) -> Bool { flags[index].load(ordering: .relaxed) }

  func set(_ index: Int) { flags[index].store(true, ordering: .relaxed) }
}

extension UnsafeRawBufferPointer {
  /// Returns the little-endian number at an index of an array of numbers.
  @inline(__always)
  func number<Value: FixedWidthInteger>(_ index: Int, as type: Value.Type = Value.self) -> Value {
    Value(
      littleEndian: loadUnaligned(
        fromByteOffset: index * MemoryLayout<Value>.size, as: Value.self))
  }
}
