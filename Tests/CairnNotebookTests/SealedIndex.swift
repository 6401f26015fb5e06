import CairnText
@testable import CairnIndex

extension Trailer {
  /// A file's bytes with the magic, version and checksums that they should have.
  static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    guard bytes.count > size else { return bytes }
    let start = bytes.count - size
    let put = { (value: UInt64, offset: Int, count: Int) in
      for index in 0..<count {
        bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
      }
    }
    bytes.replaceSubrange(start..<start + magic.count, with: magic)
    put(UInt64(version), start + magic.count, 4)
    let field = bytes[(start + 16)..<(start + 24)]
    let end = field.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    guard end <= start else { return bytes }
    for first in stride(from: 0, to: Int(end), by: blockSize) {
      let place = Int(end) + first / blockSize * 4
      guard place + 4 <= start else { break }
      put(Checksum.of(Array(bytes[first..<min(first + blockSize, Int(end))])), place, 4)
    }
    put(Checksum.of(Array(bytes[Int(end)..<start])), start + 32, 8)
    put(Checksum.of(Array(bytes[start..<bytes.count - 8])), bytes.count - 8, 8)
    return bytes
  }
}
