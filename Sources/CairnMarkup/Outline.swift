/// The positions of a body's blocks in the file: the stretches that contain inlines, the headings
/// and the tasks.
///
/// cmark reports the lines of a block. The columns that cmark reports inside a block are unreliable
/// (tables, continuation lines, escapes), so they are not used. ``text`` is a copy of the file,
/// with spaces in place of the markers of enclosing blocks, such as `>` before continuation lines.
/// Every byte keeps its offset.
struct Outline {
  /// A stretch of ``text`` whose inlines are parsed separately from those of other stretches.
  struct Region {
    /// The range of the stretch, as offsets in the file.
    var range: Range<Int>
    /// Whether the stretch may begin with link reference definitions.
    var mayDefine: Bool
  }

  /// The file's bytes, with the markers of enclosing blocks overwritten by spaces.
  private(set) var text: [UInt8]
  /// The stretches with inlines, in cmark's order.
  private(set) var regions: [Region] = []
  /// The node index and the byte range of each heading.
  private(set) var headings: [(node: Int, range: Range<Int>)] = []
  /// The node index and the byte range of each task, and the one-byte range between the brackets of
  /// its checkbox.
  private(set) var tasks: [(node: Int, range: Range<Int>, mark: Range<Int>)] = []

  /// The marks such as `[^1]` that begin footnote definitions. Definitions without a reference are
  /// left out.
  private(set) var footnotes: [Markup.FootnoteMark] = []

  private let lines: Lines
  private var covered: [Bool]

  /// Finds the blocks of `tree`, which was parsed from `bytes[body]`, in one pass over the body.
  init(_ bytes: [UInt8], _ body: Range<Int>, _ tree: SyntaxTree) {
    text = bytes
    lines = Lines(bytes, body)
    covered = [Bool](repeating: false, count: lines.count + 1)
    if bytes[body].starts(with: [0xEF, 0xBB, 0xBF]) { blank(body.lowerBound, count: 3) }
    addBlocks(of: tree)
    addGaps()
  }
}

// MARK: - Blocks

extension Outline {
  private mutating func addBlocks(of tree: SyntaxTree) {
    var quotes: [Int] = []
    var index = 0
    while index < tree.nodes.count {
      let node = tree.nodes[index]
      while let end = quotes.last, end <= index { quotes.removeLast() }
      var next = node.end
      switch node.kind {
      case .blockQuote:
        quotes.append(node.end)
        next = index + 1
      case .paragraph: addParagraph(node, quotes: quotes.count)
      case .heading: addHeading(node, at: index, quotes: quotes.count)
      case .codeBlock, .htmlBlock, .thematicBreak:
        for line in span(of: node) { covered[line] = true }
      case .table: addTable(node, rows: rows(of: index, in: tree), quotes: quotes.count)
      case .item, .task:
        if node.kind == .task || tree.beginsWithBox(index) { addTask(node, at: index) }
        next = index + 1
      case .footnoteDefinition:
        addFootnote(node)
        next = index + 1
      default: next = index + 1
      }
      index = max(next, index + 1)
    }
  }

  /// Returns the line numbers of a block, clamped to the body. If cmark does not know the last
  /// line, the range contains only the first line.
  private func span(of node: SyntaxTree.Node) -> ClosedRange<Int> {
    let first = min(max(Int(node.line), 0), lines.count)
    return first...min(max(Int(node.endLine), first), lines.count)
  }

  /// Returns the offset at which a block begins.
  private func start(of node: SyntaxTree.Node) -> Int {
    let line = lines.withEnding(Int(node.line))
    return min(line.lowerBound + max(Int(node.column) - 1, 0), line.upperBound)
  }

  /// Returns the byte range from a block's start to the end of line `last`, and marks the lines as
  /// covered. In all lines after the first, overwrites the markers of the block quotes around the
  /// block with spaces. `quotes` is the number of these block quotes.
  private mutating func cover(
    _ node: SyntaxTree.Node, through last: Int, quotes: Int
  ) -> Range<Int> {
    let first = Int(node.line)
    for line in first...last {
      covered[line] = true
      if line > first { blankQuotes(quotes, of: line) }
    }
    let start = start(of: node)
    return start..<max(start, lines.content(last, in: text).upperBound)
  }

  private mutating func addParagraph(_ node: SyntaxTree.Node, quotes: Int) {
    guard node.line > 0, node.line <= lines.count else { return }
    let range = cover(node, through: span(of: node).upperBound, quotes: quotes)
    regions.append(Region(range: range, mayDefine: true))
  }

  private mutating func addHeading(_ node: SyntaxTree.Node, at index: Int, quotes: Int) {
    guard node.line > 0, node.line <= lines.count else { return }
    let level = Int(node.number)
    let first = lines.content(Int(node.line), in: text)
    let start = start(of: node)
    let marks = text[start..<max(start, first.upperBound)].prefix { $0 == .hash }.count
    let behind = start + marks
    if marks == level, behind >= first.upperBound || text[behind].isWhitespace {
      covered[Int(node.line)] = true
      headings.append((index, start..<max(start, first.upperBound)))
      regions.append(
        Region(range: behind..<headingEnd(behind..<first.upperBound), mayDefine: false))
      return
    }
    let last = underline(of: node, level: level, quotes: quotes)
    let range = cover(node, through: last, quotes: quotes)
    headings.append((index, range))
    let underline = lines.content(last, in: text).lowerBound
    regions.append(Region(range: start..<max(start, underline), mayDefine: true))
  }

  /// Returns the end of a heading's text. Number signs at the end of the line do not belong to the
  /// text if a blank precedes them (§4.2).
  private func headingEnd(_ content: Range<Int>) -> Int {
    let line = text[content]
    guard let last = line.lastIndex(where: { !$0.isWhitespace }), line[last] == .hash,
      let before = line[..<last].lastIndex(where: { $0 != .hash })
    else { return content.upperBound }
    return line[before] == .space || line[before] == .tab ? before : content.upperBound
  }

  /// Returns the number of the line that underlines a setext heading. This line may come before the
  /// last line that cmark reports. If no line underlines the heading, returns the number of the
  /// heading's first line. Overwrites the markers of the block quotes around the heading with
  /// spaces. `quotes` is the number of these block quotes.
  private mutating func underline(
    of node: SyntaxTree.Node, level: Int, quotes: Int
  ) -> Int {
    let mark = level == 1 ? UInt8(ascii: "=") : .hyphen
    let span = span(of: node)
    for line in span.dropFirst() {
      blankQuotes(quotes, of: line)
      let bytes = text[lines.content(line, in: text)]
      if bytes.contains(mark), bytes.allSatisfy({ $0 == mark || $0.isWhitespace }) { return line }
    }
    return span.lowerBound
  }

  /// Adds the list item at `index` as a task if its text begins with a box.
  ///
  /// Like GitHub, cmark does not recognize a box if the marker of a quote or of another item
  /// precedes the item's marker on the same line (GFM 0.29 §5.3). This function therefore looks for
  /// the box in the source.
  private mutating func addTask(_ node: SyntaxTree.Node, at index: Int) {
    guard node.line > 0, node.line <= lines.count else { return }
    let end = lines.content(Int(node.line), in: text).upperBound
    let start = start(of: node)
    guard start < end, var box = text[start..<end].markerEnd else { return }
    while box < end, text[box] == .space || text[box] == .tab { box += 1 }
    guard box + 3 < end, text[box] == .openBracket, " xX".utf8.contains(text[box + 1]),
      text[box + 2] == .closeBracket, text[box + 3].isWhitespace
    else { return }
    tasks.append((index, start..<end, box + 1..<box + 2))
  }
}

// MARK: - Footnotes

extension Outline {
  /// Records the position of the `[^label]` that begins a footnote definition. Block quote markers
  /// may precede the `[^label]` on its line.
  private mutating func addFootnote(_ node: SyntaxTree.Node) {
    guard node.line > 0, node.line <= lines.count else { return }
    let line = lines.content(Int(node.line), in: text)
    guard let start = text[line].firstIndex(of: .openBracket), start + 1 < line.upperBound,
      text[start + 1] == UInt8(ascii: "^"),
      let end = text[start..<line.upperBound].firstIndex(of: .closeBracket)
    else { return }
    footnotes.append(Markup.FootnoteMark(start..<end + 1, in: text))
  }
}

extension Markup.FootnoteMark {
  /// Creates the mark at `range` of `text`.
  init(_ range: Range<Int>, in text: [UInt8]) {
    label = String(decoding: text[range].dropFirst(2).dropLast(), as: UTF8.self)
    self.range = range
  }
}

// MARK: - Tables

extension Outline {
  /// Returns the number of rows and of columns of the table at `index`.
  private func rows(of index: Int, in tree: SyntaxTree) -> (count: Int, columns: Int) {
    let table = tree.nodes[index]
    var count = 0
    var row = index + 1
    while row < table.end {
      count += 1
      row = max(tree.nodes[row].end, row + 1)
    }
    return (count, Int(table.text.count))
  }

  private mutating func addTable(
    _ node: SyntaxTree.Node, rows: (count: Int, columns: Int), quotes: Int
  ) {
    guard node.line > 0, node.line < lines.count else { return }
    let first = Int(node.line)
    // The header is the last line of a paragraph, and cmark reports the start of that whole
    // paragraph.
    var header = first
    for line in first + 1...max(first + 1, span(of: node).upperBound) {
      blankQuotes(quotes, of: line)
      if columns(ofDelimiterRow: line) == rows.columns {
        header = line - 1
        break
      }
    }
    let last = min(header + rows.count, lines.count)
    for line in header...last {
      covered[line] = true
      if line > first { blankQuotes(quotes, of: line) }
      if line == header + 1 { continue }
      let content = lines.content(line, in: text)
      let begin = line == first ? start(of: node) : content.lowerBound
      addCells(begin..<max(begin, content.upperBound))
    }
  }

  /// Returns the number of columns of the delimiter row on `line` (GFM §4.10), or nil if the line
  /// is not a delimiter row.
  private func columns(ofDelimiterRow line: Int) -> Int? {
    let row = text[lines.content(line, in: text)]
    guard row.contains(.hyphen),
      row.allSatisfy({
        $0 == .pipe || $0 == .hyphen || $0 == .colon || $0.isWhitespace
      })
    else { return nil }
    return row.split(separator: .pipe).count { $0.contains(.hyphen) }
  }

  /// Adds the cells of a row: the stretches between unescaped pipes.
  private mutating func addCells(_ row: Range<Int>) {
    var start = row.lowerBound
    var index = start
    while index < row.upperBound {
      switch text[index] {
      case .backslash: index += 2
      case .pipe:
        regions.append(Region(range: start..<index, mayDefine: false))
        index += 1
        start = index
      case .openBracket, .bang:
        let link = InlineMask.wikilink(at: index, in: text, upTo: row.upperBound)
        index = link?.upperBound ?? index + 1
      default: index += 1
      }
    }
    if start < row.upperBound {
      regions.append(Region(range: start..<row.upperBound, mayDefine: false))
    }
  }
}

// MARK: - Gaps

extension Outline {
  /// Adds the lines that are in no block of the tree: link reference definitions, the paragraph
  /// before a table, and footnotes without a reference.
  private mutating func addGaps() {
    var start: Int?
    for line in 1..<max(lines.count + 1, 1) {
      let isGap = !covered[line] && !blankMarkers(of: line)
      let content = lines.content(line, in: text)
      if isGap {
        start = start ?? content.lowerBound
      } else if let begin = start {
        regions.append(Region(range: begin..<content.lowerBound, mayDefine: true))
        start = nil
      }
    }
    if let start, let end = lines.starts.last {
      regions.append(Region(range: start..<end, mayDefine: true))
    }
  }

  /// Overwrites the quote and list markers before a line's text with spaces. Returns whether the
  /// rest of the line is blank.
  private mutating func blankMarkers(of line: Int) -> Bool {
    let content = lines.content(line, in: text)
    var index = content.lowerBound
    while index < content.upperBound {
      if text[index].isWhitespace {
        index += 1
      } else if let end = text[index..<content.upperBound].markerEnd {
        blank(index, count: end - index)
        index = end
      } else {
        return false
      }
    }
    return true
  }

  /// Overwrites up to `count` quote markers at the beginning of a line with spaces. A lazy
  /// continuation line has fewer markers.
  private mutating func blankQuotes(_ count: Int, of line: Int) {
    guard count > 0 else { return }
    let content = lines.content(line, in: text)
    var index = content.lowerBound
    for _ in 0..<count {
      while index < content.upperBound, text[index].isWhitespace { index += 1 }
      guard index < content.upperBound, text[index] == .greater else { return }
      text[index] = .space
    }
  }

  private mutating func blank(_ start: Int, count: Int) {
    for index in start..<start + count { text[index] = .space }
  }
}
