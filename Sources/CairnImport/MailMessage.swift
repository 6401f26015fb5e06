import CairnMarkup
import CairnText

/// A mail message (RFC 5322), with its parts (MIME, RFC 2045 to 2047).
struct MailMessage {
  /// The fields, in order. Each name is in lower case, and each value is on one line.
  let fields: [(name: String, value: String)]
  let body: ArraySlice<UInt8>

  /// Reads a message or a part of a message.
  init(_ bytes: ArraySlice<UInt8>) {
    var fields: [(name: String, value: [UInt8])] = []
    var rest = bytes
    while !rest.isEmpty {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      rest = rest[line.endIndex...].dropFirst()
      if text.isEmpty { break }
      if text.first?.isWhitespace == true {
        // This line continues the previous field.
        if fields.isEmpty { continue }
        fields[fields.count - 1].value += [0x20] + text.drop { $0.isWhitespace }
      } else if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
        let name = String(decoding: text[..<colon], as: UTF8.self).lowercased()
        fields.append((name, Array(text[(colon + 1)...].drop { $0.isWhitespace })))
      }
    }
    self.fields = fields.map { ($0.name, String(decoding: $0.value, as: UTF8.self).trimmed) }
    body = rest
  }

  /// Returns the value of a field with its encoded words decoded; nil if there is no such field.
  func text(_ name: String) -> String? {
    fields.first { $0.name == name }.map { Self.decodingWords($0.value) }
  }

  /// The media type of the body in lower case.
  var type: String {
    let value = fields.first { $0.name == "content-type" }?.value ?? "text/plain"
    return value.prefix { $0 != ";" }.lowercased().trimmed
  }

  /// Returns a parameter of a field, such as the boundary of `content-type`; nil if it is missing.
  func parameter(_ name: String, of field: String) -> String? {
    guard let value = fields.first(where: { $0.name == field })?.value else { return nil }
    var rest = value[...].drop { $0 != ";" }
    while !rest.isEmpty {
      rest = rest.dropFirst()
      let key = rest.prefix { $0 != "=" && $0 != ";" }
      rest = rest[key.endIndex...]
      guard rest.first == "=" else { continue }
      rest = rest.dropFirst()
      let word: Substring
      if rest.first == "\"" {
        word = rest.dropFirst().prefix { $0 != "\"" }
        rest = rest[word.endIndex...].drop { $0 != ";" }
      } else {
        word = rest.prefix { $0 != ";" }
        rest = rest[word.endIndex...]
      }
      switch String(key).trimmed.lowercased() {
      case name: return Self.decodingWords(String(word).trimmed)
      // RFC 2231: `utf-8''a%20name`.
      case name + "*":
        let encoded = word.split(separator: "'", omittingEmptySubsequences: false).last ?? word
        return String(encoded).percentDecoded
      default: break
      }
    }
    return nil
  }

  /// The bytes of the body, with its transfer encoding (such as Base64) decoded.
  var content: [UInt8] {
    switch text("content-transfer-encoding")?.lowercased() {
    case "base64": Base64.decoded(body) ?? Array(body)
    case "quoted-printable": Self.decodingQuotedPrintable(body, inWord: false)
    default: Array(body)
    }
  }

  /// The parts of a multipart body; empty for any other body.
  var parts: [MailMessage] {
    guard type.hasPrefix("multipart/"), let boundary = parameter("boundary", of: "content-type"),
      !boundary.isEmpty
    else { return [] }
    let mark = Array("--\(boundary)".utf8)
    var parts: [MailMessage] = []
    var start: Int?
    var place = body.startIndex
    while place < body.endIndex {
      let end = body[place...].firstIndex(of: UInt8(ascii: "\n")) ?? body.endIndex
      if body[place..<end].starts(with: mark) {
        if let start, start <= place { parts.append(MailMessage(body[start..<place])) }
        let rest = body[place..<end].dropFirst(mark.count)
        start = rest.starts(with: "--".utf8) ? nil : min(end + 1, body.endIndex)
      }
      place = end + 1
    }
    return parts
  }
}

// MARK: - Text

extension MailMessage {
  /// Decodes bytes to text. Returns nil if the character set is not supported, or if the bytes are
  /// not valid in this character set.
  static func text(_ bytes: [UInt8], _ charset: String?) -> String? {
    switch charset?.lowercased() ?? "utf-8" {
    case "utf-8", "utf8", "us-ascii", "ascii":
      return String(validating: bytes, as: UTF8.self)
    case "iso-8859-1", "latin1", "windows-1252", "cp1252": return text(bytes, replacing: windows)
    case "iso-8859-15", "latin-9", "latin9": return text(bytes, replacing: latin9)
    default: return nil
    }
  }

  /// Returns Latin-1 bytes as text. Each byte in `others` becomes the character that `others`
  /// contains for the byte, instead of its character in Latin-1.
  private static func text(_ bytes: [UInt8], replacing others: [UInt8: Unicode.Scalar]) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(others[byte] ?? Unicode.Scalar(byte)) }
    return String(text)
  }

  /// The characters of ISO 8859-15 that differ from Latin-1.
  private static let latin9: [UInt8: Unicode.Scalar] = [
    0xA4: "€", 0xA6: "Š", 0xA8: "š", 0xB4: "Ž", 0xB8: "ž", 0xBC: "Œ", 0xBD: "œ", 0xBE: "Ÿ",
  ]

  /// The characters in Windows-1252 for bytes that Latin-1 does not use.
  private static let windows: [UInt8: Unicode.Scalar] = [
    0x80: "€", 0x82: "‚", 0x83: "ƒ", 0x84: "„", 0x85: "…", 0x86: "†", 0x87: "‡", 0x88: "ˆ",
    0x89: "‰", 0x8A: "Š", 0x8B: "‹", 0x8C: "Œ", 0x8E: "Ž", 0x91: "‘", 0x92: "’", 0x93: "“",
    0x94: "”", 0x95: "•", 0x96: "–", 0x97: "—", 0x98: "˜", 0x99: "™", 0x9A: "š", 0x9B: "›",
    0x9C: "œ", 0x9E: "ž", 0x9F: "Ÿ",
  ]

  /// Returns a field's value with its encoded words (RFC 2047) decoded: `=?utf-8?q?caf=C3=A9?=`.
  static func decodingWords(_ value: String) -> String {
    guard value.contains("=?") else { return value }
    var result = ""
    var rest = value[...]
    var followsWord = false
    while let start = rest.firstRange(of: "=?") {
      let before = rest[..<start.lowerBound]
      let pieces = rest[start.upperBound...].split(
        separator: "?", maxSplits: 3, omittingEmptySubsequences: false)
      guard pieces.count == 4, pieces[3].first == "=", let word = decoded(pieces) else {
        result += rest[..<start.upperBound]
        rest = rest[start.upperBound...]
        followsWord = false
        continue
      }
      // White space between two encoded words is not part of the text.
      if !followsWord || !before.allSatisfy(\.isWhitespace) { result += before }
      result += word
      rest = pieces[3].dropFirst()
      followsWord = true
    }
    return result + rest
  }

  private static func decoded(_ pieces: [Substring]) -> String? {
    let charset = pieces[0].prefix { $0 != "*" }
    let bytes: [UInt8]? =
      switch pieces[1].lowercased() {
      case "b": Base64.decoded(pieces[2].utf8)
      case "q": decodingQuotedPrintable(Array(pieces[2].utf8)[...], inWord: true)
      default: nil
      }
    return bytes.flatMap { text($0, String(charset)) }
  }

  /// Decodes quoted-printable bytes (RFC 2045 §6.7). In an encoded word, `_` stands for a space.
  static func decodingQuotedPrintable(_ bytes: ArraySlice<UInt8>, inWord: Bool) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "_"), inWord {
        result.append(0x20)
      } else if byte == UInt8(ascii: "="), let value = hex(rest.prefix(2)) {
        result.append(value)
        rest = rest.dropFirst(2)
      } else if byte == UInt8(ascii: "="), rest.first == 0x0D || rest.first == 0x0A {
        // A line break that is not part of the text.
        rest = rest.dropFirst(rest.first == 0x0D ? 2 : 1)
      } else {
        result.append(byte)
      }
    }
    return result
  }

  private static func hex(_ digits: ArraySlice<UInt8>) -> UInt8? {
    digits.count == 2 && digits.allSatisfy { ($0 &- 0x30 < 10) || $0.isLetter }
      ? UInt8(String(decoding: digits, as: UTF8.self), radix: 16) : nil
  }
}
