/// The blocks of a body, found line by line as cmark finds them (CommonMark 0.29, appendix, phase
/// 1). Builds no tree, because a body's text does not depend on which list contains which block.
struct QuickBlocks {
  /// A block that contains text directly, or a line of code.
  struct Leaf {
    enum Kind {
      case paragraph, heading, code
      /// One line of a code block, after the block's `code` leaf. Used if the block's fence is
      /// indented or in a container.
      case moreCode
    }
    var kind: Kind
    /// The range of the block's bytes. For a paragraph or heading, the inlines without surrounding
    /// blanks. For `code`, the line feed before the code and the lines of code; empty if
    /// ``Kind/moreCode`` blocks contain the lines. For `moreCode`, one line of code without a line
    /// feed.
    var range: Range<Int>
    /// The index in ``boxes`` of the checkbox before the block, or -1 if there is none.
    var box = -1
    /// Whether a lazy continuation line in the block begins with blanks.
    var hasIndentedLazyLines = false
  }

  /// The checkbox of a task, such as `[ ]`.
  struct Box {
    /// The range from the list marker to the end of the task's line.
    let range: Range<Int>
    /// The offset of the byte between the brackets.
    let mark: Int
  }

  /// The blocks with text, in document order.
  var leaves: [Leaf] = []
  /// The checkboxes of the tasks, in document order.
  var boxes: [Box] = []
  private var hasIndentedLazyLines = false
  /// The offsets of the `>` markers before lines within a paragraph.
  private(set) var quoteMarks: [Int] = []

  let bytes: UnsafeBufferPointer<UInt8>
  var containers: [Container] = []
  var open = Open.nothing

  /// Creates a reader of `bytes`, which must outlive the reader.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    leaves.reserveCapacity(16)
  }

  /// A block that contains other blocks.
  struct Container {
    /// The number of columns by which a list item's content is indented; nil for a block quote.
    let indent: Int?
    /// Whether a block began in the container.
    var hasChild = false
    /// Whether the container is a list item with a checkbox and no text after the checkbox.
    var hasEmptyBox = false
  }

  /// The block that the next line may continue.
  enum Open {
    case nothing
    /// A paragraph. `hasOddBox` is true if the paragraph follows a checkbox that cmark did not
    /// recognize.
    case paragraph(start: Int, end: Int, box: Int, hasOddBox: Bool)
    case fence(byte: UInt8, length: Int, indent: Int)
  }

  private static let deepest = 50

  /// Finds the blocks in the range `body`, and records them in ``leaves`` and ``boxes``. Throws if
  /// cmark may read the body differently.
  mutating func read(_ body: Range<Int>) throws(Hurdle) {
    var start = body.lowerBound
    while start < body.upperBound {
      let end = lineEnd(from: start, upTo: body.upperBound)
      try readLine(start, end)
      start = end + 1
    }
    try close()
  }

  /// Returns the offset of the next line feed, or `end` if there is none. Tests eight bytes at a
  /// time.
  private func lineEnd(from start: Int, upTo end: Int) -> Int {
    var index = start
    let ones: UInt64 = 0x0101_0101_0101_0101
    let raw = UnsafeRawBufferPointer(bytes)
    while index + 8 <= end {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let zeros = word ^ (ones &* UInt64(UInt8.lineFeed))
      let found = (zeros &- ones) & ~zeros & (ones << 7)
      if found != 0 { return index + found.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < end, bytes[index] != .lineFeed { index += 1 }
    return index
  }
}

extension QuickBlocks {
  /// Returns the level of the first heading of a body that begins at `start`. Returns nil if the
  /// body has no heading, or if anything but blanks precedes the heading.
  func openingLevel(_ start: Int) -> Int? {
    guard let first = leaves.first, first.kind == .heading else { return nil }
    let isBlank = { (byte: UInt8) in byte == .space || byte == .tab || byte == .lineFeed }
    var marks = 0
    for byte in bytes[start..<first.range.lowerBound] {
      if byte == .hash { marks += 1 } else if !isBlank(byte) { return nil }
    }
    if marks > 0 { return marks }
    let underline = bytes[first.range.upperBound...].first { !isBlank($0) }
    return underline == UInt8(ascii: "=") ? 1 : 2
  }
}

// MARK: - Reading a line

extension QuickBlocks {
  /// The state of the line being read.
  struct Line {
    let start: Int
    let end: Int
    /// The offset after the markers of the enclosing blocks.
    var position: Int
    /// The offset of the first nonblank byte at or after `position`, or the line's end.
    var text: Int
    /// The number of open containers that continue on this line.
    var matched = 0
    /// Whether the line would continue the open paragraph.
    var continues = false
    /// Whether the line may continue an open paragraph without the markers of the blocks around the
    /// paragraph (a lazy continuation line, §5.1).
    var mayBeLazy = false
    /// Whether a block began on the line.
    var hasOpened = false

    var indent: Int { text - position }
    var isBlank: Bool { text == end }
  }

  private mutating func readLine(_ start: Int, _ end: Int) throws(Hurdle) {
    var line = Line(start: start, end: end, position: start, text: start)
    if !containers.isEmpty { try matchContainers(&line) }
    let allMatched = line.matched == containers.count
    switch open {
    case .fence(let byte, let length, let indent):
      if allMatched {
        if try endsFence(line, byte, length) {
          open = .nothing
        } else {
          try addCode(line, indent)
        }
        return
      }
      open = .nothing
    case .paragraph:
      line.mayBeLazy = true
      line.continues = allMatched
    case .nothing: break
    }
    line.text = try text(from: line.position, upTo: end)
    if line.isBlank {
      try close()
      if line.matched < containers.count { containers.removeSubrange(line.matched...) }
      return
    }
    while try beginBlock(&line) {
      if line.isBlank { return }
    }
  }

  /// Returns the offset of the first nonblank byte at or after `start`, or `end` if there is none.
  /// Throws ``Hurdle/tab`` if a tab precedes that byte.
  func text(from start: Int, upTo end: Int) throws(Hurdle) -> Int {
    var index = start
    while index < end, bytes[index] == .space { index += 1 }
    guard index < end, bytes[index] == .tab else { return index }
    if isBlank(index, end) { return end }
    throw .tab
  }

  func isBlank(_ start: Int, _ end: Int) -> Bool {
    var index = start
    while index < end, bytes[index] == .space || bytes[index] == .tab { index += 1 }
    return index == end
  }

  private mutating func matchContainers(_ line: inout Line) throws(Hurdle) {
    while line.matched < containers.count {
      line.text = try text(from: line.position, upTo: line.end)
      let container = containers[line.matched]
      if let indent = container.indent {
        if line.indent >= indent {
          // If an item begins with an empty box and its text is on a later line, cmark reads the
          // item in a special way.
          if container.hasEmptyBox { throw .list }
          line.position += indent
        } else if line.isBlank, container.hasChild {
          line.position = line.text
        } else {
          if line.isBlank, bytes[line.position..<line.end].contains(.tab) { throw .tab }
          return
        }
      } else {
        guard !line.isBlank, line.indent <= 3, bytes[line.text] == .greater else { return }
        if case .paragraph = open { quoteMarks.append(line.text) }
        try skipQuoteMark(&line)
      }
      line.matched += 1
    }
  }

  private func skipQuoteMark(_ line: inout Line) throws(Hurdle) {
    line.position = line.text + 1
    guard line.position < line.end else { return }
    if bytes[line.position] == .tab { throw .tab }
    if bytes[line.position] == .space { line.position += 1 }
  }
}

// MARK: - Beginnings of blocks

extension QuickBlocks {
  /// Reads the block that begins at the line's text. Returns whether the block is a container in
  /// which more blocks may begin on this line.
  mutating func beginBlock(_ line: inout Line) throws(Hurdle) -> Bool {
    if line.indent < 4 {
      switch bytes[line.text] {
      case .greater:
        try begin(&line)
        containers.append(Container(indent: nil))
        try skipQuoteMark(&line)
        line.text = try text(from: line.position, upTo: line.end)
        return true
      case .hash:
        if try addHeading(&line) { return false }
      case .backtick, .tilde:
        if try beginFence(&line) { return false }
      case .less:
        if beginsHTML(line.text + 1, line.end) { throw .html }
      case .openBracket:
        if line.text + 1 < line.end, bytes[line.text + 1] == UInt8(ascii: "^") { throw .footnote }
      case UInt8(ascii: "="):
        if try endSetext(line) { return false }
      case .pipe, .colon:
        if line.continues, bytes[line.text..<line.end].mayBeDelimiterRow { throw .table }
      case .hyphen:
        if line.continues, bytes[line.text..<line.end].mayBeDelimiterRow { throw .table }
        if try endSetext(line) { return false }
        if try addBreak(&line) { return false }
        if let isContainer = try beginItem(&line) { return isContainer }
      case .underscore, UInt8(ascii: "*"):
        if try addBreak(&line) { return false }
        if let isContainer = try beginItem(&line) { return isContainer }
      case UInt8(ascii: "+"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        if let isContainer = try beginItem(&line) { return isContainer }
      default: break
      }
    } else if !line.mayBeLazy {
      throw .indentedCode
    }
    try addText(&line)
    return false
  }

  /// Prepares for a new block on the line. Before the first block on the line, closes the open
  /// paragraph and the containers that the line does not continue. Throws ``Hurdle/depth`` if the
  /// new block would be nested too deeply.
  mutating func begin(_ line: inout Line) throws(Hurdle) {
    if !line.hasOpened {
      try close()
      if line.matched < containers.count { containers.removeSubrange(line.matched...) }
      line.hasOpened = true
      line.mayBeLazy = false
      line.continues = false
    }
    if containers.count > Self.deepest { throw .depth }
    if !containers.isEmpty { containers[containers.count - 1].hasChild = true }
  }

  private mutating func addText(_ line: inout Line) throws(Hurdle) {
    if !line.continues, looksLikeTask(line) { throw .list }
    if line.mayBeLazy, case .paragraph(let start, _, let box, let hasOddBox) = open {
      if !line.continues, line.indent > 0 { hasIndentedLazyLines = true }
      open = .paragraph(start: start, end: line.end, box: box, hasOddBox: hasOddBox)
      return
    }
    try beginParagraph(&line, at: line.text)
  }

  mutating func beginParagraph(
    _ line: inout Line, at start: Int, box: Int = -1, hasOddBox: Bool = false
  ) throws(Hurdle) {
    try begin(&line)
    open = .paragraph(start: start, end: line.end, box: box, hasOddBox: hasOddBox)
  }

  /// Ends the open paragraph, if any, and adds it to ``leaves``.
  private mutating func close() throws(Hurdle) {
    guard case .paragraph(let start, let end, let box, _) = open else { return }
    try addLeaf(.paragraph, start, end, box: box)
    open = .nothing
  }

  private mutating func addLeaf(
    _ kind: Leaf.Kind, _ start: Int, _ end: Int, box: Int = -1
  ) throws(Hurdle) {
    var end = end
    while end > start, bytes[end - 1] == .space || bytes[end - 1] == .tab { end -= 1 }
    if mayDefine(start, end) { throw .definition }
    leaves.append(
      Leaf(kind: kind, range: start..<end, box: box, hasIndentedLazyLines: hasIndentedLazyLines))
    hasIndentedLazyLines = false
  }

  /// Returns whether the paragraph from `start` to `end` may begin with a link reference
  /// definition.
  private func mayDefine(_ start: Int, _ end: Int) -> Bool {
    guard start + 1 < end, bytes[start] == .openBracket, bytes[start + 1] != .openBracket else {
      return false
    }
    for index in start..<end - 1 where bytes[index] == .closeBracket && bytes[index + 1] == .colon {
      return true
    }
    return false
  }
}

// MARK: - Headings, breaks, tables

extension QuickBlocks {
  private mutating func addHeading(_ line: inout Line) throws(Hurdle) -> Bool {
    var start = line.text
    while start < line.end, bytes[start] == .hash { start += 1 }
    guard start - line.text <= 6,
      start == line.end || bytes[start] == .space || bytes[start] == .tab
    else { return false }
    try begin(&line)
    while start < line.end, bytes[start] == .space || bytes[start] == .tab { start += 1 }
    var end = line.end
    while end > start, bytes[end - 1] == .space || bytes[end - 1] == .tab { end -= 1 }
    // Number signs at the end, after a blank, are not part of the heading's text.
    var marks = end
    while marks > start, bytes[marks - 1] == .hash { marks -= 1 }
    if marks == start || bytes[marks - 1] == .space || bytes[marks - 1] == .tab { end = marks }
    while end > start, bytes[end - 1] == .space || bytes[end - 1] == .tab { end -= 1 }
    leaves.append(Leaf(kind: .heading, range: start..<end))
    return true
  }

  /// Turns the open paragraph into a heading if the line underlines the paragraph. Returns whether
  /// the paragraph became a heading.
  private mutating func endSetext(_ line: Line) throws(Hurdle) -> Bool {
    guard line.continues, case .paragraph(let start, let end, _, let hasOddBox) = open else {
      return false
    }
    let mark = bytes[line.text]
    var index = line.text
    while index < line.end, bytes[index] == mark { index += 1 }
    guard isBlank(index, line.end) else { return false }
    if hasOddBox { throw .list }
    try addLeaf(.heading, start, end)
    open = .nothing
    return true
  }

  private mutating func addBreak(_ line: inout Line) throws(Hurdle) -> Bool {
    let mark = bytes[line.text]
    var count = 0
    for index in line.text..<line.end {
      let byte = bytes[index]
      if byte == mark {
        count += 1
      } else if byte != .space, byte != .tab {
        return false
      }
    }
    guard count >= 3 else { return false }
    try begin(&line)
    return true
  }

  /// Returns whether the `<` before `start` may begin HTML; false if it can only begin an address
  /// such as `<https://example.com>`.
  private func beginsHTML(_ start: Int, _ end: Int) -> Bool {
    guard start < end else { return false }
    guard bytes[start].isLetter else { return bytes[start].isOne(of: "/!?") }
    var index = start
    while index < end, bytes[index].isSchemeByte { index += 1 }
    return index == end || bytes[index] != .colon
  }
}
