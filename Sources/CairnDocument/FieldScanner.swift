/// A scanner that splits YAML front matter into its top-level fields without parsing their
/// contents.
///
/// The scanner works line by line. Every field begins with a key that is indented like the first
/// key. The field continues with lines that are indented further or are elements of its sequence
/// (YAML 1.2 §8.2). A value that needs a YAML parser is not read: its `reading` is nil. At a line
/// that fits no rule, the scan stops; the front matter then needs a YAML parser and cannot be
/// edited.
struct FieldScanner {
  /// The error for a line that is not laid out as a field, with its offset and the reason.
  struct Irregularity: Error, Hashable {
    let offset: Int
    let reason: String
    /// Whether a YAML parser would misread the text, so that the text must not be passed to a YAML
    /// parser.
    var isFinal = false
  }

  let bytes: [UInt8]
  let end: Int
  /// The offset of the next line to read.
  private(set) var position: Int
  /// The number of spaces before the first key; negative until that key is found.
  private(set) var indent = -1

  /// Creates a scanner of `content`, a range of whole lines of `bytes`.
  init(_ bytes: [UInt8], _ content: Range<Int>) {
    self.bytes = bytes
    position = content.lowerBound
    end = content.upperBound
  }

  /// Creates a scanner of the lines of one field.
  init(_ bytes: [UInt8], of field: FieldLayout) {
    self.init(bytes, field.lines)
    indent = field.keyRange.lowerBound - field.lines.lowerBound
  }

  /// Returns all fields in order.
  mutating func fields() throws(Irregularity) -> [FieldLayout] {
    var fields: [FieldLayout] = []
    while let field = try next() { fields.append(field) }
    return fields
  }

  /// Returns the next field, or nil after the last.
  mutating func next() throws(Irregularity) -> FieldLayout? {
    guard let line = nextContentLine(from: position) else { return nil }
    let lead = try leadingSpaces(line)
    if indent < 0 { indent = lead }
    guard lead == indent else {
      throw Irregularity(
        offset: line.start, reason: "this line is not indented like the other fields")
    }
    return try field(line)
  }

  /// Moves past an unindented field that has been read without this scanner. The next line begins
  /// at `offset`.
  mutating func skip(to offset: Int) {
    position = offset
    indent = 0
  }
}

// MARK: - Lines

extension FieldScanner {
  /// Returns the first line at or after `offset` that is neither blank nor a comment; nil if there
  /// is none.
  func nextContentLine(from offset: Int) -> Line? {
    var offset = offset
    while offset < end {
      let line = line(at: offset)
      if !isTrivia(line) { return line }
      offset = line.next
    }
    return nil
  }

  /// Returns the line at `start`, cut at the end of the front matter.
  func line(at start: Int) -> Line {
    let line = bytes.line(at: start)
    return Line(start: start, end: min(line.end, end), next: min(line.next, end))
  }

  /// Returns whether a line is blank or contains only a comment.
  private func isTrivia(_ line: Line) -> Bool {
    var text = bytes[line.start..<line.end].drop(while: \.isBlank)
    while text.beginsWithOldLineBreak {
      text = text.dropFirst(text.first == 0xC2 ? 2 : 3).drop(while: \.isBlank)
      if text.isEmpty { return true }
    }
    let first = bytes[line.start..<line.end].first { !$0.isBlank }
    return first == nil || first == UInt8(ascii: "#")
  }

  /// Returns the number of spaces at the start of a line. Throws if a tab follows the spaces.
  func leadingSpaces(_ line: Line) throws(Irregularity) -> Int {
    var offset = line.start
    while offset < line.end, bytes[offset] == UInt8(ascii: " ") { offset += 1 }
    if offset < line.end, bytes[offset] == UInt8(ascii: "\t") {
      throw Irregularity(
        offset: offset, reason: "this line is indented with a tab; YAML allows only spaces")
    }
    return offset - line.start
  }

  /// Returns whether `- ` or a lone `-` is at `offset`.
  func isSequenceMark(at offset: Int, in line: Line) -> Bool {
    isMark(UInt8(ascii: "-"), at: offset, in: line)
  }

  /// Returns whether `mark` is at `offset`, followed by white space or the end of the line.
  func isMark(_ mark: UInt8, at offset: Int, in line: Line) -> Bool {
    offset < line.end && bytes[offset] == mark
      && (offset + 1 == line.end || bytes[offset + 1].isBlank)
  }

  func skipBlanks(_ offset: Int, to end: Int) -> Int {
    var offset = offset
    while offset < end, bytes[offset].isBlank { offset += 1 }
    return offset
  }
}

// MARK: - One field

extension FieldScanner {
  /// Reads the field whose key is on `line`, and moves past its last line.
  private mutating func field(_ line: Line) throws(Irregularity) -> FieldLayout {
    let start = line.start + indent
    if let field = try fieldWithComplexKey(at: start, in: line) {
      position = field.lines.upperBound
      return field
    }
    let (key, keyRange) = try self.key(at: start, in: line)
    let colon = skipBlanks(keyRange.upperBound, to: line.end)
    var field = FieldLayout(
      key: key, keyRange: keyRange, lines: line.start..<line.next,
      value: (colon + 1)..<(colon + 1), style: .empty, reading: .null)
    var offset = skipBlanks(colon + 1, to: line.end)
    let properties = offset
    while offset < line.end,
      bytes[offset] == UInt8(ascii: "&") || bytes[offset] == UInt8(ascii: "!")
    {
      let property = bytes[offset..<line.end].prefix { !$0.isBlank }
      if bytes[offset] == UInt8(ascii: "&"),
        !property.dropFirst().allSatisfy({ $0.isASCIIWord || $0 == UInt8(ascii: "-") })
      {
        throw Irregularity(
          offset: offset, reason: "an anchor name can contain only letters, digits, `-` and `_`",
          isFinal: true)
      }
      offset = skipBlanks(property.endIndex, to: line.end)
    }
    try value(of: &field, at: offset, in: line)
    if properties < offset {
      field.value = properties..<max(field.value.upperBound, bytes.trimmedEnd(properties..<offset))
      field.style = .other
      field.items = nil
      field.reading = nil
    } else if bytes[colon..<offset].contains(UInt8(ascii: "\t")), field.style != .empty {
      field.reading = nil
    }
    takeLinesBehindOldBreaks(&field)
    position = field.lines.upperBound
    return field
  }

  /// Extends the field by the lines below it that begin with NEL, LS or PS (see
  /// `beginsWithOldLineBreak`), and by the indented lines that follow these lines. In YAML 1.1,
  /// these three characters are line breaks. In YAML 1.2, they are text, so a line that begins with
  /// one of them continues the field's text even without indentation.
  ///
  /// YAML parsers read such a value differently, so the field's value becomes the exact text in the
  /// file.
  private func takeLinesBehindOldBreaks(_ field: inout FieldLayout) {
    var isTaken = false
    while let next = nextContentLine(from: field.lines.upperBound) {
      let text = bytes[next.start..<next.end]
      let lead = text.prefix { $0 == UInt8(ascii: " ") }.count
      guard text.dropFirst(lead).beginsWithOldLineBreak || (isTaken && lead > indent) else { break }
      isTaken = true
      field.value = field.value.lowerBound..<bytes.trimmedEnd(next.start..<next.end)
      field.lines = field.lines.lowerBound..<next.next
    }
    guard isTaken else { return }
    field.value =
      skipBlanks(field.value.lowerBound, to: field.value.upperBound)..<field.value.upperBound
    field.style = .other
    field.items = nil
    field.reading = .string(String(decoding: bytes[field.value], as: UTF8.self))
  }

  /// Returns the field on `line` if its key is a list or a map, as in `[a]: b`, or follows `?`.
  ///
  /// Returns nil for other lines, and for fields that contain anchors, aliases, or characters that
  /// are line breaks only in YAML 1.1 (NEL, LS and PS). Uses libyaml to determine the key and the
  /// value.
  private func fieldWithComplexKey(
    at start: Int, in line: Line
  ) throws(Irregularity) -> FieldLayout? {
    let mayHaveValueBelow = isMark(UInt8(ascii: "?"), at: start, in: line)
    if !mayHaveValueBelow {
      var flow = FlowScanner(scanner: self, start: start)
      guard "[{".utf8.contains(bytes[start]), let close = flow.end(), close <= line.end,
        isColon(at: skipBlanks(close, to: line.end), in: line)
      else { return nil }
    }
    var last = try lastLine(ofNested: line)
    while let next = nextContentLine(from: last.next) {
      let lead = try leadingSpaces(next)
      let first = next.start + lead
      guard
        lead > indent || isSequenceMark(at: first, in: next)
          || (mayHaveValueBelow && isColon(at: first, in: next))
      else { break }
      last = try lastLine(ofNested: next)
    }
    let lines = line.start..<last.next
    guard !bytes[lines].holdsOldLineBreak, YAMLReader.references(in: bytes[lines]).isEmpty
    else { return nil }
    var field = FieldLayout(
      key: "", keyRange: start..<start, lines: lines,
      value: start..<bytes.trimmedEnd(start..<last.end), style: .other, hasComplexKey: true)
    var budget = YAMLText.maximumNodes
    guard let entries = try? YAMLText.entries(of: [field], in: bytes, budget: &budget),
      entries.count == 1
    else { return nil }
    (field.key, field.reading) = (entries[0].key, entries[0].value)
    return field
  }

  /// Returns the key at `start` and its range.
  private func key(
    at start: Int, in line: Line
  ) throws(Irregularity) -> (String, Range<Int>) {
    let odd = Irregularity(offset: start, reason: "expected `key: value`")
    // An empty key is null.
    if isColon(at: start, in: line) { return ("null", start..<start) }
    let first = bytes[start]
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      guard let close = quotedEnd(from: start), close <= line.end,
        let key = YAMLScalar.quoted(bytes[start..<close]),
        isColon(at: skipBlanks(close, to: line.end), in: line)
      else { throw odd }
      return (key, start..<close)
    }
    guard YAMLScalar.mayBegin(bytes[start..<line.end], inFlow: false),
      !bytes[start..<line.end].beginsWithOldLineBreak,
      !bytes[start..<line.end].starts(with: [0xEF, 0xBB, 0xBF])
    else { throw odd }
    var offset = start
    while offset < line.end, !isColon(at: offset, in: line) {
      if bytes[offset] == UInt8(ascii: "#"), bytes[offset - 1].isBlank { throw odd }
      offset += 1
    }
    // A key without `?` has at most 1,024 characters (YAML 1.2 §7.4.3).
    guard offset < line.end, offset - start <= 1024 else { throw odd }
    let end = bytes.trimmedEnd(start..<offset)
    return (String(decoding: bytes[start..<end], as: UTF8.self), start..<end)
  }

  func isColon(at offset: Int, in line: Line) -> Bool {
    isMark(UInt8(ascii: ":"), at: offset, in: line)
  }

  /// Reads the value that begins at `offset`, after the colon of `line`.
  private mutating func value(
    of field: inout FieldLayout, at offset: Int, in line: Line
  ) throws(Irregularity) {
    guard offset < line.end, bytes[offset] != UInt8(ascii: "#") else {
      return try valueBelow(&field, line)
    }
    switch bytes[offset] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      field.style = bytes[offset] == UInt8(ascii: "'") ? .singleQuoted : .doubleQuoted
      try closed(&field, offset, quotedEnd(from: offset), "this quote is not closed")
      field.reading = YAMLScalar.quoted(bytes[field.value]).map(FieldValue.string)
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      try flowCollection(&field, at: offset)
    case UInt8(ascii: "|"), UInt8(ascii: ">"):
      field.style = bytes[offset] == UInt8(ascii: "|") ? .literal : .folded
      try blockScalar(&field, at: offset, in: line)
    case UInt8(ascii: "*"):
      field.style = .other
      try closed(
        &field, offset, bytes[offset..<line.end].firstIndex(where: \.isBlank) ?? line.end, "")
      field.reading = nil
    default:
      try plain(&field, at: offset, in: line)
    }
  }

  /// Reads the flow collection that begins at `offset` as the value of `field`.
  func flowCollection(_ field: inout FieldLayout, at offset: Int) throws(Irregularity) {
    var flow = FlowScanner(scanner: self, start: offset)
    let close = flow.end()
    field.style = bytes[offset] == UInt8(ascii: "[") ? .flowSequence : .flowMapping
    try closed(&field, offset, close, "this bracket is not closed")
    if field.style == .flowSequence { field.items = flow.items }
    if field.style == .flowSequence, let reading = flow.reading {
      field.reading = reading
    } else {
      let placed = FlowReader.collection(bytes[field.value])
      (field.reading, field.map) = (placed?.reading, placed?.map)
    }
  }

  /// Sets the range of a value from `start` to `close`, and the field's lines.
  ///
  /// Throws with `reason` if `close` is nil, or if anything but white space and a comment follows
  /// the value.
  private func closed(
    _ field: inout FieldLayout, _ start: Int, _ close: Int?, _ reason: String
  ) throws(Irregularity) {
    guard let close else { throw Irregularity(offset: start, reason: reason) }
    let last = lineHolding(close)
    let rest = skipBlanks(close, to: last.end)
    guard rest == last.end || (bytes[rest] == UInt8(ascii: "#") && rest > close) else {
      throw Irregularity(offset: close, reason: "unexpected text after the end of the value")
    }
    field.value = start..<close
    field.lines = field.lines.lowerBound..<last.next
    try refuseDeeperLine(behind: field)
  }

  /// Returns the line that contains `offset` or ends there.
  func lineHolding(_ offset: Int) -> Line {
    var start = offset
    while start > 0, !bytes[start - 1].isLineBreak { start -= 1 }
    return line(at: start)
  }

  /// Throws if a complete value is followed by a line that is indented further.
  func refuseDeeperLine(behind field: FieldLayout) throws(Irregularity) {
    guard let next = nextContentLine(from: field.lines.upperBound) else { return }
    if try leadingSpaces(next) > indent {
      throw Irregularity(
        offset: next.start, reason: "this line is indented too far; the value above is complete")
    }
  }
}

// MARK: - Quotes

extension FieldScanner {
  /// Returns the offset after the closing quote that matches the opening quote at `start`; nil if
  /// there is no closing quote. The closing quote can be on a later line.
  func quotedEnd(from start: Int) -> Int? {
    let quote = bytes[start]
    var offset = start + 1
    while offset < end {
      if bytes[offset] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        offset += 2
      } else if bytes[offset] != quote {
        offset += 1
      } else if quote == UInt8(ascii: "'"), offset + 1 < end, bytes[offset + 1] == quote {
        offset += 2
      } else {
        return offset + 1
      }
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes begin with a character that is a line break in YAML 1.1 but not in YAML 1.2
  /// (§5.4): NEL, LS or PS.
  var beginsWithOldLineBreak: Bool {
    switch first {
    case 0xC2: dropFirst().first == 0x85
    case 0xE2: dropFirst().first == 0x80 && (dropFirst(2).first ?? 0) | 1 == 0xA9
    default: false
    }
  }

  /// Whether the bytes contain NEL, LS or PS, which are line breaks only in YAML 1.1.
  var holdsOldLineBreak: Bool {
    indices.contains { self[$0] >= 0xC2 && self[$0...].beginsWithOldLineBreak }
  }
}

extension [UInt8] {
  /// Returns the end of `range`, not counting trailing white space and line breaks.
  func trimmedEnd(_ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound, self[end - 1].isBlank || self[end - 1].isLineBreak { end -= 1 }
    return end
  }
}
