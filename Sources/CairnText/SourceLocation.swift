/// A place in a text as people name it: line and column, both from 1.
///
/// A line ends at LF, CRLF or a lone CR. A column counts Unicode scalars; a byte that is no part
/// of valid UTF-8 counts as one.
public struct SourceLocation: Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column, from 1, in Unicode scalars.
  public let column: Int

  /// The place with this line and column, both from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The place of the byte at `offset` (from 0, at most `bytes.count`) in `bytes`.
  ///
  /// Costs one pass over the bytes before it.
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
