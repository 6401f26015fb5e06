public import CairnInsight

/// A reader of the ``Lessons`` of a segment. Reads only a few blocks of the segment, regardless of
/// its number of captures.
public final class LessonReader: Sendable {
  private let store: SectionStore
  /// The data about the segment as a whole.
  public let summary: SegmentSummary
  /// The number of captures of each type, counting only types that a person chose.
  public let captures: KindCounts
  /// The number of captures that have one of the four types that the classifier recognizes, or
  /// whose type is marked ``CairnCapture/MachineMark/unsure``.
  public let typed: Int
  /// The number of captures.
  public let total: Int
  private let bits: UInt64

  private static let headerSize = 28

  /// Opens a segment to read only its lessons.
  public init(_ bytes: IndexBytes) throws(IndexDamage) {
    store = try SectionStore(bytes)
    var reader = ByteReader(try store.all(.summary))
    summary = try SegmentSummary(&reader)
    var header = ByteReader(try store.bytes(of: .lessons, 0..<Self.headerSize))
    var captures = KindCounts.zero
    for kind in 0..<4 { captures[kind] = try header.fixed() }
    self.captures = captures
    typed = Int(try header.fixed(as: Int32.self))
    total = Int(try header.fixed(as: Int32.self))
    bits = UInt64(try header.fixed(as: UInt32.self))
    guard bits <= 24 else { throw IndexDamage("hashes have the wrong width") }
  }

  /// Returns the number of captures of each type that contain a word, given the word's hash. Counts
  /// may be negative if the segment builds on a base segment.
  public func counts(of word: UInt32) throws(IndexDamage) -> KindCounts {
    let part = Int(UInt64(word) >> (32 - bits))
    let first = max(part - 1, 0)
    let ends = try store.bytes(
      of: .lessons, Self.headerSize + first * 4..<Self.headerSize + (part + 1) * 4)
    let low = part == 0 ? 0 : Int(ends.number(0, as: UInt32.self))
    let high = Int(ends.number(part - first, as: UInt32.self))
    let start = Self.headerSize + 4 << bits
    guard low <= high else { throw IndexDamage("hashes are out of order") }
    var reader = ByteReader(try store.bytes(of: .lessons, start + low..<start + high))
    var hash = UInt64(part) << (32 - bits)
    while !reader.isAtEnd {
      hash &+= UInt64(bitPattern: Int64(try reader.varint()))
      var counts = KindCounts.zero
      for kind in 0..<4 { counts[kind] = Int32(truncatingIfNeeded: try reader.signed()) }
      if hash == UInt64(word) { return counts }
      if hash > UInt64(word) { break }
    }
    return .zero
  }
}
