import CXXHash

/// Functions that compute XXH3 hashes of bytes, to identify content and to detect damage. The
/// functions wrap the C library xxHash.
package enum Checksum {
  /// Returns the 64-bit hash of `bytes`.
  package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    cairn_xxh3(bytes.baseAddress, bytes.count)
  }

  /// Returns the 64-bit hash of `bytes`.
  package static func of(_ bytes: [UInt8]) -> UInt64 {
    bytes.withUnsafeBytes { of($0) }
  }

  /// Returns the 64-bit FNV-1a hash of `bytes`, which stays the same in all versions of Cairn.
  package static func fnv(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Returns the 128-bit hash of `bytes` as 32 hexadecimal digits, like the program `xxh128sum`.
  ///
  /// Accidental collisions are negligible: among 10^12 files the odds of any collision are below 1
  /// in 10^14. The hash is not cryptographic: an attacker can create collisions.
  package static func digits(of bytes: [UInt8]) -> String {
    digits(bytes.withUnsafeBytes { cairn_xxh3_128($0.baseAddress, $0.count) })
  }

  fileprivate static func digits(_ hash: cairn_hash128) -> String {
    hash.high.hexadecimal(width: 16) + hash.low.hexadecimal(width: 16)
  }
}

/// A 128-bit hash that is computed while its input is added in parts.
package final class RunningChecksum {
  private let state: UnsafeMutableRawPointer?

  /// Creates the hash of an empty byte sequence.
  package init() { state = cairn_xxh3_128_begin() }

  deinit { cairn_xxh3_128_end(state) }

  /// Adds `bytes` at the end of the input.
  package func add(_ bytes: ArraySlice<UInt8>) {
    guard let state else { return }
    bytes.withUnsafeBytes { cairn_xxh3_128_add(state, $0.baseAddress, $0.count) }
  }

  /// The hash of all input so far, in the form of ``Checksum/digits(of:)``; empty if memory could
  /// not be allocated.
  package var digits: String { state.map { Checksum.digits(cairn_xxh3_128_hash($0)) } ?? "" }
}
