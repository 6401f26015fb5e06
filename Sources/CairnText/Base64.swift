/// Base64 with the standard alphabet and padding (RFC 4648 §4).
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns `bytes` encoded in Base64, padded with `=`.
  package static func encoded(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var bits = 0
    var held = 0
    for byte in bytes {
      bits = bits << 8 | Int(byte)
      held += 8
      while held >= 6 {
        held -= 6
        text.append(alphabet[bits >> held & 0x3F])
      }
      bits &= 0xFF
    }
    if held > 0 { text.append(alphabet[bits << (6 - held) & 0x3F]) }
    while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes that `text` encodes, or nil if it contains a character that is not used in
  /// Base64. Skips white space and `=` wherever they occur, so padding may be missing.
  package static func decoded(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, held) = (0, 0)
    for byte in text {
      switch byte {
      case 0x20, 0x09...0x0D, UInt8(ascii: "="): continue
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): bits = bits << 6 | Int(byte - 65)
      case UInt8(ascii: "a")...UInt8(ascii: "z"): bits = bits << 6 | Int(byte - 71)
      case UInt8(ascii: "0")...UInt8(ascii: "9"): bits = bits << 6 | Int(byte + 4)
      case UInt8(ascii: "+"): bits = bits << 6 | 62
      case UInt8(ascii: "/"): bits = bits << 6 | 63
      default: return nil
      }
      held += 6
      if held >= 8 {
        held -= 8
        bytes.append(UInt8(bits >> held & 0xFF))
        bits &= 0xFF
      }
    }
    return bytes
  }
}
