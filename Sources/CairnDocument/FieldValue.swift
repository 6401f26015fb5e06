public import CairnText

/// The value of a front-matter field. Values follow the core schema of YAML 1.2 (§10.3.2). As in
/// ruamel.yaml, three forms of YAML 1.1 are also read: timestamps, `_` among digits, and the prefix
/// `0b`. For example, `no` and `12:30` are text, `2026-11-21` is a date, and `0o17` and `1_000` are
/// integers.
///
/// A value does not record how it was written (quotes, flow or block, comments).
public enum FieldValue: Hashable, Sendable {
  /// No value, written as `null`, `~` or nothing at all.
  case null
  /// `true` or `false`, also capitalized or in upper case.
  case boolean(Bool)
  /// An integer of up to 64 bits; a larger one is read as text, so that no digit is lost.
  case integer(Int)
  /// Any other number, including `.inf` and `.nan`.
  case float(Double)
  /// Text: any scalar that is not of another kind.
  case string(String)
  /// A date: `2026-11-21`.
  case date(CalendarDate)
  /// A date and time, with or without a time zone offset.
  indirect case dateTime(DateTime)
  /// A sequence.
  case list([FieldValue])
  /// A mapping, in the order of the file. Keys that are not scalars become text in flow style.
  case map([Entry])

  /// A key of a mapping with its value.
  public struct Entry: Hashable, Sendable {
    /// The key as text.
    public let key: String
    /// The value.
    public let value: FieldValue

    /// Creates an entry from its key and value.
    public init(_ key: String, _ value: FieldValue) {
      self.key = key
      self.value = value
    }
  }
}

extension FieldValue {
  /// Returns whether two values have the same kind and content. Strings are compared byte by byte,
  /// and not-a-number equals itself.
  public static func == (left: FieldValue, right: FieldValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let a), .boolean(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.float(let a), .float(let b)): a == b || (a.isNaN && b.isNaN)
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.date(let a), .date(let b)): a == b
    case (.dateTime(let a), .dateTime(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    case (.map(let a), .map(let b)): a == b
    default: false
    }
  }
}

extension FieldValue {
  /// All scalars in the value except null, at any depth, in order.
  package var scalars: [FieldValue] {
    switch self {
    case .null: []
    case .list(let elements): elements.flatMap(\.scalars)
    case .map(let entries): entries.flatMap(\.value.scalars)
    default: [self]
    }
  }

  /// All strings in the value, at any depth, in order.
  package var strings: [String] {
    switch self {
    case .string(let text): [text]
    case .list(let elements): elements.flatMap(\.strings)
    case .map(let entries): entries.flatMap(\.value.strings)
    default: []
    }
  }
}
