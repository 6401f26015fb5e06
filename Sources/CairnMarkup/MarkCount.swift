/// Counts of the bytes in a body that may begin or end markup.
///
/// For an ordinary note, the count alone proves that nothing in the note is expensive to parse.
/// Many bytes are counted at a time, so counting costs a tenth of a ``WorkEstimate``.
struct MarkCount {
  /// The maximum length in bytes of a body whose marks are counted.
  static let longest = 1 << 14
  /// If a body has at most this number of marks, its blocks are certainly not nested too deeply.
  private static let mostMarks = 500

  private let bytes: Int
  /// The number of ASCII characters other than letters, digits, spaces and line feeds.
  private var marks = 0
  /// The number of `|`, `:`, line tabulations and form feeds. Every delimiter row contains at least
  /// one.
  private var rowMarks = 0
  /// The number of bytes at which addresses are recognized: `:`, `.` and `@`.
  private var addressMarks = 0
  private var lines = 1

  /// Whether the body may contain an entity.
  private(set) var hasAmpersand = false

  /// Counts the marks of a body of at most ``longest`` bytes, in one pass over it.
  init(_ body: UnsafeBufferPointer<UInt8>) {
    bytes = body.count
    var start = 0
    while start < body.count {
      // The counters are single bytes, so they must not exceed 255; the largest multiple of 32
      // below 255 is 224.
      let end = min(start + 224, body.count)
      add(UnsafeBufferPointer(rebasing: body[start..<end]))
      start = end
    }
  }

  /// Counts the marks of up to 224 bytes. The loop is branch-free so that the compiler can
  /// vectorize it.
  private mutating func add(_ body: UnsafeBufferPointer<UInt8>) {
    var (text, row, address, lines, ampersands): (UInt8, UInt8, UInt8, UInt8, UInt8) =
      (0, 0, 0, 0, 0)
    for byte in body {
      let isLineFeed = one(byte == .lineFeed)
      let isColon = one(byte == .colon)
      text &+= one((byte | 0x20) &- 0x61 < 26) &+ one(byte &- 0x30 < 10) &+ byte >> 7
      text &+= one(byte == .space) &+ isLineFeed
      row &+= isColon &+ one(byte == .pipe) &+ one(byte == 0x0B) &+ one(byte == 0x0C)
      address &+= isColon &+ one(byte == .dot) &+ one(byte == .at)
      lines &+= isLineFeed &+ one(byte == .carriageReturn)
      ampersands &+= one(byte == UInt8(ascii: "&"))
    }
    marks += body.count - Int(text)
    rowMarks += Int(row)
    addressMarks += Int(address)
    self.lines += Int(lines)
    if ampersands > 0 { hasAmpersand = true }
  }

  /// Returns whether the counts prove two things about a ``WorkEstimate`` of the body: no kind of
  /// work would exceed `steps`, and no block would be nested too deeply.
  func isBelow(_ steps: Int) -> Bool {
    marks <= Self.mostMarks && max(nesting, emphasis, addresses, tables) <= steps
  }
}

// MARK: - Bounds

extension MarkCount {
  /// The number of bytes as ``WorkEstimate`` counts them, with one additional byte per line.
  private var length: Int { bytes + lines }

  /// An upper bound on the work for nested blocks, HTML and definitions. Each of these has at least
  /// one mark. A quote or an item costs one step per line and one per byte; HTML and links to
  /// definitions cost less.
  private var nesting: Int { marks * (lines + length) }

  /// An upper bound on the work for emphasis and brackets. Each may be compared with all others. A
  /// backslash and the mark that it escapes count as three runs, so there are at most three runs
  /// for two marks.
  private var emphasis: Int { 3 * marks * marks }

  private var addresses: Int { (17 * addressMarks + 2 * marks) * length }

  /// An upper bound on the work for tables. There are at most ``rowMarks`` delimiter rows. For
  /// each, cmark may split all lines before it into cells again. Each row below costs the square of
  /// its number of cells, plus a fixed cost for each cell that cmark adds to it.
  private var tables: Int {
    if rowMarks == 0 { return 0 }
    let cells = rowMarks + lines
    return rowMarks * ((96 + lines) * length + 2 * cells * cells)
      + lines * (rowMarks + 1) * (rowMarks + 129)
  }
}

/// Returns 1 if the condition holds, otherwise 0. Reads the condition's byte as an integer, because
/// a branch would prevent vectorization.
@inline(__always)
private func one(_ condition: Bool) -> UInt8 { unsafeBitCast(condition, to: UInt8.self) }
