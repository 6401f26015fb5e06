import CairnCapture
import CairnFiles
import CairnJSON
import CairnNotebook
import CairnQuery
import CairnText
import CairnWire
import CairnWork

extension RouteTable {
  private static let digestParameters: [Route.Parameter] = [
    .query("query", "A query (docs/query.md)."),
    .query("template", "The template of the digest."),
    .query("group_by", "What the captures are grouped by."),
    .query("theme", "The accent color."), .query("charts", "The charts to draw."),
    .query("format", .choice(DigestRequest.Format.allCases.map(\.rawValue)), "The format."),
  ]

  static let listPageRoutes: [Route] = [
    page(
      "/captures", "Show captures",
      listing.filter { $0.name != "limit" } + [
        .query("in", "Only the captures of this collection and those below it."),
        .query("view", .choice(["list", "grid"]), "How to show the captures."),
      ]
    ) { call, work in try capturesPage(call, work) },
    page("/notebook/collections", "Show the collections") { _, work in
      var page = WebPage("collections", "Collections", section: "collections")
      page.values = JSONDocument.collections(work.collectionTree()).value
      return page
    },
    page(
      "/actions", "Show the actions and tasks",
      [.query("all", .boolean, "Whether to include done and cancelled actions.")]
    ) { call, work in
      let all = try call.flag("all")
      var page = WebPage("actions", "Actions", section: "actions")
      page.values = JSONDocument.actions(try work.actions(SelectRequest(), all: all), work.clock)
        .value.with(["all": .boolean(all)])
      return page
    },
    page("/people", "Show the people") { _, work in
      var page = WebPage("people", "People", section: "people")
      page.values = JSONDocument.people(try work.people()).value.with([
        "known": try captures("type:person sort:title", work)
      ])
      return page
    },
    page("/notebook/gifts", "Show the ideas for gifts") { _, work in
      var page = WebPage("gifts", "Gifts", section: "gifts")
      page.values = ["captures": try captures("type:gift", work)]
      return page
    },
    page("/circles", "Show the circles of related captures") { _, work in
      var page = WebPage("circles", "Circles", section: "circles")
      page.values = JSONDocument.circles(try work.circles(), limit: 30).value
      return page
    },
    page(
      "/ask", "Show passages that answer a question", [.query("question", "The question.")],
      errors: [422]
    ) { call, work in
      var page = WebPage("ask", "Ask", section: "ask")
      page.values = ["question": JSONValue(call.query["question"])]
      if let question = call.query["question"], !question.allSatisfy(\.isWhitespace) {
        let answers = try await work.ask(AskRequest(question, limit: 10, .none))
        page.values = page.values.with(
          JSONDocument.answers(answers, work.clock).value.showingMatches
        )
        .with(["isAnswered": true])
      }
      return page
    },
    page("/digest", "Show the form that makes digests", digestParameters) { call, work in
      var page = WebPage("digest", "Digest", section: "digest")
      let query = call.query.filter { $0.key != Call.done && !$0.value.isEmpty }
      let address = query.sorted { $0.key < $1.key }
        .map { "\($0.key)=\($0.value.encodedForPath)" }.joined(separator: "&")
      page.values = [
        "query": JSONValue(query["query"]), "hasPreview": .boolean(!query.isEmpty),
        "address": .string(address),
        "templates": choices(
          [
            "default", "daily", "weekly", "monthly", "actions", "people", "gifts", "reading-log",
            "changelog",
          ], query["template"]),
        "groups": choices(
          ["collection", "type", "tag", "person", "status", "score", "month"], query["group_by"]),
        "formats": choices(["html", "markdown", "text", "json"], query["format"] ?? "html"),
      ]
      return page
    },
    Route(
      .get, "/digest/file", "Make a digest for the page of digests", .read,
      digestParameters + [.query("download", .boolean, "Whether to save the digest as a file.")],
      [(200, .bytes("*/*"))], errors: [422]
    ) { call in
      let members = call.query.filter { $0.key != "download" && !$0.value.isEmpty }
        .sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .string($0.value)) }
      let request = try DigestRequest(json: .object(members))
      let isSaved = try call.flag("download")
      return try await call.work { work in
        let digest = try Answer.digest(request, work)
        return isSaved ? digest.saved(as: "digest", request.format) : digest.framed
      }
    },
    page("/trash", "Show the trash") { _, work in
      var page = WebPage("trash", "Trash", section: "trash")
      page.values = JSONDocument.trash(try work.removedFiles(), work.clock).value
      return page
    },
    page("/undo", "Show what was changed") { _, work in
      var page = WebPage("undo", "Undo", section: "undo")
      let shown = Array(try work.operations().prefix(50))
      page.values = JSONDocument.operations(shown, of: work).value
      return page
    },
    Route(
      .get, "/complete", "Suggest the end of an unfinished query", .read,
      [.query("query", "The query up to the cursor.")],
      [(200, .json(.document(.required("suggestions", .array(.object([], isOpen: true))))))]
    ) { call in
      let request = CompletionRequest(.query, call.query["query"] ?? "")
      return try await call.work { work in
        .json([
          "schema": 1,
          "suggestions": .array(
            work.complete(request).prefix(12).map {
              ["text": .string($0.text), "summary": .string($0.summary)]
            }),
        ])
      }
    },
  ]
}

// MARK: - Captures

extension RouteTable {
  private static func captures(_ query: String, _ work: Workspace) throws -> JSONValue {
    var request = SelectRequest([query])
    request.limit = 500
    let chosen = try work.select(request)
    return JSONDocument.page(chosen.captures, of: chosen, next: nil, nil, work.clock)
      .value["captures"] ?? .null
  }

  private static func capturesPage(_ call: Call, _ work: Workspace) throws -> WebPage {
    var page = WebPage("captures", "Captures", section: "captures")
    let settings = work.notebook.settings
    let view = call.query["view"] ?? settings["web.view"]?.text ?? "list"
    let query = call.query["query"] ?? ""
    page.values = [
      "query": .string(query), "in": JSONValue(call.query["in"]),
      "sort": JSONValue(call.query["sort"]), "view": .string(view),
      "isGrid": .boolean(view == "grid"), "isSearch": .boolean(!query.isEmpty),
      "pills": pills(call, work),
    ]
    do {
      let shown = try Page(call, usualLimit: settings.count("web.page_size") ?? Page.usualLimit)
      var request = SelectRequest(query.allSatisfy(\.isWhitespace) ? [] : [query])
      request.sort = call.query["sort"].flatMap { $0.isEmpty ? nil : $0 }
      request.limit = shown.needed
      if let folder = call.query["in"], !folder.isEmpty {
        let path = folder == "/" ? folder : "\"\(folder)\""
        request.narrowing = try Query(arguments: ["in:\(path)"])
      }
      let chosen = try work.select(request)
      let (captures, next) = shown.captures(of: chosen)
      let passages = query.isEmpty ? nil : Passages(chosen.query)
      page.values = page.values.with(
        JSONDocument.page(captures, of: chosen, next: next, passages, work.clock).value
          .showingMatches
      ).with([
        "unknown": .array(chosen.unknownValues.map { .string($0) }),
        "nextAddress": next.map { .string(call.address(with: ("cursor", $0))) } ?? .null,
      ])
    } catch let problem as Diagnostic {
      page.status = 400
      page.values = page.values.with(["problem": JSONValue(problem)])
    } catch let refusal as Refusal where refusal.kind == .invalid {
      page.status = 400
      page.values = page.values.with(["problem": ["message": .string(refusal.message)]])
    }
    return page
  }

  /// Returns the filters: all captures, and each collection that is not empty.
  private static func pills(_ call: Call, _ work: Workspace) -> JSONValue {
    let chosen = call.query["in"] ?? ""
    let tree = work.collectionTree(isFilled: true)
    let all: JSONValue = [
      "name": "All", "icon": nil, "count": .integer(work.catalog().count), "path": "",
      "isChosen": .boolean(chosen.isEmpty),
      "address": .string(call.address(with: ("in", nil))),
    ]
    return .array(
      [all]
        + tree.map { collection in
          let path = collection.path.isRoot ? "/" : collection.path.description
          let count = collection.path.isRoot ? collection.count : collection.total
          return [
            "name": .string(collection.name), "icon": JSONValue(collection.page?.icon),
            "count": .integer(count), "path": .string(path),
            "isChosen": .boolean(chosen == path),
            "address": .string(call.address(with: ("in", path))),
          ]
        })
  }
}

extension Call {
  /// Returns the address of this page with another value of a parameter; nil removes it. The new
  /// page starts at its first capture unless the parameter is the cursor.
  fileprivate func address(with change: (name: String, value: String?)) -> String {
    var query = self.query
    query["cursor"] = nil
    query[Self.done] = nil
    query[change.name] = change.value
    let text = query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.encodedForPath)" }
      .joined(separator: "&")
    return text.isEmpty ? route.pattern.text : "\(route.pattern.text)?\(text)"
  }
}

extension JSONValue {
  /// This document, whose captures also have their passages in `parts`: text that matched the
  /// query, and text around it.
  fileprivate var showingMatches: JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(
      members.map { member in
        guard member.name == "captures" else { return member }
        return .init(
          "captures", .array((member.value.elements ?? []).map { $0.with(["parts": $0.parts]) }))
      })
  }

  private var parts: JSONValue {
    guard case .string(let snippet)? = self["snippet"] else { return .null }
    let scalars = Array(snippet.unicodeScalars)
    var parts: [JSONValue] = []
    var shown = 0
    func show(upTo end: Int, isMatch: Bool) {
      let end = min(max(end, shown), scalars.count)
      guard end > shown else { return }
      let text = String(String.UnicodeScalarView(scalars[shown..<end]))
      parts.append(["text": .string(text), "isMatch": .boolean(isMatch)])
      shown = end
    }
    for match in self["matches"]?.elements ?? [] {
      guard case .integer(let from)? = match.elements?.first,
        case .integer(let to)? = match.elements?.last
      else { continue }
      show(upTo: from, isMatch: false)
      show(upTo: to, isMatch: true)
    }
    show(upTo: scalars.count, isMatch: false)
    return .array(parts)
  }

  /// Creates the values of a problem in a query, with the place of the problem.
  fileprivate init(_ problem: Diagnostic) {
    let excerpt = problem.excerpt
    let line = excerpt?.line ?? ""
    let scalars = Array(line.unicodeScalars)
    let start = min(excerpt?.caret ?? 0, scalars.count)
    let end = min(start + (excerpt?.length ?? 0), scalars.count)
    func text(_ range: Range<Int>) -> JSONValue {
      .string(String(String.UnicodeScalarView(scalars[range])))
    }
    self = [
      "message": .string(problem.message), "hasPlace": .boolean(excerpt != nil),
      "before": text(0..<start), "marked": text(start..<end), "after": text(end..<scalars.count),
    ]
  }
}

extension Answer {
  /// Returns the answer with a digest.
  static func digest(_ request: DigestRequest, _ work: Workspace) throws -> Answer {
    let plan = try work.plan(request)
    var bytes: [UInt8] = []
    try work.write(plan) { bytes += $0 }
    return Answer(200, DigestHeaders.headers(request.format), .bytes(bytes))
  }

  /// Returns this digest for a browser that saves it.
  fileprivate func saved(as name: String, _ format: DigestRequest.Format?) -> Answer {
    let ending =
      switch format {
      case .markdown: "md"
      case .text: "txt"
      case .json: "json"
      case .html, nil: "html"
      }
    var answer = self
    answer.headers.append(
      ("content-disposition", "attachment; filename=\"\(name).\(ending)\""))
    return answer
  }

  /// This digest for a frame of a page. A browser shows plain text, but no Markdown.
  fileprivate var framed: Answer {
    var answer = self
    answer.headers = headers.map { header in
      switch header {
      case ("content-type", "text/markdown; charset=utf-8"):
        ("content-type", "text/plain; charset=utf-8")
      case ("content-security-policy", let policy):
        (header.name, "\(policy); frame-ancestors 'self'")
      default: header
      }
    }
    if !answer.headers.contains(where: { $0.name == "content-security-policy" }) {
      answer.headers.append(
        ("content-security-policy", "default-src 'none'; sandbox; frame-ancestors 'self'"))
    }
    answer.headers.append(("x-frame-options", "SAMEORIGIN"))
    return answer
  }
}
