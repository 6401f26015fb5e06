/// A reader that writes the text of a body's inlines to a buffer (CommonMark 0.29 §6). Also
/// collects the links and tags that ``InlineScanner`` finds in the inlines.
struct QuickInlines {
  /// The results of reading a body's inlines, other than the text.
  struct Findings {
    /// The length of the text in bytes.
    var count = 0
    var links: [Markup.Link] = []
    var tags: [Markup.Tag] = []
    /// The range of each heading in the text; `0..<0` for a heading without text.
    var headings: [Range<Int>] = []
    /// For each checkbox of a task, the paragraph after the checkbox, as a range in the text.
    var boxes: [Range<Int>]
  }

  private var findings: Findings
  private var scanner: InlineScanner
  private var writer: TextWriter
  private let bytes: UnsafeBufferPointer<UInt8>
  private let isSpecial: UnsafeBufferPointer<Bool>
  /// The start of the stretch of inlines being read. ``end`` is the end of the stretch.
  private var start = 0
  private var end = 0
  private var hasIndentedLazyLines = false
  /// The start of the bytes that are text but have not been written yet.
  private var run = 0
  /// The offset up to which the scanner has read.
  private var scanned = 0
  /// The offset after the last wikilink, or -1 if there is none yet.
  private var wikilinkEnd = -1
  /// The runs of bytes in the written text that may be markup.
  private var marks: [Mark] = []
  private var delimiters = Delimiters()
  /// For each open bracket: the index of its mark in ``marks``, its length in bytes, and the index
  /// of the last delimiter before it.
  private var brackets: [(mark: Int, size: Int, delimiter: Int)] = []

  /// A run of bytes in the written text that may be markup.
  struct Mark {
    /// The offset of the mark's first byte in the written text.
    let offset: Int
    /// The number of bytes, starting at `offset`, that are known to be markup.
    var size = 0
  }

  private init(
    _ blocks: QuickBlocks, _ text: [UInt8], _ bytes: UnsafeBufferPointer<UInt8>,
    _ isSpecial: UnsafeBufferPointer<Bool>, _ memory: UnsafeMutableBufferPointer<UInt8>
  ) {
    findings = Findings(boxes: [Range<Int>](repeating: 0..<0, count: blocks.boxes.count))
    scanner = InlineScanner(text: text, references: LinkReferences())
    writer = TextWriter(memory)
    self.bytes = bytes
    self.isSpecial = isSpecial
  }

  /// Reads all blocks and writes their text to `memory`. `text` is the file's bytes with the
  /// markers of block quotes overwritten by spaces.
  static func read(
    _ blocks: QuickBlocks, in text: [UInt8], to memory: UnsafeMutableBufferPointer<UInt8>
  ) throws(Hurdle) -> Findings {
    try text.withUnsafeBufferPointer { bytes throws(Hurdle) in
      try special.withUnsafeBufferPointer { isSpecial throws(Hurdle) in
        var reader = QuickInlines(blocks, text, bytes, isSpecial, memory)
        return try reader.read(blocks)
      }
    }
  }

  private mutating func read(_ blocks: QuickBlocks) throws(Hurdle) -> Findings {
    var isInCode = false
    for leaf in blocks.leaves {
      if isInCode, leaf.kind != .moreCode {
        writer.endCode()
        isInCode = false
      }
      if leaf.kind != .moreCode { writer.beginLine() }
      let start = writer.count
      switch leaf.kind {
      case .paragraph, .heading: try readInlines(leaf)
      case .code: writer.append(bytes, leaf.range.dropFirst())
      case .moreCode: writer.append(bytes, leaf.range)
      }
      if leaf.kind == .moreCode || leaf.kind == .code {
        if leaf.kind == .moreCode || !leaf.range.isEmpty { writer.append(.lineFeed) }
        isInCode = true
      }
      let written = start..<writer.count
      if leaf.kind == .heading { findings.headings.append(written.isEmpty ? 0..<0 : written) }
      if leaf.box >= 0 { findings.boxes[leaf.box] = written }
    }
    if isInCode { writer.endCode() }
    if writer.hasOverflowed { throw .depth }
    scanner.finish()
    findings.links = scanner.links
    findings.tags = scanner.tags
    findings.count = writer.count
    return findings
  }

  private mutating func readInlines(_ leaf: QuickBlocks.Leaf) throws(Hurdle) {
    scanner.begin(leaf.range)
    start = leaf.range.lowerBound
    end = leaf.range.upperBound
    hasIndentedLazyLines = leaf.hasIndentedLazyLines
    run = start
    scanned = start
    var index = start
    while true {
      index = Self.plainEnd(in: bytes, index, end, isSpecial)
      guard index < end else { break }
      index = try step(index)
    }
    write(upTo: end)
    scanner.endStretch()
    guard !marks.isEmpty else { return }
    try delimiters.match(above: -1, &marks)
    writer.remove(marks.lazy.filter { $0.size > 0 }.map { $0.offset..<$0.offset + $0.size })
    marks.removeAll(keepingCapacity: true)
    delimiters.removeAll()
    brackets.removeAll(keepingCapacity: true)
  }

  /// Returns the offset of the first byte at or after `start` that may be markup, or `end` if there
  /// is none.
  private static func plainEnd(
    in bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int,
    _ isSpecial: UnsafeBufferPointer<Bool>
  ) -> Int {
    var index = start
    while index + 4 <= end {
      if isSpecial[Int(bytes[index])] { return index }
      if isSpecial[Int(bytes[index + 1])] { return index + 1 }
      if isSpecial[Int(bytes[index + 2])] { return index + 2 }
      if isSpecial[Int(bytes[index + 3])] { return index + 3 }
      index += 4
    }
    while index < end, !isSpecial[Int(bytes[index])] { index += 1 }
    return index
  }

  /// Writes the pending text up to `index`.
  private mutating func write(upTo index: Int) {
    writer.append(bytes, run..<max(run, index))
    run = index
  }
}

// MARK: - Special bytes

extension QuickInlines {
  /// A table that contains, for each byte value, whether the byte may be markup or needs special
  /// treatment.
  private static let special: [Bool] = (0...255).map { byte in
    "\n\\`*_~[]!<&#:.@".utf8.contains(byte) || byte < 0x20 && byte != UInt8.tab
  }

  /// Reads the construct at `index`. Returns the offset after it.
  private mutating func step(_ index: Int) throws(Hurdle) -> Int {
    switch bytes[index] {
    case .lineFeed: return breakLine(at: index)
    case .backslash: return try escape(at: index)
    case .backtick: return try code(at: index)
    case UInt8(ascii: "*"), .underscore, .tilde: return try delimiter(at: index)
    case .bang:
      guard index + 1 < end, bytes[index + 1] == .openBracket else { return index + 1 }
      return try open(at: index)
    case .openBracket: return try open(at: index)
    case .closeBracket: return try close(at: index)
    case .less: return try angle(at: index)
    case UInt8(ascii: "&"):
      if mayBeEntity(from: index + 1) { throw .entity }
      return index + 1
    case .hash:
      guard index >= scanned, let behind = scanner.tag(at: index) else { return index + 1 }
      scanned = behind
      return index + 1
    case .colon:
      guard index + 2 < end, bytes[index + 1] == .slash, bytes[index + 2] == .slash else {
        return index + 1
      }
      return try address(at: index) { $0.bareAddress(atColon: index) }
    case .dot:
      let first = index - 3
      guard first >= start, bytes[first] == UInt8(ascii: "w"), bytes[first + 1] == bytes[first],
        bytes[first + 2] == bytes[first],
        first >= scanner.textStart || first < scanned
      else { return index + 1 }
      return try max(address(at: first) { $0.bareAddress(atW: first) }, index + 1)
    case .at:
      guard index >= scanned, let behind = scanner.bareEmail(at: index) else { return index + 1 }
      scanned = behind
      // cmark looks for other addresses before it looks for e-mail addresses, so this `:` may be
      // part of an address that it has already found.
      if behind < end, bytes[behind] == .colon { throw .address }
      return index + 1
    default: throw .bytes
    }
  }

  private mutating func breakLine(at index: Int) -> Int {
    var blanks = index
    while blanks > run, bytes[blanks - 1] == .space || bytes[blanks - 1] == .tab { blanks -= 1 }
    write(upTo: blanks)
    writer.append(.space)
    run = behindBlanks(index + 1)
    return run
  }

  private func behindBlanks(_ start: Int) -> Int {
    var index = start
    while index < end, bytes[index] == .space || bytes[index] == .tab { index += 1 }
    return index
  }

  private mutating func escape(at index: Int) throws(Hurdle) -> Int {
    let next = index + 1
    guard next < end else { return next }
    if bytes[next] == .lineFeed {
      if hasIndentedLazyLines { throw .list }
      write(upTo: index)
      writer.append(.space)
      run = behindBlanks(next + 1)
      return run
    }
    guard bytes[next].isPunctuation else { return next }
    write(upTo: index)
    run = next
    return next + 1
  }

  private mutating func code(at index: Int) throws(Hurdle) -> Int {
    let behind = scanner.behindCode(at: index)
    var open = index
    while open < behind, bytes[open] == .backtick { open += 1 }
    guard open < behind else { return behind }
    // In cmark, the indentation of a lazy continuation line is part of the code.
    if hasIndentedLazyLines, bytes[index..<behind].contains(.lineFeed) { throw .list }
    write(upTo: index)
    appendCode(open..<behind - (open - index))
    run = behind
    return behind
  }

  private mutating func appendCode(_ content: Range<Int>) {
    var content = content
    // The indentation of the last line, before the closing backticks, is not part of the code.
    if let tail = bytes[content].lastIndex(where: { $0 != .space && $0 != .tab }),
      bytes[tail] == .lineFeed
    {
      content = content.lowerBound..<tail + 1
    }
    if let first = bytes[content].first, let last = bytes[content].last,
      first == .space || first == .lineFeed, last == .space || last == .lineFeed,
      bytes[content].contains(where: { $0 != .space && $0 != .lineFeed })
    {
      // Drops one space or line break from the start and from the end, and the indentation after a
      // line break.
      content = content.dropFirst().dropLast()
      if first == .lineFeed {
        content = min(behindBlanks(content.lowerBound), content.upperBound)..<content.upperBound
      }
    }
    var index = content.lowerBound
    var text = index
    while index < content.upperBound {
      index += 1
      guard bytes[index - 1] == .lineFeed else { continue }
      writer.append(bytes, text..<index - 1)
      writer.append(.space)
      index = min(behindBlanks(index), content.upperBound)
      text = index
    }
    writer.append(bytes, text..<index)
  }

  /// Returns whether an entity name and its `;` may begin at `start`, after the `&` (§6.2).
  private func mayBeEntity(from start: Int) -> Bool {
    var index = start
    while index < end, index - start < 40, bytes[index].isAlphanumeric || bytes[index] == .hash {
      index += 1
    }
    return index > start && index < end && bytes[index] == UInt8(ascii: ";")
  }
}

// MARK: - Links

extension QuickInlines {
  private mutating func open(at index: Int) throws(Hurdle) -> Int {
    if let behind = scanner.wikilink(at: index) {
      write(upTo: index)
      if let link = scanner.links.last { writer.append(link.text) }
      run = behind
      wikilinkEnd = behind
      return behind
    }
    let isImage = bytes[index] == .bang
    let content = scanner.open(at: index, isImage: isImage)
    let first = content < end && bytes[content] == .backslash ? content + 1 : content
    if first < end, bytes[first] == UInt8(ascii: "^") { throw .footnote }
    write(upTo: content)
    let size = content - index
    brackets.append((marks.count, size, delimiters.last))
    marks.append(Mark(offset: writer.count - size))
    return content
  }

  private mutating func close(at index: Int) throws(Hurdle) -> Int {
    guard let bracket = brackets.popLast() else { return scanner.close(at: index) }
    let behind = scanner.close(at: index)
    if index + 1 < end, bytes[index + 1] == .openParenthesis, hasWikilink(index + 2, behind) {
      throw .address
    }
    guard behind > index + 1 else { return behind }
    write(upTo: index)
    run = behind
    marks[bracket.mark].size = bracket.size
    try delimiters.match(above: bracket.delimiter, &marks)
    return behind
  }

  /// Returns whether `[[` occurs in the link address from `start` to `linkEnd`. If the scanner
  /// found no link (`linkEnd` is not after `start`), searches the 1,000 bytes after `start`. If
  /// more bytes follow these, returns true without searching them.
  private func hasWikilink(_ start: Int, _ linkEnd: Int) -> Bool {
    // Even if the scanner found no link, cmark may still see one in the text that follows.
    let isLink = linkEnd > start
    let stop = isLink ? linkEnd : min(end, start + 1000)
    var index = start
    while index + 1 < stop {
      if bytes[index] == .openBracket, bytes[index + 1] == .openBracket { return true }
      index += 1
    }
    return !isLink && stop < end
  }

  private mutating func angle(at index: Int) throws(Hurdle) -> Int {
    guard index + 1 < end else { return index + 1 }
    let next = bytes[index + 1]
    let known = scanner.links.count
    let behind = scanner.behindAngle(at: index)
    if scanner.links.count > known {
      let inner = index + 1..<behind - 1
      if bytes[inner].contains(UInt8(ascii: "&")) { throw .entity }
      if bytes[inner].contains(.openBracket) { throw .address }
      write(upTo: index)
      writer.append(bytes, inner)
      run = behind
      return behind
    }
    if next.isLetter || next == .slash || next == .bang || next == UInt8(ascii: "?") { throw .html }
    return behind
  }

  /// Reads the bare address around `index` by calling `read`, and shows it as written. Returns the
  /// offset after the address, or `index + 1` if there is none. Throws if cmark may read the
  /// address differently.
  private mutating func address(
    at index: Int, _ read: (inout InlineScanner) -> Int?
  ) throws(Hurdle) -> Int {
    var stop = index
    while stop < end, !bytes[stop].isWhitespace {
      if bytes[stop] == .openBracket || stop - index > 2000 { throw .address }
      stop += 1
    }
    if index < scanned { throw .address }
    guard let behind = read(&scanner) else { return index + 1 }
    for mark in index..<behind where bytes[mark] == UInt8(ascii: "&") && mayBeEntity(from: mark + 1)
    {
      throw .entity
    }
    return behind
  }
}

// MARK: - Emphasis

extension QuickInlines {
  /// Reads the run of identical delimiter bytes at `index`. Records the run if it can open or close
  /// emphasis or a strikethrough. Returns the offset after the run.
  private mutating func delimiter(at index: Int) throws(Hurdle) -> Int {
    let byte = bytes[index]
    var behind = index + 1
    while behind < end, bytes[behind] == byte { behind += 1 }
    let length = behind - index
    if byte == .tilde, length > 2 { throw .tilde }
    let before = try neighbour(before: index)
    let after = try neighbour(after: behind)
    let isLeft = after != .blank && (after != .punctuation || before != .other)
    let isRight = before != .blank && (before != .punctuation || after != .other)
    var delimiter = Delimiters.Delimiter(
      byte: byte, length: length, canOpen: isLeft, canClose: isRight, mark: marks.count)
    if byte == .underscore {
      delimiter.canOpen = isLeft && (!isRight || before == .punctuation)
      delimiter.canClose = isRight && (!isLeft || after == .punctuation)
    }
    if delimiter.canOpen || delimiter.canClose {
      write(upTo: behind)
      marks.append(Mark(offset: writer.count - length))
      delimiters.append(delimiter)
    }
    return behind
  }

  /// The kind of character next to a delimiter run.
  private enum Neighbour { case blank, punctuation, other }

  /// Returns the kind of the scalar before `index`; `blank` at the start of the stretch. Skips
  /// tildes, as cmark does.
  private func neighbour(before index: Int) throws(Hurdle) -> Neighbour {
    var last = index - 1
    while last >= start, bytes[last] == .tilde { last -= 1 }
    guard last >= start else { return .blank }
    if last + 1 == wikilinkEnd { return .other }
    while last > start, bytes[last] & 0xC0 == 0x80 { last -= 1 }
    return try neighbour(at: last)
  }

  /// Returns the kind of the scalar at `index`; `blank` at the end of the stretch. Skips tildes, as
  /// cmark does. A wikilink counts as `other`, because cmark sees a token in its place.
  private func neighbour(after index: Int) throws(Hurdle) -> Neighbour {
    var next = index
    while next < end, bytes[next] == .tilde { next += 1 }
    guard next < end else { return .blank }
    if bytes[next] == .openBracket || bytes[next] == .bang,
      InlineMask.wikilink(at: next, in: scanner.text, upTo: end) != nil
    {
      return .other
    }
    return try neighbour(at: next)
  }

  private func neighbour(at index: Int) throws(Hurdle) -> Neighbour {
    let byte = bytes[index]
    if byte < 0x80 {
      return byte.isWhitespace ? .blank : byte.isPunctuation ? .punctuation : .other
    }
    guard let scalar = scanner.scalar(at: index) else { throw .bytes }
    if scalar.properties.generalCategory == .spaceSeparator { return .blank }
    // cmark knows only the punctuation of an older Unicode version. Newer versions have added
    // punctuation outside these ranges, so it is uncertain whether cmark counts a mark there as
    // punctuation.
    switch scalar.value {
    case ...0x5FF, 0x2000...0x2BFF, 0x3000...0x30FF, 0xFE10...0xFF65:
      return scalar.isPunctuationMark ? .punctuation : .other
    default:
      if scalar.isPunctuationMark || scalar == "\u{166D}" { throw .character }
      return .other
    }
  }
}
