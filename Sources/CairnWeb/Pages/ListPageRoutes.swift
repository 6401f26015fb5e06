import CairnCapture
import CairnDigest
import CairnExport
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
    .query("group_by", "How the captures are grouped, such as by type."),
    .query("theme", "The accent color of the digest."),
    .query("charts", "The charts to draw in the digest."),
    .query(
      "format", .choice(DigestRequest.Format.allCases.map(\.rawValue)), "The format of the digest."),
  ]

  /// The maximum number of names that the page about people shows at first.
  private static let mostPeople = 200
  /// The maximum number of captures that the page about circles shows for each circle.
  private static let mostOfCircle = 12

  static let listPageRoutes: [Route] = [
    page(
      "/captures", "Show captures",
      listing.filter { $0.name != "limit" } + [
        .query("in", "Only captures in this collection and in collections nested in it."),
        .query("view", .choice(["list", "grid"]), "How to show the captures."),
      ]
    ) { call, work in
      try await work.prepare([call.query["query"] ?? ""])
      return try capturesPage(call, work)
    },
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
      let limit = work.notebook.settings.count("web.page_size") ?? Page.usualLimit
      page.values = JSONValue(
        try work.actionBoard(limit: limit, all: all, hasTasks: true), work.clock
      ).with(["all": .boolean(all)])
      return page
    },
    page(
      "/people", "Show the people",
      [.query("all", .boolean, "Whether to include people who are named in only a few captures.")]
    ) { call, work in
      var page = WebPage("people", "People", section: "people")
      let people = try work.people().filter { $0.count > 0 }
      let shown = try call.flag("all") ? people.count : mostPeople
      let known = try captures("type:person sort:title", work)
      page.values = JSONDocument.people(Array(people.prefix(shown))).value.with([
        "known": known, "count": .integer(people.count),
        "rest": .integer(max(people.count - shown, 0)),
        "isEmpty": .boolean(people.isEmpty && known["captures"] == .array([])),
      ])
      return page
    },
    page("/notebook/gifts", "Show the gift ideas") { _, work in
      var page = WebPage("gifts", "Gifts", section: "gifts")
      page.values = [
        "gifts": try captures("type:gift", work), "programs": JSONValue(programsOf: work),
      ]
      return page
    },
    page(
      "/circles", "Show the circles of related captures",
      [.query("capture", "Show only the circle that contains this capture.")], errors: [404]
    ) { call, work in
      var page = WebPage("circles", "Circles", section: "circles")
      let name = call.query["capture"]
      let most = name == nil ? mostOfCircle : .max
      page.values =
        JSONDocument.circles(
          try work.circles(with: name), limit: 30, captures: most
        ).value
      page.values = page.values.with([
        "circles": .array(
          (page.values["circles"]?.elements ?? []).map { circle in
            let listed = circle["captures"]?.elements ?? []
            return circle.with([
              "isCut": .boolean(circle["count"] != .integer(listed.count)),
              "first": listed.first ?? .null,
            ])
          }),
        "isOne": .boolean(name != nil),
      ])
      return page
    },
    page(
      "/ask", "Show passages that answer a question",
      [.query("question", "The question to answer.")],
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
        .map { "\($0.key)=\($0.value.percentEncoded)" }.joined(separator: "&")
      page.values = [
        "query": JSONValue(query["query"]), "hasPreview": .boolean(!query.isEmpty),
        "address": .string(address),
        "templates": choices(
          work.templates.entries.filter { $0.kind == .digest }.map(\.name), query["template"]),
        "groups": choices(
          ["collection", "type", "tag", "person", "status", "score", "month"], query["group_by"]),
        "unpublished": .integer(try unpublished(work)),
        "exports": .array(
          ExportFormat.allCases.map { ["value": .string($0.rawValue), "title": .string($0.title)] }),
        "formats": .array(
          [("html", "HTML"), ("markdown", "Markdown"), ("text", "Plain text"), ("json", "JSON")]
            .map { value, title in
              [
                "value": .string(value), "title": .string(title),
                "isChosen": .boolean(value == query["format"] ?? "html"),
              ]
            }),
      ]
      if !query.isEmpty {
        let request = try DigestRequest(
          json: .object(query.map { .init($0.key, .string($0.value)) }))
        let found = try problem { _ = try work.plan(request) }
        page.values = page.values.with(["problem": found])
        if found != .null { page.status = 400 }
      }
      return page
    },
    Route(
      .get, "/digest/file", "Make a digest for the digest page", .read,
      digestParameters + [.query("download", .boolean, "Whether to save the digest as a file.")],
      [(200, .bytes("*/*")), (200, .json(.any))], errors: [422]
    ) { call in
      let members = call.query.filter { $0.key != "download" && !$0.value.isEmpty }
        .sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .string($0.value)) }
      let request = try DigestRequest(json: .object(members))
      let isSaved = try call.flag("download")
      return try await call.work { work in
        let digest = try await Answer.digest(request, work)
        return isSaved ? digest.saved(as: "digest", request.format) : digest.framed
      }
    },
    page("/trash", "Show the trash") { _, work in
      var page = WebPage("trash", "Trash", section: "trash")
      page.values = JSONDocument.trash(try work.removedFiles(), work.clock).value
      return page
    },
    page("/undo", "Show past operations") { _, work in
      var page = WebPage("undo", "Undo", section: "undo")
      let shown = Array(try work.operations().prefix(50))
      let listed = JSONDocument.operations(shown, of: work).value["operations"]?.elements ?? []
      page.values = [
        "operations": .array(
          zip(listed, shown).map { record, operation in
            record.with([
              "summary": .string(work.summary(of: operation)),
              "origin": .string(operation.origin),
            ])
          }),
        "canRedo": .boolean((try? work.planToRedo()) != nil),
      ]
      return page
    },
    Route(
      .get, "/complete", "Suggest completions for an unfinished query", .read,
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

  /// Returns the number of captures in the notebook that every export leaves out.
  private static func unpublished(_ work: Workspace) throws -> Int {
    var request = ExportRequest()
    request.format = .json
    return try work.plan(request).leftOut
  }
}

extension JSONValue {
  /// Creates the values that a page uses to show actions and tasks: the groups, in order, each with
  /// its total and with a query for all of its actions.
  init(_ board: ActionBoard, _ clock: LocalClock) {
    let document = JSONDocument.actions(board.list, clock).value
    let groups = ActionList.Group.allCases.map { group -> JSONValue in
      let name = group.rawValue
      let captures = document[name]?.elements ?? []
      return [
        "heading": .string(name.capitalizedFirst),
        "isLate": .boolean(group == .overdue), "isSettled": .boolean(group.isSettled),
        "captures": .array(captures), "total": .integer(board.totals[group] ?? 0),
        "more": .integer((board.totals[group] ?? 0) - captures.count),
        "query": .string(ActionBoard.query(group)),
      ]
    }
    self = [
      "counts": document["counts"] ?? .null,
      "tasks": .array(
        zip(document["tasks"]?.elements ?? [], board.list.tasks).map { task, found in
          task.with(["title": .string(found.capture.title)])
        }),
      "groups": .array(groups.filter { $0["captures"]?.elements?.isEmpty == false }),
      "taskTotal": .integer(board.taskTotal),
      "moreTasks": .boolean(board.areTasksCut),
      "taskQuery": .string(ActionBoard.taskQuery),
    ]
  }
}

extension Answer {
  /// Makes a digest, and returns an answer that contains the digest in the requested format.
  static func digest(_ request: DigestRequest, _ work: Workspace) async throws -> Answer {
    let plan = try work.plan(request)
    var bytes: [UInt8] = []
    try await work.write(plan) { bytes += $0 }
    return Answer(200, DigestHeaders.headers(request.format), .bytes(bytes))
  }

  /// Returns this answer, a digest, with one more header. The header makes a browser save the
  /// digest as a file called `name`, with the extension of the format.
  fileprivate func saved(as name: String, _ format: DigestRequest.Format?) -> Answer {
    let ending =
      switch format {
      case .markdown, nil: "md"
      case .text: "txt"
      case .json: "json"
      case .html: "html"
      }
    var answer = self
    answer.headers.append(
      ("content-disposition", "attachment; filename=\"\(name).\(ending)\""))
    return answer
  }

  /// This answer, a digest, with headers that let a page of the server show the digest in a frame.
  /// Markdown is sent as plain text, because browsers can show plain text.
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
