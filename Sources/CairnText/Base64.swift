/// Base64 with the standard alphabet and padding (RFC 4648 §4).
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns `bytes` encoded in Base64, padded with `=`. Costs one pass.
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
}
