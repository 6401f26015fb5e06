/// A TOML 1.0 scanner that keeps the byte range of every value.
///
/// This type only reads keys and values. ``TOMLTable`` combines the statements of a document.
struct TOMLScanner {
  let bytes: [UInt8]
  let end: Int
  var position: Int
  private var depth = 0

  init(_ bytes: [UInt8], _ content: Range<Int>) {
    self.bytes = bytes
    position = content.lowerBound
    end = content.upperBound
  }

  /// Returns the value of `text`, or nil if `text` is not a single TOML value.
  static func value(_ text: String) -> FieldValue? {
    let bytes = Array(text.utf8)
    var scanner = TOMLScanner(bytes, 0..<bytes.count)
    guard let value = try? scanner.value(), scanner.position == bytes.count else { return nil }
    return value.reading
  }

  var byte: UInt8? { position < end ? bytes[position] : nil }

  func failure(_ reason: String, at offset: Int? = nil) -> FormatFailure {
    FormatFailure(offset: offset ?? position, reason: reason)
  }

  mutating func take(_ wanted: UInt8) -> Bool {
    guard byte == wanted else { return false }
    position += 1
    return true
  }

  mutating func skipBlanks() {
    while let byte, byte.isBlank { position += 1 }
  }

  /// Moves past LF or CRLF. Returns false if no line break is at the current position.
  mutating func takeLineBreak() -> Bool {
    if byte == UInt8(ascii: "\r"), bytes.byte(at: position + 1) == UInt8(ascii: "\n") {
      position += 2
      return true
    }
    return take(UInt8(ascii: "\n"))
  }

  /// Moves past a comment, if one begins at the current position.
  mutating func skipComment() throws(FormatFailure) {
    guard take(UInt8(ascii: "#")) else { return }
    while let byte, byte != UInt8(ascii: "\n") {
      if byte == UInt8(ascii: "\r"), bytes.byte(at: position + 1) == UInt8(ascii: "\n") { return }
      if byte.isTOMLControl { throw failure("TOML does not allow this control character") }
      position += 1
    }
  }

  /// Moves past white space, comments and line breaks in an array.
  private mutating func skipSpaceInArray() throws(FormatFailure) {
    repeat {
      skipBlanks()
      try skipComment()
    } while takeLineBreak()
  }
}

// MARK: - Keys

extension TOMLScanner {
  /// A part of a dotted key.
  struct KeyPart {
    let text: String
    let range: Range<Int>
  }

  /// Reads a key, which can have several parts with dots between them.
  mutating func key() throws(FormatFailure) -> [KeyPart] {
    var parts = [try keyPart()]
    while true {
      let last = position
      skipBlanks()
      guard take(UInt8(ascii: ".")) else {
        position = last
        return parts
      }
      skipBlanks()
      guard parts.count < deepestNesting else { throw failure("the key has too many parts") }
      parts.append(try keyPart())
    }
  }

  private mutating func keyPart() throws(FormatFailure) -> KeyPart {
    let start = position
    switch byte {
    case UInt8(ascii: "\""): return KeyPart(text: try basicString(), range: start..<position)
    case UInt8(ascii: "'"): return KeyPart(text: try literalString(), range: start..<position)
    default:
      while let byte, byte.isASCIIWord || byte == UInt8(ascii: "-") { position += 1 }
      guard position > start else { throw failure("expected a key") }
      let text = String(decoding: bytes[start..<position], as: UTF8.self)
      return KeyPart(text: text, range: start..<position)
    }
  }

  /// Moves past the `=` after a key.
  mutating func takeEquals() throws(FormatFailure) {
    skipBlanks()
    guard take(UInt8(ascii: "=")) else { throw failure("expected `=` after the key") }
    skipBlanks()
  }
}

// MARK: - Values

extension TOMLScanner {
  /// Reads the value at the current position.
  mutating func value() throws(FormatFailure) -> PlacedValue {
    let start = position
    depth += 1
    defer { depth -= 1 }
    guard depth <= deepestNesting else { throw failure("the values are nested too deeply") }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return try string()
    case UInt8(ascii: "["):
      let items = try array()
      return PlacedValue(
        range: start..<position, style: .flowSequence,
        reading: .list(items.map { $0.reading ?? .null }), items: items)
    case UInt8(ascii: "{"): return try inlineTable()
    default:
      let reading = try word()
      return PlacedValue(range: start..<position, style: .plain, reading: reading)
    }
  }

  private mutating func string() throws(FormatFailure) -> PlacedValue {
    let start = position
    let isLong = bytes[start..<end].prefix(3).elementsEqual(
      [UInt8](repeating: bytes[start], count: 3))
    let isBasic = bytes[start] == UInt8(ascii: "\"")
    let text: String
    let style: FieldLayout.Style
    switch (isLong, isBasic) {
    case (true, _): (text, style) = (try longString(), .other)
    case (false, true): (text, style) = (try basicString(), .doubleQuoted)
    case (false, false): (text, style) = (try literalString(), .singleQuoted)
    }
    return PlacedValue(range: start..<position, style: style, reading: .string(text))
  }

  private mutating func array() throws(FormatFailure) -> [FieldLayout.Item] {
    position += 1
    var items: [FieldLayout.Item] = []
    while true {
      try skipSpaceInArray()
      if take(UInt8(ascii: "]")) { return items }
      let value = try value()
      items.append(.init(value: value.range, lines: value.range, reading: value.reading))
      try skipSpaceInArray()
      if take(UInt8(ascii: "]")) { return items }
      guard take(UInt8(ascii: ",")) else { throw failure("expected a comma or `]`") }
    }
  }

  /// Reads a table in braces, which is on one line.
  private mutating func inlineTable() throws(FormatFailure) -> PlacedValue {
    let start = position
    position += 1
    let table = TOMLTable()
    var map = MapLayout(form: .entries, fields: [], start: position, end: position)
    var isClear = true
    skipBlanks()
    if !take(UInt8(ascii: "}")) {
      while true {
        skipBlanks()
        let key = try key()
        try takeEquals()
        let value = try value()
        try table.add(value, at: key)
        if let part = key.first, key.count == 1 {
          map.fields.append(
            FieldLayout(
              key: part.text, keyRange: part.range,
              lines: part.range.lowerBound..<value.range.upperBound, value: value))
        } else {
          isClear = false
        }
        skipBlanks()
        if take(UInt8(ascii: "}")) { break }
        guard take(UInt8(ascii: ",")) else { throw failure("expected a comma or `}`") }
      }
    }
    return PlacedValue(
      range: start..<position, style: .flowMapping, reading: .map(table.entries),
      map: isClear ? map : nil)
  }

  /// Reads a boolean, a number, a date or a time.
  private mutating func word() throws(FormatFailure) -> FieldValue {
    let start = position
    while let byte, byte.isASCIIWord || "+-.:".utf8.contains(byte) { position += 1 }
    // A space may separate a date from its time.
    if position - start == 10, byte == UInt8(ascii: " "),
      bytes.byte(at: position + 1)?.isASCIIDigit == true, position + 1 < end,
      bytes[start + 4] == UInt8(ascii: "-")
    {
      position += 1
      while let byte, byte.isASCIIWord || "+-.:".utf8.contains(byte) { position += 1 }
    }
    guard let value = TOMLWord.value(bytes[start..<position]) else {
      throw failure(
        position == start
          ? "expected a value" : "expected a value; put text in quotes", at: start)
    }
    return value
  }
}

// MARK: - Strings

extension TOMLScanner {
  private mutating func literalString() throws(FormatFailure) -> String {
    let start = position
    position += 1
    while let byte, byte != UInt8(ascii: "'") {
      guard !byte.isTOMLControl else { throw unclosed(start) }
      position += 1
    }
    guard take(UInt8(ascii: "'")) else { throw unclosed(start) }
    return String(decoding: bytes[(start + 1)..<(position - 1)], as: UTF8.self)
  }

  private mutating func basicString() throws(FormatFailure) -> String {
    let start = position
    position += 1
    var text: [UInt8] = []
    while let byte, byte != UInt8(ascii: "\"") {
      guard !byte.isTOMLControl else { throw unclosed(start) }
      if byte == UInt8(ascii: "\\") {
        text += try escape()
      } else {
        text.append(byte)
        position += 1
      }
    }
    guard take(UInt8(ascii: "\"")) else { throw unclosed(start) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the failure for a string that begins at `start` and is invalid at the current
  /// position.
  private func unclosed(_ start: Int) -> FormatFailure {
    guard let byte, !byte.isLineBreak else { return failure("this quote is not closed", at: start) }
    return failure("TOML does not allow this control character")
  }

  /// Reads a string between three quotes. A line break after the opening quotes does not count.
  private mutating func longString() throws(FormatFailure) -> String {
    let start = position
    let quote = bytes[start]
    position += 3
    _ = takeLineBreak()
    var text: [UInt8] = []
    while let byte {
      if byte == quote {
        let run = bytes[position..<end].prefix { $0 == quote }.count
        // Up to two quotes just before the closing quotes can be part of the text.
        if run >= 3 {
          let inner = min(run - 3, 2)
          text += [UInt8](repeating: quote, count: inner)
          position += inner + 3
          return String(decoding: text, as: UTF8.self)
        }
        text += [UInt8](repeating: quote, count: run)
        position += run
      } else if takeLineBreak() {
        text.append(UInt8(ascii: "\n"))
      } else if byte.isTOMLControl {
        throw failure("TOML does not allow this control character")
      } else if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        if !skipEscapedLineBreak() { text += try escape() }
      } else {
        text.append(byte)
        position += 1
      }
    }
    throw failure("these quotes are not closed", at: start)
  }

  /// Moves past a backslash at the end of a line and the white space after it. Returns false if the
  /// backslash at the current position is not at the end of a line.
  private mutating func skipEscapedLineBreak() -> Bool {
    let start = position
    position += 1
    skipBlanks()
    guard takeLineBreak() else {
      position = start
      return false
    }
    repeat { skipBlanks() } while takeLineBreak()
    return true
  }

  /// Reads the escape sequence at the current position.
  private mutating func escape() throws(FormatFailure) -> [UInt8] {
    let start = position
    position += 1
    let invalid = failure("this escape sequence is invalid", at: start)
    guard let mark = byte else { throw invalid }
    position += 1
    switch mark {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): return [mark]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "u"), UInt8(ascii: "U"):
      let width = mark == UInt8(ascii: "u") ? 4 : 8
      guard let code = bytes.hexadecimal(at: position, width: width),
        let scalar = Unicode.Scalar(code)
      else { throw invalid }
      position += width
      return Array(String(scalar).utf8)
    default: throw invalid
    }
  }
}

extension UInt8 {
  /// Whether the byte is a control character that TOML allows neither in comments nor in strings,
  /// including line breaks.
  fileprivate var isTOMLControl: Bool { (self < 0x20 && self != 0x09) || self == 0x7F }
}
