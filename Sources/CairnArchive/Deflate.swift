import CZlib

/// Functions that use zlib to compress and decompress bytes and to compute checksums.
enum Deflate {
  /// The size limit of a file, in bytes. Every file must be smaller, because its size is stored in
  /// 32 bits.
  static let largest = Int(UInt32.max)

  /// Returns the CRC-32 checksum of fewer than ``largest`` bytes.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes { cairn_crc32($0.baseAddress, $0.count) }
  }

  /// Returns the bytes compressed as raw DEFLATE (RFC 1951); nil if compression would not make them
  /// smaller.
  static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count > 16 else { return nil }
    let result = [UInt8](unsafeUninitializedCapacity: bytes.count - 1) { output, count in
      count = bytes.withUnsafeBytes {
        cairn_deflate($0.baseAddress, $0.count, output.baseAddress, output.count)
      }
    }
    return result.isEmpty ? nil : result
  }

  /// Decompresses raw DEFLATE. Returns nil if the result does not have exactly `size` bytes.
  /// Allocates `size` bytes, so the caller must check `size` first.
  static func decompressed(_ bytes: [UInt8], size: Int) -> [UInt8]? {
    var isWhole = false
    let result = [UInt8](unsafeUninitializedCapacity: size) { output, count in
      isWhole = bytes.withUnsafeBytes {
        cairn_inflate($0.baseAddress, $0.count, output.baseAddress, size) == 1
      }
      count = isWhole ? size : 0
    }
    return isWhole ? result : nil
  }
}
