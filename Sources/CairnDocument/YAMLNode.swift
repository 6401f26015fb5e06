import CairnText

/// A value in a YAML text, and the bytes that it is written in.
///
/// An alias is not a node of its own: it is replaced by the node that it stands for.
package struct YAMLNode: Sendable {
  /// What the node holds.
  package enum Content: Sendable {
    /// The text without quotes and escapes, and what it means by its tag, its quotes or its form.
    case scalar(String, FieldValue)
    /// The elements of a list, in order.
    case sequence([YAMLNode])
    /// The keys of a map with their values, in order. No key occurs twice.
    case mapping([Entry])
  }

  /// A key of a map with its value.
  package typealias Entry = (key: YAMLNode, value: YAMLNode)

  /// What the node holds.
  package let content: Content
  /// The bytes of the text that the node is written in, with its anchor and its tag.
  package let range: Range<Int>
  /// The number of values that reading the node makes, itself included; at most ``maximumWeight``.
  ///
  /// An alias counts as much as the node that it stands for; a scalar key counts nothing.
  let weight: Int
  /// The number of collections that are nested in each other here; 0 for a scalar.
  let height: Int

  private static let maximumWeight = 1 << 30

  /// A node with this content.
  init(_ content: Content, _ range: Range<Int>) {
    self.content = content
    self.range = range
    let inner: [YAMLNode]
    switch content {
    case .scalar: inner = []
    case .sequence(let elements): inner = elements
    case .mapping(let entries):
      inner = entries.flatMap { $0.key.text == nil ? [$0.key, $0.value] : [$0.value] }
    }
    weight = min(inner.reduce(1) { $0 + $1.weight }, Self.maximumWeight)
    if case .scalar = content { height = 0 } else { height = 1 + (inner.map(\.height).max() ?? 0) }
  }

  /// The text of a scalar; nil for a list or a map.
  package var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }
}

// MARK: - Values

extension YAMLNode {
  /// What the node means. Costs as much as ``weight`` says.
  var value: FieldValue {
    switch content {
    case .scalar(_, let value): value
    case .sequence(let elements): .list(elements.map(\.value))
    case .mapping(let entries): .map(entries.map { .init($0.key.keyText, $0.value.value) })
    }
  }

  /// A key as text: a scalar as it is, anything else in flow style.
  var keyText: String {
    if let text, !text.isEmpty { text } else { value.flowText }
  }
}

extension FieldValue {
  /// The value in YAML's flow style, on one line: how a key that is not a scalar is shown.
  fileprivate var flowText: String {
    switch self {
    case .null: "null"
    case .boolean(let value): String(value)
    case .integer(let value): String(value)
    case .float(let value): String(value)
    case .string(let value): value
    case .date(let value): value.description
    case .dateTime(let value): value.description
    case .list(let elements): "[" + elements.map(\.flowText).joined(separator: ", ") + "]"
    case .map(let entries):
      "{" + entries.map { "\($0.key): \($0.value.flowText)" }.joined(separator: ", ") + "}"
    }
  }
}
