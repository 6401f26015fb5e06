/// Escaping of text for HTML: `&`, `<`, `>` and both quotes become character references.
///
/// Works on bytes, not characters: a quote with a combining accent is one character, but browsers
/// still see the quote.
package enum HTMLEscaping {
  /// Returns `text` with `&`, `<`, `>` and both quotes escaped.
  package static func escaped(_ text: String) -> String {
    var output: [UInt8] = []
    append(text, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends the UTF-8 of `text` to `output`, with `&`, `<`, `>` and both quotes escaped.
  package static func append(_ text: String, to output: inout [UInt8]) {
    var text = text
    text.withUTF8 { bytes in
      var copied = 0
      for index in bytes.indices {
        guard let reference = reference(for: bytes[index]) else { continue }
        output.append(contentsOf: bytes[copied..<index])
        reference.withUTF8Buffer { output.append(contentsOf: $0) }
        copied = index + 1
      }
      output.append(contentsOf: bytes[copied...])
    }
  }

  private static func reference(for byte: UInt8) -> StaticString? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: nil
    }
  }
}
