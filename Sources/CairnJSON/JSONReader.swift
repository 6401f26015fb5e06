extension JSONValue {
  /// Parses JSON text (RFC 8259). Returns nil if the text is invalid or nested more than 32 levels
  /// deep.
  package init?(reading bytes: [UInt8]) {
    let value = bytes.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(bytes: bytes)
      return reader.document()
    }
    guard let value else { return nil }
    self = value
  }

  /// Parses the JSON value that begins at offset `start`. Returns the value and its end offset; nil
  /// if the value is invalid or nested more than 32 levels deep.
  package static func leading(
    in bytes: [UInt8], from start: Int
  ) -> (value: JSONValue, end: Int)? {
    bytes.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(bytes: bytes, from: start)
      return reader.leading()
    }
  }

  /// Returns the members of a JSON object or the elements of a JSON array. `written` contains the
  /// bytes of the value as written, so that a number keeps all its digits. `name` is empty for an
  /// element of an array. Nil if `bytes` is any other JSON value or is invalid.
  package static func parts(
    of bytes: [UInt8]
  ) -> [(name: String, value: JSONValue, written: [UInt8])]? {
    bytes.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(bytes: bytes)
      return reader.parts()
    }
  }

  /// The text, if this is a string; otherwise nil.
  package var text: String? { if case .string(let text) = self { text } else { nil } }
  /// The number, if this is an integer; otherwise nil.
  package var number: Int? { if case .integer(let number) = self { number } else { nil } }
  /// The elements, if this is an array; otherwise nil.
  package var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// Returns the value of a member; nil if this is not an object or has no such member. If the name
  /// occurs more than once, the last member counts.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }
}

/// A JSON parser that reads byte by byte.
private struct JSONReader {
  let bytes: UnsafeBufferPointer<UInt8>
  private var index: Int
  private static let deepest = 32

  init(bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0) {
    self.bytes = bytes
    index = start
  }

  mutating func leading() -> (value: JSONValue, end: Int)? {
    value(depth: 0).map { ($0, index) }
  }

  mutating func document() -> JSONValue? {
    guard let value = value(depth: 0) else { return nil }
    skipBlanks()
    // Plain `nil` would be converted to the JSON value `null`.
    return index == bytes.count ? value : Optional.none
  }

  mutating func parts() -> [(name: String, value: JSONValue, written: [UInt8])]? {
    let isObject = take("{")
    guard isObject || take("[") else { return nil }
    let end: Unicode.Scalar = isObject ? "}" : "]"
    var parts: [(name: String, value: JSONValue, written: [UInt8])] = []
    var isClosed = take(end)
    while !isClosed {
      skipBlanks()
      var name = ""
      if isObject {
        guard let key = string(), take(":") else { return nil }
        name = key
      }
      skipBlanks()
      let start = index
      guard let value = value(depth: 1) else { return nil }
      parts.append((name, value, Array(bytes[start..<index])))
      isClosed = take(end)
      guard isClosed || take(",") else { return nil }
    }
    skipBlanks()
    return index == bytes.count ? parts : nil
  }

  private mutating func skipBlanks() {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
  }

  /// Skips white space, then consumes the next byte if it is `byte`. Returns whether the byte was
  /// consumed.
  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard index < bytes.count, bytes[index] == UInt8(ascii: byte) else { return false }
    index += 1
    return true
  }

  private mutating func value(depth: Int) -> JSONValue? {
    skipBlanks()
    guard index < bytes.count, depth < Self.deepest else { return nil }
    switch bytes[index] {
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "["):
      index += 1
      return array(depth)
    case UInt8(ascii: "{"):
      index += 1
      return object(depth)
    default: return word()
    }
  }

  private mutating func array(_ depth: Int) -> JSONValue? {
    var elements: [JSONValue] = []
    if take("]") { return .array(elements) }
    repeat {
      guard let element = value(depth: depth + 1) else { return nil }
      elements.append(element)
    } while take(",")
    return take("]") ? .array(elements) : Optional.none
  }

  private mutating func object(_ depth: Int) -> JSONValue? {
    var members: [JSONValue.Member] = []
    if take("}") { return .object(members) }
    repeat {
      skipBlanks()
      guard let name = string(), take(":"), let value = value(depth: depth + 1) else { return nil }
      members.append(.init(name, value))
    } while take(",")
    return take("}") ? .object(members) : Optional.none
  }

  /// Parses `true`, `false`, `null` or a number. Returns nil if none of them is next.
  private mutating func word() -> JSONValue? {
    let start = index
    while index < bytes.count, "+-.".utf8.contains(bytes[index]) || bytes[index].isWordByte {
      index += 1
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    switch text {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "null": return .null
    default:
      guard Self.isNumber(bytes[start..<index]) else { return nil }
      return Int(text).map { .integer($0) } ?? Double(text).map { .number($0) }
    }
  }

  /// Returns whether bytes are a JSON number (RFC 8259 §6), such as `-1.5e+3`; false for `01`, `1.`
  /// and `0x1`.
  private static func isNumber(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var rest = bytes[...]
    func take(_ allowed: String) -> Bool {
      guard let byte = rest.first, allowed.utf8.contains(byte) else { return false }
      rest.removeFirst()
      return true
    }
    func takeDigits() -> Bool {
      let digits = rest.prefix { $0 &- 0x30 < 10 }
      rest = rest[digits.endIndex...]
      return !digits.isEmpty
    }
    _ = take("-")
    guard take("0") || takeDigits() else { return false }
    if take("."), !takeDigits() { return false }
    if take("eE") {
      _ = take("+-")
      if !takeDigits() { return false }
    }
    return rest.isEmpty
  }

  /// Parses a string (RFC 8259 §7). Nil if there is none, if it is not closed, or if it contains a
  /// control character, an invalid escape or invalid UTF-8.
  private mutating func string() -> String? {
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return nil }
    index += 1
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != 0x5C,
      bytes[index] >= 0x20
    { index += 1 }
    guard index < bytes.count else { return nil }
    var text = Array(bytes[start..<index])
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      if bytes[index] == 0x5C {
        index += 1
        guard let scalar = escape() else { return nil }
        text += Array(String(scalar).utf8)
      } else if bytes[index] < 0x20 {
        return nil
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    guard index < bytes.count else { return nil }
    index += 1
    return String(validating: text, as: UTF8.self)
  }

  /// Parses an escape from the character after its backslash (RFC 8259 §7). Returns nil if the
  /// escape is invalid.
  private mutating func escape() -> Unicode.Scalar? {
    guard index < bytes.count else { return nil }
    let byte = bytes[index]
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return unicode()
    default: return nil
    }
  }

  /// Parses the digits of a `\u` escape: four hexadecimal digits or, for a surrogate pair, four
  /// digits, `\u` and four more digits. Returns nil if they are invalid.
  private mutating func unicode() -> Unicode.Scalar? {
    guard let high = digits() else { return nil }
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard high < 0xDC00, bytes[index...].starts(with: "\\u".utf8) else { return nil }
    index += 2
    guard let low = digits(), (0xDC00..<0xE000).contains(low) else { return nil }
    return Unicode.Scalar(0x1_0000 + (high - 0xD800) << 10 + (low - 0xDC00))
  }

  private mutating func digits() -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    let text = String(decoding: bytes[index..<index + 4], as: UTF8.self)
    index += 4
    return text.utf8.allSatisfy(\.isWordByte) ? UInt32(text, radix: 16) : nil
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII letter or digit.
  fileprivate var isWordByte: Bool { self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 26 }
}
