/// The lines of an iCalendar or vCard text (RFC 5545 §3.1, RFC 6350 §3.2):
/// `NAME;PARAMETER=x:value`, folded so that no line has more than 75 octets.
struct ContentLines {
  private(set) var bytes: [UInt8] = []

  /// Adds a line with a value that is written without escapes. Does nothing if `value` is nil.
  mutating func add(_ name: String, raw value: String?) {
    guard let value else { return }
    append("\(name):\(value)")
  }

  /// Adds a line with text, which is escaped. Does nothing if `text` is nil or empty.
  mutating func add(_ name: String, _ text: String?) {
    guard let text, !text.isEmpty else { return }
    append("\(name):\(Self.escaped(text))")
  }

  /// Adds a line with several texts, separated by commas. Does nothing if there are none.
  mutating func add(_ name: String, list texts: [String]) {
    guard !texts.isEmpty else { return }
    append("\(name):\(texts.map(Self.escaped).joined(separator: ","))")
  }

  /// Escapes text (RFC 5545 §3.3.11, RFC 6350 §3.4). Line breaks become `\n`, and tabs stay; other
  /// control characters are left out.
  static func escaped(_ text: String) -> String {
    var result = ""
    var view = text.replacing("\r\n", with: "\n").unicodeScalars[...]
    while let scalar = view.popFirst() {
      switch scalar {
      case "\\", ";", ",": result += "\\\(scalar)"
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": result += "\\n"
      case "\t": result += "\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Appends a line. A long line is folded between characters.
  private mutating func append(_ line: String) {
    var length = 0
    for scalar in line.unicodeScalars {
      let encoded = Array(UTF8.encode(scalar) ?? UTF8.EncodedScalar())
      if length + encoded.count > 75 {
        bytes += "\r\n ".utf8
        length = 1
      }
      bytes += encoded
      length += encoded.count
    }
    bytes += "\r\n".utf8
  }
}
