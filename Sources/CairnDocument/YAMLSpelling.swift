/// Writes scalars so that YAML 1.1 and YAML 1.2 readers both read back what was meant.
enum YAMLSpelling {
  /// How a scalar is to be written, where that suits it.
  enum Style {
    case plain, singleQuoted, doubleQuoted
  }

  /// A scalar on one line.
  ///
  /// It is written in `style` where that is safe; else in double quotes, or in single quotes where
  /// that saves escapes.
  static func scalar(_ value: NewValue, _ style: Style, inFlow: Bool) -> [UInt8] {
    switch value {
    case .empty: return inFlow ? Array("null".utf8) : []
    case .list: return flowSequence(value)
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

  /// A list on one line: `[a, b]`.
  static func flowSequence(_ value: NewValue) -> [UInt8] {
    guard case .list(let elements) = value else { return scalar(value, .plain, inFlow: true) }
    let written = elements.map { scalar($0, .plain, inFlow: true) }
    return Array("[".utf8) + Array(written.joined(separator: Array(", ".utf8))) + Array("]".utf8)
  }
}

// MARK: - Quotes

extension YAMLSpelling {
  /// `'text'`, with quotes doubled (YAML 1.2 §7.3.2). For text on one line without control
  /// characters.
  static func singleQuoted(_ text: String) -> [UInt8] {
    var result: [UInt8] = [UInt8(ascii: "'")]
    for byte in text.utf8 {
      result.append(byte)
      if byte == UInt8(ascii: "'") { result.append(byte) }
    }
    return result + [UInt8(ascii: "'")]
  }

  /// `"text"`, with escapes (YAML 1.2 §5.7) for what could not stand there as it is.
  static func doubleQuoted(_ text: String) -> [UInt8] {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      default:
        if !needsEscape(scalar) {
          result.unicodeScalars.append(scalar)
        } else if scalar.value <= 0xFF {
          result += "\\x" + scalar.value.hexadecimal(width: 2)
        } else {
          result += "\\u" + scalar.value.hexadecimal(width: 4)
        }
      }
    }
    return Array((result + "\"").utf8)
  }

  /// Whether a character is not printable in YAML 1.1 or 1.2 (§5.1), or breaks a line in one of
  /// them (§5.4: NEL, LS and PS do in 1.1).
  static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
    default: false
    }
  }
}

extension UInt32 {
  fileprivate func hexadecimal(width: Int) -> String {
    let digits = String(self, radix: 16, uppercase: true)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}

// MARK: - Plain text

extension YAMLSpelling {
  /// Whether both versions of YAML read this, written without quotes, as this very text.
  static func isPlain(_ text: String, inFlow: Bool) -> Bool {
    let bytes = Array(text.utf8)
    guard let last = bytes.last, !last.isBlank, last != UInt8(ascii: ":"),
      YAMLScalar.mayBegin(bytes[...], inFlow: inFlow),
      !text.unicodeScalars.contains(where: needsEscape), !text.hasPrefix("---"),
      !text.hasPrefix("...")
    else { return false }
    // Some parsers of YAML 1.1 take these for the marks of keys and values in a flow sequence.
    if inFlow, bytes.first == UInt8(ascii: ":") { return false }
    for (offset, byte) in bytes.enumerated() {
      // Parsers of YAML 1.1 take any `?` in a flow sequence for the mark of a key.
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

  /// Whether YAML 1.1's types (bool, null, int, float, timestamp, merge, value) claim a text that
  /// YAML 1.2 leaves alone.
  private static func hasOtherMeaningIn11(_ text: String) -> Bool {
    let words: Set = [
      "y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", "=", "<<",
    ]
    if words.contains(text.lowercased()) { return true }
    let bytes = Array(text.utf8)
    guard let first = bytes.first, first.isASCIIDigit || "+-.".utf8.contains(first),
      bytes.contains(where: { $0.isASCIIDigit || $0 == UInt8(ascii: "_") })
    else { return false }
    // Numbers of base 60 (`12:30`), dates that no calendar has, grouped and based numbers: whatever
    // is spelled only with what numbers and dates are spelled with.
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

  /// Digits in groups that no type of YAML 1.1 claims, such as `555-1234` or `1-2`.
  private static func isSeparatedDigits(_ bytes: [UInt8]) -> Bool {
    guard bytes.dropFirst().contains(UInt8(ascii: "-")) else { return false }
    return !looksLikeTimestamp(bytes)
  }

  /// `dddd-d…`: what a reader may take for a date and fail on.
  private static func looksLikeTimestamp(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 8, bytes.prefix(4).allSatisfy(\.isASCIIDigit),
      bytes[4] == UInt8(ascii: "-")
    else { return false }
    return bytes[5...].allSatisfy {
      $0.isASCIIDigit || "-:.+TtZ ".utf8.contains($0)
    }
  }
}
