/// The insertions that make libyaml, which implements YAML 1.1, read a field as YAML 1.2 defines
/// it.
///
/// If the header of a block scalar has no indentation indicator, libyaml counts a tab at the start
/// of the text as indentation. An inserted indicator prevents this: `|` becomes `|2`. In brackets
/// and braces, libyaml ends a key at any `:`, so `[:x]` becomes `[':x']`, and `{: x}` becomes
/// `{null: x}`.
struct FieldRespelling {
  /// Bytes to insert at an offset in the file.
  struct Insertion {
    let offset: Int
    let text: [UInt8]
  }

  private let scanner: FieldScanner
  private var offset: Int
  private var insertions: [Insertion] = []
  /// The number of open `[` and `{` at `offset`.
  private var depth = 0
  /// Whether a value may begin at `offset`.
  private var isAtStart: Bool
  /// Whether a quoted scalar or a collection in brackets ends at `offset`. If so, a `:` there ends
  /// a key, even if no blank follows the `:`.
  private var isBehindKey = false

  /// Returns the insertions for a field, in order; empty if the field needs none or is malformed.
  static func insertions(in field: FieldLayout, of bytes: [UInt8]) -> [Insertion] {
    var respelling = FieldRespelling(
      scanner: FieldScanner(bytes, of: field), offset: field.keyRange.upperBound,
      isAtStart: field.hasComplexKey)
    guard respelling.respellBlock(in: respelling.scanner.line(at: field.lines.lowerBound)),
      respelling.respellLines()
    else { return [] }
    return respelling.insertions
  }

  private init(scanner: FieldScanner, offset: Int, isAtStart: Bool) {
    self.scanner = scanner
    self.offset = offset
    self.isAtStart = isAtStart
  }

  private var bytes: [UInt8] { scanner.bytes }

  private mutating func insert(_ text: String, at offset: Int) {
    insertions.append(Insertion(offset: offset, text: Array(text.utf8)))
  }

  /// Processes all lines; returns false if a quote is not closed or a block scalar is malformed.
  private mutating func respellLines() -> Bool {
    while offset < scanner.end {
      let byte = bytes[offset]
      if byte.isLineBreak {
        offset = bytes.line(at: offset).next
        guard depth == 0 else { continue }
        isAtStart = true
        guard respellBlock(in: scanner.line(at: offset)) else { return false }
      } else if byte.isBlank {
        isBehindKey = false
        offset += 1
      } else if byte == UInt8(ascii: "#"),
        bytes[offset - 1].isBlank || bytes[offset - 1].isLineBreak
      {
        offset = bytes.line(at: offset).end
      } else if isAtStart, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        guard let close = scanner.quotedEnd(from: offset) else { return false }
        (offset, isAtStart, isBehindKey) = (close, false, true)
      } else if isAtStart, byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!") {
        offset =
          bytes[offset...].firstIndex { $0.isBlank || $0.isLineBreak || $0 == UInt8(ascii: ",") }
          ?? scanner.end
      } else {
        respell(byte)
      }
    }
    return true
  }

  /// Moves past a byte that is not part of white space, quotes, comments or properties. Records the
  /// insertions that the byte requires.
  private mutating func respell(_ byte: UInt8) {
    let next = offset + 1 < scanner.end ? bytes[offset + 1] : UInt8(ascii: "\n")
    let isFollowedByBlank = next.isBlank || next.isLineBreak
    var endsKey = false
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      if isAtStart || depth > 0 { (depth, endsKey) = (depth + 1, true) }
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      depth = max(0, depth - 1)
    case UInt8(ascii: ","): endsKey = depth > 0
    case UInt8(ascii: "-"), UInt8(ascii: "?"): endsKey = isAtStart && isFollowedByBlank
    case UInt8(ascii: ":"):
      endsKey = isFollowedByBlank || (depth > 0 && (isBehindKey || next.isFlowIndicator))
      if depth > 0, isAtStart, isFollowedByBlank { insert("null", at: offset) }
      if depth > 0, isAtStart, !endsKey { return quotePlainText() }
    default: break
    }
    isBehindKey = depth > 0 && "]}".utf8.contains(byte)
    isAtStart = endsKey
    offset += 1
  }

  /// Puts single quotes around the plain text that begins at `offset`, inside brackets.
  private mutating func quotePlainText() {
    let start = offset
    while offset < scanner.end, !bytes[offset].isLineBreak, !bytes[offset].isFlowIndicator {
      let next = offset + 1 < scanner.end ? bytes[offset + 1] : UInt8(ascii: "\n")
      if bytes[offset] == UInt8(ascii: ":"),
        next.isBlank || next.isLineBreak || next.isFlowIndicator
      {
        break
      }
      if bytes[offset] == UInt8(ascii: "#"), bytes[offset - 1].isBlank { break }
      offset += 1
    }
    let end = bytes.trimmedEnd(start..<offset)
    insert("'", at: start)
    for quote in start..<end where bytes[quote] == UInt8(ascii: "'") { insert("'", at: quote) }
    insert("'", at: end)
    isAtStart = false
  }

  /// Moves past the block scalar whose header is at the end of `line`, if there is one. If the
  /// scalar's text begins with a tab, inserts an indentation indicator into the header. Returns
  /// false if the block is malformed.
  private mutating func respellBlock(in line: Line) -> Bool {
    guard let block = scanner.nestedBlock(in: line) else { return true }
    let indent = block.indent ?? scanner.indent
    var width = block.width
    guard
      let (last, _) = try? scanner.lastLine(
        ofBlockBelow: line, indentedBeyond: indent, &width, keepsBlankLines: block.keepsBlankLines)
    else { return false }
    if let width, block.width == nil, block.indent != nil, (1...9).contains(width - indent),
      beginsWithTab(line.next..<last.next, behind: width)
    {
      insert("\(width - indent)", at: block.mark)
    }
    offset = last.end
    return true
  }

  /// Returns whether the first nonblank line in `lines` has a tab after `width` bytes of
  /// indentation.
  private func beginsWithTab(_ lines: Range<Int>, behind width: Int) -> Bool {
    var start = lines.lowerBound
    while start < lines.upperBound {
      let line = scanner.line(at: start)
      let text = bytes[line.start..<line.end].dropFirst(width)
      if let first = text.first { return first == UInt8(ascii: "\t") }
      start = line.next
    }
    return false
  }
}
