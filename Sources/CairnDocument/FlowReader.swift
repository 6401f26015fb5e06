/// A reader of flow collections of YAML 1.2 (§7.4) in which every scalar is on one line. It also
/// reads some collections that YAML 1.1 parsers reject: `{x: :x}`, `{: x}`.
///
/// Conservative: comments, anchors, aliases, tags, `?`, keys that are not scalars and duplicate
/// keys are left to a YAML parser.
struct FlowReader {
  private static let deepest = 100

  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private var depth = 0
  /// Whether comments are skipped. The positions of the entries are then not clear enough for
  /// edits.
  private var skipsComments = false
  /// Whether the collection is the whole front matter, not the value of a field. If so, a key may
  /// occur twice in the outermost map, and the colon of an entry can be on the line below its key.
  private var isWholeText = false

  private init(bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// Returns a flow collection, or nil if a YAML parser is needed. `bytes` includes the brackets.
  static func collection(_ bytes: ArraySlice<UInt8>) -> PlacedValue? {
    var reader = FlowReader(bytes: bytes)
    return reader.whole()
  }

  /// Reads the whole text as a single node. Returns nil if that is not possible.
  private mutating func whole() -> PlacedValue? {
    guard let value = node() else { return nil }
    skipSpace()
    return position == bytes.endIndex ? value : nil
  }

  /// Returns the value of a flow collection, or nil if a YAML parser is needed. `bytes` includes
  /// the brackets.
  static func value(_ bytes: ArraySlice<UInt8>) -> FieldValue? { collection(bytes)?.reading }

  /// Returns the map in braces in `content`. A key may occur twice in this map. Returns nil if
  /// `content` contains anything else, or if a YAML parser is needed.
  ///
  /// If `skipsComments` is true, comments are skipped; the map is then not meant for edits.
  static func map(
    _ bytes: [UInt8], _ content: Range<Int>, skipsComments: Bool = false
  ) -> MapLayout? {
    let isSpace: (UInt8) -> Bool = { $0.isBlank || $0.isLineBreak }
    guard let start = bytes[content].firstIndex(where: { !isSpace($0) }),
      let last = bytes[content].lastIndex(where: { !isSpace($0) }),
      bytes[start] == UInt8(ascii: "{"), String(validating: bytes[content], as: UTF8.self) != nil
    else { return nil }
    var reader = FlowReader(bytes: bytes[start...last])
    reader.skipsComments = skipsComments
    reader.isWholeText = true
    return reader.whole()?.map
  }

  private var byte: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard self.byte == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte {
      if skipsComments, byte == UInt8(ascii: "#"), isAfterSpace {
        position = bytes[position...].firstIndex(where: \.isLineBreak) ?? bytes.endIndex
      } else if byte.isBlank || byte.isLineBreak {
        position += 1
      } else {
        return
      }
    }
  }

  /// Whether white space precedes the current position, so that a `#` there begins a comment.
  private var isAfterSpace: Bool {
    position > bytes.startIndex
      && (bytes[position - 1].isBlank || bytes[position - 1].isLineBreak)
  }

  private mutating func node() -> PlacedValue? {
    let start = position
    switch byte {
    case UInt8(ascii: "["):
      guard let elements = elements(until: UInt8(ascii: "]")) else { return nil }
      let items = elements.map { element in
        FieldLayout.Item(value: element.range, lines: element.range, reading: element.reading)
      }
      return PlacedValue(
        range: start..<position, style: .flowSequence,
        reading: .list(elements.map(\.reading)), items: items)
    case UInt8(ascii: "{"):
      guard let elements = elements(until: UInt8(ascii: "}")),
        let map = map(elements, from: start + 1)
      else { return nil }
      return PlacedValue(
        range: start..<position, style: .flowMapping,
        reading: .map(map.fields.map { .init($0.key, $0.reading ?? .null) }), map: map)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let style: FieldLayout.Style =
        byte == UInt8(ascii: "'") ? .singleQuoted : .doubleQuoted
      return quoted().map {
        PlacedValue(range: start..<position, style: style, reading: .string($0))
      }
    default:
      return plain().map {
        PlacedValue(
          range: $0.startIndex..<$0.endIndex, style: .plain, reading: YAMLScalar.plain($0))
      }
    }
  }

  /// An element of a flow collection.
  private struct Element {
    /// The key with its range; nil if the element is not an entry.
    var key: (text: String, range: Range<Int>)?
    var value: PlacedValue

    var range: Range<Int> {
      (key?.range.lowerBound ?? value.range.lowerBound)..<value.range.upperBound
    }
    var reading: FieldValue {
      key.map { .map([.init($0.text, value.reading)]) } ?? value.reading
    }
  }

  /// Reads the elements up to the bracket `close`. Returns nil if a YAML parser is needed.
  private mutating func elements(until close: UInt8) -> [Element]? {
    position += 1
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { return nil }
    var elements: [Element] = []
    while true {
      skipSpace()
      if take(close) { return elements }
      guard let element = element(isEntry: close == UInt8(ascii: "}")) else { return nil }
      elements.append(element)
      skipSpace()
      guard take(UInt8(ascii: ",")) || byte == close else { return nil }
    }
  }

  /// Reads an element: a node, or an entry `key: value`. If `isEntry` is true, a node without a
  /// colon after it is a key without a value. Returns nil if a YAML parser is needed.
  private mutating func element(isEntry: Bool) -> Element? {
    let start = position
    let isQuoted = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    var node = Self.nothing(at: start)
    if !isColon(isQuoted: false) {
      guard let found = self.node() else { return nil }
      node = found
    }
    let range = start..<max(start, node.range.upperBound)
    let text = key(node.reading, range, isQuoted: isQuoted)
    skipSpace()
    guard isColon(isQuoted: isQuoted) else {
      guard isEntry else { return Element(key: nil, value: node) }
      return text.map { Element(key: ($0, range), value: Self.nothing(at: range.upperBound)) }
    }
    // In a list, and in the value of a field, a key is on one line with its colon and has at most
    // 1,024 characters (§7.4.3).
    guard let text,
      isEntry && isWholeText
        || position - start <= 1024 && !bytes[start..<position].contains(where: \.isLineBreak)
    else { return nil }
    position += 1
    let colon = position
    skipSpace()
    if byte.map({ ",]}".utf8.contains($0) }) ?? true {
      return Element(key: (text, range), value: Self.nothing(at: colon))
    }
    guard let value = self.node() else { return nil }
    return Element(key: (text, range), value: value)
  }

  /// Returns a null value with an empty range at `offset`, for a key or a value that is missing.
  private static func nothing(at offset: Int) -> PlacedValue {
    PlacedValue(range: offset..<offset, style: .empty, reading: .null)
  }

  /// Returns a key as text, or nil if the key is not a scalar. A key without quotes (`isQuoted` is
  /// false) is kept as written.
  private func key(_ node: FieldValue, _ range: Range<Int>, isQuoted: Bool) -> String? {
    switch node {
    case .list, .map: nil
    case .string(let text) where isQuoted: text
    default:
      range.isEmpty ? "null" : String(decoding: bytes[range].trimmingBlanksAtEnd, as: UTF8.self)
    }
  }

  /// Returns whether the colon that ends a key is at `position`. Unless the key is quoted, a blank,
  /// a line break or a flow indicator must follow the colon.
  private func isColon(isQuoted: Bool) -> Bool {
    guard byte == UInt8(ascii: ":") else { return false }
    guard position + 1 < bytes.endIndex, !isQuoted else { return true }
    let next = bytes[position + 1]
    return next.isBlank || next.isLineBreak || next.isFlowIndicator
  }

  private mutating func quoted() -> String? {
    let start = position
    let quote = bytes[start]
    position += 1
    while let byte, !byte.isLineBreak {
      position += 1
      if byte == UInt8(ascii: "\\"), quote != UInt8(ascii: "'") {
        position += 1
      } else if byte == quote {
        if quote == UInt8(ascii: "'"), self.byte == quote {
          position += 1
        } else {
          return YAMLScalar.quoted(bytes[start..<position])
        }
      }
    }
    return nil
  }

  private mutating func plain() -> ArraySlice<UInt8>? {
    let start = position
    guard YAMLScalar.mayBegin(bytes[start...], inFlow: true) else { return nil }
    while let byte, byte >= 0x20, byte != 0x7F, !byte.isFlowIndicator, !isColon(isQuoted: false) {
      if byte == UInt8(ascii: "#"), bytes[position - 1].isBlank {
        if skipsComments { break }
        return nil
      }
      if byte == UInt8(ascii: ":"), "\"'".utf8.contains(bytes[position + 1]) { return nil }
      position += 1
    }
    return bytes[start..<position].trimmingBlanksAtEnd
  }

  /// Returns the layout of a map with these entries. Returns nil if a key occurs twice in a map in
  /// which keys must be unique.
  private func map(_ elements: [Element], from start: Int) -> MapLayout? {
    let fields = elements.compactMap { element in
      element.key.map { key in
        FieldLayout(key: key.text, keyRange: key.range, lines: element.range, value: element.value)
      }
    }
    let mayRepeat = isWholeText && depth == 0
    guard mayRepeat || Set(fields.lazy.map { KeyBytes($0.key) }).count == fields.count else {
      return nil
    }
    return MapLayout(form: .entries, fields: fields, start: start, end: start)
  }
}

extension ArraySlice<UInt8> {
  fileprivate var trimmingBlanksAtEnd: ArraySlice<UInt8> {
    self[..<(lastIndex { !$0.isBlank }.map { $0 + 1 } ?? startIndex)]
  }
}
