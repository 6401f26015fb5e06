/// The functions that read one-line YAML scalars.
///
/// Conservative: a function returns nil if the text does not clearly have the expected form. The
/// text is then left to a YAML parser.
enum YAMLScalar {
  /// Returns whether a plain scalar or key can begin with the first characters of `text` (YAML 1.2
  /// §7.3.3, ns-plain-first). `inFlow` states whether the text is inside brackets or braces.
  static func mayBegin(_ text: ArraySlice<UInt8>, inFlow: Bool) -> Bool {
    guard let first = text.first else { return false }
    switch first {
    case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
      guard let next = text.dropFirst().first, !next.isBlank, !next.isLineBreak else {
        return false
      }
      return !inFlow || !next.isFlowIndicator
    case UInt8(ascii: "#"), UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"),
      UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "'"), UInt8(ascii: "\""),
      UInt8(ascii: "%"), UInt8(ascii: "@"), UInt8(ascii: "`"):
      return false
    default: return !first.isFlowIndicator && first > 0x20 && first != 0x7F
    }
  }

  /// Returns the value of a flow-sequence element, or nil if it is not clearly a one-line scalar.
  static func flow(_ text: ArraySlice<UInt8>) -> FieldValue? {
    guard let first = text.first, !text.contains(where: { $0 < 0x20 }) else { return nil }
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      return quoted(text).map(FieldValue.string)
    }
    guard mayBegin(text, inFlow: true), text.last != UInt8(ascii: ":") else { return nil }
    for index in text.indices {
      let byte = text[index]
      if byte.isFlowIndicator { return nil }
      if byte == UInt8(ascii: ":"), index + 1 < text.endIndex,
        text[index + 1].isBlank || text[index + 1].isFlowIndicator
          || text[index + 1] == UInt8(ascii: "\"") || text[index + 1] == UInt8(ascii: "'")
      {
        return nil
      }
    }
    return plain(text)
  }

  /// Returns the text of a one-line quoted scalar (YAML 1.2 §7.3.1, §7.3.2). `text` includes the
  /// quotes. Returns nil if `text` is not a quoted scalar on one line.
  static func quoted(_ text: ArraySlice<UInt8>) -> String? {
    guard let quote = text.first, text.count >= 2, text.last == quote,
      !text.contains(where: { $0 < 0x20 })
    else { return nil }
    let inner = text.dropFirst().dropLast()
    if quote == UInt8(ascii: "'") {
      var result: [UInt8] = []
      var index = inner.startIndex
      while index < inner.endIndex {
        result.append(inner[index])
        if inner[index] == quote {
          guard index + 1 < inner.endIndex, inner[index + 1] == quote else { return nil }
          index += 1
        }
        index += 1
      }
      return String(decoding: result, as: UTF8.self)
    }
    guard inner.contains(where: { $0 == quote || $0 == UInt8(ascii: "\\") }) else {
      return String(decoding: inner, as: UTF8.self)
    }
    return unescaped(inner)
  }

  /// Returns the text of a double-quoted scalar with its escapes resolved (YAML 1.2 §5.7), or nil
  /// if an escape is invalid.
  private static func unescaped(_ text: ArraySlice<UInt8>) -> String? {
    var result = ""
    var rest = text
    while let stop = rest.firstIndex(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\"") }
    ) {
      result += String(decoding: rest[..<stop], as: UTF8.self)
      guard rest[stop] == UInt8(ascii: "\\"), stop + 1 < rest.endIndex else { return nil }
      rest = rest[(stop + 1)...]
      let escape = rest.removeFirst()
      if let plain = simpleEscapes[escape] {
        result.unicodeScalars.append(plain)
        continue
      }
      guard let width = [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8][escape],
        rest.count >= width,
        let code = UInt32(String(decoding: rest.prefix(width), as: UTF8.self), radix: 16),
        rest.prefix(width).allSatisfy({ $0.isASCIIWord }), let scalar = Unicode.Scalar(code)
      else { return nil }
      result.unicodeScalars.append(scalar)
      rest = rest.dropFirst(width)
    }
    return result + String(decoding: rest, as: UTF8.self)
  }

  private static let simpleEscapes: [UInt8: Unicode.Scalar] = [
    UInt8(ascii: "0"): "\0", UInt8(ascii: "a"): "\u{07}", UInt8(ascii: "b"): "\u{08}",
    UInt8(ascii: "t"): "\t", UInt8(ascii: "n"): "\n", UInt8(ascii: "v"): "\u{0B}",
    UInt8(ascii: "f"): "\u{0C}", UInt8(ascii: "r"): "\r", UInt8(ascii: "e"): "\u{1B}",
    UInt8(ascii: " "): " ", UInt8(ascii: "\""): "\"", UInt8(ascii: "/"): "/",
    UInt8(ascii: "\\"): "\\", UInt8(ascii: "N"): "\u{85}", UInt8(ascii: "_"): "\u{A0}",
    UInt8(ascii: "L"): "\u{2028}", UInt8(ascii: "P"): "\u{2029}",
  ]
}

// MARK: - Values

extension YAMLScalar {
  /// Returns the value of a scalar that a YAML parser has read. If the scalar has a tag, the tag
  /// determines how its text is read.
  ///
  /// - Parameter isPlain: Whether the scalar is written without quotes and not as a block.
  static func value(of string: String, tag: String?, isPlain: Bool) -> FieldValue {
    let text = Array(string.utf8)[...]
    switch tag {
    case "tag:yaml.org,2002:str", "!": return .string(string)
    case "tag:yaml.org,2002:null": return .null
    case "tag:yaml.org,2002:int": return integer(text) ?? .string(string)
    case "tag:yaml.org,2002:float":
      let number = float(text) ?? integer(text)
      if case .integer(let whole) = number { return .float(Double(whole)) }
      return number ?? .string(string)
    case "tag:yaml.org,2002:timestamp": return timestamp(text) ?? .string(string)
    case nil, "tag:yaml.org,2002:bool": return plain(text)
    default: return isPlain ? plain(text) : .string(string)
    }
  }

  /// Returns the value of a plain scalar without surrounding white space (YAML 1.2 §10.3.2, and the
  /// forms of YAML 1.1 that ``FieldValue`` lists).
  static func plain(_ text: ArraySlice<UInt8>) -> FieldValue {
    guard let first = text.first else { return .null }
    let string = { FieldValue.string(String(decoding: text, as: UTF8.self)) }
    switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      return integer(text) ?? float(text) ?? timestamp(text) ?? string()
    case UInt8(ascii: "~"), UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "t"),
      UInt8(ascii: "T"), UInt8(ascii: "f"), UInt8(ascii: "F"):
      return words[String(decoding: text.prefix(6), as: UTF8.self)] ?? string()
    default:
      return string()
    }
  }

  private static let words: [String: FieldValue] = [
    "~": .null, "null": .null, "Null": .null, "NULL": .null,
    "true": .boolean(true), "True": .boolean(true), "TRUE": .boolean(true),
    "false": .boolean(false), "False": .boolean(false), "FALSE": .boolean(false),
  ]

  /// Returns the value of an integer: decimal, `0x`, `0o` or `0b`. Ignores `_` among the digits.
  /// Returns nil if the text is not an integer, or needs more than 64 bits.
  static func integer(_ text: ArraySlice<UInt8>) -> FieldValue? {
    let isNegative = text.first == UInt8(ascii: "-")
    var digits = isNegative || text.first == UInt8(ascii: "+") ? text.dropFirst() : text
    var radix = 10
    if digits.first == UInt8(ascii: "0"), digits.count > 2,
      let base = [UInt8(ascii: "x"): 16, UInt8(ascii: "o"): 8, UInt8(ascii: "b"): 2][
        digits[digits.startIndex + 1]]
    {
      radix = base
      digits = digits.dropFirst(2)
    }
    guard let first = digits.first, first.isASCIIDigit || radix == 16,
      digits.allSatisfy({ $0.isASCIIWord })
    else { return nil }
    let plain = digits.filter { $0 != UInt8(ascii: "_") }
    let sign = isNegative ? "-" : ""
    guard !plain.isEmpty else { return nil }
    return Int(sign + String(decoding: plain, as: UTF8.self), radix: radix).map(FieldValue.integer)
  }

  /// Returns the value of a number with a point or an exponent, an infinity, or not-a-number.
  /// Returns nil if the text is anything else.
  static func float(_ text: ArraySlice<UInt8>) -> FieldValue? {
    let unsigned = "+-".utf8.contains(text.first ?? 0) ? text.dropFirst() : text
    if unsigned.first == UInt8(ascii: "."), unsigned.count == 4 {
      switch String(decoding: unsigned, as: UTF8.self) {
      case ".inf", ".Inf", ".INF":
        return .float(text.first == UInt8(ascii: "-") ? -.infinity : .infinity)
      case ".nan", ".NaN", ".NAN":
        return unsigned.count == text.count ? .float(.nan) : nil
      default: break
      }
    }
    let whole = unsigned.prefix { $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
    var rest = unsigned.dropFirst(whole.count)
    var fraction = rest.prefix(0)
    let hasPoint = rest.first == UInt8(ascii: ".")
    if hasPoint {
      fraction = rest.dropFirst().prefix { $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
      rest = rest.dropFirst(1 + fraction.count)
    }
    guard (whole.first ?? fraction.first)?.isASCIIDigit == true else { return nil }
    var hasExponent = false
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      let exponent = rest.dropFirst()
      let digits = "+-".utf8.contains(exponent.first ?? 0) ? exponent.dropFirst() : exponent
      guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else { return nil }
      hasExponent = true
      rest = rest.suffix(0)
    }
    guard rest.isEmpty, hasPoint || hasExponent else { return nil }
    let number = text.filter { $0 != UInt8(ascii: "_") }
    return Double(String(decoding: number, as: UTF8.self).replacingTrailingPoint).map(
      FieldValue.float)
  }

  /// Returns a date or a date and time (YAML 1.1 timestamp). Returns nil if the text is neither, or
  /// if the date does not exist.
  static func timestamp(_ text: ArraySlice<UInt8>) -> FieldValue? {
    text.withUnsafeBufferPointer { buffer in
      var reader = TimestampReader(buffer)
      return reader.value()
    }
  }
}

extension String {
  /// The number in a form that Swift can parse: `1.` becomes `1.0`, and `1.e5` becomes `1.0e5`.
  fileprivate var replacingTrailingPoint: String {
    guard let point = firstIndex(of: "."), let next = self[index(after: point)...].first else {
      return hasSuffix(".") ? self + "0" : self
    }
    guard !next.isNumber else { return self }
    return self[...point] + "0" + self[index(after: point)...]
  }
}
