/// An upper bound on the work that cmark-gfm does for a body in addition to one pass over it. The
/// bound is found in one pass.
///
/// Each kind of work that grows faster than the text has its own sum. Each stretch of lines that
/// may be one paragraph adds a product to a sum. For emphasis, the product is the number of closing
/// marks times the number of openers; for tables, the number of rows times the number of columns.
/// Marks that cmark may not see (in code spans, escapes, addresses) are counted too, so that no
/// mark is missed; for real text, the bound is only slightly too high. A step is about five
/// instructions.
///
/// The bounds are derived from the sources of cmark-gfm 0.29.0.gfm.6 with Debian's patches:
/// `blocks.c`, `inlines.c`, `table.c`, `autolink.c`.
struct WorkEstimate {
  /// The largest body read as Markdown, in bytes. cmark needs about a hundred times as much memory.
  static let largest = 16 << 20
  /// A body of at most this size, in bytes, cannot cause more than ``free`` steps of any kind.
  private static let smallest = 512
  /// The number of steps allowed for each kind of work, whatever the size of the body.
  private static let free = 1 << 22
  /// The number of additional steps allowed per byte.
  private static let perByte = 32
  /// The maximum nesting depth of blocks. Browsers have a similar limit of about 500 elements.
  private static let deepest = 500

  let bytes: UnsafeBufferPointer<UInt8>
  private let budget: Int

  // The estimated steps so far, for each kind of work.
  var nesting = 0
  var emphasis = 0
  var brackets = 0
  var addresses = 0
  var html = 0
  var tables = 0
  /// The maximum number of list items that may be open around the next line. ``quotes`` is the
  /// maximum number of quotes.
  private var items = 0
  private var quotes = 0
  private var wasBlank = true
  private var fence: Fence?
  private var mayBeHTML = HTML.no
  /// The offsets at which link reference definitions may begin.
  private(set) var definitions: [Int] = []
  var hasEntityMark = false

  var inlines = Inlines()
  var rows = Rows()

  /// A fenced code block that is not within another block.
  private struct Fence {
    let mark: UInt8
    let length: Int
  }

  /// The kind of HTML block to which the next line may belong. In HTML blocks, fences are ordinary
  /// text.
  private enum HTML { case no, untilBlank, forever }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    budget = Self.free + Self.perByte * bytes.count
  }

  /// Returns the reason why `bytes[body]` is not read as Markdown, or nil if it is read as
  /// Markdown. Costs one pass.
  static func limit(of bytes: [UInt8], _ body: Range<Int>) -> MarkupLimit? {
    if body.count <= smallest { return hasEntityMark(in: bytes[body]) ? .footnotes : nil }
    if isSurelyCheap(bytes, body) { return nil }
    return estimated(bytes, body)
  }

  /// Returns the same result as ``limit(of:_:)``, but without the shortcuts for bodies that are
  /// short or have little markup.
  static func estimated(_ bytes: [UInt8], _ body: Range<Int>) -> MarkupLimit? {
    if body.count > largest { return .size }
    let (limit, definitions) = bytes.withUnsafeBufferPointer { bytes in
      var estimate = WorkEstimate(UnsafeBufferPointer(rebasing: bytes[body]))
      return (estimate.read(), estimate.definitions)
    }
    if let limit { return limit }
    let references = ReferenceWork(bytes, body, definitions.map { body.lowerBound + $0 })
    return references.steps > free + perByte * body.count ? .references : nil
  }

  /// Returns whether a ``MarkCount`` proves that a body of more than ``smallest`` bytes can be read
  /// as Markdown.
  static func isSurelyCheap(_ bytes: [UInt8], _ body: Range<Int>) -> Bool {
    guard body.count <= MarkCount.longest else { return false }
    let count = bytes.withUnsafeBufferPointer { MarkCount(UnsafeBufferPointer(rebasing: $0[body])) }
    return count.isBelow(free) && !count.hasAmpersand
  }

  private mutating func read() -> MarkupLimit? {
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, !bytes[end].isLineEnd { end += 1 }
      readLine(start, end)
      if let exceeded { return exceeded }
      start = end + 1
      if start < bytes.count, bytes[end] == .carriageReturn, bytes[start] == .lineFeed {
        start += 1
      }
    }
    endBlock()
    return exceeded
  }

  /// The first kind of work that exceeds its limit, or nil if none does.
  private var exceeded: MarkupLimit? {
    if hasEntityMark { return .footnotes }
    if nesting > budget || items + quotes > Self.deepest { return .nesting }
    if emphasis > budget { return .emphasis }
    if brackets > budget { return .brackets }
    if addresses > budget { return .addresses }
    if html > budget { return .html }
    return tables > budget ? .tables : nil
  }
}

// MARK: - Lines

extension WorkEstimate {
  /// Whether it is certain that the current lines are not within a quote, a list item or an HTML
  /// block.
  var isOutermost: Bool { items + quotes == 0 && mayBeHTML == .no }

  private mutating func readLine(_ start: Int, _ end: Int) {
    if let open = fence {
      if isFence(open, start, end) { fence = nil }
      return
    }
    let quotesEnd = quotesEnd(start, end)
    let markers = markers(start, end)
    if isBlank(quotesEnd, end) {
      // A blank line continues all open list items, although none of them uses a byte of the line.
      nesting += items + quotes
      quotes = markers.quotes
      wasBlank = true
      if mayBeHTML == .untilBlank { mayBeHTML = .no }
      endBlock()
      return
    }
    if quotesEnd == start, beginsFence(start, end) {
      endBlock()
      (items, quotes, wasBlank) = (0, 0, false)
      return
    }
    // A quote continues on a line with its marker. An item continues on a line that is indented by
    // two or more columns, and half a tab may be two columns. A lazy line needs neither.
    items = max(wasBlank ? 0 : items, min(items, 2 * (markers.end - start)) + markers.items)
    quotes = max(wasBlank ? 0 : quotes, markers.quotes)
    wasBlank = false
    let beginning = beginning(of: quotesEnd, end)
    if beginning != .maybe { endBlock() }
    if beginning == .rule { return }
    noteHTML(markers.end, end)
    noteDefinition(markers.end, end)
    rows.isIndented = markers.end - start > 3 || bytes[start..<markers.end].contains(.tab)
    readInlines(markers.end, end)
    if beginning == .heading { endBlock() }
  }

  /// Adds the cost of the lines read since the last call, treated as one paragraph, and starts a
  /// new group of lines.
  private mutating func endBlock() {
    emphasis += inlines.runs.steps
    brackets += inlines.images * inlines.closers
    html += inlines.endless * inlines.length
    // To add each inline to the tree, cmark checks all enclosing blocks.
    if items + quotes > 16 { nesting += (items + quotes) * inlines.length }
    inlines = Inlines()
    rows = Rows()
  }

  /// The kind of block that a line certainly begins; `maybe` if it is not certain that any block
  /// begins.
  private enum Beginning { case maybe, item, heading, rule }

  /// Returns the kind of block that certainly begins at `start`, after a line's quote markers, or
  /// `maybe` if no block certainly begins there.
  private func beginning(of start: Int, _ end: Int) -> Beginning {
    var index = start
    while index < end, index - start < 3, bytes[index] == .space { index += 1 }
    guard index < end else { return .maybe }
    switch bytes[index] {
    case .hash:
      let text = skip(.hash, index, end)
      return text - index <= 6 && (text == end || isBlank(text, text + 1)) ? .heading : .maybe
    case .hyphen where isBlank(skip(.hyphen, index, end), end):
      return skip(.hyphen, index, end) - index >= 3 ? .rule : .maybe
    case .hyphen, UInt8(ascii: "+"), UInt8(ascii: "*"):
      guard index + 1 < end, isBlank(index + 1, index + 2) else { return .maybe }
      return isBlank(index + 1, end) ? .maybe : .item
    default: return .maybe
    }
  }

  private func skip(_ byte: UInt8, _ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end, bytes[index] == byte { index += 1 }
    return index
  }

  func isBlank(_ start: Int, _ end: Int) -> Bool {
    var index = start
    while index < end, bytes[index] == .space || bytes[index] == .tab { index += 1 }
    return index == end
  }

  /// Returns the offset after the quote markers that certainly begin the line from `start` to
  /// `end`.
  private func quotesEnd(_ start: Int, _ end: Int) -> Int {
    var behind = start
    while true {
      var index = behind
      while index < end, index - behind < 3, bytes[index] == .space { index += 1 }
      guard index < end, bytes[index] == .greater else { return behind }
      behind = index + 1
    }
  }

  /// Finds the list item markers and quote markers at the start of the line from `start` to `end`.
  /// Returns the offset after them, and the number of each.
  private func markers(_ start: Int, _ end: Int) -> (end: Int, items: Int, quotes: Int) {
    var (index, items, quotes) = (start, 0, 0)
    while index < end {
      if bytes[index].isWhitespace {
        index += 1
      } else if bytes[index] == .greater {
        quotes += 1
        index += 1
      } else if let behind = markerEnd(index, end) {
        items += 1
        index = behind
      } else {
        break
      }
    }
    return (index, items, quotes)
  }

  private func markerEnd(_ start: Int, _ end: Int) -> Int? {
    var index = start
    switch bytes[start] {
    case .hyphen, UInt8(ascii: "+"), UInt8(ascii: "*"): index += 1
    case .openBracket where start + 1 < end && bytes[start + 1] == UInt8(ascii: "^"):
      while index < end, bytes[index] != .closeBracket, !bytes[index].isWhitespace { index += 1 }
      return index + 1 < end && bytes[index + 1] == .colon ? index + 2 : nil
    default:
      while index < end, index - start < 9, bytes[index].isDigit { index += 1 }
      guard index > start, index < end, bytes[index] == .dot || bytes[index] == .closeParenthesis
      else { return nil }
      index += 1
    }
    // To cmark, a line tabulation is not white space.
    return index == end || bytes[index].isWhitespace && bytes[index] != 0x0B ? index : nil
  }
}

// MARK: - Code and HTML

extension WorkEstimate {
  /// Begins a fenced code block if the line opens one outside all other blocks. Returns whether a
  /// block begins.
  private mutating func beginsFence(_ start: Int, _ end: Int) -> Bool {
    guard mayBeHTML == .no else { return false }
    var index = start
    while index < end, index - start < 3, bytes[index] == .space { index += 1 }
    guard index < end, bytes[index] == .backtick || bytes[index] == .tilde,
      index == start || items + quotes == 0
    else { return false }
    let mark = bytes[index]
    let info = skip(mark, index, end)
    // cmark stores a fence's length in a byte.
    guard (3...255).contains(info - index) else { return false }
    if mark == .backtick, bytes[info..<end].contains(mark) { return false }
    fence = Fence(mark: mark, length: info - index)
    return true
  }

  private func isFence(_ open: Fence, _ start: Int, _ end: Int) -> Bool {
    var index = start
    while index < end, index - start < 3, bytes[index] == .space { index += 1 }
    let behind = skip(open.mark, index, end)
    return behind - index >= open.length && isBlank(behind, end)
  }

  /// Records that an HTML block may begin at `start` (§4.6), if a `<` is there. With some tags, an
  /// HTML block ends at a blank line; with others, the block may not end at all.
  private mutating func noteHTML(_ start: Int, _ end: Int) {
    guard start + 1 < end, bytes[start] == .less, mayBeHTML != .forever else { return }
    let name = bytes[(start + 1)..<min(end, start + 9)].map { $0 | 0x20 }
    let isEndless =
      ["script", "pre", "style", "textarea"].contains { name.starts(with: $0.utf8) }
      || !(bytes[start + 1].isLetter || bytes[start + 1] == .slash)
    mayBeHTML = isEndless ? .forever : .untilBlank
  }
}

// MARK: - References

extension WorkEstimate {
  /// Records the offsets at which a link definition may begin. One is a `[` at `start`. If this `[`
  /// belongs to a task's checkbox, another is a `[` after the checkbox.
  private mutating func noteDefinition(_ start: Int, _ end: Int) {
    var start = start
    while start + 2 < end, bytes[start] == .openBracket {
      definitions.append(start)
      guard bytes[start + 2] == .closeBracket, bytes[start + 1].isOne(of: " xX") else { return }
      start += 3
      while start < end, bytes[start].isWhitespace { start += 1 }
    }
  }
}
