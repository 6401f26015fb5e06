import CairnJSON
import CairnText

/// The unit in which columns are counted.
enum PositionEncoding: String, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
}

/// A line and a column, both counted from 0.
struct Position: Hashable, Comparable, Sendable {
  let line: Int
  let character: Int

  static func < (left: Position, right: Position) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}

/// A converter between byte offsets and positions in a text. A line ends at LF, CRLF or a lone CR.
struct TextPositions: Sendable {
  private let bytes: [UInt8]
  private let encoding: PositionEncoding
  /// The offset at which each line begins.
  private let lines: [Int]

  init(_ bytes: [UInt8], _ encoding: PositionEncoding) {
    self.bytes = bytes
    self.encoding = encoding
    var lines = [0]
    bytes.withUnsafeBufferPointer { bytes in
      for index in bytes.indices {
        let byte = bytes[index]
        let isCRLF = byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
        if byte == 0x0A || byte == 0x0D && !isCRLF { lines.append(index + 1) }
      }
    }
    self.lines = lines
  }

  /// Returns the byte offset of a position. A position beyond the end of its line counts as the end
  /// of the line, and a position beyond the text as the end of the text.
  func offset(of position: Position) -> Int {
    guard position.line < lines.count else { return bytes.count }
    guard position.line >= 0 else { return 0 }
    let end = self.end(of: position.line)
    var offset = lines[position.line]
    var rest = max(position.character, 0)
    if encoding == .utf8 {
      offset += min(rest, end - offset)
      while offset > lines[position.line], offset < bytes.count, bytes[offset] & 0xC0 == 0x80 {
        offset -= 1
      }
      return offset
    }
    while offset < end, rest > 0 {
      let (length, units) = scalar(at: offset)
      // A column between the halves of a surrogate pair means the start of the character.
      if units > rest { break }
      offset += length
      rest -= units
    }
    return min(offset, end)
  }

  /// Returns the position of a byte offset. An offset outside the text becomes its start or end,
  /// and an offset inside a line ending becomes the end of that line.
  func position(of offset: Int) -> Position {
    let offset = min(max(offset, 0), bytes.count)
    var (low, high) = (0, lines.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lines[middle] <= offset { low = middle } else { high = middle }
    }
    let end = min(offset, max(self.end(of: low), lines[low]))
    if encoding == .utf8 { return Position(line: low, character: end - lines[low]) }
    var (index, units) = (lines[low], 0)
    while index < end {
      let scalar = scalar(at: index)
      index += scalar.length
      units += scalar.units
    }
    return Position(line: low, character: units)
  }

  /// Returns the byte range that begins at a location and is `length` scalars long, or shorter if
  /// its line ends earlier.
  func range(of location: SourceLocation, length: Int) -> Range<Int> {
    let line = min(max(location.line - 1, 0), lines.count - 1)
    let end = self.end(of: line)
    var offset = lines[line]
    func skip(_ count: Int) {
      var rest = count
      while rest > 0, offset < end {
        offset += scalar(at: offset).length
        rest -= 1
      }
    }
    skip(location.column - 1)
    let start = min(offset, end)
    skip(length)
    return start..<max(start, min(offset, end))
  }

  /// Returns the offset of the end of a line, without its line ending.
  private func end(of line: Int) -> Int {
    guard line + 1 < lines.count else { return bytes.count }
    var end = lines[line + 1] - 1
    if end > lines[line], bytes[end] == 0x0A, bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  /// Returns the number of bytes and UTF-16 units of the scalar at an offset. A byte that is not
  /// part of a valid scalar counts as U+FFFD.
  private func scalar(at offset: Int) -> (length: Int, units: Int) {
    let lead = bytes[offset]
    let length = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1
    guard length > 1 else { return (1, 1) }
    let tail = bytes[(offset + 1)...].prefix(length - 1)
    guard tail.count == length - 1, tail.allSatisfy({ $0 & 0xC0 == 0x80 }) else { return (1, 1) }
    return (length, length == 4 ? 2 : 1)
  }
}

// MARK: - JSON

extension Position {
  /// Reads a position; nil if the value is not a position.
  init?(_ value: JSONValue?) {
    guard let line = value?["line"]?.number, let character = value?["character"]?.number else {
      return nil
    }
    self.init(line: line, character: character)
  }

  var json: JSONValue { ["line": .integer(line), "character": .integer(character)] }
}

extension TextPositions {
  /// Returns a byte range in the protocol's form: `start` and `end`, each a line and a column.
  func json(_ range: Range<Int>) -> JSONValue {
    [
      "start": position(of: range.lowerBound).json, "end": position(of: range.upperBound).json,
    ]
  }

  /// Returns the byte range for a range in the protocol's form; nil if the value has another form.
  func range(_ value: JSONValue?) -> Range<Int>? {
    guard let start = Position(value?["start"]), let end = Position(value?["end"]) else {
      return nil
    }
    let (first, last) = (offset(of: start), offset(of: end))
    return min(first, last)..<max(first, last)
  }
}
