import CairnText

/// Functions that write scalars in such a way that readers of YAML 1.1 and readers of YAML 1.2 get
/// the same value.
enum YAMLSpelling {
  /// The preferred way to write a scalar.
  enum Style {
    case plain, singleQuoted, doubleQuoted
  }

  /// Returns a value written on one line. `inFlow` states whether the value is inside brackets or
  /// braces.
  ///
  /// Uses `style` if both YAML 1.1 and YAML 1.2 read the result as the same value. Otherwise uses
  /// single quotes if they avoid escapes, and double quotes if not.
  static func scalar(_ value: NewValue, _ style: Style, inFlow: Bool) -> [UInt8] {
    switch value {
    case .empty: return inFlow ? Array("null".utf8) : []
    case .list(let elements): return Notation.yaml.list(elements)
    case .literal(let text):
      if case .string = value.value { return scalar(.text(text), style, inFlow: inFlow) }
      return Array(text.utf8)
    case .text(let text):
      if style == .plain, isPlain(text, inFlow: inFlow) { return Array(text.utf8) }
      let needsEscape = text.unicodeScalars.contains(where: needsEscape)
      let prefersSingle =
        style == .singleQuoted || (style == .plain && text.contains { $0 == "\"" || $0 == "\\" })
      return !needsEscape && prefersSingle ? singleQuoted(text) : doubleQuoted(text)
    }
  }
}

extension NewValue {
  /// The value as YAML on one line, quoted if it could be read as another value.
  package var spelling: String {
    String(decoding: YAMLSpelling.scalar(self, .plain, inFlow: true), as: UTF8.self)
  }

  /// Returns the value as YAML text on one line, in quotation marks of the kind `quote`.
  package func spelling(in quote: UInt8) -> String {
    let text: NewValue = if case .literal(let text) = self { .text(text) } else { self }
    let style: YAMLSpelling.Style = quote == UInt8(ascii: "'") ? .singleQuoted : .doubleQuoted
    return String(decoding: YAMLSpelling.scalar(text, style, inFlow: true), as: UTF8.self)
  }
}

// MARK: - Quotes

extension YAMLSpelling {
  /// Returns `text` in single quotes, with each single quote in it doubled (YAML 1.2 §7.3.2). The
  /// text must be on one line and contain no control characters.
  static func singleQuoted(_ text: String) -> [UInt8] {
    var result: [UInt8] = [UInt8(ascii: "'")]
    for byte in text.utf8 {
      result.append(byte)
      if byte == UInt8(ascii: "'") { result.append(byte) }
    }
    return result + [UInt8(ascii: "'")]
  }

  /// Returns `text` in double quotes, with escapes (YAML 1.2 §5.7) where necessary.
  static func doubleQuoted(_ text: String) -> [UInt8] {
    JSONSpelling.escaped(text, needsEscape) { scalar in
      let (mark, width) = scalar.value <= 0xFF ? ("\\x", 2) : ("\\u", 4)
      return mark + scalar.value.hexadecimal(width: width, uppercase: true)
    }
  }

  /// Returns whether a character must be escaped in quotes: a tab, a line break (§5.4), a byte
  /// order mark (U+FEFF), or a character that is not printable (§5.1). Characters that are line
  /// breaks only in YAML 1.1, such as NEL, must be escaped too.
  static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
    default: false
    }
  }
}

// MARK: - Plain text

extension YAMLSpelling {
  /// Returns whether YAML 1.1 and 1.2 both read the text, written without quotes, as exactly this
  /// text. `inFlow` states whether the text is inside brackets or braces.
  static func isPlain(_ text: String, inFlow: Bool) -> Bool {
    let bytes = Array(text.utf8)
    guard let last = bytes.last, !last.isBlank, last != UInt8(ascii: ":"),
      YAMLScalar.mayBegin(bytes[...], inFlow: inFlow),
      !text.unicodeScalars.contains(where: needsEscape), !text.hasPrefix("---"),
      !text.hasPrefix("...")
    else { return false }
    // Some YAML 1.1 parsers read a `:` at the start of an element as a value marker.
    if inFlow, bytes.first == UInt8(ascii: ":") { return false }
    for (offset, byte) in bytes.enumerated() {
      // YAML 1.1 parsers read any `?` in a flow sequence as a key marker.
      if inFlow, byte.isFlowIndicator || byte == UInt8(ascii: "?") { return false }
      let next = offset + 1 < bytes.count ? bytes[offset + 1] : 0
      if byte == UInt8(ascii: ":"),
        next.isBlank || (inFlow && (next.isFlowIndicator || "\"'".utf8.contains(next)))
      {
        return false
      }
      if byte.isBlank, next == UInt8(ascii: "#") { return false }
    }
    guard case .string = YAMLScalar.plain(bytes[...]) else { return false }
    return !hasOtherMeaningIn11(text)
  }

  /// Returns whether text that YAML 1.2 reads as a string may have another type in YAML 1.1: bool,
  /// null, int, float, timestamp, merge or value.
  private static func hasOtherMeaningIn11(_ text: String) -> Bool {
    let words: Set = [
      "y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", "=", "<<",
    ]
    if words.contains(text.lowercased()) { return true }
    let bytes = Array(text.utf8)
    guard let first = bytes.first, first.isASCIIDigit || "+-.".utf8.contains(first),
      bytes.contains(where: { $0.isASCIIDigit || $0 == UInt8(ascii: "_") })
    else { return false }
    // Base-60 numbers (`12:30`), invalid dates, numbers with grouped digits or a base: anything
    // written only with the characters of numbers and dates.
    let isDigitLike = { (byte: UInt8) in byte.isASCIIDigit || "+-_:".utf8.contains(byte) }
    let points = bytes.count { $0 == UInt8(ascii: ".") }
    if bytes.allSatisfy({ isDigitLike($0) || $0 == UInt8(ascii: ".") }) {
      return points <= 1 && !isSeparatedDigits(bytes) || bytes.contains(UInt8(ascii: ":"))
    }
    let unsigned = bytes.drop { "+-".utf8.contains($0) }
    if unsigned.first == UInt8(ascii: "0"), let base = unsigned.dropFirst().first,
      "xob".utf8.contains(base)
    {
      return true
    }
    let letters = bytes.filter { !isDigitLike($0) && $0 != UInt8(ascii: ".") }
    if letters.allSatisfy({ $0 | 0x20 == UInt8(ascii: "e") }), letters.count == 1 { return true }
    return looksLikeTimestamp(bytes)
  }

  /// Returns whether text consists of digits separated by dashes, such as `555-1234` or `1-2`, but
  /// does not look like a date. YAML 1.1 reads this text as a string.
  private static func isSeparatedDigits(_ bytes: [UInt8]) -> Bool {
    guard bytes.dropFirst().contains(UInt8(ascii: "-")) else { return false }
    return !looksLikeTimestamp(bytes)
  }

  /// Returns whether text looks like a date or a timestamp, even if the date is not valid.
  private static func looksLikeTimestamp(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 8, bytes.prefix(4).allSatisfy(\.isASCIIDigit),
      bytes[4] == UInt8(ascii: "-")
    else { return false }
    return bytes[5...].allSatisfy {
      $0.isASCIIDigit || "-:.+TtZ ".utf8.contains($0)
    }
  }
}
