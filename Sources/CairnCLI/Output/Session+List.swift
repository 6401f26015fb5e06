import CairnCapture
import CairnDigest
import CairnIndex
import CairnNotebook
import CairnQuery
import CairnTemplates
import CairnTerminal
import CairnText
import CairnWire
import CairnWork

extension Session {
  /// Shows captures in the requested form. Throws exit code 1 if there are none.
  func show(_ chosen: CaptureSelection, _ list: ListOptions, passages: Bool = false) throws {
    if list.explain {
      console.say(try chosen.catalog.explanation(of: chosen.query, in: chosen.context).description)
    }
    let finder = passages ? Passages(chosen.query) : nil
    if options.json {
      JSONDocument.write(chosen, finder, clock) { console.write($0) }
    } else if list.jsonl {
      for capture in chosen.streamed { console.line(.line(capture, finder, clock)) }
    } else if list.paths || list.nul {
      for entry in chosen.entries { showPath(chosen.catalog.snapshot.path(entry), list) }
    } else if list.ids {
      for id in chosen.entries.lazy.compactMap({ chosen.catalog.row($0)?.id }) {
        console.line(surroundings.outputIsTerminal ? TerminalText.escaped(id) : id)
      }
    } else if let source = list.print {
      let template = try PrintTemplate(source)
      let isTerminal = surroundings.outputIsTerminal
      let escape: @Sendable (String) -> String = { text in
        isTerminal ? TerminalText.escaped(text) : text
      }
      for capture in chosen.streamed {
        let snippet = finder?.snippet(of: capture).text
        console.line(template.render(capture, clock: clock, snippet: snippet, escaping: escape))
      }
    } else if let finder {
      showPassages(chosen.captures, finder, idWidth: chosen.catalog.idWidth)
    } else {
      showTable(
        chosen.entries.compactMap { chosen.catalog.row($0) }, idWidth: chosen.catalog.idWidth)
    }
    if isForPeople(list), chosen.entries.count < chosen.total {
      say("Showing \(chosen.entries.count) of \(chosen.total); use -n to see more.")
    }
    if chosen.total == 0 {
      for note in chosen.unknownValues where !options.quiet { console.say(.hint, note) }
      throw nothingFound()
    }
  }

  /// Prints a path, escaped if the output is a terminal.
  private func showPath(_ path: NotePath, _ list: ListOptions) {
    if surroundings.outputIsTerminal, !list.nul {
      console.line(TerminalText.escaped(path.description))
    } else {
      console.write(path.bytes + [list.nul ? 0 : 0x0A])
    }
  }

  /// Returns the most captures to show: `--limit`, or by default, on a terminal, `list.limit`.
  func limit(_ list: ListOptions) throws -> Int? {
    let setting =
      surroundings.outputIsTerminal && isForPeople(list)
      ? notebook.settings.count("list.limit") : nil
    return try checked(list.limit, atLeast: 0) ?? setting
  }

  /// Returns whether the output is for people, not for programs.
  func isForPeople(_ list: ListOptions) -> Bool {
    !(list.jsonl || list.paths || list.nul || list.ids || list.print != nil || options.json)
  }

  /// Returns the failure of a command for which no capture matches.
  ///
  /// - Parameter isShown: Whether a JSON document was printed, if requested.
  func nothingFound(isShown: Bool = true) -> Failure {
    var failure = Failure("nothing-found", "no captures match", status: .nothingFound)
    failure.isQuiet = options.json ? isShown : options.quiet
    return failure
  }
}

extension Session {
  /// Shows `rows`, the first of `total` captures, below a heading. Shows nothing without rows.
  func show(_ rows: [CaptureRow], of total: Int, below heading: String, idWidth: Int) {
    guard !rows.isEmpty else { return }
    console.line(console.styled(heading, .bold))
    showTable(rows, idWidth: idWidth)
    if total > rows.count {
      console.line(console.styled("… \(total - rows.count) more", .dim))
    }
    console.line()
  }

  /// The maximum width of a title in columns. An untitled note is listed by its first line, which
  /// may be a whole paragraph.
  private static let titleWidth = 60

  /// Shows one line per capture.
  private func showTable(_ captures: [CaptureRow], idWidth: Int) {
    for line in lines(of: captures, idWidth: idWidth, isStyled: true) { console.line(line) }
  }

  /// Returns an id as shown in lists. Shortens the ids that Cairn made; shows any other in full.
  private static func listed(_ id: String?, _ width: Int) -> String {
    guard let id else { return "" }
    return CaptureID(id) == nil ? id : String(id.prefix(width))
  }

  /// Returns a capture's id as shown in lists; its path if the capture has no id.
  func named(_ capture: Capture, idWidth: Int) -> String {
    capture.id.map { Self.listed($0, idWidth) } ?? capture.path.description
  }

  /// Returns the lines of a table of captures.
  func lines(of captures: [CaptureRow], idWidth: Int, isStyled: Bool) -> [String] {
    let showsPaths = captures.contains { $0.id == nil }
    let columns: [Table.Column] = [
      .init("id"), .init("created", isOptional: true),
      .init("type", shrinksTo: 6, isOptional: true), .init("score", isOptional: true),
      .init("title", shrinksTo: 12),
      .init(
        showsPaths ? "path" : "collection", shrinksTo: showsPaths ? 6 : 12, isOptional: !showsPaths),
      .init("tags", shrinksTo: 8, isOptional: true),
    ]
    let rows = captures.map { capture -> [String] in
      let place = showsPaths ? capture.path : capture.collection
      return [
        Self.listed(capture.id, idWidth), capture.created.localDay(clock).description,
        capture.type ?? "", capture.score?.stars ?? "",
        TerminalText.truncated(capture.title, to: Self.titleWidth),
        place.description, capture.tags.map { "#\($0)" }.joined(separator: " "),
      ]
    }
    let styles: [Style?] = [.dim, .dim, .cyan, .yellow, .bold, .dim, .green]
    return tableLines(columns, rows) { isStyled ? styles[$0.column] : nil }
  }

  /// Shows one line: `indent`, then a capture's id, `lead`, title and path.
  func showHeading(
    _ id: String?, _ title: String, _ path: NotePath, idWidth: Int, lead: String? = nil,
    indent: String = ""
  ) {
    let id = Self.listed(id, idWidth)
    let place = console.styled(TerminalText.line(path.description), .dim)
    let title = console.styled(
      TerminalText.truncated(TerminalText.line(title), to: Self.titleWidth), .bold)
    console.line(
      indent
        + [id.isEmpty ? nil : console.styled(id, .dim), lead, title, place].compactMap(\.self)
        .joined(separator: "  "))
  }

  /// Shows each capture with the passage that matched.
  private func showPassages(_ captures: [Capture], _ passages: Passages, idWidth: Int) {
    for capture in captures { show(capture, passages.snippet(of: capture), idWidth: idWidth) }
  }

  func show(_ capture: Capture, _ snippet: Snippet, idWidth: Int) {
    showHeading(capture.id, capture.title, capture.path, idWidth: idWidth)
    if !snippet.text.isEmpty { console.line("    " + marked(snippet)) }
  }

  /// Returns the text of a passage with its matches highlighted.
  private func marked(_ snippet: Snippet) -> String {
    var result = ""
    var position = snippet.text.startIndex
    for match in snippet.matches {
      result += TerminalText.escaped(String(snippet.text[position..<match.lowerBound]))
      result += console.styled(TerminalText.escaped(String(snippet.text[match])), .yellow)
      position = match.upperBound
    }
    return result + TerminalText.escaped(String(snippet.text[position...]))
  }
}

/// Returns the value of `--limit`; throws if it is less than `least`.
func checked(_ limit: Int?, atLeast least: Int) throws -> Int? {
  guard let limit, limit < least else { return limit }
  throw Failure("limit-invalid", "--limit must be \(least) or more", status: .usage)
}
