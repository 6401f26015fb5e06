import CairnText

/// The functions that read TOML values without quotes or brackets.
enum TOMLWord {
  /// Returns the value of a boolean, a number, a date or a time; nil if `text` is none of these.
  ///
  /// A time without a date, and an integer of more than 64 bits, are read as text.
  static func value(_ text: ArraySlice<UInt8>) -> FieldValue? {
    let string = String(decoding: text, as: UTF8.self)
    switch string {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "inf", "+inf": return .float(.infinity)
    case "-inf": return .float(-.infinity)
    case "nan", "+nan", "-nan": return .float(.nan)
    default: return integer(text) ?? float(text) ?? time(text)
    }
  }

  private static func integer(_ text: ArraySlice<UInt8>) -> FieldValue? {
    let isSigned = "+-".utf8.contains(text.first ?? 0)
    let digits = isSigned ? text.dropFirst() : text
    guard let first = digits.first else { return nil }
    if first == UInt8(ascii: "0"), digits.count > 1 {
      let bases: [UInt8: Int] = [UInt8(ascii: "x"): 16, UInt8(ascii: "o"): 8, UInt8(ascii: "b"): 2]
      guard !isSigned, let radix = bases[digits[digits.startIndex + 1]] else { return nil }
      return number(digits.dropFirst(2), radix: radix, sign: "", written: text)
    }
    let sign = text.first == UInt8(ascii: "-") ? "-" : ""
    return number(digits, radix: 10, sign: sign, written: text)
  }

  private static func number(
    _ digits: ArraySlice<UInt8>, radix: Int, sign: String, written: ArraySlice<UInt8>
  ) -> FieldValue? {
    let isDigit = { (byte: UInt8) in
      Character(Unicode.Scalar(byte)).hexDigitValue.map { $0 < radix && byte < 0x80 } ?? false
    }
    guard isGrouped(digits, isDigit) else { return nil }
    let plain = String(decoding: digits.filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
    return Int(sign + plain, radix: radix).map(FieldValue.integer)
      ?? .string(String(decoding: written, as: UTF8.self))
  }

  /// Returns whether the text consists of digits, with at most one `_` between two digits.
  /// `isDigit` determines which bytes are digits.
  private static func isGrouped(
    _ text: ArraySlice<UInt8>, _ isDigit: (UInt8) -> Bool = \.isASCIIDigit
  ) -> Bool {
    text.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
      .allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) }
  }

  private static func float(_ text: ArraySlice<UInt8>) -> FieldValue? {
    let unsigned = "+-".utf8.contains(text.first ?? 0) ? text.dropFirst() : text
    let mantissa = unsigned.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    let parts = mantissa.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ isGrouped($0) }), let whole = parts.first,
      whole.first != UInt8(ascii: "0") || whole.count == 1
    else { return nil }
    let rest = unsigned.dropFirst(mantissa.count)
    guard parts.count == 2 || !rest.isEmpty else { return nil }
    if !rest.isEmpty {
      let exponent = rest.dropFirst()
      let digits = "+-".utf8.contains(exponent.first ?? 0) ? exponent.dropFirst() : exponent
      guard isGrouped(digits) else { return nil }
    }
    let plain = text.filter { $0 != UInt8(ascii: "_") }
    return Double(String(decoding: plain, as: UTF8.self)).map(FieldValue.float)
  }

  /// Returns the value of a date, a date and time, or a time (RFC 3339); nil if the text is none of
  /// these.
  private static func time(_ text: ArraySlice<UInt8>) -> FieldValue? {
    let string = String(decoding: text, as: UTF8.self)
    if text.dropFirst(2).first == UInt8(ascii: ":") {
      guard let whole = YAMLScalar.timestamp(Array("2000-01-01T\(string)".utf8)[...]),
        case .dateTime(let time) = whole, time.offset == nil, hasTime(text)
      else { return nil }
      return .string(string)
    }
    var plain = Array(text)
    if plain.last == UInt8(ascii: "z") { plain[plain.count - 1] = UInt8(ascii: "Z") }
    guard plain.count == 10 || hasTime(plain.dropFirst(11)), plain.count >= 10,
      isDate(plain[..<10])
    else { return nil }
    return YAMLScalar.timestamp(plain[...])
  }

  /// Returns whether the text has the form `2026-11-21`.
  private static func isDate(_ text: ArraySlice<UInt8>) -> Bool {
    text.indices.allSatisfy {
      [4, 7].contains($0) ? text[$0] == UInt8(ascii: "-") : text[$0].isASCIIDigit
    }
  }

  /// Returns whether the text is a time such as `10:04:05`. A fraction such as `.5` can follow the
  /// seconds, and then `Z` or an offset such as `+01:00`.
  private static func hasTime(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count >= 8 else { return false }
    let clock = Array(text.prefix(8))
    guard
      clock.indices.allSatisfy({
        [2, 5].contains($0) ? clock[$0] == UInt8(ascii: ":") : clock[$0].isASCIIDigit
      })
    else { return false }
    var rest = text.dropFirst(8)
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: \.isASCIIDigit)
      guard !fraction.isEmpty else { return false }
      rest = rest.dropFirst(1 + fraction.count)
    }
    if rest.isEmpty || rest.elementsEqual("Z".utf8) { return true }
    let zone = Array(rest)
    return zone.count == 6 && "+-".utf8.contains(zone[0])
      && [1, 2, 4, 5].allSatisfy { zone[$0].isASCIIDigit } && zone[3] == UInt8(ascii: ":")
  }
}
