import CairnText

/// A table of a body, drawn with lines around its cells and fitted to a width.
struct MarkdownTable {
  private let alignments: [UInt8]
  private var rows: [[[StyledText?]]] = []

  /// No column is made narrower than this, in cells.
  private static let narrowest = 4

  /// A table with an alignment, `l`, `c`, `r` or NUL, for each column.
  init(alignments: [UInt8]) { self.alignments = alignments }

  /// Whether the row that was begun last is the header.
  var isHeader: Bool { rows.count == 1 }

  mutating func beginRow() { rows.append([]) }

  /// Adds a cell to the row that was begun last.
  mutating func add(_ cell: [StyledText?]) {
    if !rows.isEmpty { rows[rows.count - 1].append(cell) }
  }

  /// The table as lines no wider than `width`, where at all possible.
  ///
  /// Columns that are too wide are wrapped; where they are too many, each row becomes lines of
  /// `Title: cell`.
  func lines(width: Int) -> [[StyledText]] {
    let columns = alignments.count
    let room = width - 3 * columns - 1
    guard columns > 0, room >= columns * Self.narrowest else { return stacked(width: width) }
    let widths = widths(within: room)
    let cells = rows.map { row in
      (0..<columns).map { column in
        LineBreaker.lines(column < row.count ? row[column] : [], width: widths[column])
      }
    }
    let isWrapped = cells.contains { $0.contains { $0.count > 1 } }
    var lines = [rule("┌", "┬", "┐", widths)]
    for (index, row) in cells.enumerated() {
      if index == 1 || index > 1 && isWrapped { lines.append(rule("├", "┼", "┤", widths)) }
      for line in 0..<(row.map(\.count).max() ?? 0) {
        lines.append(self.line(row.map { line < $0.count ? $0[line] : [] }, widths))
      }
    }
    return lines + [rule("└", "┴", "┘", widths)]
  }
}

// MARK: - Layout

extension MarkdownTable {
  /// The widths of the columns: as wide as they need where that fits, else the widest cut to one
  /// width, which is as large as possible.
  private func widths(within room: Int) -> [Int] {
    var natural = [Int](repeating: 1, count: alignments.count)
    for row in rows {
      for (column, cell) in row.prefix(natural.count).enumerated() {
        let lines = cell.split { $0 == nil }.map { $0.compactMap(\.self).width }
        natural[column] = max(natural[column], lines.max() ?? 0)
      }
    }
    var (low, high) = (Self.narrowest, natural.max() ?? 1)
    while low < high {
      let middle = (low + high + 1) / 2
      let total = natural.reduce(0) { $0 + min($1, middle) }
      if total <= room { low = middle } else { high = middle - 1 }
    }
    let limit = max(low, Self.narrowest)
    var widths = natural.map { min($0, limit) }
    // What is left goes to the columns that were cut, from the left.
    var rest = room - widths.reduce(0, +)
    for column in widths.indices where rest > 0 && widths[column] < natural[column] {
      widths[column] += 1
      rest -= 1
    }
    return widths
  }

  private func rule(
    _ left: String, _ middle: String, _ right: String, _ widths: [Int]
  ) -> [StyledText] {
    let dashes = widths.map { String(repeating: "─", count: $0 + 2) }
    return [StyledText(left + dashes.joined(separator: middle) + right, .dim)]
  }

  private func line(_ cells: [[StyledText]], _ widths: [Int]) -> [StyledText] {
    let bar = StyledText("│", .dim)
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

  /// A table with more columns than fit: its rows one below the other, a line for each cell.
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
