import CairnJSON

/// The reason why a JSON value is not a valid answer, as a phrase that names the field.
struct WrongShape: Error, Hashable {
  /// The reason. Example: "field `type` is `errand`, expected action, idea, fact or person".
  let reason: String

  init(_ reason: String) { self.reason = reason }

  /// Creates the reason why the value of a field is not what was expected. `value` is nil if the
  /// field is missing.
  init(field name: String, _ value: JSONValue?, expected: String) {
    reason =
      "field `\(name)` is \(value.map(Self.description) ?? "missing"), expected \(expected)"
  }

  /// The maximum number of characters to show from a value.
  private static let longestValue = 40

  private static func description(of value: JSONValue) -> String {
    switch value {
    case .string(let text) where text.isEmpty: "empty"
    // Quotation marks show that a number was written as a string.
    case .string(let text) where JSONValue(reading: Array(text.utf8)) != nil:
      "`\"\(text.shortened(to: longestValue))\"`"
    case .string(let text): "`\(text.shortened(to: longestValue))`"
    case .array(let elements): elements.isEmpty ? "an empty list" : "a list"
    case .object: "an object"
    default: "`\(value)`"
    }
  }
}

extension JSONValue {
  /// Returns the value of a member. Throws a ``WrongShape`` if the member is missing or null.
  /// `place` is the path of this object for the error message, such as `[0].`.
  func member(_ name: String, in place: String = "") throws(WrongShape) -> JSONValue {
    guard let value = self[name], value != .null else {
      throw WrongShape(field: place + name, self[name], expected: "an object")
    }
    return value
  }

  /// Returns the elements of a member. Throws a ``WrongShape`` if the member is not a list.
  func list(_ name: String, in place: String = "") throws(WrongShape) -> [JSONValue] {
    guard let elements = self[name]?.elements else {
      throw WrongShape(field: place + name, self[name], expected: "a list")
    }
    return elements
  }

  /// Returns the text of a member; nil if the member is missing or null. Throws a ``WrongShape`` if
  /// the member has any other value.
  func optionalString(_ name: String) throws(WrongShape) -> String? {
    switch self[name] {
    case nil, .null?: return nil
    case .string(let text)?: return text
    case let other: throw WrongShape(field: name, other, expected: "a string or null")
    }
  }

  /// Returns the text of a member. Throws a ``WrongShape`` if the member is not a string.
  func string(_ name: String, in place: String = "") throws(WrongShape) -> String {
    guard let text = self[name]?.text else {
      throw WrongShape(field: place + name, self[name], expected: "a string")
    }
    return text
  }
}
