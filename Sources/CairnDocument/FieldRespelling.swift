/// Spells a field so that libyaml reads what YAML 1.2 says, by inserting bytes.
///
/// libyaml follows YAML 1.1. It takes a tab at the beginning of a block scalar for indentation, unless the
/// header says how far the text is indented: `|` becomes `|2`. In brackets, any `:` ends a key: `[:x]`
/// becomes `[':x']`, and `{: x}` becomes `{null: x}`.
struct FieldRespelling {
  /// Bytes to be inserted at an offset in the file.
  struct Insertion {
    let offset: Int
    let text: [UInt8]
  }

  private let scanner: FieldScanner
  private var offset: Int
  private var insertions: [Insertion] = []
  /// How many brackets are open.
  private var depth = 0
  /// Whether a value may begin here.
  private var isAtStart: Bool
  /// Whether a quoted text or a collection in brackets ends here.
  private var isBehindKey = false

  /// The insertions in a field, in order; none if it has to be left as it is.
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

  /// Goes through all lines; false if a quote is never closed or a block of text is malformed.
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

  /// Takes a byte that is none of blanks, quotes, comments and properties.
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

  /// Puts single quotes around the plain text that begins here, within brackets.
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

  /// Names the indentation of the block scalar whose header ends a line, if its text begins with a tab, and
  /// moves behind it; false if it is malformed.
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

  /// Whether the first line of some that is not blank begins with a tab behind its indentation.
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
