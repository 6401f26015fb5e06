import CairnJSON
import CairnQuery
import CairnText
import CairnWire
import CairnWork

extension MCPTool {
  private static let limit = MCPSchema.Property(
    "limit", MCPSchema.number("The maximum number of captures (default: 20)."))
  private static let offset = MCPSchema.Property(
    "offset", MCPSchema.number("The number of captures to skip."))

  /// The tools that only read.
  static let reading: [MCPTool] = [
    MCPTool(
      name: "search",
      summary:
        "Find captures by words in their title, text or tags; all words must match. Best match "
        + "first, each with a passage. For a question, use `ask`; without words, use `list`.",
      arguments: [
        .init(
          "query",
          MCPSchema.text(
            "One to three words, such as `starch paste`. Put `OR` between alternatives, and put a "
              + "phrase in quotation marks. `~word` finds a word with typing errors. Conditions as "
              + "in `list`, such as `type:idea`, narrow the search."),
          isRequired: true), limit, offset,
      ], results: MCPSchema.Property.captures, run: { try await $0.search(order: .relevance) }),
    MCPTool(
      name: "read",
      summary: "Read one capture: its whole text, all fields, and its hash. No other tool returns "
        + "whole texts.",
      arguments: [
        .capture,
        .init(
          "from_line",
          MCPSchema.number(
            "The number of the first line to return, from 1 (default: 1). Lines end with LF.")),
        .init(
          "from_byte",
          MCPSchema.number(
            "The number of bytes to skip at the start of the line `from_line`, to continue a long "
              + "line.")),
      ],
      results: [
        .init("capture", ["type": "object"], isRequired: true),
        .init(
          "text", MCPSchema.text("The text of the capture, without front matter."), isRequired: true
        ),
        .init("hash", MCPSchema.text("The hash of the file, for `if_hash`."), isRequired: true),
      ], tokens: 8_000, run: { try $0.read() }),
    MCPTool(
      name: "list",
      summary:
        "List or count the captures of a saved view, or those that meet conditions on type, "
        + "collection, tag, date, links or any field. Newest first; `total` is the number of all "
        + "matches.",
      arguments: [
        .init(
          "query",
          MCPSchema.text(
            "Conditions, separated by spaces, which must all hold: `type:idea`, `in:work` (`in:/` "
              + "is the inbox), `tag:film`, `-tag:film`, `score:2..` (scores are 0 to 3), "
              + "`no:tags`, `has:due`, `is:overdue`, `is:untyped` (no type yet), `created:today`, "
              + "`created:last-week`, `due:today..+7d`, `updated:2026-10-01..2026-10-31`, "
              + "`person:Sarah`, `link:\"Title\"` (links to that capture), `linked-by:\"Title\"` "
              + "(linked from it), `is:orphan` (no links to it), `@soon` (the saved view `soon`). "
              + "`OR` and parentheses combine them. Without conditions, all captures.")),
        .init(
          "sort",
          MCPSchema.text(
            "Fields to sort by, such as `-score,title` or `due`; `-` puts the greatest values "
              + "first.")
        ), limit, offset,
      ], results: MCPSchema.Property.captures, run: { try await $0.search(order: .newest) }),
    MCPTool(
      name: "related",
      summary: "Find captures about the same subjects as a given capture, or linked with it; "
        + "`because` says why. To get only its backlinks, use `list` with `link:`.",
      arguments: [.capture, limit], results: MCPSchema.Property.captures,
      run: { try $0.related() }),
    MCPTool(
      name: "ask",
      summary:
        "Find the passages that answer a question about what the user wrote, such as \"When did I "
        + "last see Sarah?\" Not every word must match.",
      arguments: [
        .init(
          "question", MCPSchema.text("The whole question, as the user asked it."),
          isRequired: true), limit,
      ], results: MCPSchema.Property.captures, run: { try await $0.ask() }),
    MCPTool(
      name: "brief",
      summary:
        "Get the briefing for today: overdue actions, actions due within a week, birthdays, and "
        + "captures added yesterday. Use it for \"What matters today?\"",
      arguments: [],
      results: [
        .init(
          "text", MCPSchema.text("The briefing in Markdown. Pass the path in a link to `read`."),
          isRequired: true),
        .init("overdue", MCPSchema.list(of: ["type": "object"], "The overdue captures.")),
        .init("today", MCPSchema.list(of: ["type": "object"], "The captures due today.")),
      ], tokens: 8_000, run: { try $0.brief() }),
    MCPTool(
      name: "actions",
      summary: "List the user's tasks: open actions by due date, overdue first, and the open "
        + "checkboxes in notes with their numbers. Also counts open, done and cancelled actions.",
      arguments: [
        .init(
          "query",
          MCPSchema.text(
            "Conditions as in `list` that narrow the tasks, such as `in:work`, `is:overdue`, "
              + "`due:today` or `due:..friday` (up to and including Friday).")),
        .init("all", MCPSchema.flag("Whether to include actions that are done or cancelled.")),
      ],
      results: [
        .init("counts", ["type": "object"], isRequired: true),
        .init("tasks", MCPSchema.list(of: ["type": "object"], "The open checkboxes in notes.")),
      ], run: { try $0.actions() }),
    MCPTool(
      name: "schema",
      summary:
        "List the names that the notebook uses: types, collections (with the number of captures), "
        + "most-used tags, fields and saved views. Use it if you do not know a name.",
      arguments: [],
      results: [
        .init(
          "types", MCPSchema.list(of: ["type": "string"], "The types of captures."),
          isRequired: true),
        .init(
          "collections", MCPSchema.list(of: ["type": "object"], "The collections of the notebook."),
          isRequired: true),
        .init("tags", MCPSchema.list(of: ["type": "object"], "The most-used tags.")),
        .init("fields", ["type": "object"]),
      ], run: { $0.schema() }),
  ]
}

extension MCPCall {
  private struct Window {
    var limit = 20
    var offset = 0

    mutating func read(_ reader: inout RequestReader) throws(Diagnostic) {
      try reader.read("limit", into: &limit)
    }
  }

  fileprivate func search(order: Query.DefaultOrder) async throws -> JSONValue {
    var window = Window()
    var request = SelectRequest()
    try RequestReader.read(arguments) { reader throws(Diagnostic) in
      var query: String?
      try reader.read("query", into: &query)
      if order == .relevance {
        request.words = [try reader.text("query")]
        guard request.words[0].contains(where: { !$0.isWhitespace }) else {
          throw Diagnostic(
            .error, "query-missing", "`query` is empty; pass words to find, or use the tool `list`")
        }
      } else {
        request.words = [query ?? ""].filter { !$0.isEmpty }
        try reader.read("sort", into: &request.sort)
      }
      window.offset = try reader.number("offset", in: 0...1_000_000_000) ?? 0
      try window.read(&reader)
    }
    request.order = order
    request.limit = window.offset + min(max(window.limit, 1), 200)
    try await work.prepare(request.words)
    let found = try work.select(request)
    let shown = found.only(Array(found.entries.dropFirst(window.offset)))
    let passages = order == .relevance ? Passages(found.query) : nil
    var bytes: [UInt8] = []
    JSONDocument.write(shown, passages, work.clock) { bytes += $0 }
    let result = fitted(JSONDocument(reading: bytes), offset: window.offset, total: found.total)
    let hints = found.total == 0 ? found.advice : []
    guard !hints.isEmpty else { return result }
    return result.adding(["hint": .string(hints.joined(separator: "; "))])
  }

  fileprivate func read() throws -> JSONValue {
    var (name, first, skipped) = ("", 1, 0)
    try RequestReader.read(arguments) { reader throws(Diagnostic) in
      name = try reader.text("capture")
      try reader.read("from_line", into: &first)
      try reader.read("from_byte", into: &skipped)
    }
    let capture = try work.capture(named: name).capture
    let record = budget.part(JSONDocument.record(of: capture, work.clock).value)
    let text = JSONDocument.text(
      of: capture, fromLine: first, byte: skipped, bytes: record.rest)
    return (["capture": record.value] as JSONValue).adding(text.value)
      .adding(["hash": .string(capture.version)])
  }

  fileprivate func related() throws -> JSONValue {
    var (name, window) = ("", Window(limit: 10))
    try RequestReader.read(arguments) { reader throws(Diagnostic) in
      name = try reader.text("capture")
      try window.read(&reader)
    }
    let found = try work.related(to: name, limit: min(max(window.limit, 1), 100))
    return fitted(JSONDocument.related(found, work.clock), offset: 0, total: found.total)
  }

  fileprivate func ask() async throws -> JSONValue {
    var (question, window) = ("", Window(limit: 5))
    try RequestReader.read(arguments) { reader throws(Diagnostic) in
      question = try reader.text("question")
      try window.read(&reader)
    }
    // The assistant itself answers the question; nothing is sent to another provider.
    let found = try await work.ask(
      AskRequest(question, limit: min(max(window.limit, 1), 50), .none))
    return fitted(JSONDocument.answers(found, work.clock), offset: 0, total: found.found.total)
  }

  fileprivate func brief() throws -> JSONValue {
    let plan = try work.planBriefing(linkingFrom: .root)
    return (["text": .string(plan.text)] as JSONValue).adding(
      JSONDocument.sections(of: plan).value)
  }

  fileprivate func actions() throws -> JSONValue {
    var (query, all) = (String?.none, false)
    try RequestReader.read(arguments) { reader throws(Diagnostic) in
      try reader.read("query", into: &query)
      try reader.read("all", into: &all)
    }
    let request = SelectRequest([query ?? ""].filter { !$0.isEmpty })
    return JSONDocument.actions(try work.actions(request, all: all), work.clock).value
  }

  fileprivate func schema() -> JSONValue {
    JSONDocument.vocabulary(work.vocabulary).value
  }
}
