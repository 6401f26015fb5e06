import CairnCapture
import CairnIndex
import CairnNotebook
import CairnQuery
import CairnText
import CairnWire
import CairnWork
import HTTPTypes

extension RouteTable {
  /// The parameters of requests that list captures.
  static let listing: [Route.Parameter] = [
    .query("query", "A query (docs/query.md)."),
    .query("sort", "Fields to sort by, such as -score,created."),
    .query("limit", .integer(1...500), "The maximum number of captures (default: 50)."),
    .query("cursor", "The value of `next` in the previous answer."),
  ]

  static let captureRoutes: [Route] = [
    Route(
      .get, "/api/v1/captures", "List captures", .read, listing,
      [(200, .json(.named("CapturePage")))]
    ) { call in
      let (request, page) = try call.selection()
      return try await call.work { work in
        try await work.prepare(request.words)
        let chosen = try work.select(request)
        let passages = call.query["query"] == nil ? nil : Passages(chosen.query)
        return page.answer(chosen, passages, work.clock)
      }
    },
    Route(
      .post, "/api/v1/captures", "Add a capture", .capture,
      body: .jsonOrForm(.named("NewCapture")),
      [(201, .json(.named("Added"))), (200, .json(.named("Added")))],
      errors: [404, 409], repetition: .report
    ) { call in
      let files = try call.files()
      let request = try AddRequest(json: files.isEmpty ? call.json : call.json.orEmptyText)
      // A token that only permits adding captures must not reveal anything about the notebook or
      // other servers.
      guard call.right?.scope != .capture || !(request.fetchesPage || request.hasNewAddress) else {
        throw ErrorAnswer(403, "scope", "the token does not permit `fetch` and `new_url`")
      }
      return try await call.work { work in
        var result = try await work.add(request, with: files)
        result.report.warnings += call.remarks.warnings
        let document = JSONDocument.added(result, for: .program)
        return request.mode == .dryRun ? .json(document) : .added(document, result.report)
      }
    },
    Route(
      .get, "/api/v1/captures/{id}", "Read a capture with its text", .read,
      [(200, .json(.document(.required("capture", .named("WholeCapture")))))]
    ) { call in
      try await call.work { work in
        let (capture, _) = try work.capture(named: call.name("id"))
        let version = call.app.versions.remember(capture)
        if call.headers[.ifNoneMatch] == "\"\(version)\"" {
          return Answer(304, [Answer.etag(version)])
        }
        return .json(.whole(capture, work.clock), 200, [Answer.etag(version)])
      }
    },
    Route(
      .delete, "/api/v1/captures/{id}", "Move a capture to the trash", .write, [.ifMatch],
      [(200, .json(.named("Change")))], errors: [409]
    ) { call in
      let version = try call.ifMatch()
      return try await call.work { work in
        let (capture, _) = try work.capture(named: call.name("id"))
        if let version, version != capture.version {
          return call.conflict(
            SaveConflict(unknownChangeOf: capture), yours: nil, work.clock)
        }
        let report = try work.remove(capture)
        call.remarks.sentence = "Removed “\(capture.title)”."
        return .json(.changes(report, for: .program))
      }
    },
    Route(
      .get, "/api/v1/captures/{id}/links", "List the links in a capture", .read,
      [(200, .json(.document(isOpen: true)))]
    ) { call in
      try await call.work { .json(.links(try $0.links(in: call.name("id")))) }
    },
    Route(
      .get, "/api/v1/captures/{id}/backlinks", "List the links to a capture", .read,
      [(200, .json(.document(isOpen: true)))]
    ) { call in
      try await call.work { .json(.links(try $0.backlinks(to: call.name("id")))) }
    },
    Route(
      .get, "/api/v1/captures/{id}/related", "List related captures", .read,
      [.query("limit", .integer(0...500), "The maximum number of captures (default: 10).")],
      [(200, .json(.document(isOpen: true)))]
    ) { call in
      let limit = try call.number("limit", 0...500) ?? 10
      return try await call.work { work in
        .json(.related(try work.related(to: call.name("id"), limit: limit), work.clock))
      }
    },
    Route(
      .get, "/api/v1/captures/{id}/history", "List the commits that changed a capture", .read,
      [.query("limit", .integer(1...500), "The maximum number of commits (default: 50).")],
      [(200, .json(.document(isOpen: true)))], errors: [422, 501]
    ) { call in
      let limit = try call.number("limit", 1...500) ?? 50
      return try await call.work { work in
        .json(.history(try await work.history(HistoryRequest(call.name("id"), limit: limit))))
      }
    },
  ]
}

extension Route.Parameter {
  /// The header with the version of the capture that the client has read.
  static let ifMatch = Route.Parameter(
    name: "If-Match", place: .header, schema: .text, isRequired: false,
    summary: "The `etag` of the capture that you read, in quotation marks.")
}

// MARK: - Pages

/// A page of a list of captures. One answer contains one page.
struct Page: Sendable {
  let limit: Int
  /// The number of captures on the earlier pages, and the path of the last of these captures; nil
  /// for the first page.
  private let start: (count: Int, path: NotePath)?

  static let usualLimit = 50

  /// Reads the parameters `limit` and `cursor`.
  init(_ call: Call, usualLimit: Int = Page.usualLimit) throws {
    limit = try call.number("limit", 1...500) ?? usualLimit
    guard let cursor = call.query["cursor"] else {
      start = nil
      return
    }
    let parts = cursor.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let count = Int(parts[0]), (1...10_000_000).contains(count),
      let path = NotePath(String(parts[1]))
    else {
      throw ErrorAnswer(400, "cursor-invalid", "`cursor`: pass the value of `next` unchanged")
    }
    start = (count, path)
  }

  /// The number of captures to select: all captures up to the end of this page, and one more, which
  /// shows whether there is a next page.
  var needed: Int { (start?.count ?? 0) + limit + 1 }

  /// Returns the captures of this page, and the cursor of the next page (nil after the last page).
  /// The page begins after the last capture of the previous page, even if captures were added or
  /// removed since.
  func captures(of chosen: CaptureSelection) -> (captures: [Capture], next: String?) {
    let entries = chosen.entries
    var first = min(start?.count ?? 0, entries.count)
    if let path = start?.path,
      let place = entries.firstIndex(where: { chosen.catalog.snapshot.path($0) == path })
    {
      first = place + 1
    }
    let shown = entries[first...].prefix(limit)
    let isLast = shown.endIndex == entries.count
    let next = shown.last.map { "\(shown.endIndex):\(chosen.catalog.snapshot.path($0))" }
    return (chosen.catalog.captures(shown), isLast ? nil : next)
  }

  /// Returns the JSON answer with the captures of this page and the cursor of the next page.
  func answer(_ chosen: CaptureSelection, _ passages: Passages?, _ clock: LocalClock) -> Answer {
    let (captures, next) = captures(of: chosen)
    return .json(.page(captures, of: chosen, next: next, passages, clock))
  }
}

extension Call {
  /// The query of a list as a single word; empty if it is missing or blank, which selects everything.
  var queryWords: [String] { Self.words(query["query"] ?? "") }

  /// Returns a query as a single word; empty if the query is blank.
  static func words(_ query: String) -> [String] { query.isBlank ? [] : [query] }

  /// Returns the request to select the captures of a list, and the page to send.
  func selection() throws -> (request: SelectRequest, page: Page) {
    let page = try Page(self)
    var request = SelectRequest(queryWords)
    request.sort = query["sort"]
    request.limit = page.needed
    return (request, page)
  }

  /// Returns the answer to a request that conflicts with another change. `yours` is the text that
  /// the client sent; nil if it sent no text.
  func conflict(_ conflict: SaveConflict, yours: String?, _ clock: LocalClock) -> Answer {
    let version = app.versions.remember(conflict.current)
    return .json(.conflict(conflict, yours: yours, clock), 409, [Answer.etag(version)])
  }
}
