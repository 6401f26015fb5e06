import CairnText

/// A JSON value (RFC 8259) whose members keep their order and whose integers keep their digits.
///
///     let value: JSONValue = ["schema": 1, "tags": ["finance"]]
///     value.description     // {"schema":1,"tags":["finance"]}
public enum JSONValue: Hashable, Sendable {
  /// `null`
  case null
  /// `true` or `false`
  case boolean(Bool)
  /// A whole number, written with all its digits.
  case integer(Int)
  /// A number; one that JSON does not have is written as the string YAML has for it: `".inf"`.
  case number(Double)
  /// Text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// Names with values, in this order.
  case object([Member])

  /// A name with its value.
  public struct Member: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The value.
    public let value: JSONValue

    /// A name with its value.
    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// Text, or null where there is none.
  public init(_ text: String?) {
    self = text.map { .string($0) } ?? .null
  }

  /// A whole number, or null where there is none.
  public init(_ number: Int?) {
    self = number.map { .integer($0) } ?? .null
  }

  /// Bytes as text where they are UTF-8, else `{"bytes": "…"}` in Base64 (RFC 4648 §4).
  public init(bytes: some Collection<UInt8>) {
    if let text = String(validating: bytes, as: UTF8.self) {
      self = .string(text)
    } else {
      self = .object([Member("bytes", .string(Base64.encoded(bytes)))])
    }
  }
}

// MARK: - Writing in source

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// An object with these members in this order.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { Member($0, $1) })
  }
}

extension JSONValue: ExpressibleByArrayLiteral {
  /// An array of these elements.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByStringLiteral {
  /// A string.
  public init(stringLiteral text: String) { self = .string(text) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  /// A whole number.
  public init(integerLiteral number: Int) { self = .integer(number) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  /// True or false.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension JSONValue: ExpressibleByNilLiteral {
  /// Null.
  public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: CustomStringConvertible {
  /// The value as JSON text on one line.
  public var description: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

// MARK: - Writing

extension JSONValue {
  /// Adds the value as JSON text, UTF-8 on one line, without blanks between its parts.
  public func write(to output: inout [UInt8]) {
    switch self {
    case .null: output += "null".utf8
    case .boolean(let value): output += (value ? "true" : "false").utf8
    case .integer(let number): output += String(number).utf8
    case .number(let number) where number.isFinite: output += String(number).utf8
    case .number(let number):
      Self.write(number.isNaN ? ".nan" : number < 0 ? "-.inf" : ".inf", to: &output)
    case .string(let text): Self.write(text, to: &output)
    case .array(let elements):
      Self.write(elements, between: "[]", to: &output) { $0.write(to: &$1) }
    case .object(let members):
      Self.write(members, between: "{}", to: &output) { member, output in
        Self.write(member.name, to: &output)
        output.append(UInt8(ascii: ":"))
        member.value.write(to: &output)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], between brackets: StaticString, to output: inout [UInt8],
    _ write: (Element, inout [UInt8]) -> Void
  ) {
    output.append(brackets.utf8Start[0])
    for (index, element) in elements.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      write(element, &output)
    }
    output.append(brackets.utf8Start[1])
  }

  /// Adds a string (RFC 8259 §7). Besides what must be escaped, so is what steers a terminal: the
  /// text can be shown as it is.
  private static func write(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    defer { output.append(UInt8(ascii: "\"")) }
    if text.utf8.allSatisfy(isPlain) {
      output += text.utf8
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        output.append(UInt8(ascii: "\\"))
        output.append(UInt8(truncatingIfNeeded: scalar.value))
      case "\n": output += "\\n".utf8
      case "\r": output += "\\r".utf8
      case "\t": output += "\\t".utf8
      case _ where TerminalText.steers(scalar):
        let digits = String(scalar.value, radix: 16)
        output += "\\u".utf8
        output += String(repeating: "0", count: 4 - digits.utf8.count).utf8
        output += digits.utf8
      default: output += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
  }

  /// Whether a byte is a printable ASCII character that stands in a string as it is.
  private static func isPlain(_ byte: UInt8) -> Bool {
    0x20..<0x7F ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}
