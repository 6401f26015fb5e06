import CairnCapture
import CairnDigest
import CairnNotebook
import CairnQuery
import CairnText

extension Session {
  /// Shows what was chosen, in the form that was asked for.
  ///
  /// Ends the command with the code 1 where nothing was found.
  func show(_ chosen: Chosen, _ list: ListOptions, passages: Bool = false) throws {
    if list.explain {
      let context = chosen.library.context(clock)
      console.say(
        chosen.query.explanation(over: chosen.library.captures, in: context).description)
    }
    let isPeople =
      !(list.jsonl || list.paths || list.nul || list.ids || list.print != nil || options.json)
    let setting =
      surroundings.outputIsTerminal && isPeople ? notebook.settings.count("list.limit") : nil
    let captures = Array(chosen.captures.prefix(try list.checkedLimit ?? setting ?? Int.max))
    let finder = passages ? Passages(chosen.query) : nil
    if options.json {
      writeJSON(captures, total: chosen.captures.count, finder)
    } else if list.jsonl {
      for capture in captures {
        console.line(
          JSONDocument.line(CaptureRecord(capture, snippet: finder?.snippet(of: capture)))
            .description)
      }
    } else if list.paths || list.nul {
      for capture in captures { console.write(capture.path.bytes + [list.nul ? 0 : 0x0A]) }
    } else if list.ids {
      for id in captures.compactMap(\.id) { console.line(id) }
    } else if let source = list.print {
      let template = try PrintTemplate(source)
      let escape: (String) -> String =
        surroundings.outputIsTerminal ? { TerminalText.escaped($0) } : { $0 }
      for capture in captures {
        let snippet = finder?.snippet(of: capture).text
        console.line(template.render(capture, snippet: snippet, escaping: escape))
      }
    } else if let finder {
      showPassages(captures, finder, idWidth: chosen.library.idWidth)
    } else {
      showTable(captures, idWidth: chosen.library.idWidth)
    }
    if isPeople, captures.count < chosen.captures.count {
      say("\(captures.count) of \(chosen.captures.count); -n shows more.")
    }
    if chosen.captures.isEmpty { throw nothingFound() }
  }

  /// Says that nothing was found; the code to end with.
  func nothingFound() -> Failure {
    var failure = Failure("nothing-found", "no capture matches", status: .nothingFound)
    failure.isQuiet = options.json || options.quiet
    return failure
  }

  /// The document of captures.
  func writeJSON(_ captures: [Capture], total: Int, _ passages: Passages? = nil) {
    let records = captures.lazy.map { CaptureRecord($0, snippet: passages?.snippet(of: $0)) }
    JSONDocument.writeCaptures(records, total: total) { console.write($0) }
  }
}

// MARK: - Tables

extension Session {
  /// Captures below a heading, as far as `limit`; nothing where there are none.
  func show(_ captures: [Capture], below heading: String, limit: Int, idWidth: Int) {
    guard !captures.isEmpty else { return }
    console.line(console.styled(heading, .bold))
    showTable(Array(captures.prefix(limit)), idWidth: idWidth)
    if captures.count > limit {
      console.line(console.styled("… \(captures.count - limit) more", .dim))
    }
    console.line()
  }

  /// The most cells that a title takes in a table: a note without one is called by its first line,
  /// which may be a whole paragraph.
  private static let titleWidth = 60

  /// One line per capture: id, day, type, score, title, and where it lies.
  private func showTable(_ captures: [Capture], idWidth: Int) {
    let showsPaths = captures.contains { $0.id == nil }
    let table = Table(columns: [
      .init("id"), .init("created"), .init("type", shrinksTo: 6), .init("score"),
      .init("title", shrinksTo: 20),
      .init(showsPaths ? "path" : "collection", shrinksTo: 12, isOptional: !showsPaths),
      .init("tags", shrinksTo: 8, isOptional: true),
    ])
    let rows = captures.map { capture -> [String] in
      let markup = capture.markup
      let place = showsPaths ? capture.path : capture.collection
      return [
        String((capture.id ?? "").prefix(idWidth)), capture.created.localDay(clock).description,
        capture.type ?? "", capture.score?.stars ?? "",
        TerminalText.truncated(capture.title(in: markup), to: Self.titleWidth),
        place.description, capture.tags(in: markup).map { "#\($0)" }.joined(separator: " "),
      ]
    }
    let width = surroundings.outputIsTerminal ? surroundings.columns : nil
    let styles: [Style?] = [.dim, .dim, .cyan, .yellow, .bold, .dim, .green]
    for line in table.lines(
      rows, width: width,
      style: { cell in
        styles[cell.column].map { self.console.styled(cell.text, $0) } ?? cell.text
      })
    {
      console.line(line)
    }
  }

  /// Each capture with the passage that shows why it was found.
  private func showPassages(_ captures: [Capture], _ passages: Passages, idWidth: Int) {
    for capture in captures {
      let id = String((capture.id ?? "").prefix(idWidth))
      let place = console.styled(TerminalText.line(capture.path.description), .dim)
      let title = console.styled(
        TerminalText.truncated(TerminalText.line(capture.title), to: Self.titleWidth), .bold)
      console.line(
        [id.isEmpty ? nil : console.styled(id, .dim), title, place].compactMap(\.self)
          .joined(separator: "  "))
      let snippet = passages.snippet(of: capture)
      if !snippet.text.isEmpty { console.line("    " + marked(snippet)) }
    }
  }

  /// A passage with what matched set off.
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

extension Score {
  /// The score as people see it at a glance: three stars for great.
  var stars: String { self == .undecided ? "?" : String(repeating: "★", count: rawValue) }
}

extension Library {
  /// How many characters of an id tell each capture from all others; at least 4.
  var idWidth: Int {
    let ids = captures.compactMap(\.id).filter { CaptureID($0) != nil }.sorted()
    let shared = zip(ids, ids.dropFirst()).map { left, right in
      left == right ? 0 : zip(left, right).prefix { $0 == $1 }.count
    }
    return max(4, (shared.max() ?? 0) + 1)
  }
}

extension ListOptions {
  /// The limit, which is not negative.
  var checkedLimit: Int? {
    get throws {
      guard let limit, limit < 0 else { return limit }
      throw Failure("limit-invalid", "--limit wants 0 or more", status: .usage)
    }
  }
}
