import CairnCapture
import CairnConsole
import CairnNotebook
import CairnQuery
import CairnTemplates
import CairnTerminal
import CairnText
import CairnWire
import CairnWork

extension Session {
  /// Shows captures in the requested form, each with the matching passage if `passages` is true.
  /// Throws exit code 1 if there are no captures.
  func show(_ chosen: CaptureSelection, _ list: ListOptions, passages: Bool = false) throws {
    if list.explain {
      console.say(try chosen.catalog.explanation(of: chosen.query, in: chosen.context).description)
    }
    if let template = list.print {
      let fields = chosen.catalog.fieldNames.union(FieldOrder.keys)
      for warning in PrintTemplate.warnings(about: template, fields: fields) {
        console.say(warning)
      }
    }
    beginList(isForPeople(list) ? [] : rows(of: chosen, list))
    try sink(list, passages ? Passages(chosen.query) : nil).write(chosen) { console.write($0) }
    if isForPeople(list) { sayShown(chosen.entries.count, of: chosen.total) }
    if chosen.total == 0 {
      for note in chosen.advice where !options.quiet { console.say(.hint, note) }
      throw nothingFound()
    }
  }

  /// Selects captures, and shows them or, with `--interactive`, lets the user pick from them.
  func list(
    _ query: QueryArguments, _ list: ListOptions, sort: String? = nil,
    order: Query.DefaultOrder = .newest, limit: Int?, passages: Bool = false
  ) async throws {
    if list.interactive { try expectPerson() }
    let chosen = try select(query, sort: list.order.sort ?? sort, order: order, limit: limit)
    if list.interactive { return try await showPicked(of: chosen, list) }
    try show(chosen, list, passages: passages)
  }

  /// If a list does not show everything, says so.
  func sayShown(_ shown: Int, of total: Int) {
    if shown < total { say("Showing \(shown) of \(total); use -n to see more.") }
  }

  /// Returns the maximum number of captures to show: the value of `--limit` or, for human-readable
  /// output on a terminal, of the setting `list.limit`; nil if there is no limit.
  func limit(_ list: ListOptions) throws -> Int? {
    let setting =
      surroundings.outputIsTerminal && isForPeople(list)
      ? notebook.settings.count("list.limit") : nil
    return try checked(list.limit, atLeast: 0) ?? setting
  }

  /// Returns whether the output is human-readable rather than meant for programs.
  func isForPeople(_ list: ListOptions) -> Bool {
    !(list.jsonl || list.paths || list.nul || list.ids || list.print != nil || options.json)
  }

  /// Returns the error to throw if no captures match.
  ///
  /// - Parameter isShown: Whether, with `--json`, a document was already printed. If so, no message
  ///   is needed.
  func nothingFound(isShown: Bool = true) -> Failure {
    var failure = Failure("nothing-found", "no captures match", status: .nothingFound)
    failure.isQuiet = options.json ? isShown : options.quiet
    return failure
  }
}

extension Session {
  /// The minimum width of a column of titles: half the terminal, but at least 12 columns.
  var titleWidth: Int { max(12, surroundings.columns / 2) }

  /// Returns the minimum width of a column with these titles: the width in which three quarters of
  /// the titles fit, but at least two fifths and at most half of the terminal. Longer titles do not
  /// take space from other columns.
  private func titleWidth(of titles: [String]) -> Int {
    let widths = titles.map { TerminalText.width(of: TerminalText.line($0)) }.sorted()
    let needed = widths.isEmpty ? 0 : widths[(widths.count - 1) * 3 / 4]
    return min(titleWidth, max(12, surroundings.columns * 2 / 5, needed))
  }

  /// Begins a list on a terminal. From then on, `%1` names the first row of this list, not of an
  /// earlier one.
  ///
  /// - Parameter paths: The paths of all rows if the list is in a format for programs. For any
  ///   other list, each row is added when it is shown.
  func beginList(_ paths: @autoclosure () -> [NotePath?]) {
    guard surroundings.outputIsTerminal else { return }
    shownRows = paths().prefix(Workspace.mostRows).map { work.row(at: $0) }
  }

  /// Begins a list, like ``beginList(_:)``. `paths` are the paths of all rows, and are used only
  /// with `--json`.
  func beginList(inJSON paths: @autoclosure () -> [NotePath?]) {
    beginList(options.json ? paths() : [])
  }

  /// Records a row of the output, so that the user can type `%N` for the row in later commands.
  /// Does nothing if the output is not a terminal, or if ``Workspace/mostRows`` rows are recorded
  /// already.
  func addRow(_ row: @autoclosure () -> ShownRow) {
    guard surroundings.outputIsTerminal else { return }
    if shownRows == nil { shownRows = [] }
    if let count = shownRows?.count, count < Workspace.mostRows { shownRows?.append(row()) }
  }

  /// Returns the handle of the capture at a path, and records the capture's row (``addRow(_:)``).
  /// If `path` is nil, records a row without a capture and returns an empty string.
  func listed(_ path: NotePath?) -> String {
    addRow(work.row(at: path))
    return path.map(work.handle) ?? ""
  }

  /// Returns the paths of the rows in a list for programs. With `--ids`, leaves out captures
  /// without an id.
  private func rows(of chosen: CaptureSelection, _ list: ListOptions) -> [NotePath] {
    let rows = chosen.entries.lazy.compactMap { chosen.catalog.row($0) }
    return rows.filter { !list.ids || $0.id != nil }.prefix(Workspace.mostRows).map(\.path)
  }

  /// Returns the lines of a table of captures, with colors and other styles if `isStyled` is true.
  /// On a terminal, columns after the title are left out if there is no room for them.
  ///
  /// - Parameters:
  ///   - rows: The captures.
  ///   - width: The maximum width of a line in cells; nil for lines of any width.
  func lines(of rows: [CaptureSelection.Row], isStyled: Bool, width: Int?) -> [String] {
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

  /// Returns a line with a capture's handle, `lead`, the title and the place. The place is the
  /// collection if the output is a terminal, otherwise the path. `matches` returns the ranges to
  /// highlight in the title.
  func heading(
    _ title: String, _ path: NotePath, line: Int? = nil, lead: String = "", indent: Int = 0,
    matches: (String) -> [Range<String.Index>] = { _ in [] }
  ) -> String {
    let folder = path.parent.isRoot ? "inbox" : path.parent.description
    let isTerminal = surroundings.outputIsTerminal
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

  /// Returns the lines of a capture: its heading, and below it a passage with its matches
  /// highlighted. `line` is the line of the file that contains the passage.
  func lines(
    of capture: Capture, _ snippet: Snippet, line: Int? = nil,
    matches: (String) -> [Range<String.Index>] = { _ in [] }
  ) -> [String] {
    let heading = heading(capture.title, capture.path, line: line, matches: matches)
    return [heading] + below(Excerpt(snippet.text, snippet.matches))
  }

  /// Returns the indented lines of an excerpt to show below a heading.
  func below(_ excerpt: Excerpt) -> [String] {
    excerpt.lines(
      width: width().map { min($0, Self.widest) }, indent: 4, isColored: console.isColored)
  }
}

/// Returns the value of `--limit`; nil if the option was not passed. Throws a ``Failure`` if the
/// value is less than `least`.
func checked(_ limit: Int?, atLeast least: Int) throws -> Int? {
  guard let limit, limit < least else { return limit }
  throw Failure("limit-invalid", "--limit must be \(least) or more", status: .usage)
}
