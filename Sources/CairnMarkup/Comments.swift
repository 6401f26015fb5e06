import CairnText

extension Markup {
  /// Returns the ranges of a body's comments in Obsidian's syntax: from `%%` to the next `%%`, on
  /// the same or a later line. Comments do not begin in code.
  ///
  /// If a `%%` at the beginning of a line is never closed, the comment extends to the end of the
  /// body. Any other `%%` that is never closed is text. The range of a comment that is alone on its
  /// lines includes the line end. If text follows a comment at the start of a line, the range
  /// includes the blanks between them.
  ///
  /// Costs one pass over a body that contains `%%`, and only a search for `%%` in other bodies.
  package static func comments(in bytes: [UInt8], _ body: Range<Int>) -> [Range<Int>] {
    var index = body.lowerBound
    while index + 1 < body.upperBound, bytes[index] != .percent || bytes[index + 1] != .percent {
      index += 1
    }
    guard index + 1 < body.upperBound else { return [] }
    var scanner = CommentScanner(bytes: bytes, body: body)
    scanner.scan()
    return scanner.comments
  }
}

/// A scanner that finds comments, line by line.
private struct CommentScanner {
  let bytes: [UInt8]
  let body: Range<Int>
  var comments: [Range<Int>] = []
  private var fence: CodeFence?
  /// Whether the previous line is blank or indented code, or there is no previous line.
  private var followsBlank = true
  /// Whether indented lines may belong to a list item.
  private var isInList = false
  /// The offsets of the runs of backticks, keyed by the run's length. ``blankLines`` has the
  /// offsets of blank lines. Both lists are computed on first use.
  private lazy var backticks = runs()
  private lazy var blankLines = blankLineStarts()
  /// Whether a search for the end of a comment has failed, so that every further search would fail
  /// too.
  private var hasMissedEnd = false

  init(bytes: [UInt8], body: Range<Int>) {
    self.bytes = bytes
    self.body = body
  }

  mutating func scan() {
    var start = body.lowerBound
    while start < body.upperBound { start = scanLine(from: start) }
  }

  /// Scans a line, and further lines if a comment or code span continues there. Returns the start
  /// of the line after them.
  private mutating func scanLine(from start: Int) -> Int {
    let end = lineEnd(from: start)
    if fence.contains(bytes[start..<end]) {
      followsBlank = false
      return behind(end)
    }
    var text = start
    while text < end, [0x20, 0x09, UInt8(ascii: ">")].contains(bytes[text]) { text += 1 }
    guard text < end else {
      followsBlank = true
      return behind(end)
    }
    let isBehindBlank = followsBlank
    followsBlank = false
    let first = bytes[text..<end].listMarkersEnd
    let isIndented =
      bytes[start] == 0x09 || bytes[start..<end].starts(with: [0x20, 0x20, 0x20, 0x20])
    if first > text {
      isInList = true
    } else if !isIndented, isBehindBlank {
      isInList = false
    }
    if isIndented, isBehindBlank, !isInList {
      // Keeps `followsBlank` true, because indented lines that follow are code as well.
      followsBlank = true
      return behind(end)
    }
    return scanText(from: first, lineStart: start, end)
  }

  /// Scans a line of text, and the comments and code spans that begin in it. Returns the start of
  /// the next line after the scanned text. `first` is the first offset in the line after blanks,
  /// quote markers and list markers.
  private mutating func scanText(from first: Int, lineStart: Int, _ lineEnd: Int) -> Int {
    var index = first
    var end = lineEnd
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 2
      case .backtick:
        let count = bytes[index..<end].prefix { $0 == .backtick }.count
        index = codeEnd(from: index, count) ?? index + count
        if index > end { end = self.lineEnd(from: index) }
      case .percent where index + 1 < end && bytes[index + 1] == .percent:
        guard let close = commentEnd(from: index, beginsLine: index == first) else {
          index += 2
          continue
        }
        if close >= end { end = self.lineEnd(from: close) }
        add(index..<close, lineStart: lineStart)
        index = close
      default: index += 1
      }
    }
    return behind(max(end, min(index, body.upperBound)))
  }

  private mutating func commentEnd(from start: Int, beginsLine: Bool) -> Int? {
    if !hasMissedEnd {
      var index = start + 2
      while index + 1 < body.upperBound {
        if bytes[index] == .percent, bytes[index + 1] == .percent { return index + 2 }
        index += 1
      }
      hasMissedEnd = true
    }
    return beginsLine ? body.upperBound : nil
  }

  private mutating func add(_ range: Range<Int>, lineStart: Int) {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let before = bytes[body.lowerBound..<range.lowerBound].lastIndex { !isBlank($0) }
    let startsLine = before.map { bytes[$0] == 0x0A || bytes[$0] == 0x0D } ?? true
    var end = range.upperBound
    while end < body.upperBound, isBlank(bytes[end]) { end += 1 }
    let endsLine = end == body.upperBound || bytes[end] == 0x0A || bytes[end] == 0x0D
    guard startsLine, endsLine else {
      // Blanks after a comment that begins a line would indent the rest of the line.
      return comments.append(range.lowerBound..<(startsLine ? end : range.upperBound))
    }
    let start = before.map { $0 + 1 } ?? body.lowerBound
    comments.append(start..<behind(end))
  }

  // MARK: Lines

  private func lineEnd(from start: Int) -> Int {
    bytes[start..<body.upperBound].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? body.upperBound
  }

  /// Returns the offset after the line end (LF, CR or CRLF) at `end`.
  private func behind(_ end: Int) -> Int {
    guard end < body.upperBound, bytes[end] == 0x0A || bytes[end] == 0x0D else { return end }
    let isPair = bytes[end] == 0x0D && end + 1 < body.upperBound && bytes[end + 1] == 0x0A
    return end + (isPair ? 2 : 1)
  }

  // MARK: Code spans

  /// Returns the end of the code span that begins with `count` backticks at `start`, or nil if no
  /// run of the same length follows in the paragraph (CommonMark 0.31 §6.1).
  private mutating func codeEnd(from start: Int, _ count: Int) -> Int? {
    let ends = backticks[count] ?? []
    let next = ends.partitioningIndex { $0 > start }
    guard next < ends.count else { return nil }
    let blank = blankLines.partitioningIndex { $0 > start }
    if blank < blankLines.count, blankLines[blank] < ends[next] { return nil }
    return ends[next] + count
  }

  private func runs() -> [Int: [Int]] {
    var runs: [Int: [Int]] = [:]
    var index = body.lowerBound
    while index < body.upperBound {
      guard bytes[index] == .backtick else {
        index += 1
        continue
      }
      let count = bytes[index..<body.upperBound].prefix { $0 == .backtick }.count
      runs[count, default: []].append(index)
      index += count
    }
    return runs
  }

  private func blankLineStarts() -> [Int] {
    var starts: [Int] = []
    var start = body.lowerBound
    while start < body.upperBound {
      let end = lineEnd(from: start)
      if bytes[start..<end].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { starts.append(start) }
      start = max(behind(end), start + 1)
    }
    return starts
  }
}

extension UInt8 {
  fileprivate static let percent = UInt8(ascii: "%")
}
