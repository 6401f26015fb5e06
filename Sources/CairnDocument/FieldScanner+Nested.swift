/// Block scalars inside nested values: lists and maps on the lines below their key.
extension FieldScanner {
  /// The header of a block scalar at the end of a line in a nested value.
  struct NestedBlock {
    /// The offset just after the `|` or `>`.
    let mark: Int
    /// The column of the last list marker or key that precedes the header on its line, or nil if
    /// there is none. In `- note: |`, this is the column of `note`. Each line of the text is
    /// indented further than this column.
    let indent: Int?
    /// The number of spaces before each line of text, or nil if the header does not give it.
    var width: Int?
    var keepsBlankLines = false
  }

  /// If `line` ends with the header of a block scalar, returns the last line of that block scalar;
  /// otherwise returns `line` itself. `line` is a line of a nested value.
  ///
  /// Quoted text that looks like a header does no harm, because the lines below it belong to the
  /// nested value anyway.
  func lastLine(ofNested line: Line) throws(Irregularity) -> Line {
    guard var block = nestedBlock(in: line) else { return line }
    return try lastLine(
      ofBlockBelow: line, indentedBeyond: block.indent ?? indent, &block.width,
      keepsBlankLines: block.keepsBlankLines
    ).0
  }

  /// Returns the header of a block scalar at the end of `line`, as in `- note: |+`, or nil if there
  /// is none.
  func nestedBlock(in line: Line) -> NestedBlock? {
    guard bytes[line.start..<line.end].contains(where: "|>".utf8.contains) else { return nil }
    var offset = skipBlanks(line.start, to: line.end)
    var parent: Int?
    while "-?:".utf8.contains(where: { isMark($0, at: offset, in: line) }) {
      parent = offset - line.start
      offset = skipBlanks(offset + 1, to: line.end)
    }
    if let colon = nestedColon(from: offset, in: line) {
      parent = offset - line.start
      offset = skipBlanks(colon + 1, to: line.end)
    }
    while offset < line.end, "&!".utf8.contains(bytes[offset]) {
      let property = bytes[offset..<line.end].prefix { !$0.isBlank }
      offset = skipBlanks(property.endIndex, to: line.end)
    }
    guard offset < line.end, "|>".utf8.contains(bytes[offset]) else { return nil }
    var block = NestedBlock(mark: offset + 1, indent: parent)
    offset += 1
    while offset < line.end, !bytes[offset].isBlank {
      switch bytes[offset] {
      case UInt8(ascii: "+"): block.keepsBlankLines = true
      case UInt8(ascii: "-"): break
      case UInt8(ascii: "1")...UInt8(ascii: "9"):
        block.width = (parent ?? indent) + Int(bytes[offset] - UInt8(ascii: "0"))
      default: return nil
      }
      offset += 1
    }
    offset = skipBlanks(offset, to: line.end)
    return offset == line.end || bytes[offset] == UInt8(ascii: "#") ? block : nil
  }

  /// Returns the offset of the colon after a key that begins at `offset`; nil if there is no key.
  private func nestedColon(from offset: Int, in line: Line) -> Int? {
    guard offset < line.end, !"|>#".utf8.contains(bytes[offset]) else { return nil }
    if bytes[offset] == UInt8(ascii: "\"") || bytes[offset] == UInt8(ascii: "'") {
      guard let close = quotedEnd(from: offset), close <= line.end else { return nil }
      let colon = skipBlanks(close, to: line.end)
      return isColon(at: colon, in: line) ? colon : nil
    }
    return (offset..<line.end).first { place in
      isColon(at: place, in: line)
        || (bytes[place] == UInt8(ascii: "#") && bytes[place - 1].isBlank)
    }.flatMap { isColon(at: $0, in: line) ? $0 : nil }
  }
}
