/// The line ranges of a body, numbered from 1 as in cmark.
///
/// A line ends at LF, CRLF or a lone CR (CommonMark 0.29 §2.1).
struct Lines {
  /// The offset of each line's first byte, in order, followed by the offset of the body's end.
  private(set) var starts: [Int] = []

  /// Finds the lines of `bytes[body]` in one pass over it.
  init(_ bytes: [UInt8], _ body: Range<Int>) {
    starts.reserveCapacity(body.count / 32 + 2)
    starts.append(body.lowerBound)
    bytes.withUnsafeBufferPointer { bytes in
      var index = body.lowerBound
      while index < body.upperBound {
        let byte = bytes[index]
        index += 1
        guard byte.isLineEnd else { continue }
        if byte == .carriageReturn, index < body.upperBound, bytes[index] == .lineFeed {
          index += 1
        }
        starts.append(index)
      }
    }
    if starts.last != body.upperBound { starts.append(body.upperBound) }
  }

  /// The number of lines.
  var count: Int { starts.count - 1 }

  /// Returns the byte range of the line with this number, including its ending.
  func withEnding(_ line: Int) -> Range<Int> { starts[line - 1]..<starts[line] }

  /// Returns the byte range of the line with this number, without its ending.
  func content(_ line: Int, in bytes: [UInt8]) -> Range<Int> {
    let whole = withEnding(line)
    var end = whole.upperBound
    if end > whole.lowerBound, bytes[end - 1] == .lineFeed { end -= 1 }
    if end > whole.lowerBound, bytes[end - 1] == .carriageReturn { end -= 1 }
    return whole.lowerBound..<end
  }
}
