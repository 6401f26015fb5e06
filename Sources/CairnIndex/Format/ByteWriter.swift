/// A buffer for the bytes of a section: fixed-width integers are little-endian, other numbers are
/// LEB128.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  var count: Int { bytes.count }

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(contentsOf other: some Collection<UInt8>) { bytes.append(contentsOf: other) }

  mutating func append(_ pointer: UnsafeRawBufferPointer) { bytes.append(contentsOf: pointer) }

  /// Appends an integer in its full width, as little-endian bytes.
  mutating func fixed<Value: FixedWidthInteger>(_ value: Value) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends a non-negative number as LEB128, 7 bits per byte.
  mutating func varint(_ value: some FixedWidthInteger) {
    var rest = UInt64(truncatingIfNeeded: value)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends a signed number in zigzag encoding, so that numbers near 0 take few bytes.
  mutating func signed(_ value: Int) {
    varint(UInt64(bitPattern: Int64(value << 1 ^ value >> 63)))
  }

  /// Appends bytes, preceded by their count as LEB128.
  mutating func counted(_ other: some Collection<UInt8>) {
    varint(other.count)
    bytes.append(contentsOf: other)
  }
}
