import CairnText

/// The parts of a file of vectors, in order. All numbers are little-endian.
///
/// - the header of ``headerSize`` bytes
/// - the mean direction of all vectors, padded to a multiple of 32 bytes
/// - the vectors, each padded to a multiple of 32 bytes
/// - the hash of each vector's text
/// - 1 divided by the length of each vector
/// - the stamp of each capture's file
/// - the index of each capture's first vector, followed by the number of vectors
/// - the end offset of each capture's path in the paths
/// - the paths, sorted, without separators
struct VectorLayout {
  static let headerSize = 64
  static let magic = Array("CairnVec".utf8)
  static let version: UInt32 = 1
  /// The maximum number of dimensions.
  static let mostDimensions = 1 << 14

  let model: UInt64
  let dimensions: Int
  let captures: Int
  let rows: Int
  let pathBytes: Int

  init(model: UInt64, dimensions: Int, captures: Int, rows: Int, pathBytes: Int) {
    self.model = model
    self.dimensions = dimensions
    self.captures = captures
    self.rows = rows
    self.pathBytes = pathBytes
  }

  var stride: Int { QuantizedVector.stride(dimensions) }
  var mean: Int { Self.headerSize }
  var vectors: Int { mean + stride }
  var hashes: Int { vectors + rows * stride }
  var scales: Int { hashes + rows * 8 }
  var stamps: Int { scales + rows * 4 }
  var firsts: Int { stamps + captures * 8 }
  var pathEnds: Int { firsts + (captures + 1) * 4 }
  var paths: Int { pathEnds + captures * 4 }
  var size: Int { paths + pathBytes }
}

// MARK: - Reading and writing the header

extension VectorLayout {
  /// The offset of the checksum. The checksum covers all bytes after it.
  static let checksumOffset = 8

  /// Reads the header, and checks the whole file.
  ///
  /// Throws ``IndexDamage`` if the file is damaged or has another version.
  init(reading bytes: UnsafeRawBufferPointer) throws(IndexDamage) {
    guard bytes.count >= Self.headerSize, bytes.starts(with: Self.magic) else {
      throw IndexDamage("the file does not contain vectors")
    }
    var reader = ByteReader(bytes)
    reader.offset = Self.checksumOffset
    let sum = try reader.fixed(as: UInt64.self)
    guard sum == Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[reader.offset...])) else {
      throw IndexDamage("the vectors are damaged")
    }
    guard try reader.fixed(as: UInt32.self) == Self.version else {
      throw IndexDamage("another version of Cairn wrote the vectors")
    }
    dimensions = Int(try reader.fixed(as: UInt32.self))
    model = try reader.fixed()
    captures = Int(try reader.fixed(as: UInt32.self))
    rows = Int(try reader.fixed(as: UInt32.self))
    pathBytes = Int(try reader.fixed(as: UInt32.self))
    guard (1...Self.mostDimensions).contains(dimensions), size == bytes.count else {
      throw IndexDamage("the file of vectors has \(bytes.count) bytes instead of \(size)")
    }
    try checkOrder(bytes, from: firsts, count: captures + 1, upTo: rows)
    try checkOrder(bytes, from: pathEnds, count: captures, upTo: pathBytes)
  }

  /// Throws ``IndexDamage`` if a number is less than the previous one, or if the last one is not
  /// `end`.
  private func checkOrder(
    _ bytes: UnsafeRawBufferPointer, from start: Int, count: Int, upTo end: Int
  ) throws(IndexDamage) {
    var reader = ByteReader(bytes)
    reader.offset = start
    var last = 0
    for _ in 0..<count {
      let next = Int(try reader.fixed(as: UInt32.self))
      guard next >= last else { throw IndexDamage("the vectors are out of order") }
      last = next
    }
    if count > 0, last != end { throw IndexDamage("the vectors are incomplete") }
  }

  /// The header, with 0 in place of the checksum.
  var header: [UInt8] {
    var writer = ByteWriter()
    writer.append(contentsOf: Self.magic)
    writer.fixed(0 as UInt64)
    writer.fixed(Self.version)
    writer.fixed(UInt32(dimensions))
    writer.fixed(model)
    writer.fixed(UInt32(captures))
    writer.fixed(UInt32(rows))
    writer.fixed(UInt32(pathBytes))
    while writer.count < Self.headerSize { writer.append(0) }
    return writer.bytes
  }
}
