import CairnDocument

/// The front matter of one version, split into its fields and the lines between them.
struct FieldBlocks {
  /// A field with the comments and blank lines above it.
  struct Block {
    let key: String
    let value: FieldValue
    /// The lines above the field, each with its line break.
    var lead: [[UInt8]]
    /// The lines of the field itself.
    var lines: [UInt8]
  }

  /// The bytes before the fields: a byte order mark and the opening fence.
  let opening: [UInt8]
  /// The fields, in file order; keys are unique.
  let blocks: [Block]
  /// The lines after the last field.
  let tail: [[UInt8]]
  /// The closing fence.
  let closing: [UInt8]
  /// The indices of the fields in ``blocks``, keyed by the fields' keys.
  private let places: [String: Int]

  /// Splits a document's front matter. Returns nil if the fields cannot be separated: the front
  /// matter is malformed, contains a duplicate key, or is not YAML or TOML with each field on its
  /// own lines.
  init?(_ document: Document) {
    guard document.editRefusal == nil, [.yaml, .toml].contains(document.notation),
      Set(document.fields.map(\.key)).count == document.fields.count
    else { return nil }
    let (bytes, content) = (document.bytes, document.frontMatter.content)
    var blocks: [Block] = []
    var position = content.lowerBound
    for field in document.fields {
      guard let range = field.range, range.lowerBound >= position else { return nil }
      blocks.append(
        Block(
          key: field.key, value: field.value, lead: bytes[position..<range.lowerBound].lines,
          lines: Array(bytes[range])))
      position = range.upperBound
    }
    opening = Array(bytes[..<content.lowerBound])
    self.blocks = blocks
    tail = bytes[position..<content.upperBound].lines
    closing = Array(bytes[content.upperBound..<document.frontMatter.end])
    places = Dictionary(uniqueKeysWithValues: blocks.enumerated().map { ($1.key, $0) })
  }

  /// Returns the field with this key; nil if there is none.
  subscript(key: String) -> Block? { places[key].map { blocks[$0] } }
}

extension ArraySlice<UInt8> {
  /// The lines, each with its line break (LF or CRLF). The last line may lack a line break.
  var lines: [[UInt8]] {
    var lines: [[UInt8]] = []
    var rest = self
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(Array(rest[...end]))
      rest = rest[(end + 1)...]
    }
    if !rest.isEmpty { lines.append(Array(rest)) }
    return lines
  }
}
