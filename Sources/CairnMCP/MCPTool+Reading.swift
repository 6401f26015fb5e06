import CairnCapture
import CairnJSON
import CairnNotebook
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
        "Find captures that contain all of the words, best match first, each with a passage. "
        + "Use few words; for a whole question, use `ask`.",
      arguments: [
        .init(
          "query",
          MCPSchema.text(
            "Words to find, `OR` between alternatives; conditions such as `type:action` narrow the "
              + "search."),
          isRequired: true), limit, offset, .budget,
      ], results: MCPSchema.Property.captures, run: { try await $0.search(order: .relevance) }),
    MCPTool(
      name: "read", summary: "Read one capture: its fields, its text, and its hash.",
      arguments: [
        .capture,
        .init(
          "from_line", MCPSchema.number("The number of the first line to return (default: 1).")),
        .budget,
      ],
      results: [
        .init("capture", ["type": "object"], isRequired: true),
        .init(
          "text", MCPSchema.text("The text of the capture, without front matter."), isRequired: true
        ),
        .init("hash", MCPSchema.text("The hash of the file, for `if_hash`."), isRequired: true),
        .init("cut", MCPSchema.text("What was left out of the result, and how to get it.")),
        .init("notice", ["type": "string"], isRequired: true),
      ], run: { try $0.read() }),
    MCPTool(
      name: "list",
      summary: "List captures by their fields, newest first: by type, collection, tag, date or "
        + "status. For words in the text, use `search`.",
      arguments: [
        .init(
          "query",
          MCPSchema.text(
            "Conditions, separated by spaces: `type:idea`, `in:work` (`in:/` is the inbox), "
              + "`tag:film`, `-tag:film`, `rating:4..`, `is:open`, `is:overdue`, `has:due`, "
              + "`created:last-week`, `due:today..+7d`, `updated:2026-11-01..`, `link:\"Title\"`.")),
        .init("sort", MCPSchema.text("Fields to sort by, such as `-score,created`.")), limit,
        offset, .budget,
      ], results: MCPSchema.Property.captures, run: { try await $0.search(order: .newest) }),
    MCPTool(
      name: "related",
      summary: "Find captures that are similar or linked to a given capture; `because` says why.",
      arguments: [.capture, limit, .budget], results: MCPSchema.Property.captures,
      run: { try $0.related() }),
    MCPTool(
      name: "ask",
      summary:
        "Find passages that may answer a question in plain words; not every word must match.",
      arguments: [
        .init("question", MCPSchema.text("The question in plain words."), isRequired: true), limit,
        .budget,
      ], results: MCPSchema.Property.captures, run: { try await $0.ask() }),
    MCPTool(
      name: "brief",
      summary:
        "Get an overview of today: overdue actions, actions due within a week, birthdays, and "
        + "captures added yesterday.",
      arguments: [],
      results: [
        .init("text", MCPSchema.text("The briefing in Markdown."), isRequired: true),
        .init("notice", ["type": "string"], isRequired: true),
      ], run: { try $0.brief() }),
    MCPTool(
      name: "actions",
      summary: "List open actions by due date and open checkboxes in notes, and count actions. "
        + "Overdue actions come first.",
      arguments: [
        .init(
          "query",
          MCPSchema.text(
            "Conditions that the actions must match, such as `in:work`, `is:overdue` or "
              + "`due:..friday`.")),
        .init("all", MCPSchema.flag("Include actions that are done or cancelled.")),
      ],
      results: [
        .init("counts", ["type": "object"], isRequired: true),
        .init("tasks", MCPSchema.list(of: ["type": "object"], "The open checkboxes in notes.")),
        .init("notice", ["type": "string"], isRequired: true),
      ], run: { try $0.actions() }),
    MCPTool(
      name: "schema",
      summary:
        "List the types, collections, most used tags, fields and saved views of the notebook. "
        + "The fields are those of all captures; `read` a capture to see the fields of its type.",
      arguments: [],
      results: [
        .init(
          "types", MCPSchema.list(of: ["type": "string"], "The types of captures."),
          isRequired: true),
        .init(
          "collections", MCPSchema.list(of: ["type": "object"], "The collections of the notebook."),
          isRequired: true),
        .init("tags", MCPSchema.list(of: ["type": "object"], "The most used tags.")),
        .init("fields", ["type": "object"]), .init("notice", ["type": "string"], isRequired: true),
      ], run: { try $0.schema() }),
  ]
}

extension MCPCall {
  private struct Window {
    var limit = 20
    var offset = 0
    var tokens: Int?

    mutating func read(_ reader: inout RequestReader) throws(Diagnostic) {
      try reader.read("limit", into: &limit)
      try reader.read("max_tokens", into: &tokens)
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
      } else {
        request.words = [query ?? ""].filter { !$0.isEmpty }
        try reader.read("sort", into: &request.sort)
      }
      try reader.read("offset", into: &window.offset)
      try window.read(&reader)
    }
    request.order = order
    request.limit = max(window.offset, 0) + min(max(window.limit, 1), 200)
    try await work.prepare(request.words)
    let found = try work.select(request)
    let shown = found.only(Array(found.entries.dropFirst(window.offset)))
    let passages = order == .relevance ? Passages(found.query) : nil
    var bytes: [UInt8] = []
    JSONDocument.write(shown, passages, work.clock) { bytes += $0 }
    let document = JSONDocument(reading: bytes)
    return fitted(
      document, bytes: budget(window.tokens, otherwise: 4000), offset: window.offset,
      total: found.total)
  }

  fileprivate func read() throws -> JSONValue {
    var (name, first, tokens) = ("", 1, Int?.none)
    try RequestReader.read(arguments) { reader throws(Diagnostic) in
      name = try reader.text("capture")
      try reader.read("from_line", into: &first)
      try reader.read("max_tokens", into: &tokens)
    }
    let capture = try work.capture(named: name).capture
    let document = JSONDocument.text(
      of: capture, fromLine: first, bytes: budget(tokens, otherwise: 8000),
      hash: work.hash(of: capture), work.clock
    ).value
    guard case .object(let members) = document else { return document }
    // A capture without a title uses its first line as the title, which can be as long as the text.
    return .object(members.map { $0.name == "capture" ? .init($0.name, $0.value.clipped) : $0 })
  }

  fileprivate func related() throws -> JSONValue {
    var (name, window) = ("", Window(limit: 10))
    try RequestReader.read(arguments) { reader throws(Diagnostic) in
      name = try reader.text("capture")
      try window.read(&reader)
    }
    let found = try work.related(to: name, limit: min(max(window.limit, 1), 100))
    return fitted(
      JSONDocument.related(found, work.clock), bytes: budget(window.tokens, otherwise: 4000),
      offset: 0, total: found.total)
  }

  fileprivate func ask() async throws -> JSONValue {
    var (question, window) = ("", Window(limit: 5))
    try RequestReader.read(arguments) { reader throws(Diagnostic) in
      question = try reader.text("question")
      try window.read(&reader)
    }
    // The assistant itself answers; nothing goes to another provider.
    let found = try await work.ask(
      AskRequest(question, limit: min(max(window.limit, 1), 50), .none))
    return fitted(
      JSONDocument.answers(found, work.clock), bytes: budget(window.tokens, otherwise: 4000),
      offset: 0, total: found.found.total)
  }

  fileprivate func brief() throws -> JSONValue {
    try RequestReader.read(arguments) { _ throws(Diagnostic) in }
    return ["text": .string(try work.planBriefing().text)]
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

  fileprivate func schema() throws -> JSONValue {
    try RequestReader.read(arguments) { _ throws(Diagnostic) in }
    return JSONDocument.vocabulary(work.vocabulary).value
  }
}
