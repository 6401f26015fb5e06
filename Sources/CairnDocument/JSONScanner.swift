/// A JSON scanner (RFC 8259) that keeps the byte range of every value.
struct JSONScanner {
  private let bytes: [UInt8]
  private let end: Int
  private var position: Int
  private var depth = 0

  private init(_ bytes: [UInt8], _ content: Range<Int>) {
    self.bytes = bytes
    position = content.lowerBound
    end = content.upperBound
  }

  /// Returns the members of the object in `content`. The braces may be missing, as in front matter
  /// between `;;;` lines.
  ///
  /// - Throws: A ``FormatFailure`` if the text is not JSON, or if a key in a nested object occurs
  ///   twice.
  static func map(_ bytes: [UInt8], _ content: Range<Int>) throws(FormatFailure) -> MapLayout {
    var scanner = JSONScanner(bytes, content)
    guard String(validating: bytes[content], as: UTF8.self) != nil else {
      throw FormatFailure(offset: content.lowerBound, reason: "the front matter is not UTF-8")
    }
    scanner.skipSpace()
    let map: MapLayout
    if scanner.byte == UInt8(ascii: "{") {
      map = try scanner.object()
    } else {
      map = try scanner.members(from: scanner.position, until: nil)
    }
    scanner.skipSpace()
    guard scanner.position == scanner.end else {
      throw scanner.failure("unexpected text after the object")
    }
    return map
  }

  /// Returns the value of `text`, or nil if `text` is not a single JSON value.
  static func value(_ text: String) -> FieldValue? {
    let bytes = Array(text.utf8)
    var scanner = JSONScanner(bytes, 0..<bytes.count)
    guard let value = try? scanner.value(), scanner.position == bytes.count else { return nil }
    return value.reading
  }

  private var byte: UInt8? { position < end ? bytes[position] : nil }

  private func failure(_ reason: String, at offset: Int? = nil) -> FormatFailure {
    FormatFailure(offset: offset ?? position, reason: reason)
  }

  private mutating func skipSpace() {
    while let byte, byte.isBlank || byte.isLineBreak { position += 1 }
  }

  private mutating func take(_ wanted: UInt8) -> Bool {
    guard byte == wanted else { return false }
    position += 1
    return true
  }
}

// MARK: - Objects and arrays

extension JSONScanner {
  /// Reads the object that begins at the current position.
  private mutating func object() throws(FormatFailure) -> MapLayout {
    position += 1
    return try members(from: position, until: UInt8(ascii: "}"))
  }

  /// Reads the members of an object up to the byte `close`, or to the end of the text if `close` is
  /// nil.
  private mutating func members(
    from start: Int, until close: UInt8?
  ) throws(FormatFailure) -> MapLayout {
    var map = MapLayout(form: .entries, fields: [], start: start, end: start)
    var keys: Set<KeyBytes> = []
    let isRoot = depth == 0
    depth += 1
    defer { depth -= 1 }
    while true {
      skipSpace()
      if map.fields.isEmpty, try isAtEnd(close) { return map }
      let keyStart = position
      guard byte == UInt8(ascii: "\"") else { throw failure("expected a key in double quotes") }
      let key = try string()
      let keyRange = keyStart..<position
      guard isRoot || keys.insert(KeyBytes(key)).inserted else {
        throw failure("the key `\(key)` occurs twice", at: keyStart)
      }
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw failure("expected a colon after the key") }
      skipSpace()
      let value = try value()
      map.fields.append(
        FieldLayout(
          key: key, keyRange: keyRange, lines: keyStart..<value.range.upperBound, value: value))
      skipSpace()
      if try isAtEnd(close) { return map }
      guard take(UInt8(ascii: ",")) else { throw failure("expected a comma or a closing brace") }
    }
  }

  /// Returns whether the object ends at the current position. If so, moves past the closing brace.
  /// `close` is the closing brace; nil for an object without braces, which ends with the text.
  private mutating func isAtEnd(_ close: UInt8?) throws(FormatFailure) -> Bool {
    guard let close else { return position == end }
    if position == end { throw failure("the object is not closed") }
    return take(close)
  }

  private mutating func array() throws(FormatFailure) -> [FieldLayout.Item] {
    position += 1
    depth += 1
    defer { depth -= 1 }
    var items: [FieldLayout.Item] = []
    while true {
      skipSpace()
      if items.isEmpty, take(UInt8(ascii: "]")) { return items }
      let value = try value()
      items.append(.init(value: value.range, lines: value.range, reading: value.reading))
      skipSpace()
      if take(UInt8(ascii: "]")) { return items }
      guard take(UInt8(ascii: ",")) else { throw failure("expected a comma or a closing bracket") }
    }
  }
}

// MARK: - Values

extension JSONScanner {
  private mutating func value() throws(FormatFailure) -> PlacedValue {
    let start = position
    guard depth <= deepestNesting else { throw failure("the values are nested too deeply") }
    switch byte {
    case UInt8(ascii: "{"):
      let map = try object()
      return PlacedValue(
        range: start..<position, style: .flowMapping,
        reading: .map(map.fields.map { .init($0.key, $0.reading ?? .null) }), map: map)
    case UInt8(ascii: "["):
      let items = try array()
      return PlacedValue(
        range: start..<position, style: .flowSequence,
        reading: .list(items.map { $0.reading ?? .null }), items: items)
    case UInt8(ascii: "\""):
      let text = try string()
      return PlacedValue(range: start..<position, style: .doubleQuoted, reading: .string(text))
    default:
      let reading = try word()
      return PlacedValue(range: start..<position, style: .plain, reading: reading)
    }
  }

  /// Reads `true`, `false`, `null` or a number.
  private mutating func word() throws(FormatFailure) -> FieldValue {
    let start = position
    while let byte, byte.isASCIIWord || "+-.".utf8.contains(byte) { position += 1 }
    switch String(decoding: bytes[start..<position], as: UTF8.self) {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "null": return .null
    case let word:
      guard let number = Self.number(word) else { throw failure("expected a value", at: start) }
      return number
    }
  }

  /// Returns the value of a number (§6), or nil if `text` is not a number. An integer of more than
  /// 64 bits is text, so that no digit is lost.
  private static func number(_ text: String) -> FieldValue? {
    var rest = text.utf8[...]
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let whole = rest.prefix(while: \.isASCIIDigit)
    guard let first = whole.first, first != UInt8(ascii: "0") || whole.count == 1 else {
      return nil
    }
    rest = rest.dropFirst(whole.count)
    if rest.isEmpty { return Int(text).map(FieldValue.integer) ?? .string(text) }
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: \.isASCIIDigit)
      guard !fraction.isEmpty else { return nil }
      rest = rest.dropFirst(1 + fraction.count)
    }
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if let sign = rest.first, "+-".utf8.contains(sign) { rest = rest.dropFirst() }
      let exponent = rest.prefix(while: \.isASCIIDigit)
      guard !exponent.isEmpty else { return nil }
      rest = rest.dropFirst(exponent.count)
    }
    return rest.isEmpty ? Double(text).map(FieldValue.float) : nil
  }

  /// Reads the string that begins at the current position (§7).
  private mutating func string() throws(FormatFailure) -> String {
    let opening = position
    position += 1
    var text: [UInt8] = []
    var start = position
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        text += bytes[start..<position]
        position += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        text += bytes[start..<position]
        text += Array(String(try escape()).utf8)
        start = position
      case 0..<0x20: throw failure("this character must be written as an escape sequence")
      default: position += 1
      }
    }
    throw failure("this quote is not closed", at: opening)
  }

  /// Reads the escape sequence at the current position. The two escape sequences of a surrogate
  /// pair are read as one character.
  private mutating func escape() throws(FormatFailure) -> Unicode.Scalar {
    let start = position
    position += 1
    let invalid = failure("this escape sequence is invalid", at: start)
    guard let mark = byte else { throw invalid }
    position += 1
    switch mark {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(mark)
    case UInt8(ascii: "b"): return "\u{08}"
    case UInt8(ascii: "f"): return "\u{0C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let code = bytes.hexadecimal(at: position, width: 4) else { throw invalid }
      position += 4
      if let scalar = Unicode.Scalar(code) { return scalar }
      guard code < 0xDC00, bytes.byte(at: position) == UInt8(ascii: "\\"),
        bytes.byte(at: position + 1) == UInt8(ascii: "u"),
        let low = bytes.hexadecimal(at: position + 2, width: 4), (0xDC00..<0xE000).contains(low),
        let scalar = Unicode.Scalar(0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00))
      else { throw invalid }
      position += 6
      return scalar
    default: throw invalid
    }
  }
}

extension [UInt8] {
  /// Returns the number written as `width` hexadecimal digits at `offset`, or nil if there are
  /// fewer digits.
  func hexadecimal(at offset: Int, width: Int) -> UInt32? {
    guard offset + width <= count else { return nil }
    var number: UInt32 = 0
    for byte in self[offset..<(offset + width)] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        return nil
      }
      number = number << 4 | UInt32(digit)
    }
    return number
  }
}
