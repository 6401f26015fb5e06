import CairnText

/// Rows of text laid out in columns for a terminal.
///
///     let table = Table(columns: [
///       Table.Column("Score", alignment: .right, shrinksTo: nil),
///       Table.Column("Title", shrinksTo: 12),
///     ])
///     table.lines(rows, width: 80)
///
/// Columns are as wide as their widest cell, two blanks apart. Where that is too much, the widest of
/// those that may shrink give way, and columns that may be left out go, the last one first. What is
/// in the cells cannot steer the terminal: ``/CairnText/TerminalText/line(_:)``.
public struct Table: Sendable {
  /// One column.
  public struct Column: Sendable {
    /// What stands above it.
    public var title: String
    /// On which side its cells stand.
    public var alignment: Alignment
    /// How narrow it may become, in cells; nil where its cells are never cut.
    public var minimumWidth: Int?
    /// Whether it is left out where there is no room.
    public var isOptional: Bool

    /// A column, by default on the left and never cut.
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

  /// The side of a column on which its cells stand; numbers stand on the right.
  public enum Alignment: Sendable {
    /// On the left.
    case left
    /// On the right.
    case right
  }

  /// A cell that is about to be shown.
  public struct Cell: Sendable {
    /// Its text, cut to its width.
    public let text: String
    /// Its row, from 0, or nil where it is a column's title.
    public let row: Int?
    /// Its column, from 0.
    public let column: Int
  }

  /// The columns from left to right.
  public let columns: [Column]
  /// How many blanks stand between two columns.
  private static let gap = 2

  /// A table with these columns.
  public init(columns: [Column]) {
    self.columns = columns
  }

  /// The table as lines, without their ends and without blanks at their ends. Costs two passes over
  /// the cells.
  ///
  /// - Parameters:
  ///   - rows: The cells of each row; missing ones are empty, surplus ones left out.
  ///   - width: How many cells a line may take; nil for as many as it needs.
  ///   - hasTitles: Whether the columns' titles are the first line.
  ///   - style: What is shown for a cell, which may be its text with colour, but takes the same room.
  public func lines(
    _ rows: [[String]], width: Int? = nil, hasTitles: Bool = false,
    style: (Cell) -> String = { $0.text }
  ) -> [String] {
    let titles: [(Int?, [String])] = hasTitles ? [(nil, columns.map(\.title))] : []
    let all = titles + rows.enumerated().map { ($0, $1.map(TerminalText.line)) }
    let widths = widths(all.map(\.1), within: width)
    return all.map { row, cells in line(cells, row: row, widths, style) }
  }
}

// MARK: - Layout

extension Table {
  /// The width of each column, 0 for one that is left out.
  private func widths(_ rows: [[String]], within limit: Int?) -> [Int] {
    var widths = columns.indices.map { column in
      rows.reduce(0) { widest, row in
        column < row.count ? max(widest, TerminalText.width(of: row[column])) : widest
      }
    }
    guard let limit else { return widths }
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
    _ cells: [String], row: Int?, _ widths: [Int], _ style: (Cell) -> String
  ) -> String {
    var line = ""
    // Blanks are held back until something follows them.
    var blanks = 0
    for (column, width) in widths.enumerated() where width > 0 {
      let text = TerminalText.truncated(column < cells.count ? cells[column] : "", to: width)
      let room = width - TerminalText.width(of: text)
      let isRight = columns[column].alignment == .right
      if !text.isEmpty {
        line += String(repeating: " ", count: blanks + (isRight ? room : 0))
        line += style(Cell(text: text, row: row, column: column))
        blanks = isRight ? 0 : room
      } else {
        blanks += width
      }
      blanks += Self.gap
    }
    return line
  }
}
