extension WorkEstimate {
  /// Counts of the inlines in a group of lines that may be one paragraph.
  struct Inlines {
    /// The length of the lines in bytes.
    var length = 0
    /// The number of brackets that may begin an image. ``closers`` is the number of all closing
    /// brackets.
    var images = 0
    var closers = 0
    /// The number of HTML constructs whose end cmark may search for repeatedly.
    var endless = 0
    var runs = Runs()
  }

  /// The facts about a group of lines that determine the cost of parsing the lines as a table.
  struct Rows {
    /// The length of the lines in bytes. ``behindPipe`` is the number of bytes after the last pipe
    /// in the lines.
    var length = 0
    var behindPipe = 0
    /// The total number of bytes that cmark scans backward. To find a line's first cell, cmark
    /// scans from the start of the line back to the previous pipe (`table.c`, `row_from_string`).
    var back = 0
    /// The sum of the squared cell counts. To append a cell to a row, cmark traverses the row's
    /// other cells.
    var squares = 0
    /// The largest number of columns of a delimiter row so far.
    var columns = 0
    /// Whether it is certain that the lines belong to one table. If so, no line of this table can
    /// begin another table.
    var areInTable = false
    /// The number of lines. ``last`` is the cell count of the last line, or nil if the line is not
    /// certainly a table row.
    var lines = 0
    var last: Int?
    /// Whether the current line begins with more than three blanks.
    var isIndented = false
  }

  /// Reads the line from `start` to `end`, and counts the inlines that it may contain.
  mutating func readInlines(_ start: Int, _ end: Int) {
    inlines.length += end - start + 1
    var row = Row(start: start, end: end)
    var address = Stretch()
    var mails = Stretch()
    var mailsInLine = 0
    var index = start
    while true {
      while index < end, !Self.isSpecial[Int(bytes[index])] { index += 1 }
      guard index < end else { break }
      let isBehindAddress = address.count > 0 && index >= address.end
      if Self.mayHide[Int(bytes[index])] || isBehindAddress { inlines.runs.endPiece() }
      if isBehindAddress { address = begin(after: address, index, index) }
      let next = index + 1 < end ? bytes[index + 1] : 0
      switch bytes[index] {
      case UInt8(ascii: "*"), .underscore, .tilde:
        index = readRun(index, start, end, isInAddress: index < address.end)
        continue
      case .bang where next == .openBracket: inlines.images += 1
      case .openBracket:
        if next == .openBracket { row.hasWikilink = true }
        if next == UInt8(ascii: "&") { noteEntity(at: index + 1, end) }
      case .closeBracket: inlines.closers += 1
      case .less: noteHTML(next, index, end)
      case .colon where next == .slash:
        if index >= address.end { address = begin(after: address, index, addressEnd(index, end)) }
        address.count += 1
        inlines.runs.endPiece()
      case .dot where index - start >= 3 && bytes[index - 1] == UInt8(ascii: "w"):
        if index >= address.end { address = begin(after: address, index, addressEnd(index, end)) }
        address.count += 1
        inlines.runs.endPiece()
      case .pipe:
        row.notePipe(at: index, isEscaped: index > start && bytes[index - 1] == .backslash)
      case .at:
        mailsInLine += 1
        if index >= mails.end { mails = begin(after: mails, index, mailEnd(index, end)) }
        mails.count += 1
      default: break
      }
      index += 1
    }
    inlines.runs.endPiece()
    addresses += cost(of: address) + cost(of: mails)
    // cmark copies the rest of the line for each e-mail address.
    addresses += min(mailsInLine, 1000) * (end - start) / 16
    count(row)
  }

  /// The number of steps to check whether a byte may be in a domain.
  private static let costOfDomainByte = 8

  /// A stretch of bytes in which addresses may begin. Each address is read to the end of the
  /// stretch.
  private struct Stretch {
    var start = 0
    var end = 0
    var count = 0
  }

  /// Adds the cost of `stretch` to the estimate, and returns a new stretch from `start` to `end`.
  private mutating func begin(after stretch: Stretch, _ start: Int, _ end: Int) -> Stretch {
    addresses += cost(of: stretch)
    return Stretch(start: start, end: end)
  }

  /// Returns the cost of a stretch. In a stretch, cmark reads each address to the end, and for each
  /// final `)` counts all parentheses again.
  private func cost(of stretch: Stretch) -> Int {
    guard stretch.count > 0 else { return 0 }
    var parentheses = 0
    for byte in bytes[stretch.start..<stretch.end] where byte == .closeParenthesis {
      parentheses += 1
    }
    return (Self.costOfDomainByte * stretch.count + parentheses) * (stretch.end - stretch.start)
  }

  /// Returns the offset up to which an address that begins at `start` may extend: the next white
  /// space outside wikilinks, or `end`.
  private func addressEnd(_ start: Int, _ end: Int) -> Int {
    var isInWikilink = false
    for index in start..<end {
      switch bytes[index] {
      case .openBracket: isInWikilink = bytes[index - 1] == .openBracket
      case .closeBracket, .backtick: isInWikilink = false
      case let byte where byte.isWhitespace:
        if !isInWikilink { return index }
      default: break
      }
    }
    return end
  }

  private func mailEnd(_ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end, bytes[index].isAlphanumeric || bytes[index].isOne(of: "@.-_/") { index += 1 }
    return index
  }

  private mutating func noteHTML(_ next: UInt8, _ index: Int, _ end: Int) {
    let isDeclaration =
      next == .bang && index + 2 < end
      && (bytes[index + 2] == .openBracket || bytes[index + 2].isLetter)
    if next == UInt8(ascii: "?") || isDeclaration { inlines.endless += 1 }
  }

  /// For each byte value, whether a counted construct may begin or end with the byte.
  private static let isSpecial: [Bool] = (0...255).map {
    "*_~[]!<>:.@|`\\()".utf8.contains(UInt8($0))
  }
  /// For each byte value, whether the byte may begin or end a construct in which marks are literal.
  /// Addresses are not counted as such constructs.
  private static let mayHide: [Bool] = (0...255).map { "[]<>`\\()".utf8.contains(UInt8($0)) }
}

// MARK: - Tables

extension WorkEstimate {
  /// The number of steps for a cell that cmark adds to a row with too few pipes.
  private static let costOfCell = 128
  /// The number of steps per byte of the lines that cmark splits into cells again.
  private static let costOfRowByte = 96

  /// A line as a row of cells.
  private struct Row {
    let start: Int
    let end: Int
    var pipes = 0
    /// The number of pipes that certainly end a cell.
    var certain = 0
    var lastPipe = 0
    var hasWikilink = false

    init(start: Int, end: Int) {
      self.start = start
      self.end = end
    }

    mutating func notePipe(at index: Int, isEscaped: Bool) {
      pipes += 1
      if !isEscaped { certain += 1 }
      lastPipe = index
    }
  }

  /// Adds the cost of a line as a table row, or as one of the lines before a table.
  private mutating func count(_ row: Row) {
    let length = row.end - row.start + 1
    // A wikilink may contain pipes that cmark does not see.
    let certain = row.hasWikilink ? 0 : row.certain
    let square = (row.pipes + 1) * (row.pipes + 1)
    rows.back += rows.behindPipe
    let cells = cells(of: row)
    if cells == nil { rows.areInTable = false }
    if !rows.areInTable, bytes[row.start..<row.end].mayBeDelimiterRow {
      tables += Self.costOfRowByte * rows.length + rows.back + rows.squares + square
      rows.columns = max(rows.columns, row.pipes + 1)
      rows.areInTable = isOutermost && rows.lines == 1 && cells != nil && rows.last == cells
    } else if rows.columns > 0 {
      tables += square + Self.costOfCell * max(0, rows.columns - certain - 1)
    }
    rows.last = cells
    rows.lines += 1
    rows.length += length
    rows.squares += square
    let hasPipe = row.pipes > 0 && !row.hasWikilink
    rows.behindPipe = hasPipe ? row.end - row.lastPipe : rows.behindPipe + length
  }

  /// Returns the number of cells of a line that can only be a table row, because it begins and ends
  /// with a pipe; nil for other lines.
  private func cells(of row: Row) -> Int? {
    let isFramed =
      row.start < row.end && bytes[row.start] == .pipe && bytes[row.end - 1] == .pipe
    return isFramed && !rows.isIndented && row.pipes > 1 && row.certain == row.pipes
      && !row.hasWikilink
      ? row.pipes - 1 : nil
  }
}
