/// Percent-encoding of file paths for use in links.
package enum Address {
  /// Returns `path` with every byte percent-encoded except letters, digits, `-`, `.`, `_`, `~` and
  /// `/` (RFC 3986 §2.3). A colon could otherwise be read as the end of a URL scheme.
  package static func encoded(_ path: some Sequence<UInt8>) -> String {
    var address: [UInt8] = []
    // Copying into an array lets the compiler generate this loop once, not for each sequence type.
    for byte in Array(path) {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        address.append(byte)
      default:
        address += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 0xF)]
      }
    }
    return String(decoding: address, as: UTF8.self)
  }

  /// Returns the hexadecimal digit for `value`, 0 … 15.
  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
