internal import CYAML

/// The reason why YAML text cannot be read.
package struct YAMLFailure: Error, Hashable {
  /// The offset of the problem, or nil if it is unknown.
  package let offset: Int?
  /// The problem, in the words of libyaml if libyaml found it.
  package let reason: String
  /// Whether the text exceeds a limit, rather than being malformed.
  package var isLimit = false
}

/// A reader that uses libyaml to parse YAML into a tree of ``YAMLNode``s. Only this file uses the C
/// interface of libyaml.
///
/// The parser and its events are created and freed within one call, and all text from libyaml is
/// copied immediately. Nothing is shared, so several threads can read at the same time.
///
/// Rejects collections nested deeper than 400 levels, where an alias counts as the node that it
/// refers to. Also limits the total size of keys that are lists or maps, because aliases can make
/// these keys expensive to compare.
package struct YAMLReader {
  private static let maximumDepth = 400
  /// The maximum total weight of keys that are lists or maps.
  private static let maximumKeyWeight = 1 << 22

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private var cursor: MarkCursor
  /// The text's name in failure messages, such as `the front matter`.
  private let subject: String
  private var anchors: [String: YAMLNode] = [:]
  private var depth = 0
  private var keyWeight = 0

  /// Calls `body` with a reader of `text`, and returns the result. Offsets are relative to the
  /// first byte of `text`.
  private static func reading<Result>(
    _ text: ArraySlice<UInt8>, subject: String = "the text",
    _ body: (inout YAMLReader) throws(YAMLFailure) -> Result
  ) throws(YAMLFailure) -> Result {
    try text.withUnsafeBufferPointer { (buffer) throws(YAMLFailure) in
      // The parser contains a pointer to itself, so it must not move.
      let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
      defer { parser.deallocate() }
      guard yaml_parser_initialize(parser) == 1 else { throw outOfMemory }
      defer { yaml_parser_delete(parser) }
      yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
      var reader = YAMLReader(
        parser: parser, cursor: MarkCursor(text: buffer), subject: subject)
      return try body(&reader)
    }
  }

  private static let outOfMemory = YAMLFailure(offset: nil, reason: "not enough memory")

  /// Returns the error that libyaml's parser reports.
  private mutating func failure() -> YAMLFailure {
    guard let problem = parser.pointee.problem else { return Self.outOfMemory }
    let isUnreadable = parser.pointee.error == YAML_READER_ERROR
    return YAMLFailure(
      offset: isUnreadable
        ? parser.pointee.problem_offset : cursor.offset(of: parser.pointee.problem_mark),
      reason: String(cString: problem))
  }
}

// MARK: - The tree

extension YAMLReader {
  /// Returns the root node of `text`, or nil if the text contains nothing but comments.
  ///
  /// - Parameter subject: The text's name in failure messages, such as `the front matter`.
  /// - Throws: A ``YAMLFailure`` if the text is not one YAML document, is not UTF-8, has a
  ///   duplicate key, or exceeds the limits.
  package static func root(
    of text: [UInt8], subject: String
  ) throws(YAMLFailure) -> YAMLNode? {
    try reading(text[...], subject: subject) { (reader) throws(YAMLFailure) in
      _ = try reader.next()  // The stream begins.
      guard try reader.next().type == YAML_DOCUMENT_START_EVENT else { return nil }
      let root = try reader.node(try reader.next())
      _ = try reader.next()  // The document ends.
      let last = try reader.next()
      guard last.type == YAML_STREAM_END_EVENT else {
        throw YAMLFailure(offset: last.range.lowerBound, reason: "but found another document")
      }
      return root
    }
  }

  /// Reads the node that begins with `event`.
  private mutating func node(_ event: Event) throws(YAMLFailure) -> YAMLNode {
    let node: YAMLNode
    switch event.type {
    case YAML_ALIAS_EVENT:
      guard let target = event.anchor.flatMap({ anchors[$0] }) else {
        throw YAMLFailure(offset: event.range.lowerBound, reason: "found undefined alias")
      }
      guard depth + target.height <= Self.maximumDepth else { throw tooDeep }
      return target
    case YAML_SEQUENCE_START_EVENT:
      let (children, end) = try children()
      node = YAMLNode(.sequence(children), event.range.lowerBound..<end)
    case YAML_MAPPING_START_EVENT:
      let (children, end) = try children()
      let entries = stride(from: 0, to: children.count - 1, by: 2).map {
        (key: children[$0], value: children[$0 + 1])
      }
      try checkKeys(of: entries)
      node = YAMLNode(.mapping(entries), event.range.lowerBound..<end)
    default: node = YAMLNode(event.scalar, event.range)
    }
    if let anchor = event.anchor { anchors[anchor] = node }
    return node
  }

  /// Reads the nodes up to the end of the current collection. Returns the nodes and the end offset
  /// of the collection.
  private mutating func children() throws(YAMLFailure) -> (nodes: [YAMLNode], end: Int) {
    depth += 1
    guard depth <= Self.maximumDepth else { throw tooDeep }
    var nodes: [YAMLNode] = []
    var event = try next()
    while event.type != YAML_SEQUENCE_END_EVENT, event.type != YAML_MAPPING_END_EVENT {
      nodes.append(try node(event))
      event = try next()
    }
    depth -= 1
    return (nodes, event.range.upperBound)
  }

  private var tooDeep: YAMLFailure { limit("\(subject) is too large or too deeply nested") }

  /// Returns a failure for text that exceeds a limit.
  private func limit(_ reason: String) -> YAMLFailure {
    YAMLFailure(offset: 0, reason: reason, isLimit: true)
  }

  /// A key in the form in which keys are compared: `1` and `"1"` differ, and so do `1` and `0x1`.
  private struct Key: Hashable {
    let text: KeyBytes
    let value: FieldValue

    init(_ node: YAMLNode) {
      text = KeyBytes(node.text ?? "")
      value = node.value
    }
  }

  private mutating func checkKeys(of entries: [YAMLNode.Entry]) throws(YAMLFailure) {
    for (key, _) in entries where key.text == nil { keyWeight += key.weight }
    guard keyWeight <= Self.maximumKeyWeight else {
      throw anchors.isEmpty ? tooDeep : limit("the aliases in \(subject) expand to too many values")
    }
    guard Set(entries.lazy.map { Key($0.key) }).count < entries.count else { return }
    let groups = Dictionary(grouping: entries.map(\.key)) { Key($0) }.values
    let twice = groups.filter { $0.count > 1 }.map { $0[0] }.sorted { $0.keyText < $1.keyText }
    let names = twice.map { "`\($0.keyText)`" }.joined(separator: ", ")
    throw YAMLFailure(
      offset: twice.first?.range.lowerBound,
      reason: "duplicate \(twice.count == 1 ? "key" : "keys") \(names)")
  }
}

// MARK: - Events

extension YAMLReader {
  /// A copy of an event of libyaml's parser, with Swift values.
  private struct Event {
    let type: yaml_event_type_t
    let range: Range<Int>
    /// The name of the node's anchor, or of the anchor that the alias refers to; nil if there is
    /// none.
    var anchor: String?
    var scalar = YAMLNode.Content.scalar("", .null)
  }

  private mutating func next() throws(YAMLFailure) -> Event {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw failure() }
    defer { yaml_event_delete(&event) }
    let range = cursor.range(from: event.start_mark, to: event.end_mark)
    var copy = Event(type: event.type, range: range)
    switch event.type {
    case YAML_ALIAS_EVENT: copy.anchor = name(event.data.alias.anchor)
    case YAML_SEQUENCE_START_EVENT: copy.anchor = name(event.data.sequence_start.anchor)
    case YAML_MAPPING_START_EVENT: copy.anchor = name(event.data.mapping_start.anchor)
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      let text = String(decoding: bytes, as: UTF8.self)
      let value =
        scalar.quoted_implicit == 1
        ? .string(text)
        : YAMLScalar.value(
          of: text, tag: name(scalar.tag), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
      copy.anchor = name(scalar.anchor)
      copy.scalar = .scalar(text, value)
    default: break
    }
    return copy
  }

  private func name(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    pointer.map { String(cString: $0) }
  }
}

// MARK: - Anchors

extension YAMLReader {
  /// An anchor `&name` or an alias `*name`. The range contains indices of the slice that was read.
  struct Reference {
    let name: String
    let isAlias: Bool
    let range: Range<Int>
  }

  /// Returns the anchors and aliases in `text`, in order, up to the first place that is not valid
  /// YAML.
  ///
  /// Aliases may refer to anchors outside the text.
  static func references(in text: ArraySlice<UInt8>) -> [Reference] {
    var found: [Reference] = []
    try? reading(text) { (reader) throws(YAMLFailure) in
      var isOver = false
      while !isOver {
        var token = yaml_token_t()
        guard yaml_parser_scan(reader.parser, &token) == 1 else { return }
        defer { yaml_token_delete(&token) }
        isOver = token.type == YAML_STREAM_END_TOKEN
        let isAlias = token.type == YAML_ALIAS_TOKEN
        guard isAlias || token.type == YAML_ANCHOR_TOKEN else { continue }
        let value = isAlias ? token.data.alias.value : token.data.anchor.value
        let range = reader.cursor.range(from: token.start_mark, to: token.end_mark)
        found.append(
          Reference(
            name: reader.name(value) ?? "", isAlias: isAlias,
            range: range.lowerBound + text.startIndex..<range.upperBound + text.startIndex))
      }
    }
    return found
  }
}

// MARK: - Places

/// A converter of libyaml's positions, which count Unicode scalars, to byte offsets.
///
/// If positions are requested in the order of the text, all conversions together cost one pass over
/// the text.
private struct MarkCursor {
  let text: UnsafeBufferPointer<UInt8>
  private var scalars = 0
  private var offset = 0

  init(text: UnsafeBufferPointer<UInt8>) { self.text = text }

  mutating func offset(of mark: yaml_mark_t) -> Int {
    if mark.index < scalars { (scalars, offset) = (0, 0) }
    while scalars < mark.index, offset < text.count {
      offset += 1
      while offset < text.count, UTF8.isContinuation(text[offset]) { offset += 1 }
      scalars += 1
    }
    return offset
  }

  mutating func range(from start: yaml_mark_t, to end: yaml_mark_t) -> Range<Int> {
    let start = offset(of: start)
    return start..<max(start, offset(of: end))
  }
}
