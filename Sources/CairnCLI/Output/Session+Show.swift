import CairnConsole
import CairnTerminal
import CairnText
import CairnWire

extension Session {
  /// Prints a document as JSON with `--json`; otherwise calls `text`.
  func show(
    _ document: @autoclosure () throws -> JSONDocument, _ text: () throws -> Void
  ) rethrows {
    if options.json { console.line(try document().description) } else { try text() }
  }

  /// Acts like ``show(_:_:)`` if `none` is nil. Otherwise shows `none` instead of calling `text`,
  /// and throws exit code 1. With `--json`, prints the document in both cases.
  func show(
    _ document: @autoclosure () throws -> JSONDocument, none: String?, _ text: () throws -> Void
  ) throws {
    try show(try document()) { if let none { say(none) } else { try text() } }
    if none != nil { throw ExitStatus.nothingFound.code }
  }

  /// Acts like ``show(_:_:)`` if `failure` is nil. Otherwise throws `failure` instead of calling
  /// `text`. With `--json`, prints the document in both cases.
  func show(
    _ document: @autoclosure () throws -> JSONDocument, failure: Failure?, _ text: () throws -> Void
  ) throws {
    try show(try document()) { if failure == nil { try text() } }
    guard var failure else { return }
    failure.isQuiet = options.json
    throw failure
  }

  /// Writes a part of a document to standard output. On a terminal, escapes control characters.
  func write(_ part: [UInt8]) {
    guard surroundings.outputIsTerminal else { return console.write(part) }
    let text = String(decoding: part, as: UTF8.self)
    console.write(TerminalText.escaped(text, keepingLines: true).utf8)
  }

  /// Returns whether a document must be written to standard output as JSON: with `--json`, if no
  /// file is named. `things` are the contents of the document.
  ///
  /// Throws a ``Failure`` if the document must be JSON, but `isOther` states that the user chose
  /// another format.
  func printsOnlyJSON(_ things: String, to file: String?, isOther: Bool) throws -> Bool {
    guard options.json, file == nil else { return false }
    guard !isOther else {
      throw Failure(
        "output-missing",
        "with --json, Cairn prints only JSON; pass -o FILE to write another format, or "
          + "--format json to print \(things) as JSON", status: .usage)
    }
    return true
  }

  /// Writes a table as wide as the terminal, with a style for each column.
  func showTable(
    _ columns: [Table.Column], _ rows: [[String]], _ styles: [Style?] = []
  ) {
    showTable(columns, rows) { styles.indices.contains($0.column) ? styles[$0.column] : nil }
  }

  /// Writes a table as wide as the terminal, with a style for each cell.
  func showTable(
    _ columns: [Table.Column], _ rows: [[String]], _ style: (Table.Cell) -> Style?
  ) {
    console.lines(tableLines(columns, rows, width: width(), style))
  }

  /// Returns the lines of a table, no wider than `width` cells.
  func tableLines(
    _ columns: [Table.Column], _ rows: [[String]], width: Int?, _ style: (Table.Cell) -> Style?
  ) -> [String] {
    Table(columns: columns).lines(rows, width: width) { cell in
      style(cell).map { console.styled(cell.text, $0) } ?? cell.text
    }
  }

  /// Returns the width of the terminal minus `margin`, in columns; nil if the output is not a
  /// terminal.
  func width(margin: Int = 0) -> Int? {
    surroundings.outputIsTerminal ? surroundings.columns - margin : nil
  }
}
