import CLibMD

/// SHA-256 hashes, computed by the C library libmd. Other programs compute the same hashes for the
/// same bytes.
package enum SHA256 {
  /// Returns the hash of `bytes` (FIPS 180-4) as 64 hexadecimal digits. The bytes cannot be
  /// recovered from the hash.
  package static func digits(of bytes: some Collection<UInt8>) -> String {
    hexadecimal(cairn_sha256, 64, of: Array(bytes))
  }
}

/// The hash with which Evernote names the files of a note. This hash does not protect against
/// tampering.
package enum MD5 {
  /// Returns the hash of `bytes` (RFC 1321) as 32 hexadecimal digits.
  package static func digits(of bytes: [UInt8]) -> String { hexadecimal(cairn_md5, 32, of: bytes) }
}

/// Returns the `count` hexadecimal digits that `hash`, a function of libmd, computes for `bytes`.
/// The function also writes a NUL after the digits.
private func hexadecimal(
  _ hash: (UnsafeRawPointer?, Int, UnsafeMutablePointer<CChar>?) -> Void, _ count: Int,
  of bytes: [UInt8]
) -> String {
  String(unsafeUninitializedCapacity: count + 1) { buffer in
    buffer.withMemoryRebound(to: CChar.self) { digits in
      bytes.withUnsafeBytes { hash($0.baseAddress, $0.count, digits.baseAddress) }
    }
    return count
  }
}
