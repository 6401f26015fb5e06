import CairnText

/// A JSON value (RFC 8259) that preserves the order of members and the digits of integers.
///
///     let value: JSONValue = ["schema": 1, "tags": ["finance"]]
///     value.description     // {"schema":1,"tags":["finance"]}
public enum JSONValue: Hashable, Sendable {
  /// The value `null`.
  case null
  /// One of the values `true` and `false`.
  case boolean(Bool)
  /// An integer, written with all its digits.
  case integer(Int)
  /// A floating-point number. Infinities and NaN, which JSON lacks, are written as strings in the
  /// notation of YAML, such as `".inf"`.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object with its members in order.
  case object([Member])

  /// A member of an object.
  public struct Member: Hashable, Sendable {
    /// The name of the member.
    public let name: String
    /// The value of the member.
    public let value: JSONValue

    /// Creates a member from its name and value.
    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// Creates a string, or null if `text` is nil.
  public init(_ text: String?) {
    self = text.map { .string($0) } ?? .null
  }

  /// Creates an integer, or null if `number` is nil.
  public init(_ number: Int?) {
    self = number.map { .integer($0) } ?? .null
  }

  /// Creates a string if the bytes are valid UTF-8; otherwise an object `{"bytes": "…"}` that
  /// contains the bytes in Base64 (RFC 4648 §4).
  public init(bytes: some Collection<UInt8>) {
    if let text = String(validating: bytes, as: UTF8.self) {
      self = .string(text)
    } else {
      self = .object([Member("bytes", .string(Base64.encoded(bytes)))])
    }
  }
}

// MARK: - Literals

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Creates an object with these members, in the same order.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { Member($0, $1) })
  }
}

extension JSONValue: ExpressibleByArrayLiteral {
  /// Creates an array of these elements.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByStringLiteral {
  /// Creates a string.
  public init(stringLiteral text: String) { self = .string(text) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  /// Creates an integer.
  public init(integerLiteral number: Int) { self = .integer(number) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  /// Creates a boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension JSONValue: ExpressibleByNilLiteral {
  /// Creates null.
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
  /// Appends the value as compact JSON text in UTF-8, on one line.
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

  /// Appends `text` as a string in quotation marks (RFC 8259 §7). Also escapes terminal control
  /// characters, so that the output can be printed safely.
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
        output += "\\u\(scalar.value.hexadecimal(width: 4))".utf8
      default: output += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
  }

  /// Returns whether a byte is a printable ASCII character that needs no escaping in a string.
  private static func isPlain(_ byte: UInt8) -> Bool {
    0x20..<0x7F ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}
