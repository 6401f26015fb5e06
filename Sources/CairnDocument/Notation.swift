import CairnText

/// The way front matter is written.
package enum Notation: Hashable, Sendable {
  /// YAML with each field on lines of its own.
  case yaml
  /// YAML that is a single map in braces.
  case flow
  case toml
  case json

  /// Returns the value that readers see after `value` is written in this notation. JSON has no
  /// dates, and TOML has no empty value; both become text.
  package func value(of value: NewValue) -> FieldValue {
    switch (self, value) {
    case (.yaml, _), (.flow, _): value.value
    case (_, .list(let elements)): .list(elements.map { self.value(of: $0) })
    case (.toml, .empty): .string("")
    case (.toml, .literal) where value.value == .null: .string("")
    case (.json, .literal(let text)):
      JSONSpelling.literal(text).flatMap { JSONScanner.value($0) }
        ?? .string(text)
    default: value.value
    }
  }

  /// Returns a value written on one line.
  ///
  /// - Parameters:
  ///   - style: The preferred quotes.
  ///   - inFlow: Whether the value is inside brackets or braces.
  func scalar(_ value: NewValue, _ style: YAMLSpelling.Style, inFlow: Bool) -> [UInt8] {
    switch self {
    case .yaml: YAMLSpelling.scalar(value, style, inFlow: inFlow)
    case .flow: YAMLSpelling.scalar(value, style, inFlow: true)
    case .toml: TOMLSpelling.value(value, style)
    case .json: JSONSpelling.value(value)
    }
  }

  /// Returns a list on one line.
  func list(_ elements: [NewValue]) -> [UInt8] {
    let written = elements.map { scalar($0, .plain, inFlow: true) }
    return Array("[".utf8) + Array(written.joined(separator: Array(", ".utf8))) + Array("]".utf8)
  }

  /// Returns a key as it is written in this notation.
  ///
  /// - Parameter style: The preferred quotes.
  func key(_ key: String, _ style: YAMLSpelling.Style = .plain) -> [UInt8] {
    switch self {
    case .yaml, .flow: YAMLSpelling.scalar(.text(key), style, inFlow: self == .flow)
    case .toml: style == .doubleQuoted ? TOMLSpelling.basic(key) : TOMLSpelling.key(key)
    case .json: JSONSpelling.quoted(key)
    }
  }

  /// The text between a key and its value, as UTF-8.
  var separator: [UInt8] { Array(separatorText.utf8) }

  /// The text between a key and its value: ` = ` in TOML, otherwise `: `.
  package var separatorText: String { self == .toml ? " = " : ": " }

  /// Returns a value as it is written on one line in this notation, with quotes if it would
  /// otherwise be read as another value.
  package func spelling(of value: NewValue) -> String {
    String(decoding: scalar(value, .plain, inFlow: true), as: UTF8.self)
  }

  /// Returns a key as it is written in this notation, with quotes if they are necessary.
  package func spelling(ofKey name: String) -> String { String(decoding: key(name), as: UTF8.self) }
}

/// The functions that write JSON.
enum JSONSpelling {
  /// Returns a value as JSON on one line.
  static func value(_ value: NewValue) -> [UInt8] {
    switch value {
    case .empty: Array("null".utf8)
    case .text(let text): quoted(text)
    case .literal(let text): literal(text).map { Array($0.utf8) } ?? quoted(text)
    case .list: Notation.json.list(value.elements)
    }
  }

  /// Returns the number, boolean or null that `text` stands for, as JSON. Keeps the spelling of
  /// `text` if possible. Returns nil for any other value.
  static func literal(_ text: String) -> String? {
    let value = NewValue.literal(text).value
    switch value {
    case .null: return "null"
    case .boolean(let flag): return String(flag)
    case .integer, .float:
      return [text, value.plainNumber].lazy.compactMap(\.self).first {
        JSONScanner.value($0) == value
      }
    default: return nil
    }
  }

  /// Returns `text` in double quotes, with escapes where necessary (RFC 8259 §7).
  static func quoted(_ text: String) -> [UInt8] {
    escaped(text) { $0.value < 0x20 || $0.value == 0x2028 || $0.value == 0x2029 }
  }

  /// Returns text in double quotes. Characters for which `needsEscape` returns true are written as
  /// escape sequences that JSON, TOML and YAML share, or as `spell` returns them.
  static func escaped(
    _ text: String, _ needsEscape: (Unicode.Scalar) -> Bool,
    spell: (Unicode.Scalar) -> String = { "\\u" + $0.value.hexadecimal(width: 4, uppercase: true) }
  ) -> [UInt8] {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      default:
        if needsEscape(scalar) {
          result += spell(scalar)
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return Array((result + "\"").utf8)
  }
}

/// The functions that write TOML.
enum TOMLSpelling {
  /// Returns a value as TOML on one line. `style` is the preferred kind of quotes.
  static func value(_ value: NewValue, _ style: YAMLSpelling.Style) -> [UInt8] {
    switch value {
    case .empty: return basic("")
    case .text(let text):
      let isLiteral =
        style == .singleQuoted && !text.contains("'")
        && !text.unicodeScalars.contains { needsEscape($0) && $0 != "\t" }
      return isLiteral ? Array("'\(text)'".utf8) : basic(text)
    case .literal(let text):
      let value = value.value
      if case .string = value { return basic(text) }
      if value == .null { return basic("") }
      let words = [text, value.plainNumber, value.plainTime].compactMap(\.self)
      return words.first { TOMLScanner.value($0) == value }.map { Array($0.utf8) } ?? basic(text)
    case .list: return Notation.toml.list(value.elements)
    }
  }

  /// Returns the value to write in place of `written`. If both are times, the result has the
  /// seconds that TOML requires: `08:00` becomes `08:00:00`. Other values are unchanged.
  static func timed(_ value: NewValue, like written: ArraySlice<UInt8>) -> NewValue {
    switch value {
    case .text(let text) where isTime(written):
      let full = "\(text.prefix(5)):00\(text.dropFirst(5))"
      return !isTime(Array(text.utf8)[...]) && isTime(Array(full.utf8)[...]) ? .text(full) : value
    case .literal(let text):
      guard case .string = value.value, case .dateTime? = TOMLWord.value(written) else {
        return value
      }
      let full = NewValue.literal("\(text.prefix(16)):00\(text.dropFirst(16))")
      if case .dateTime = full.value { return full }
      return value
    default: return value
    }
  }

  /// Returns whether the text is a time without a date, such as `07:32:00`, which Cairn reads as
  /// text.
  static func isTime(_ text: ArraySlice<UInt8>) -> Bool {
    text.dropFirst(2).first == UInt8(ascii: ":") && TOMLWord.value(text) != nil
  }

  /// Returns `text` in double quotes, with escapes where necessary.
  static func basic(_ text: String) -> [UInt8] { JSONSpelling.escaped(text, needsEscape) }

  /// Returns `text` as a TOML string between `quotes`, which are `"""` or `'''`. Line breaks in the
  /// text stay line breaks. Nil if the text needs escapes or contains the quotation mark that
  /// `quotes` consists of.
  static func long(_ text: String, quotes: [UInt8], lineEnding: [UInt8]) -> [UInt8]? {
    guard let quote = quotes.first,
      !text.unicodeScalars.contains(where: { needsEscape($0) && $0 != "\n" && $0 != "\t" }),
      !text.utf8.contains(quote), quote == UInt8(ascii: "'") || !text.contains("\\")
    else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let body = lines.map { Array($0.utf8) }.joined(separator: lineEnding)
    return quotes + lineEnding + Array(body) + quotes
  }

  /// Returns a key, in quotes if necessary.
  static func key(_ text: String) -> [UInt8] {
    let isBare = !text.isEmpty && text.utf8.allSatisfy { $0.isASCIIWord || $0 == UInt8(ascii: "-") }
    return isBare ? Array(text.utf8) : basic(text)
  }

  private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || scalar.value == 0x7F
  }
}

extension NewValue {
  /// The elements of a list; empty for any other value.
  fileprivate var elements: [NewValue] {
    if case .list(let elements) = self { elements } else { [] }
  }
}

extension FieldValue {
  /// A number or a boolean as it is written in JSON and TOML; nil for any other value.
  fileprivate var plainNumber: String? {
    switch self {
    case .boolean(let flag): String(flag)
    case .integer(let number): String(number)
    case .float(let number): String(number)
    default: nil
    }
  }

  /// A date, or a date and time, as it is written in TOML; nil for any other value.
  fileprivate var plainTime: String? {
    switch self {
    case .date(let date): date.description
    case .dateTime(let time): time.description
    default: nil
    }
  }
}
