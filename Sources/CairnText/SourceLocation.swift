/// A place in text, given as a line and a column, both counted from 1.
///
/// A line ends at LF, CRLF or a lone CR. A column counts Unicode scalars, including each U+FFFD
/// that Swift's decoder puts in place of invalid UTF-8.
public struct SourceLocation: Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column, from 1, in Unicode scalars.
  public let column: Int

  /// Creates a location from a line and a column, both counted from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Creates the location of the byte at `offset` in `bytes`; clamps `offset` to 0 … `bytes.count`.
  ///
  /// Costs one pass over the bytes before `offset`.
  public init(offset: Int, in bytes: [UInt8]) {
    let offset = min(max(offset, 0), bytes.count)
    var line = 1
    var start = 0
    var index = 0
    while index < offset {
      let byte = bytes[index]
      let next = index + 1
      let endsLine =
        byte == UInt8(ascii: "\n")
        || (byte == UInt8(ascii: "\r")
          && !(next < bytes.count && bytes[next] == UInt8(ascii: "\n")))
      index = next
      if endsLine {
        line += 1
        start = index
      }
    }
    self.line = line
    column = String(decoding: bytes[start..<offset], as: UTF8.self).unicodeScalars.count + 1
  }
}

/// A locator that finds the locations of many bytes of the same input. If the bytes are requested
/// in ascending order, all requests together cost about one pass.
public struct SourceLocator {
  private let bytes: [UInt8]
  private var offset = 0
  private var known = SourceLocation(line: 1, column: 1)

  /// Creates a locator for `bytes`.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the location of the byte at `offset`, equal to ``SourceLocation/init(offset:in:)``.
  public mutating func location(of offset: Int) -> SourceLocation {
    let target = min(max(offset, 0), bytes.count)
    // For an offset inside a character, the incremental count would be wrong.
    let isInside = target < bytes.count && bytes[target] & 0xC0 == 0x80
    if target < self.offset || isInside || endsInLineEnd(target) {
      return SourceLocation(offset: target, in: bytes)
    }
    let rest = SourceLocation(offset: target - self.offset, in: Array(bytes[self.offset..<target]))
    known = SourceLocation(
      line: known.line + rest.line - 1,
      column: rest.line == 1 ? known.column + rest.column - 1 : rest.column)
    self.offset = target
    return known
  }

  /// Returns whether `offset` is between the CR and the LF of a line ending.
  private func endsInLineEnd(_ offset: Int) -> Bool {
    offset > 0 && offset < bytes.count && bytes[offset - 1] == UInt8(ascii: "\r")
      && bytes[offset] == UInt8(ascii: "\n")
  }
}
