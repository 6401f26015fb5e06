import CairnText

/// A reader of comma-separated values (RFC 4180), with or without quotes. Lines can also end with
/// LF, and the separator can be a semicolon or a tab if the first line contains no comma.
struct CSV {
  /// The names of the columns, from the first row.
  let columns: [String]
  /// The rows after the first, each with its row number in the file. The row of column names is
  /// number 1. Each row has as many values as there are columns.
  let rows: [(number: Int, cells: [String])]
  /// The rows that have more values than there are columns. These rows are not in ``rows``.
  private let longRows: [Row]

  /// A row as it is in the file.
  fileprivate struct Row {
    /// The number of the line on which the row begins, counted from 1.
    let line: Int
    var cells: [String] = []
  }

  /// Reads a table; nil if the text is empty, or if a quote is not closed.
  init?(_ text: String) {
    let first = text.prefix { !$0.isNewline }
    let separator: UInt8 =
      first.contains(",") || !first.contains { ";\t".contains($0) }
      ? UInt8(ascii: ",") : first.contains("\t") ? UInt8(ascii: "\t") : UInt8(ascii: ";")
    guard let all = Self.rows(of: Array(text.utf8), separator), let header = all.first?.cells else {
      return nil
    }
    columns = header
    let others = all.enumerated().dropFirst().filter { $0.element.cells != [""] }
    longRows = others.map(\.element).filter { $0.isLonger(than: header.count) }
    rows = others.filter { !$0.element.isLonger(than: header.count) }.map { index, row in
      let missing = Array(repeating: "", count: max(0, header.count - row.cells.count))
      return (index + 1, Array((row.cells + missing).prefix(header.count)))
    }
  }

  /// Returns the rows that were left out because they have too many values, each with the reason.
  ///
  /// - Parameter path: The path of the file with the table.
  func skipped(of path: String) -> [(item: String, reason: String)] {
    longRows.map { row in
      let (values, names) = (row.cells.count.of("value"), columns.count.of("column"))
      return ("\(path):\(row.line)", "the row has \(values), but the table has \(names)")
    }
  }

  private static func rows(of bytes: [UInt8], _ separator: UInt8) -> [Row]? {
    let quote = UInt8(ascii: "\"")
    var rows: [Row] = []
    var (line, row) = (1, Row(line: 1))
    var value: [UInt8] = []
    var (isQuoted, position) = (false, 0)
    func end() {
      row.cells.append(String(decoding: value, as: UTF8.self))
      value = []
    }
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\n") { line += 1 }
      if isQuoted {
        if byte != quote {
          value.append(byte)
        } else if position < bytes.count, bytes[position] == quote {
          value.append(quote)
          position += 1
        } else {
          isQuoted = false
        }
      } else if byte == quote, value.isEmpty {
        isQuoted = true
      } else if byte == separator {
        end()
      } else if byte == UInt8(ascii: "\n") {
        if value.last == UInt8(ascii: "\r") { value.removeLast() }
        end()
        rows.append(row)
        row = Row(line: line)
      } else {
        value.append(byte)
      }
    }
    if isQuoted { return nil }
    if !value.isEmpty || !row.cells.isEmpty {
      end()
      rows.append(row)
    }
    return rows
  }
}

extension CSV.Row {
  /// Returns whether the row has a value, other than white space, after the first `count` values.
  fileprivate func isLonger(than count: Int) -> Bool {
    cells.dropFirst(count).contains { !$0.trimmed.isEmpty }
  }
}
