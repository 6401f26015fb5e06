package import CairnCapture
import CairnConsole
import CairnIndex
import CairnNotebook
package import CairnQuery
package import CairnTerminal
package import CairnText
package import CairnWork

extension Screen {
  /// Shows a table of captures.
  package func show(_ rows: [CaptureSelection.Row]) {
    console.lines(lines(of: rows, isStyled: true, width: width()))
  }

  /// Shows each capture with its place and the matching passage. Blank lines separate the captures.
  package func show(_ passages: Passages, in chosen: CaptureSelection) {
    console.separate(chosen.located(passages)) { capture, snippet, line in
      console.lines(
        lines(of: capture, snippet, line: line, matches: { passages.matches(in: $0) }))
    }
  }

  /// If a list does not show everything, says so.
  package func sayShown(_ shown: Int, of total: Int) {
    if shown < total { say("Showing \(shown) of \(total); use -n to see more.") }
  }

  /// The minimum width of a column of titles: half the terminal, but at least 12 columns.
  package var titleWidth: Int { max(12, display.columns / 2) }

  /// Returns the minimum width of a column with these titles: the width that fits three quarters of
  /// them, but at least two fifths and at most half of the terminal. Longer titles do not take
  /// space from other columns.
  private func titleWidth(of titles: [String]) -> Int {
    let widths = titles.map { TerminalText.width(of: TerminalText.line($0)) }.sorted()
    let needed = widths.isEmpty ? 0 : widths[(widths.count - 1) * 3 / 4]
    return min(titleWidth, max(12, display.columns * 2 / 5, needed))
  }

  /// Begins a list on a terminal. From then on, `%1` names the first row of this list.
  ///
  /// - Parameter paths: The paths of all rows if the list is in a format for programs. For any
  ///   other list, each row is added when it is shown.
  package func beginList(_ paths: @autoclosure () -> [NotePath?]) {
    guard display.isTerminal else { return }
    shownRows = paths().prefix(Workspace.mostRows).map { work.row(at: $0) }
  }

  /// Begins a list, like ``beginList(_:)``. `paths` are the paths of all rows, and are used only
  /// with `--json`.
  package func beginList(inJSON paths: @autoclosure () -> [NotePath?]) {
    beginList(isJSON ? paths() : [])
  }

  /// Records a row of the output, for `%N` in later commands. Does nothing if the output is not a
  /// terminal, or after ``Workspace/mostRows`` rows.
  package func addRow(_ row: @autoclosure () -> ShownRow) {
    guard display.isTerminal else { return }
    if shownRows.count < Workspace.mostRows { shownRows.append(row()) }
  }

  /// Returns the handle of the capture at a path, and records the capture's row (``addRow(_:)``).
  /// If `path` is nil, records a row without a capture and returns an empty string.
  package func listed(_ path: NotePath?) -> String {
    addRow(work.row(at: path))
    return path.map(work.handle) ?? ""
  }

  /// Returns the lines of a table of captures, with colors and other styles if `isStyled` is true.
  /// On a terminal, columns after the title are left out if there is no room for them.
  ///
  /// - Parameters:
  ///   - rows: The captures.
  ///   - width: The maximum width of a line in cells; nil for lines of any width.
  package func lines(of rows: [CaptureSelection.Row], isStyled: Bool, width: Int?) -> [String] {
    let least = width == nil ? 0 : titleWidth(of: rows.map(\.facts.title))
    let columns: [Table.Column] = [
      .init("id"), .init("title", shrinksTo: least), .init("day", isOptional: true),
      .init("type", shrinksTo: 8, isOptional: true), .init("score", isOptional: true),
      .init("collection", shrinksTo: 8, isOptional: true),
      .init("tags", shrinksTo: 8, isOptional: true),
    ]
    let cells = rows.map { row -> [String] in
      let capture = row.facts
      return [
        listed(capture.path), capture.title,
        row.day?.description ?? "",
        capture.type ?? "", capture.score?.stars ?? "", capture.collection.description,
        capture.tags.map { "#\($0)" }.joined(separator: " "),
      ]
    }
    let styles: [Style?] = [.dim, .bold, .dim, .cyan, .yellow, .dim, .green]
    return tableLines(columns, cells, width: width) { isStyled ? styles[$0.column] : nil }
  }

  /// Returns a line with a capture's handle, `lead`, the title and the place: the collection on a
  /// terminal, otherwise the path. `matches` returns the ranges to highlight in the title.
  package func heading(
    _ title: String, _ path: NotePath, line: Int? = nil, lead: String = "", indent: Int = 0,
    matches: (String) -> [Range<String.Index>] = { _ in [] }
  ) -> String {
    let folder = path.parent.isRoot ? "inbox" : path.parent.description
    let isTerminal = display.isTerminal
    let place = isTerminal ? folder : path.description
    let columns: [Table.Column] = [
      .init("id"), .init("lead"), .init("title", shrinksTo: titleWidth),
      .init("place", shrinksTo: 12, isOptional: true),
    ]
    let end = line.map { isTerminal ? ", line \($0)" : ":\($0)" } ?? ""
    let row = [listed(path), lead, title, place + end]
    let lines = Table(columns: columns).lines([row], width: width(margin: indent)) { cell in
      switch cell.column {
      case 1: cell.text
      case 2: Excerpt(cell.text, matches(cell.text), .bold).line(isColored: console.isColored)
      default: console.styled(cell.text, .dim)
      }
    }
    return String(repeating: " ", count: indent) + lines.joined()
  }

  /// Returns the lines of a capture: its heading, and below the heading a passage with highlighted
  /// matches. `line` is the number of the passage's line in the file.
  package func lines(
    of capture: Capture, _ snippet: Snippet, line: Int? = nil,
    matches: (String) -> [Range<String.Index>] = { _ in [] }
  ) -> [String] {
    let heading = heading(capture.title, capture.path, line: line, matches: matches)
    return [heading] + below(Excerpt(snippet.text, snippet.matches))
  }

  /// Returns the indented lines of an excerpt to show below a heading.
  package func below(_ excerpt: Excerpt) -> [String] {
    excerpt.lines(
      width: width().map { min($0, Self.widest) }, indent: 4, isColored: console.isColored)
  }
}
