public import CairnText

/// What a front-matter field's value means, read by YAML 1.2's core schema (§10.3.2) plus
/// timestamps: `no` and `12:30` are text, `2026-11-21` is a date, `0o17` is an integer.
///
/// How it was written (quotes, flow or block, comments) is not part of it.
public enum FieldValue: Hashable, Sendable {
  /// `null`, `~`, or nothing at all.
  case null
  /// `true` or `false`, also capitalised or in upper case.
  case boolean(Bool)
  /// A whole number that fits 64 bits; a larger one is read as text, so that no digit is lost.
  case integer(Int)
  /// Any other number, with `.inf` and `.nan`.
  case float(Double)
  /// Text, and every scalar that is nothing else.
  case string(String)
  /// A day: `2026-11-21`.
  case date(CalendarDate)
  /// A day with a time of day, with or without a zone's offset.
  indirect case dateTime(DateTime)
  /// A sequence.
  case list([FieldValue])
  /// A mapping, in the order of the file. A key that is no scalar is shown in flow style.
  case map([Entry])

  /// One key of a mapping with its value.
  public struct Entry: Hashable, Sendable {
    /// The key as text.
    public let key: String
    /// The value.
    public let value: FieldValue

    /// A key with its value.
    public init(_ key: String, _ value: FieldValue) {
      self.key = key
      self.value = value
    }
  }
}

extension FieldValue {
  /// Whether both are the same value of the same kind; not-a-number equals itself here.
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
  /// The scalars of the value but null, at any depth, in order.
  package var scalars: [FieldValue] {
    switch self {
    case .null: []
    case .list(let elements): elements.flatMap(\.scalars)
    case .map(let entries): entries.flatMap(\.value.scalars)
    default: [self]
    }
  }

  /// All text in the value, at any depth, in order.
  package var strings: [String] {
    switch self {
    case .string(let text): [text]
    case .list(let elements): elements.flatMap(\.strings)
    case .map(let entries): entries.flatMap(\.value.strings)
    default: []
    }
  }
}
