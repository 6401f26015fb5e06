/// The index's bytes are not what was once written: they are of no use, and made anew.
public struct IndexDamage: Error, Hashable, Sendable {
  /// What was found.
  public let reason: String

  package init(_ reason: String) {
    self.reason = reason
  }
}

/// Reads what a ``ByteWriter`` wrote, never beyond the end.
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

  @inline(__always)
  mutating func varint() throws(IndexDamage) -> Int {
    if offset < bytes.count, bytes[offset] < 0x80 {
      defer { offset += 1 }
      return Int(bytes[offset])
    }
    return try longVarint()
  }

  private mutating func longVarint() throws(IndexDamage) -> Int {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int(truncatingIfNeeded: value) }
      shift += 7
      guard shift < 64 else { throw IndexDamage("a number is too long") }
    }
  }

  mutating func signed() throws(IndexDamage) -> Int {
    let value = UInt64(bitPattern: Int64(try varint()))
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
