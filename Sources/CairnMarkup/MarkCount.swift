/// How many bytes of a body may be markup.
///
/// Of a note as people write it that is enough to know that nothing in it can cost much, and is found
/// many bytes at a time, for a tenth of what a ``WorkEstimate`` costs.
struct MarkCount {
  /// Longer bodies are not counted.
  static let longest = 1 << 14
  /// Blocks are not nested deeper than this by so many marks.
  private static let mostMarks = 500

  private let bytes: Int
  /// ASCII that is no letter, digit, space or line feed.
  private var marks = 0
  /// Those without which no line is the second of a table: `|`, `:`, and two kinds of blanks.
  private var rowMarks = 0
  /// Those in which addresses begin: `:`, `.` and `@`.
  private var addressMarks = 0
  private var lines = 1

  /// Whether an entity may stand in it.
  private(set) var hasAmpersand = false

  /// Counts those of a body that is at most ``longest`` bytes long. Costs one pass.
  init(_ body: UnsafeBufferPointer<UInt8>) {
    bytes = body.count
    var start = 0
    while start < body.count {
      // No more than a byte can count, in groups of 32.
      let end = min(start + 224, body.count)
      add(UnsafeBufferPointer(rebasing: body[start..<end]))
      start = end
    }
  }

  /// Adds up to 224 bytes. The loop only adds, so that the machine does many bytes at once.
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

  /// Whether no ``WorkEstimate`` of the body can find more than so many steps of any kind, or blocks
  /// nested too deeply.
  func isBelow(_ steps: Int) -> Bool {
    marks <= Self.mostMarks && max(nesting, emphasis, addresses, tables) <= steps
  }
}

// MARK: - Bounds

extension MarkCount {
  /// The bytes with the ends of lines, as estimates count them.
  private var length: Int { bytes + lines }

  /// Each quote and item has a mark, and is counted once for each line and each byte; so is each piece
  /// of HTML for each byte, and less than that for each link to a definition.
  private var nesting: Int { marks * (lines + length) }

  /// An escaped mark is counted as three runs, so that two bytes make three, each of which may meet
  /// all others. Brackets meet each other, too.
  private var emphasis: Int { 3 * marks * marks }

  private var addresses: Int { (17 * addressMarks + 2 * marks) * length }

  /// Each delimiter row has a mark, and costs what stands before it; the rows below cost what they
  /// have in cells, or should have.
  private var tables: Int {
    if rowMarks == 0 { return 0 }
    let cells = rowMarks + lines
    return rowMarks * ((96 + lines) * length + 2 * cells * cells)
      + lines * (rowMarks + 1) * (rowMarks + 129)
  }
}

/// 1 where it holds, else 0: by its byte, since a branch here would keep the machine from counting many
/// bytes at once.
@inline(__always)
private func one(_ condition: Bool) -> UInt8 { unsafeBitCast(condition, to: UInt8.self) }
