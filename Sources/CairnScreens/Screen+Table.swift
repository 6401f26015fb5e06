package import CairnConsole
import CairnIndex
package import CairnTerminal
import CairnText
package import CairnWire

extension Screen {
  /// Prints a document as JSON with `--json`; otherwise calls `text`.
  package func show(
    _ document: @autoclosure () throws -> JSONDocument, _ text: () throws -> Void
  ) rethrows {
    if isJSON { console.line(try document().description) } else { try text() }
  }

  /// Writes a part of a document to standard output. On a terminal, escapes control characters.
  package func write(_ part: [UInt8]) {
    guard display.isTerminal else { return console.write(part) }
    let text = String(decoding: part, as: UTF8.self)
    console.write(TerminalText.escaped(text, keepingLines: true).utf8)
  }

  /// Writes a table as wide as the terminal, with a style for each column.
  package func showTable(
    _ columns: [Table.Column], _ rows: [[String]], _ styles: [Style?] = []
  ) {
    showTable(columns, rows) { styles.indices.contains($0.column) ? styles[$0.column] : nil }
  }

  /// Writes a table as wide as the terminal, with a style for each cell.
  package func showTable(
    _ columns: [Table.Column], _ rows: [[String]], _ style: (Table.Cell) -> Style?
  ) {
    console.lines(tableLines(columns, rows, width: width(), style))
  }

  /// Returns the lines of a table, no wider than `width` cells.
  package func tableLines(
    _ columns: [Table.Column], _ rows: [[String]], width: Int?, _ style: (Table.Cell) -> Style?
  ) -> [String] {
    Table(columns: columns).lines(rows, width: width) { cell in
      style(cell).map { console.styled(cell.text, $0) } ?? cell.text
    }
  }

  /// Returns the width of the terminal minus `margin`, in columns; nil if the output is not a
  /// terminal.
  package func width(margin: Int = 0) -> Int? {
    display.isTerminal ? display.columns - margin : nil
  }
}
