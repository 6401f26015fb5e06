import CairnTerminal
import CairnWire

extension Session {
  /// Prints the document of a result with `--json`, else shows the result by `text`.
  func show(
    _ document: @autoclosure () throws -> JSONDocument, _ text: () throws -> Void
  ) rethrows {
    if options.json { console.line(try document().description) } else { try text() }
  }

  /// As ``show(_:_:)``. If `none` says that there is nothing to show, that is said instead, and the
  /// command ends with the code 1.
  func show(
    _ document: @autoclosure () throws -> JSONDocument, none: String?, _ text: () throws -> Void
  ) throws {
    try show(try document()) { if let none { say(none) } else { try text() } }
    if none != nil { throw ExitStatus.nothingFound.code }
  }

  /// As ``show(_:_:)``. If there is a failure, the command ends with it instead of the text.
  func show(
    _ document: @autoclosure () throws -> JSONDocument, failure: Failure?, _ text: () throws -> Void
  ) throws {
    try show(try document()) { if failure == nil { try text() } }
    guard var failure else { return }
    failure.isQuiet = options.json
    throw failure
  }

  /// Writes a table as wide as the terminal, with each column in a style.
  func showTable(
    _ columns: [Table.Column], _ rows: [[String]], _ styles: [Style?] = []
  ) {
    showTable(columns, rows) { styles.indices.contains($0.column) ? styles[$0.column] : nil }
  }

  /// Writes a table as wide as the terminal, with each cell in a style.
  func showTable(
    _ columns: [Table.Column], _ rows: [[String]], _ style: (Table.Cell) -> Style?
  ) {
    for line in tableLines(columns, rows, style) { console.line(line) }
  }

  /// The lines of a table as wide as the terminal.
  func tableLines(
    _ columns: [Table.Column], _ rows: [[String]], _ style: (Table.Cell) -> Style?
  ) -> [String] {
    Table(columns: columns).lines(
      rows, width: surroundings.outputIsTerminal ? surroundings.columns : nil
    ) { cell in style(cell).map { console.styled(cell.text, $0) } ?? cell.text }
  }
}
