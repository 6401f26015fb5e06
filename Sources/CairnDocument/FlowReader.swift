/// A reader of flow collections of YAML 1.2 (§7.4) with one-line scalars, including some that YAML
/// 1.1 parsers reject: `{x: :x}`, `{: x}`.
///
/// Conservative: comments, anchors, aliases, tags, `?`, keys that are not scalars and duplicate
/// keys are left to a YAML parser.
struct FlowReader {
  private static let deepest = 100

  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private var depth = 0

  /// Returns the value of a flow collection, or nil if a YAML parser is needed. `bytes` includes
  /// the brackets.
  static func value(_ bytes: ArraySlice<UInt8>) -> FieldValue? {
    var reader = FlowReader(bytes: bytes, position: bytes.startIndex)
    guard let value = reader.node(), reader.position == bytes.endIndex else { return nil }
    return value
  }

  private var byte: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard self.byte == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte, byte.isBlank || byte.isLineBreak { position += 1 }
  }

  private mutating func node() -> FieldValue? {
    switch byte {
    case UInt8(ascii: "["): collection(until: UInt8(ascii: "]")).map(FieldValue.list)
    case UInt8(ascii: "{"): collection(until: UInt8(ascii: "}")).flatMap(Self.map)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): quoted().map(FieldValue.string)
    default: plain().map { YAMLScalar.plain($0) }
    }
  }

  /// Reads the elements up to the closing bracket. Each entry of a mapping is returned as a map
  /// with one entry.
  private mutating func collection(until close: UInt8) -> [FieldValue]? {
    position += 1
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { return nil }
    var elements: [FieldValue] = []
    while true {
      skipSpace()
      if take(close) { return elements }
      guard let element = element(isEntry: close == UInt8(ascii: "}")) else { return nil }
      elements.append(element)
      skipSpace()
      guard take(UInt8(ascii: ",")) || byte == close else { return nil }
    }
  }

  /// Reads an element: a node, or an entry `key: value`, which is returned as a map. If `isEntry`
  /// is true, a node that no colon follows is a key without a value.
  private mutating func element(isEntry: Bool) -> FieldValue? {
    let start = position
    let isQuoted = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    var node = FieldValue.null
    if !isColon(isQuoted: false) {
      guard let found = self.node() else { return nil }
      node = found
    }
    let key = key(node, start..<position, isQuoted: isQuoted)
    skipSpace()
    guard isColon(isQuoted: isQuoted) else {
      return isEntry ? key.map { .map([.init($0, .null)]) } : node
    }
    // A key is on one line with its colon and has at most 1,024 characters (§7.4.3).
    guard let key, position - start <= 1024,
      !bytes[start..<position].contains(where: \.isLineBreak)
    else { return nil }
    position += 1
    skipSpace()
    if byte.map({ ",]}".utf8.contains($0) }) ?? true { return .map([.init(key, .null)]) }
    guard let value = self.node() else { return nil }
    return .map([.init(key, value)])
  }

  /// Returns a key as text, as ``YAMLText`` does, or nil if the key is not a scalar.
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
      if byte == UInt8(ascii: "#"), bytes[position - 1].isBlank { return nil }
      if byte == UInt8(ascii: ":"), "\"'".utf8.contains(bytes[position + 1]) { return nil }
      position += 1
    }
    return bytes[start..<position].trimmingBlanksAtEnd
  }

  /// Combines maps of one entry each into one map, or returns nil if a key occurs twice.
  private static func map(_ elements: [FieldValue]) -> FieldValue? {
    let entries = elements.flatMap { element -> [FieldValue.Entry] in
      if case .map(let entries) = element { entries } else { [] }
    }
    let keys = Set(entries.lazy.map { KeyBytes($0.key) })
    return keys.count == entries.count ? .map(entries) : nil
  }
}

extension ArraySlice<UInt8> {
  fileprivate var trimmingBlanksAtEnd: ArraySlice<UInt8> {
    self[..<(lastIndex { !$0.isBlank }.map { $0 + 1 } ?? startIndex)]
  }
}
