import Mustache

/// How values are made text of HTML: `&`, `<`, `>` and both quotes become references.
///
/// It stands in the place of the library's own, which goes by characters: of a quote with an accent
/// upon it, it does not know that browsers see a quote.
struct HTMLEscaping: MustacheContentType {
  /// What templates call it that are compiled from now on. Asked for the first time, it is made known.
  static let name: String = {
    MustacheContentTypes.register(HTMLEscaping(), named: "HTML")
    return "HTML"
  }()

  /// The text with these five signs escaped, whatever stands behind them.
  func escapeText(_ text: String) -> String {
    guard text.utf8.contains(where: { Self.reference(for: $0) != nil }) else { return text }
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count + 32)
    Self.append(text, to: &escaped)
    return String(decoding: escaped, as: UTF8.self)
  }

  /// Adds the text with these five signs escaped.
  static func append(_ text: String, to output: inout [UInt8]) {
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
