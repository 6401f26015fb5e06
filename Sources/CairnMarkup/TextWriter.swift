/// A writer of text into a buffer of fixed size.
struct TextWriter {
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  /// The number of bytes written.
  private(set) var count = 0
  /// Whether the buffer was too small for some text, which was omitted.
  private(set) var hasOverflowed = false

  /// Creates a writer to `buffer`, which must outlive the writer.
  init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

  mutating func append(_ byte: UInt8) {
    guard count < buffer.count else {
      hasOverflowed = true
      return
    }
    buffer[count] = byte
    count += 1
  }

  /// Appends a range of `bytes`.
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    guard let from = bytes.baseAddress, let to = buffer.baseAddress, !range.isEmpty else { return }
    guard range.count <= buffer.count - count else {
      hasOverflowed = true
      return
    }
    (to + count).initialize(from: from + range.lowerBound, count: range.count)
    count += range.count
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0, 0..<$0.count) }
  }

  /// Begins a new line, unless the text is empty or ends with a line feed.
  mutating func beginLine() {
    if count > 0, buffer[count - 1] != .lineFeed { append(.lineFeed) }
  }

  /// Ends a code block by removing the line feeds at the end of the text.
  mutating func endCode() {
    while count > 0, buffer[count - 1] == .lineFeed { count -= 1 }
  }

  /// Removes these ranges of the written text. The ranges must be in ascending order.
  mutating func remove(_ ranges: some Sequence<Range<Int>>) {
    guard let base = buffer.baseAddress else { return }
    var target = -1
    var kept = 0
    for range in ranges {
      if target < 0 {
        target = range.lowerBound
      } else {
        let size = range.lowerBound - kept
        (base + target).update(from: base + kept, count: size)
        target += size
      }
      kept = range.upperBound
    }
    guard target >= 0 else { return }
    (base + target).update(from: base + kept, count: count - kept)
    count = target + count - kept
  }
}
