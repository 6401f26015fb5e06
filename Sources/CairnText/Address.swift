/// Percent-encoding of text for use in links and addresses (RFC 3986 §2.1).
package enum Address {
  /// Returns `path` with every byte percent-encoded except letters, digits, `-`, `.`, `_`, `~` (RFC
  /// 3986 §2.3) and the characters in `kept`. With the default `kept`, colons are encoded too, so
  /// that none is read as the end of a URL scheme.
  package static func encoded(_ path: some Sequence<UInt8>, keeping kept: String = "/") -> String {
    encoded(path) { !isUnreserved($0) && !kept.utf8.contains($0) }
  }

  /// Returns an address with every byte percent-encoded except visible ASCII characters.
  package static func visible(_ address: String) -> String {
    encoded(address.utf8) { !(0x21...0x7E).contains($0) }
  }

  /// Returns bytes as text. Percent-encodes each byte for which `isEncoded` returns true.
  package static func encoded(
    _ bytes: some Sequence<UInt8>, where isEncoded: (UInt8) -> Bool
  ) -> String {
    var address: [UInt8] = []
    // Copying into an array lets the compiler generate this loop once, not for each sequence type.
    for byte in Array(bytes) {
      if isEncoded(byte) { address += escape(byte) } else { address.append(byte) }
    }
    return String(decoding: address, as: UTF8.self)
  }

  /// Returns the three characters that represent a byte: `%2F`.
  package static func escape(_ byte: UInt8) -> [UInt8] {
    [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 0xF)]
  }

  /// Returns whether a byte never needs percent-encoding.
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Returns the hexadecimal digit for `value`, 0 … 15.
  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}

extension String {
  /// The text percent-encoded as one component of a path, or as a value in a query of an address.
  package var percentEncoded: String {
    Address.encoded(utf8, keeping: "")
  }
}
