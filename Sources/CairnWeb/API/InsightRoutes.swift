import CairnHost
import CairnInsight
import CairnJSON
import CairnNotebook
import CairnText
import CairnWire
import CairnWork

extension RouteTable {
  static let insightRoutes: [Route] = [
    Route(
      .get, "/api/v1/overview", "Read what matters today", .read,
      [(200, .json(.document(isOpen: true)))]
    ) { call in
      try await call.work { .json(.overview(try $0.overview(limit: nil), $0.clock)) }
    },
    Route(
      .post, "/api/v1/brief", "Save today's briefing", .write,
      body: .json(.object([.optional("provider", .text)]), isOptional: true),
      [(200, .json(.named("Added")))]
    ) { call in
      var provider: String?
      try RequestReader.read(call.json) { reader throws(Diagnostic) in
        try reader.read("provider", into: &provider)
      }
      let choice = provider.map(ProviderChoice.named) ?? .ofSettings
      return try await call.work { work in
        var plan = try work.planBriefing()
        try await work.summarize(&plan, choice, .write)
        return .json(.briefing(plan, try work.apply(plan, .write).worded(for: .program)))
      }
    },
    Route(
      .get, "/api/v1/ask", "Find passages that answer a question", .read,
      [
        Route.Parameter(
          name: "question", place: .query, schema: .text, isRequired: true,
          summary: "The question to answer."),
        .query("limit", .integer(0...100), "The maximum number of passages (default: 5)."),
      ], [(200, .json(.document(isOpen: true)))], errors: [422]
    ) { call in
      let limit = try call.number("limit", 0...100) ?? 5
      let question = try call.required("question")
      // Do not ask a provider here: that would cost money and send text away, so a person must
      // request it.
      let request = AskRequest(question, limit: limit, .none)
      return try await call.work { .json(.answers(try await $0.ask(request), $0.clock)) }
    },
    Route(
      .get, "/api/v1/circles", "List circles of related captures", .read,
      [
        .query("capture", "Return only the circle that contains this capture."),
        .query("limit", .integer(0...500), "The maximum number of circles (default: 20)."),
      ], [(200, .json(.document(isOpen: true)))], errors: [404, 422]
    ) { call in
      let limit = try call.number("limit", 0...500) ?? 20
      return try await call.work { work in
        .json(.circles(try work.circles(with: call.query["capture"]), limit: limit))
      }
    },
    Route(
      .get, "/api/v1/stats", "Count captures", .read,
      [
        .query("query", "A query (docs/query.md)."),
        .query("since", "The start of the period, such as 2026-11."),
        .query("until", "The end of the period, such as 2026-11."),
      ], [(200, .json(.document(isOpen: true)))], errors: [422]
    ) { call in
      let request = StatisticsRequest(
        SelectRequest(call.queryWords), since: call.query["since"],
        until: call.query["until"])
      return try await call.work { .json(.statistics(try $0.statistics(request))) }
    },
    Route(
      .post, "/api/v1/classify", "Detect the type of text; saves nothing", .read,
      body: .json(.object([.required("text", .text)])),
      [(200, .json(.named("Classification")))]
    ) { call in
      let text = try call.text()
      return try await call.work { work in
        var classifier = try work.classifier(.none)
        return .json(.classification(try await classifier.classify(text), by: classifier))
      }
    },
    Route(
      .post, "/api/v1/split", "Split text into parts; saves nothing", .read,
      body: .json(.object([.required("text", .text)])),
      [(200, .json(.document(isOpen: true)))]
    ) { call in
      let text = try call.text()
      return try await call.work { work in
        var splitter = try work.splitter(.none)
        let (pieces, asked) = try await splitter.pieces(of: text)
        return .json(.pieces(pieces, asked, by: splitter, work.timeReader))
      }
    },
    Route(
      .post, "/api/v1/digest", "Make a digest", .read,
      body: .json(
        .object([
          .optional("query", .either([.text, .array(.text)])), .optional("sort", .text),
          .optional("limit", .integer()),
          .optional("format", .choice(DigestRequest.Format.allCases.map(\.rawValue))),
          .optional("group_by", .text), .optional("since", .text), .optional("until", .text),
          .optional("dates", .text), .optional("date", .text), .optional("title", .text),
          .optional("template", .text), .optional("theme", .text), .optional("scheme", .text),
          .optional("contents", .boolean), .optional("bodies", .boolean),
          .optional("sources", .boolean), .optional("charts", .text),
          .optional("include_private", .boolean),
        ])),
      [
        (200, .bytes("text/html")), (200, .bytes("text/markdown")), (200, .bytes("text/plain")),
        (200, .json(.any)),
      ]
    ) { call in
      let request = try DigestRequest(json: call.json)
      return try await call.work { work in
        try await .digest(request, work)
      }
    },
    Route(
      .get, "/api/v1/events",
      "Receive an event for each change to a capture (server-sent events)", .read,
      [(200, .bytes("text/event-stream"))]
    ) { call in
      let settings = call.app.settings
      let changes = try await call.app.host.changes(of: settings.root, settings.context())
      let stream = call.app.events.open { send in
        send(Array("retry: 2000\n: ready\n\n".utf8))
        var generation: Int?
        for await change in changes {
          // End the stream of a client that missed changes. The client then connects again, and
          // reads everything.
          if let generation, change.generation != generation + 1 { return }
          generation = change.generation
          send(change.events)
        }
      }
      guard let stream else { throw Gate.tooMany(5) }
      return stream
    },
    Route(
      .get, "/api/v1/openapi.json", "Read the OpenAPI description", .read, [(200, .json(.any))]
    ) { call in
      .json(OpenAPI.document(call.app.table))
    },
  ]
}

extension NotebookChange {
  /// The change as server-sent events (HTML Standard §9.2.6), with one event for each file. A
  /// renamed file has two events: one for its old path and one for its new path.
  fileprivate var events: [UInt8] {
    let all =
      (removed + renamed.map(\.from)).map { ("removed", $0) }
      + (created + renamed.map(\.to)).map { ("added", $0) } + changed.map { ("changed", $0) }
    return all.flatMap { change, path in
      let data: JSONValue = [
        "schema": 1, "change": .string(change), "path": JSONValue(bytes: path.bytes),
      ]
      return Array("event: capture\ndata: \(data)\n\n".utf8)
    }
  }
}

/// The headers of an answer that contains a digest. A digest in HTML is a complete page with its
/// own styles.
enum DigestHeaders {
  static func headers(
    _ format: DigestRequest.Format?
  ) -> [(name: String, value: String)] {
    switch format {
    case .json: [("content-type", "application/json")]
    case .html:
      [
        ("content-type", "text/html; charset=utf-8"),
        (
          "content-security-policy",
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
        ),
      ]
    case .text: [("content-type", "text/plain; charset=utf-8")]
    case nil, .markdown: [("content-type", "text/markdown; charset=utf-8")]
    }
  }
}

extension Call {
  /// Returns the text in the body `{"text": "…"}`.
  ///
  /// Throws an ``ErrorAnswer`` if the text is empty.
  func text() throws -> String {
    let text = try RequestReader.read(json) { reader throws(Diagnostic) in
      try reader.text("text")
    }
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw ErrorAnswer(422, "text-empty", "`text`: the text is empty")
    }
    return text
  }
}
