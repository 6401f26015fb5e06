import CairnText

/// A table in the body of a capture, drawn with borders and fitted to a width.
struct MarkdownTable {
  private let alignments: [UInt8]
  private let signs: DrawingSigns
  private var rows: [[[StyledText?]]] = []

  /// The minimum width of a column whose text is wrapped, in terminal cells.
  private static let narrowest = 4
  /// The width, in terminal cells, up to which a word is never cut.
  private static let longestWhole = 16

  /// Creates a table from the alignment of each column: `l`, `c`, `r`, or NUL for the default
  /// alignment.
  init(alignments: [UInt8], signs: DrawingSigns = .blocks) {
    self.alignments = alignments
    self.signs = signs
  }

  /// Whether the current row is the header.
  var isHeader: Bool { rows.count == 1 }

  mutating func beginRow() { rows.append([]) }

  /// Adds a cell to the current row.
  mutating func add(_ cell: [StyledText?]) {
    if !rows.isEmpty { rows[rows.count - 1].append(cell) }
  }

  /// Returns the lines of the table, no wider than `width` if possible.
  ///
  /// Cells that are too wide for their column are wrapped between words. A column is at least as
  /// wide as its widest word, or 16 terminal cells wide if that word is wider. If the columns then
  /// do not fit, each cell of the table is written on its own line instead: `Title: cell`.
  func lines(width: Int) -> [[StyledText]] {
    let columns = alignments.count
    let room = width - 3 * columns - 1
    let natural = naturalWidths
    let floors = floors(natural)
    guard columns > 0, floors.reduce(0, +) <= room else { return stacked(width: width) }
    let widths = widths(within: room, natural, floors)
    let cells = rows.map { row in
      (0..<columns).map { column in
        LineBreaker.lines(column < row.count ? row[column] : [], width: widths[column])
      }
    }
    let isWrapped = cells.contains { $0.contains { $0.count > 1 } }
    var lines = [rule(signs.top, widths)]
    for (index, row) in cells.enumerated() {
      if index == 1 || index > 1 && isWrapped { lines.append(rule(signs.middle, widths)) }
      for line in 0..<(row.map(\.count).max() ?? 0) {
        lines.append(self.line(row.map { line < $0.count ? $0[line] : [] }, widths))
      }
    }
    return lines + [rule(signs.bottom, widths)]
  }
}

// MARK: - Layout

extension MarkdownTable {
  /// Returns the minimum width of each column: the width of its widest word, but at most
  /// ``longestWhole``. A column is at least ``narrowest`` terminal cells wide, unless all its text
  /// fits in fewer.
  private func floors(_ natural: [Int]) -> [Int] {
    var floors = natural.map { min($0, Self.narrowest) }
    for row in rows {
      for (column, cell) in row.prefix(floors.count).enumerated() {
        floors[column] = max(floors[column], min(LineBreaker.widestWord(cell), Self.longestWhole))
      }
    }
    return floors
  }

  /// The widths of the columns if nothing is wrapped.
  private var naturalWidths: [Int] {
    var natural = [Int](repeating: 1, count: alignments.count)
    for row in rows {
      for (column, cell) in row.prefix(natural.count).enumerated() {
        let lines = cell.split { $0 == nil }.map { $0.compactMap(\.self).width }
        natural[column] = max(natural[column], lines.max() ?? 0)
      }
    }
    return natural
  }

  /// Returns the widths of the columns. If the columns do not all fit, the widest ones are narrowed
  /// to a common width, which is as large as possible. No column becomes narrower than its minimum
  /// width.
  private func widths(within room: Int, _ natural: [Int], _ floors: [Int]) -> [Int] {
    var (low, high) = (1, natural.max() ?? 1)
    while low < high {
      let middle = (low + high + 1) / 2
      let total = zip(natural, floors).reduce(0) { $0 + min($1.0, max($1.1, middle)) }
      if total <= room { low = middle } else { high = middle - 1 }
    }
    var widths = zip(natural, floors).map { min($0, max($1, low)) }
    // Distribute the remaining width among the narrowed columns, from the left.
    var rest = room - widths.reduce(0, +)
    for column in widths.indices where rest > 0 && widths[column] < natural[column] {
      widths[column] += 1
      rest -= 1
    }
    return widths
  }

  private func rule(_ ends: (String, String, String), _ widths: [Int]) -> [StyledText] {
    let dashes = widths.map { String(repeating: signs.line, count: $0 + 2) }
    return [StyledText(ends.0 + dashes.joined(separator: ends.1) + ends.2, .dim)]
  }

  private func line(_ cells: [[StyledText]], _ widths: [Int]) -> [StyledText] {
    let bar = StyledText(signs.bar, .dim)
    var line = [bar]
    for (column, cell) in cells.enumerated() {
      let rest = max(widths[column] - cell.width, 0)
      let left =
        switch alignments[column] {
        case UInt8(ascii: "r"): rest
        case UInt8(ascii: "c"): rest / 2
        default: 0
        }
      line.append(StyledText(String(repeating: " ", count: left + 1)))
      line += cell
      line.append(StyledText(String(repeating: " ", count: rest - left + 1)))
      line.append(bar)
    }
    return line
  }

  /// Returns the lines of a table that is too wide for columns. Each cell begins on a new line,
  /// after the title of its column.
  private func stacked(width: Int) -> [[StyledText]] {
    let titles = rows.first ?? []
    var lines: [[StyledText]] = []
    for row in rows.dropFirst() {
      if !lines.isEmpty { lines.append([]) }
      for (column, cell) in row.enumerated() where !cell.isEmpty {
        var line: [StyledText?] = column < titles.count ? titles[column] : []
        line.append(StyledText(": ", .dim))
        lines += LineBreaker.lines(line + cell, width: width)
      }
    }
    return lines.isEmpty ? titles.flatMap { LineBreaker.lines($0, width: width) } : lines
  }
}
