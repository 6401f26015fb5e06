import CXXHash

/// The XXH3 hash, which names things and finds damage: the door to the C library.
package enum Checksum {
  /// The 64-bit hash of bytes.
  package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    cairn_xxh3(bytes.baseAddress, bytes.count)
  }

  /// The 64-bit hash of bytes.
  package static func of(_ bytes: [UInt8]) -> UInt64 {
    bytes.withUnsafeBytes { of($0) }
  }

  /// The 128-bit hash of bytes, in 32 hexadecimal digits, as the program `xxh128sum` prints it.
  ///
  /// Two files that differ by chance have different ones: among 10^12 files the odds of a pair are
  /// one in 10^14. It is no secret: who wants to can make files that share one.
  package static func digits(of bytes: [UInt8]) -> String {
    digits(bytes.withUnsafeBytes { cairn_xxh3_128($0.baseAddress, $0.count) })
  }

  fileprivate static func digits(_ hash: cairn_hash128) -> String {
    [hash.high, hash.low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

/// The 128-bit hash of bytes that come a part at a time.
package final class RunningChecksum {
  private let state: UnsafeMutableRawPointer?

  /// The hash of nothing yet.
  package init() { state = cairn_xxh3_128_begin() }

  deinit { cairn_xxh3_128_end(state) }

  /// Adds bytes behind those that were added.
  package func add(_ bytes: ArraySlice<UInt8>) {
    guard let state else { return }
    bytes.withUnsafeBytes { cairn_xxh3_128_add(state, $0.baseAddress, $0.count) }
  }

  /// The hash as ``Checksum/digits(of:)`` has it; empty where there was no memory for it.
  package var digits: String { state.map { Checksum.digits(cairn_xxh3_128_hash($0)) } ?? "" }
}
