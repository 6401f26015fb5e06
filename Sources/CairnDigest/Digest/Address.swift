/// Addresses of files, as they may stand in a link.
package enum Address {
  /// A path with all but letters, digits, `-`, `.`, `_`, `~` and `/` percent-encoded (RFC 3986
  /// §2.3): no colon in it can be taken for the end of a scheme.
  package static func encoded(_ path: some Sequence<UInt8>) -> String {
    var address = ""
    for byte in path {
      if byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "-._~/".utf8.contains(byte) {
        address.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        address += "%" + (byte < 0x10 ? "0" : "") + digits
      }
    }
    return address
  }
}
