import CairnText

/// A writer of a segment's file, from start to end: the sections in the order added, the checksums,
/// the trailer. Not thread-safe.
final class SegmentStream {
  /// A callback that receives the bytes of a file in order, a piece at a time.
  typealias Sink = ([UInt8]) -> Void

  private let sink: Sink
  private var count = 0
  private var table: [(section: Section, offset: Int, count: Int)] = []
  private var checksums = ByteWriter()
  /// The bytes after the last full block, for which no checksum has been computed yet.
  private var block: [UInt8] = []
  /// Bytes not yet passed to the sink.
  private var waiting: [UInt8] = []

  /// Pieces are collected until their total size in bytes is at least this number. They are then
  /// passed to the sink.
  private static let smallestPiece = 1 << 16

  init(to sink: @escaping Sink) {
    self.sink = sink
  }

  /// Adds a section.
  func add(_ entry: SegmentWriter.Entry) {
    add(entry.section) { addPiece in
      for piece in entry.pieces { addPiece(piece) }
    }
  }

  /// Adds a section. `body` calls its parameter with each piece of the section, in order.
  func add(_ section: Section, _ body: (_ addPiece: ([UInt8]) -> Void) -> Void) {
    // Numbers are read in place. The widest number has eight bytes, so a section starts at a
    // multiple of eight bytes.
    align()
    let offset = count
    body { addChecked($0) }
    table.append((section, offset, count - offset))
  }

  /// Writes the checksums and the trailer.
  func finish() {
    align()
    if !block.isEmpty { checksums.checksum(of: block) }
    let end = count
    write(checksums.bytes)
    var trailer = ByteWriter()
    trailer.append(contentsOf: Trailer.magic)
    trailer.fixed(Trailer.version)
    trailer.fixed(UInt32(table.count))
    trailer.fixed(UInt64(end))
    trailer.fixed(UInt64(count + Trailer.size))
    trailer.fixed(Checksum.of(checksums.bytes))
    trailer.append(contentsOf: repeatElement(0, count: Trailer.tableOffset - trailer.count))
    for entry in table {
      trailer.fixed(entry.section.rawValue)
      trailer.fixed(0 as UInt32)
      trailer.fixed(UInt64(entry.offset))
      trailer.fixed(UInt64(entry.count))
    }
    trailer.append(contentsOf: repeatElement(0, count: Trailer.size - 8 - trailer.count))
    trailer.fixed(Checksum.of(trailer.bytes))
    write(trailer.bytes)
    if !waiting.isEmpty { sink(waiting) }
  }

  private func align() {
    if count % 8 != 0 { addChecked([UInt8](repeating: 0, count: 8 - count % 8)) }
  }

  private func addChecked(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      if !block.isEmpty {
        let head = rest.prefix(Trailer.blockSize - block.count)
        block.append(contentsOf: head)
        rest = rest.dropFirst(head.count)
        guard block.count == Trailer.blockSize else { return }
        checksums.checksum(of: block)
      }
      while rest.count >= Trailer.blockSize {
        checksums.checksum(of: UnsafeRawBufferPointer(rebasing: rest.prefix(Trailer.blockSize)))
        rest = rest.dropFirst(Trailer.blockSize)
      }
      block = Array(rest)
    }
    write(bytes)
  }

  private func write(_ bytes: [UInt8]) {
    count += bytes.count
    if waiting.count + bytes.count < Self.smallestPiece {
      waiting += bytes
      return
    }
    if !waiting.isEmpty { sink(waiting) }
    waiting.removeAll()
    sink(bytes)
  }
}

extension ByteWriter {
  /// Appends the checksum of a block.
  fileprivate mutating func checksum(of block: [UInt8]) {
    block.withUnsafeBytes { checksum(of: $0) }
  }

  fileprivate mutating func checksum(of block: UnsafeRawBufferPointer) {
    fixed(UInt32(truncatingIfNeeded: Checksum.of(block)))
  }
}
