/// The names in templates, written so that the Mustache library takes them: it knows ASCII letters,
/// digits and a few signs only, while a key of front matter is any text.
///
/// A byte that it does not know is written `*C3`.
enum TemplateName {
  /// Bytes of names that stay as they are. `*` may stand in a name too, and is what marks the others.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || ".-_?()".utf8.contains(byte)
  }

  /// `source` with the names in its tags encoded.
  static func encoded(in source: String) -> String {
    var output: [UInt8] = []
    var rest = source.utf8[...]
    while let opening = rest.firstIndex(of: "{{") {
      output += rest[..<opening]
      rest = rest[opening...]
      let start = rest.firstIndex { $0 != UInt8(ascii: "{") } ?? rest.endIndex
      output += rest[..<start]
      rest = rest[start...]
      guard let end = rest.firstIndex(of: "}}") else { break }
      output += tag(rest[..<end])
      rest = rest[end...]
    }
    return String(decoding: output + rest, as: UTF8.self)
  }

  /// What stands between the braces of one tag, its name encoded.
  private static func tag(_ text: Substring.UTF8View) -> [UInt8] {
    guard let first = text.first, !"!%>".utf8.contains(first) else { return Array(text) }
    let sigil = text.prefix(while: "#^/&".utf8.contains)
    let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    var name = text[sigil.endIndex...].drop(while: isBlank)
    while name.last.map(isBlank) == true { name.removeLast() }
    return Array(sigil)
      + name.flatMap { byte in
        isPlain(byte) ? [byte] : Array("*\(Self.hex(byte))".utf8)
      }
  }

  /// The name as it was before ``encoded(in:)``.
  static func decoded(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "*")) else { return name }
    var bytes: [UInt8] = []
    var rest = name.utf8[...]
    while let byte = rest.popFirst() {
      let digits = Substring(rest.prefix(2))
      if byte == UInt8(ascii: "*"), digits.utf8.count == 2, let code = UInt8(digits, radix: 16) {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.utf8.count < 2 ? "0" + digits : digits
  }
}

extension Substring.UTF8View {
  /// Where `text` first stands.
  fileprivate func firstIndex(of text: StaticString) -> Index? {
    text.withUTF8Buffer { text in indices.first { self[$0...].starts(with: text) } }
  }
}
