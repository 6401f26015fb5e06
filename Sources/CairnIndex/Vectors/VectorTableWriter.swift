public import CairnText

/// A writer of the bytes of a ``VectorTable``.
///
///     var writer = VectorTableWriter(model: model)
///     writer[path] = VectorTableWriter.Item(stamp: stamp, pieces: pieces)
///     let table = try VectorTable(IndexBytes([writer.bytes]))
public struct VectorTableWriter: Sendable {
  /// The vectors of a capture.
  public struct Item: Sendable {
    /// The stamp of the capture's file: a hash of the metadata that shows whether the file has
    /// changed. 0 if the file may change without getting another stamp.
    public var stamp: UInt64
    /// The hash of each piece of text, with its vector.
    public var pieces: [(hash: UInt64, vector: QuantizedVector)]

    /// Creates the vectors of a capture.
    public init(stamp: UInt64, pieces: [(hash: UInt64, vector: QuantizedVector)]) {
      self.stamp = stamp
      self.pieces = pieces
    }
  }

  private let model: UInt64
  private var items: [NotePath: Item] = [:]

  /// Creates an empty writer. `model` is the value of ``VectorTable/model`` in the table.
  public init(model: UInt64) { self.model = model }

  /// Creates a writer with the captures of a table.
  public init(_ table: VectorTable) {
    self.init(model: table.model)
    for number in 0..<table.count {
      let pieces = zip(table.hashes(of: number), table.vectors(of: number)).map {
        (hash: $0, vector: table.vector($1))
      }
      items[table.path(number)] = Item(stamp: table.stamp(number), pieces: pieces)
    }
  }

  /// The vectors of the capture at a path; nil if it has none.
  public subscript(path: NotePath) -> Item? {
    get { items[path] }
    set { items[path] = newValue }
  }

  /// The paths of all captures, in no particular order.
  public var paths: some Collection<NotePath> { items.keys }

  /// The number of captures.
  public var count: Int { items.count }

  /// The bytes of the table. All vectors must have the same number of dimensions.
  public var bytes: [UInt8] {
    let sorted = items.sorted { $0.key < $1.key }
    let pieces = sorted.flatMap(\.value.pieces)
    let layout = VectorLayout(
      model: model, dimensions: pieces.first?.vector.dimensions ?? 1, captures: sorted.count,
      rows: pieces.count, pathBytes: sorted.reduce(0) { $0 + $1.key.bytes.count })
    var writer = ByteWriter()
    writer.reserve(layout.size)
    writer.append(contentsOf: layout.header)
    let mean = QuantizedVector(meanOf: pieces.map(\.vector))
    let zeros = [Int8](repeating: 0, count: layout.stride)
    (mean?.numbers ?? zeros).withUnsafeBytes { writer.append($0) }
    for piece in pieces { piece.vector.numbers.withUnsafeBytes { writer.append($0) } }
    for piece in pieces { writer.fixed(piece.hash) }
    for piece in pieces { writer.fixed(piece.vector.scale.bitPattern) }
    for (_, item) in sorted { writer.fixed(item.stamp) }
    var first: UInt32 = 0
    writer.fixed(first)
    for (_, item) in sorted {
      first += UInt32(item.pieces.count)
      writer.fixed(first)
    }
    var end: UInt32 = 0
    for (path, _) in sorted {
      end += UInt32(path.bytes.count)
      writer.fixed(end)
    }
    for (path, _) in sorted { writer.append(contentsOf: path.bytes) }
    return Self.sealed(writer.bytes)
  }

  /// Returns the bytes with their checksum.
  private static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let start = VectorLayout.checksumOffset
    let sum = bytes.withUnsafeBytes {
      Checksum.of(UnsafeRawBufferPointer(rebasing: $0[(start + 8)...]))
    }
    withUnsafeBytes(of: sum.littleEndian) { bytes.replaceSubrange(start..<start + 8, with: $0) }
    return bytes
  }
}
