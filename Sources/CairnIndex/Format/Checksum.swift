import CXXHash

/// The XXH3 hash, which names things and finds damage: the door to the C library.
enum Checksum {
  /// The 64-bit hash of bytes.
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    cairn_xxh3(bytes.baseAddress, bytes.count)
  }

  /// The 64-bit hash of bytes.
  static func of(_ bytes: [UInt8]) -> UInt64 {
    bytes.withUnsafeBytes { of($0) }
  }
}
