/// What is known of a segment as a whole.
public struct SegmentSummary: Hashable, Sendable {
  /// The real path of the notebook's root.
  public var root: [UInt8]
  /// The segment that this one goes on top of, or 0.
  public var base: UInt64
  /// What tells this segment apart from all others.
  public var identifier: UInt64
  /// How many files it has, pages included.
  public internal(set) var documentCount = 0
  /// The documents of the base that are gone or are in this segment.
  public var replaced: [UInt32] = []
  /// How many characters tell the ids apart.
  public var idWidth = 0

  /// The summary of a segment with this identifier, of the notebook at `root`.
  public init(root: [UInt8], identifier: UInt64, base: UInt64 = 0, replaced: [UInt32] = []) {
    self.root = root
    self.identifier = identifier
    self.base = base
    self.replaced = replaced
  }

  func write(to writer: inout ByteWriter) {
    writer.counted(root)
    writer.fixed(base)
    writer.fixed(identifier)
    writer.varint(documentCount)
    writer.varint(idWidth)
    writer.varint(replaced.count)
    for document in replaced { writer.varint(document) }
  }

  init(_ reader: inout ByteReader) throws(IndexDamage) {
    root = Array(try reader.counted())
    base = try reader.fixed()
    identifier = try reader.fixed()
    documentCount = try reader.varint()
    idWidth = try reader.varint()
    for _ in 0..<(try reader.varint()) {
      replaced.append(UInt32(truncatingIfNeeded: try reader.varint()))
    }
  }
}
