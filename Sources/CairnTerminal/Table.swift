import CairnText

/// Rows of text laid out in columns for a terminal.
///
///     let table = Table(columns: [
///       Table.Column("Score", alignment: .right, shrinksTo: nil),
///       Table.Column("Title", shrinksTo: 12),
///     ])
///     table.lines(rows, width: 80)
///
/// Columns are as wide as their widest cell, two spaces apart. If the table is too wide, the widest
/// shrinkable columns are narrowed. If the minimum widths do not fit either, optional columns are
/// left out, the last one first. Cells are cut between words, and cannot control the terminal: see
/// ``/CairnText/TerminalText/line(_:)``. Widths are numbers of terminal cells.
///
/// Without a width, nothing is cut. Cells of a shrinkable column are then padded to a width of at
/// most 60, so that one long cell does not fill all other rows with spaces.
public struct Table: Sendable {
  /// A column of the table.
  public struct Column: Sendable {
    /// The title above the column.
    public var title: String
    /// The alignment of the cells.
    public var alignment: Alignment
    /// The minimum width in terminal cells; nil if the text of the column is never cut.
    public var minimumWidth: Int?
    /// Whether the column is left out if there is no room.
    public var isOptional: Bool

    /// Creates a column, by default left-aligned and never cut.
    public init(
      _ title: String, alignment: Alignment = .left, shrinksTo minimumWidth: Int? = nil,
      isOptional: Bool = false
    ) {
      self.title = title
      self.alignment = alignment
      self.minimumWidth = minimumWidth
      self.isOptional = isOptional
    }
  }

  /// The alignment of a column's cells; use `right` for numbers.
  public enum Alignment: Sendable {
    /// Aligned to the left edge of the column.
    case left
    /// Aligned to the right edge of the column.
    case right
  }

  /// A cell of the table, passed to a function that styles it.
  public struct Cell: Sendable {
    /// The text, cut to the column's width.
    public let text: String
    /// The index of the row; nil for a column title.
    public let row: Int?
    /// The index of the column.
    public let column: Int
  }

  /// The columns from left to right.
  public let columns: [Column]
  /// The number of spaces between two columns.
  private static let gap = 2
  /// The maximum width, in terminal cells, to which text in a shrinkable column is padded. Applies
  /// only if no table width is given.
  private static let widestAligned = 60

  /// Creates a table with these columns.
  public init(columns: [Column]) {
    self.columns = columns
  }

  /// Returns the table as lines without line ends or trailing spaces. Costs two passes over the
  /// cells.
  ///
  /// - Parameters:
  ///   - rows: The cells of each row. Missing cells are empty; surplus cells are ignored.
  ///   - width: The width of the terminal in terminal cells. Pass nil if the output is not a
  ///     terminal; the texts are then neither cut nor enclosed in bidirectional isolates.
  ///   - hasTitles: Whether the first line shows the column titles.
  ///   - style: A function that returns the text to print for a cell. It may add color but must
  ///     keep the width.
  public func lines(
    _ rows: [[String]], width: Int? = nil, hasTitles: Bool = false,
    style: (Cell) -> String = { $0.text }
  ) -> [String] {
    let titles: [(Int?, [String])] = hasTitles ? [(nil, columns.map(\.title))] : []
    let all = titles + rows.enumerated().map { ($0, $1.map(TerminalText.line)) }
    let widths = widths(all.map(\.1), within: width)
    return all.map { row, cells in
      line(cells, row: row, widths, isTerminal: width != nil, style)
    }
  }
}

// MARK: - Layout

extension Table {
  /// Returns the width of each column; 0 for a column that is left out.
  private func widths(_ rows: [[String]], within limit: Int?) -> [Int] {
    var widths = columns.indices.map { column in
      rows.reduce(0) { widest, row in
        column < row.count ? max(widest, TerminalText.width(of: row[column])) : widest
      }
    }
    guard let limit else {
      return zip(columns, widths).map { column, width in
        column.minimumWidth == nil ? width : min(width, Self.widestAligned)
      }
    }
    let minimums = columns.indices.map { column in
      columns[column].minimumWidth.map { min(max($0, 1), widths[column]) } ?? widths[column]
    }
    var isShown = widths.map { $0 > 0 }
    for column in columns.indices.reversed() where columns[column].isOptional {
      if Self.total(minimums, isShown) <= limit { break }
      isShown[column] = false
    }
    widths = widths.indices.map { column in
      isShown[column] ? max(min(widths[column], limit), minimums[column]) : 0
    }
    while Self.total(widths, isShown) > limit {
      let widest = widths.indices.filter { isShown[$0] && widths[$0] > minimums[$0] }
        .max { widths[$0] < widths[$1] }
      guard let widest else { break }
      widths[widest] -= 1
    }
    return widths
  }

  private static func total(_ widths: [Int], _ isShown: [Bool]) -> Int {
    let shown = zip(widths, isShown).filter(\.1).map(\.0)
    return shown.reduce(0, +) + gap * max(0, shown.count - 1)
  }

  private func line(
    _ cells: [String], row: Int?, _ widths: [Int], isTerminal: Bool, _ style: (Cell) -> String
  ) -> String {
    var line = ""
    // Write spaces only before text, so that no line ends in spaces.
    var blanks = 0
    for (column, width) in widths.enumerated() where width > 0 {
      let whole = column < cells.count ? cells[column] : ""
      let text = isTerminal ? TerminalText.shortened(whole, to: width) : whole
      let room = max(0, width - TerminalText.width(of: text))
      let isRight = columns[column].alignment == .right
      if !text.isEmpty {
        line += String(repeating: " ", count: blanks + (isRight ? room : 0))
        let cell = style(Cell(text: text, row: row, column: column))
        line += isTerminal ? TerminalText.isolated(cell) : cell
        blanks = isRight ? 0 : room
      } else {
        blanks += width
      }
      blanks += Self.gap
    }
    return line
  }
}
