public import CairnText

/// The lines that show a picker on a terminal.
public struct PickerScreen: Sendable {
  /// A line of the screen. `right` begins at the column ``PickerScreen/rightColumn``.
  public struct Line: Hashable, Sendable {
    /// The text that begins at the first column.
    public let left: String
    /// The text on the right; empty if there is none.
    public let right: String
  }

  /// The lines from top to bottom, as many as the screen has.
  public let lines: [Line]
  /// The column, from 0, at which the right part of each line begins; nil if no line has a right
  /// part.
  public let rightColumn: Int?
  /// The row and the column of the cursor, from 0.
  public let cursor: (row: Int, column: Int)
}

/// The sizes and positions of the parts of a picker on a screen.
public struct PickerLayout: Hashable, Sendable {
  /// The width of the screen, at least 20.
  public let columns: Int
  /// The height of the screen, at least 5.
  public let rows: Int
  /// The number of rows of the list.
  public let listRows: Int
  /// The number of rows of the preview; 0 if there is no room for it.
  public let previewRows: Int
  /// The width of the preview; 0 if there is no room for it.
  public let previewColumns: Int
  /// Whether the preview is beside the list, not below it.
  public let isBeside: Bool

  /// The minimum width of a screen that shows the preview beside the list.
  private static let wide = 110
  /// The minimum number of rows, for the list and the preview together, to show the preview below
  /// the list. With fewer rows, there is no preview.
  private static let tall = 12

  /// Creates the layout for a screen of this size.
  public init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (max(columns, 20), max(rows, 5))
    // Three rows are for the query, the line below it, and the line with the keys.
    let room = self.rows - 3
    isBeside = self.columns >= Self.wide
    if isBeside {
      (listRows, previewRows) = (room, room)
      previewColumns = self.columns - self.columns / 2 - 2
    } else {
      previewRows = room >= Self.tall ? room / 2 : 0
      listRows = room - (previewRows > 0 ? previewRows + 1 : 0)
      previewColumns = previewRows > 0 ? self.columns : 0
    }
  }
}

extension PickerScreen {
  /// Draws a picker.
  ///
  /// - Parameters:
  ///   - preview: The lines that show the current capture. The lines must fit into the preview's
  ///     width in the layout.
  ///   - signs: The characters that draw the lines between the parts of the screen.
  public init(
    _ state: PickerState, _ layout: PickerLayout, preview: [String], isColored: Bool,
    signs: DrawingSigns = .blocks
  ) {
    let writer = PickerWriter(
      state: state, layout: layout, isColored: isColored, signs: signs)
    let (query, column) = writer.query
    var left = [query, writer.status]
    left += writer.list
    var right = Array(repeating: "", count: layout.rows)
    if layout.isBeside {
      for (row, line) in preview.prefix(layout.previewRows).enumerated() { right[row + 2] = line }
    } else if layout.previewRows > 0 {
      left.append(writer.rule)
      let shown = preview.prefix(layout.previewRows)
      left += shown + Array(repeating: "", count: layout.previewRows - shown.count)
    }
    left.append(writer.keys)
    lines = zip(left, right).map(Line.init)
    rightColumn = layout.isBeside ? layout.columns / 2 + 1 : nil
    cursor = (0, column)
  }
}

/// Writes the lines of one screen.
private struct PickerWriter {
  let state: PickerState
  let layout: PickerLayout
  let isColored: Bool
  let signs: DrawingSigns

  private func line(_ runs: [StyledText]) -> String {
    runs.rendered(isColored: isColored, hasLinks: false)
  }

  /// The line that is being typed, and the column of the cursor. If the text is too long, its start
  /// is cut off.
  var query: (text: String, column: Int) {
    let (label, editor) =
      switch state.question {
      case (.collection, let answer)?: ("Move to: ", answer)
      case (.tags, let answer)?: ("Tags: ", answer)
      case nil: ("> ", state.line)
      }
    let room = layout.columns - label.count - 1
    // Only as many characters as there are columns can be visible.
    var before = TerminalText.escaped(String(editor.before.suffix(room)))
    var after = TerminalText.escaped(String(editor.after.prefix(layout.columns)))
    while TerminalText.width(of: before) > room { before.removeFirst() }
    let column = label.count + TerminalText.width(of: before)
    after = TerminalText.truncated(after, to: layout.columns - column)
    return (line([StyledText(label, .dim), StyledText(before + after, .bold)]), column)
  }

  /// The line below the query. It shows a message about the last action, about text that did not
  /// fit, or about a problem in the query. If there is none of these, it shows the number of
  /// matches.
  var status: String {
    if let text = state.message ?? state.overflow ?? state.problem {
      let shown = TerminalText.truncated(fitting(TerminalText.line(text)), to: layout.columns)
      return line([StyledText(shown, state.message == nil ? .match : .bold)])
    }
    if !state.hasResults { return line([StyledText("Searching …", .dim)]) }
    let marks = state.marks.isEmpty ? "" : ", \(state.marks.count) marked"
    let wait = state.isSearching ? " …" : ""
    let count = state.total == 1 ? "1 capture" : "\(state.total) captures"
    return line([StyledText(count + marks + wait, .dim)])
  }

  /// Returns a message without the parts after a semicolon that do not fit on the line, so that no
  /// advice breaks off.
  private func fitting(_ message: String) -> String {
    var parts = message.split(separator: "; ")
    while parts.count > 1, TerminalText.width(of: parts.joined(separator: "; ")) > layout.columns {
      parts.removeLast()
    }
    return parts.joined(separator: "; ")
  }

  /// The lines of the list: the rows around the current row or, if the person asked for the keys,
  /// all keys.
  var list: [String] {
    let count = layout.listRows
    if state.showsKeys {
      let lines = keyLines.prefix(count).map { line([StyledText($0)]) }
      return lines + Array(repeating: "", count: count - lines.count)
    }
    let top = max(0, min(state.current - count / 2, state.rows.count - count))
    let width = listWidth
    let shown = state.rows.dropFirst(top).prefix(count)
    let handles = shown.map { TerminalText.width(of: $0.handle) }.max() ?? 0
    let lines = shown.enumerated().map { index, row in
      line(runs(of: row, isCurrent: top + index == state.current, width, handles: min(handles, 12)))
    }
    return lines + Array(repeating: "", count: count - lines.count)
  }

  private func runs(
    of row: PickerState.Row, isCurrent: Bool, _ width: Int, handles: Int
  ) -> [StyledText] {
    let isMarked = state.marks.contains(row.path)
    let handle = padded(TerminalText.truncated(TerminalText.line(row.handle), to: handles), handles)
    let room = width - 4 - handles
    let place = TerminalText.truncated(TerminalText.line(row.place), to: max(0, room / 3))
    let placeWidth = place.isEmpty ? 0 : TerminalText.width(of: place) + 2
    let title = TerminalText.truncated(TerminalText.line(row.title), to: room - placeWidth)
    let style: TextStyle = isCurrent ? .bold : []
    return [
      StyledText(isCurrent ? ">" : " ", .match), StyledText(isMarked ? "*" : " ", .match),
      StyledText(handle + "  ", .dim),
      StyledText(title, style), StyledText(place.isEmpty ? "" : "  " + place, .dim),
    ]
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - TerminalText.width(of: text)))
  }

  var rule: String {
    line([StyledText(String(repeating: signs.line, count: layout.columns), .dim)])
  }

  private var listWidth: Int { layout.isBeside ? layout.columns / 2 - 1 : layout.columns }

  /// The most important keys, as many as there is room for, and the key that lists all keys.
  var keys: String {
    var names = names
    var more = "F1 keys"
    if state.question != nil {
      (names, more) = (["Enter accepts"], "Esc goes back")
    } else if state.showsKeys {
      (names, more) = ([], "Any key goes back")
    }
    func text() -> String { (names + [more]).joined(separator: "  ") }
    while !names.isEmpty, text().count >= layout.columns { names.removeLast() }
    return line([StyledText(TerminalText.truncated(text(), to: layout.columns - 1), .dim)])
  }

  /// The keys and what they do, the most important ones first.
  private var names: [String] {
    let changes = ["^E edits", "^D done", "^O moves", "^T tags", "^Y copies", "^N adds"]
    return ["Enter \(state.onlyPicks ? "picks" : "shows")", "Tab marks"]
      + (state.onlyPicks ? [] : changes) + ["Esc quits"]
  }

  /// All keys, in lines as wide as the list.
  private var keyLines: [String] {
    let moves = [
      "Up and Down move", "PgUp and PgDn move by a page", "Shift-Tab marks and moves up",
      "^A goes to the start of the query", "^W deletes a word", "^U clears the query",
      "^C quits", "^Z pauses",
    ]
    return (names + moves).reduce(into: []) { lines, name in
      if let last = lines.last, last.count + 2 + name.count <= listWidth {
        lines[lines.count - 1] = "\(last)  \(name)"
      } else {
        lines.append(TerminalText.truncated(name, to: listWidth))
      }
    }
  }
}
