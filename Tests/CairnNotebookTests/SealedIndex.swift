@testable import CairnIndex

extension Header {
  /// A file's bytes with the magic, version and checksums that they should have.
  static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    guard bytes.count > size else { return bytes }
    let put = { (value: UInt64, offset: Int, count: Int) in
      for index in 0..<count {
        bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
      }
    }
    bytes.replaceSubrange(..<magic.count, with: magic)
    put(UInt64(version), magic.count, 4)
    let end = bytes[16..<24].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    let blocks = (bytes.count - size) / (blockSize + 4)
    guard end <= bytes.count, end >= size else { return bytes }
    for block in 0...blocks {
      let start = size + block * blockSize
      let place = Int(end) + block * 4
      guard start < end, place + 4 <= bytes.count else { break }
      let last = min(start + blockSize, Int(end))
      put(Checksum.of(Array(bytes[start..<last])), place, 4)
    }
    put(Checksum.of(Array(bytes[Int(end)...])), 32, 8)
    put(Checksum.of(Array(bytes[..<(size - 8)])), size - 8, 8)
    return bytes
  }
}
