import CairnText

/// A value in YAML text, with its byte range.
///
/// An alias is not a node of its own: it is replaced with the node that it refers to.
package struct YAMLNode: Sendable {
  /// The content of a node.
  package enum Content: Sendable {
    /// The text, with quotes removed and escapes resolved, and its value. The value depends on the
    /// tag, the quotes and the form of the text.
    case scalar(String, FieldValue)
    /// The elements of a list, in order.
    case sequence([YAMLNode])
    /// The keys of a map with their values, in order. No key occurs twice.
    case mapping([Entry])
  }

  /// A key of a map with its value.
  package typealias Entry = (key: YAMLNode, value: YAMLNode)

  /// The content of the node.
  package let content: Content
  /// The byte range of the node, including its anchor and its tag.
  package let range: Range<Int>
  /// The number of values in the node, including the node itself, but at most ``maximumWeight``.
  ///
  /// An alias counts as much as the node that it refers to. Scalar keys are not counted.
  let weight: Int
  /// The number of nested levels of collections; 0 for a scalar.
  let height: Int

  private static let maximumWeight = 1 << 30

  /// Creates a node with this content.
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
  /// The value of the node. Costs time proportional to ``weight``.
  var value: FieldValue {
    switch content {
    case .scalar(_, let value): value
    case .sequence(let elements): .list(elements.map(\.value))
    case .mapping(let entries): .map(entries.map { .init($0.key.keyText, $0.value.value) })
    }
  }

  /// The text of the node as a key: for a nonempty scalar, the scalar's text; for any other node,
  /// the value in flow style.
  var keyText: String {
    if let text, !text.isEmpty { text } else { value.flowText }
  }
}

extension FieldValue {
  /// The value in YAML's flow style on one line, for keys that are not scalars.
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
