/// The new value of a field or of a list element.
///
///     try document.setting("title", to: .text("no"))        // title: "no"
///     try document.setting("score", to: .literal("3"))      // score: 3
///     try document.setting("tags", to: .list([.text("a")])) // tags: [a]
public indirect enum NewValue: Hashable, Sendable {
  /// No value: `key:`.
  case empty
  /// Text. It is written in quotes if a reader of YAML 1.1 or 1.2 would otherwise read another kind
  /// of value.
  case text(String)
  /// A number, a boolean, or a date with or without a time, spelled as given. Anything that YAML
  /// 1.2 reads as text is written as text.
  case literal(String)
  /// A list of scalars.
  case list([NewValue])

  /// The value that YAML readers will see.
  public var value: FieldValue {
    switch self {
    case .empty: .null
    case .text(let text): .string(text)
    case .literal(let text): YAMLScalar.plain(Array(text.utf8)[...])
    case .list(let elements): .list(elements.map(\.value))
    }
  }
}
