/// An error thrown when the bytes of an index are not valid. The index has to be rebuilt.
public struct IndexDamage: Error, Hashable, Sendable {
  /// A description of the damage.
  public let reason: String

  package init(_ reason: String) {
    self.reason = reason
  }
}

/// A reader of data that a ``ByteWriter`` wrote. Throws ``IndexDamage`` instead of reading past the
/// end.
struct ByteReader {
  let bytes: UnsafeRawBufferPointer
  var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { offset >= bytes.count }

  mutating func byte() throws(IndexDamage) -> UInt8 {
    guard offset < bytes.count else { throw IndexDamage("a section ends early") }
    defer { offset += 1 }
    return bytes[offset]
  }

  mutating func fixed<Value: FixedWidthInteger>(
    as type: Value.Type = Value.self
  ) throws(IndexDamage) -> Value {
    let size = MemoryLayout<Value>.size
    guard size <= bytes.count - offset else { throw IndexDamage("a section ends early") }
    defer { offset += size }
    return Value(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Value.self))
  }

  /// Reads an unsigned LEB128 number. Throws ``IndexDamage`` if the number does not fit in an
  /// `Int`.
  @inline(__always)
  mutating func varint() throws(IndexDamage) -> Int {
    if offset < bytes.count, bytes[offset] < 0x80 {
      defer { offset += 1 }
      return Int(bytes[offset])
    }
    guard let number = Int(exactly: try varint64()) else {
      throw IndexDamage("a number is too large")
    }
    return number
  }

  /// Reads an unsigned LEB128 number of up to 64 bits.
  mutating func varint64() throws(IndexDamage) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
      guard shift < 64 else { throw IndexDamage("a number is too long") }
    }
  }

  mutating func signed() throws(IndexDamage) -> Int {
    let value = try varint64()
    return Int(Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
  }

  mutating func take(_ count: Int) throws(IndexDamage) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= bytes.count - offset else {
      throw IndexDamage("a section ends early")
    }
    defer { offset += count }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
  }

  mutating func counted() throws(IndexDamage) -> UnsafeRawBufferPointer {
    try take(try varint())
  }
}
