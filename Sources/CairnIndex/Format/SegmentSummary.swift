/// The data about a segment as a whole.
public struct SegmentSummary: Hashable, Sendable {
  /// The real path of the notebook's root.
  public var root: [UInt8]
  /// The identifier of the segment that this one builds on, or 0 if there is none.
  public var base: UInt64
  /// A unique identifier of this segment.
  public var identifier: UInt64
  /// The file extensions, besides those of Markdown, that notes could have when the folders were
  /// listed.
  public var noteEndings: [String]
  /// The number of files, including collections' pages.
  public internal(set) var documentCount = 0
  /// The numbers of the documents in the base segment that were removed or that this segment
  /// replaces.
  public var replaced: [UInt32] = []
  /// The number of characters needed to tell apart the ids in this segment and in its base.
  public var idWidth = 0

  /// Creates the summary of a segment of the notebook at `root`.
  public init(
    root: [UInt8], noteEndings: [String], identifier: UInt64, base: UInt64 = 0,
    replaced: [UInt32] = []
  ) {
    self.root = root
    self.noteEndings = noteEndings
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
    writer.varint(noteEndings.count)
    for ending in noteEndings { writer.counted(ending.utf8) }
  }

  init(_ reader: inout ByteReader) throws(IndexDamage) {
    root = Array(try reader.counted())
    base = try reader.fixed()
    identifier = try reader.fixed()
    documentCount = try reader.varint()
    idWidth = try reader.varint()
    noteEndings = []
    for _ in 0..<(try reader.varint()) {
      replaced.append(UInt32(truncatingIfNeeded: try reader.varint()))
    }
    for _ in 0..<(try reader.varint()) {
      noteEndings.append(String(decoding: try reader.counted(), as: UTF8.self))
    }
  }
}
