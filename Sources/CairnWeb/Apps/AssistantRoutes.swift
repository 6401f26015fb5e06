import CairnCapture
import CairnDigest
import CairnInsight
import CairnJSON
import CairnNotebook
import CairnQuery
import CairnText
import CairnWire
import CairnWork

extension RouteTable {
  private static let categories = ["ACTION", "IDEA", "FACT", "PERSON"]

  private static let captureResponse = Schema.object([
    .required("routed_to", .choice(["action", "idea", "fact", "person", "clarification"])),
    .required("summary", .text), .required("confidence", .number),
    .required("record_id", .nullable(.string(format: "uuid"))),
    .required("needs_clarification", .boolean),
    .required("clarification_message", .nullable(.text)),
  ])

  private static let actionList = Schema.object([
    .required("actions", .array(.named("Action"))), .required("count", .integer()),
    .required("totals", .named("ActionCounts")),
  ])

  /// The answer to a repeated request to add text.
  private static let repeated = Repetition.capture { call, work, capture in
    let user = call.json["user_id"]?.text ?? ""
    return .json(work.captureResponse(capture, user: user))
  }

  /// The routes for adding text, and for actions.
  static let assistantRoutes: [Route] =
    [
      Route(
        .post, "/v1/capture", "Add text and detect its category", .capture,
        body: .json(.object([.required("user_id", .text), .required("content", .text)])),
        [(200, .json(captureResponse))], errors: [404], repetition: repeated
      ) { call in
        let (user, content) = try call.userAndContent()
        return try await call.work { work in
          try work.checkUser(user, .write)
          try call.check(content, work)
          var request = AddRequest(.plain(content))
          request.provider = .none
          let result = try await work.add(request)
          return .json(try work.captureResponse(result, user: user))
        }
      },
      Route(
        .post, "/v1/capture/force", "Add text with a given category", .capture,
        body: .json(
          .object([
            .required("user_id", .text), .required("content", .text),
            .required("category", .choice(categories)),
          ])), [(200, .json(captureResponse))], errors: [404], repetition: repeated
      ) { call in
        var category: Category?
        let (user, content) = try call.userAndContent { reader throws(Diagnostic) in
          try reader.read("category", into: &category)
        }
        guard let type = category?.rawValue.lowercased() else {
          throw ErrorAnswer(
            400, "request-field-missing", "`category`: required field is missing")
        }
        return try await call.work { work in
          try work.checkUser(user, .write)
          try call.check(content, work)
          let capture = try await work.settleOrAdd(content, as: type)
          return .json(work.captureResponse(capture, type: type, confidence: 1, user: user))
        }
      },
      Route(
        .post, "/v1/capture/classify", "Detect the category of text; saves nothing", .read,
        body: .json(.object([.required("content", .text)])),
        [
          (
            200,
            .json(
              .object([
                .required("category", .choice(categories)), .required("summary", .text),
                .required("person_name", .nullable(.text)), .required("confidence", .number),
              ]))
          )
        ]
      ) { call in
        let content = try RequestReader.read(call.json) { reader throws(Diagnostic) in
          try reader.text("content")
        }
        return try await call.work { work in
          try call.check(content, work)
          var classifier = try work.classifier(.none)
          let classified = try await classifier.classify(content)
          let kind = classified.found.kind ?? .idea
          return .json([
            "category": .string(kind.rawValue.uppercased()),
            "summary": .string(classified.summary ?? content.trimmingCharactersAtEnds),
            "person_name": JSONValue(classified.found.person),
            "confidence": .number((classified.found.confidence * 1000).rounded() / 1000),
          ])
        }
      },
      Route(
        .get, "/v1/actions/{user_id}", "List actions", .read,
        [
          .query(
            "status", .choice(["open", "done", "cancelled"]),
            "The status of the actions: open, done or cancelled.")
        ],
        [(200, .json(actionList))]
      ) { call in
        guard let status = call.query["status"] else { return try await call.actions(nil) }
        guard let outcome = ActionOutcome(rawValue: status) else {
          throw ErrorAnswer(
            400, "parameter-invalid", "`status`: expected open, done or cancelled")
        }
        return try await call.actions(outcome)
      },
      Route(
        .get, "/v1/actions/{user_id}/open", "List open actions", .read,
        [(200, .json(actionList))]
      ) { try await $0.actions(.open) },
      Route(
        .get, "/v1/actions/{user_id}/counts", "Count actions", .read,
        [(200, .json(.named("ActionCounts")))]
      ) { call in
        try await call.work { work in
          try work.checkUser(call.name("user_id"), .dryRun)
          return .json(AppShapes.counts(try work.actions(SelectRequest(), all: true)))
        }
      },
      Route(
        .post, "/v1/actions/{user_id}", "Add an action", .capture,
        body: .json(
          .object([
            .required("content", .text), .optional("summary", .nullable(.text)),
            .optional("person_id", .nullable(.text)),
            .optional("source", .choice(ActionSource.allCases.map(\.rawValue))),
          ])), [(201, .json(.named("Action")))], repetition: .shape { $0.action($1) }
      ) { call in
        var (summary, person, source): (String?, String?, ActionSource?)
        let content = try RequestReader.read(call.json) { reader throws(Diagnostic) in
          try reader.read("summary", into: &summary)
          try reader.read("person_id", into: &person)
          try reader.read("source", into: &source)
          return try reader.text("content")
        }
        return try await call.work { [summary, person, source] work in
          try work.checkUser(call.name("user_id"), .write)
          try call.check(content, work)
          var request = AddRequest(.plain(content))
          (request.type, request.title, request.provider) = ("action", summary, .none)
          if let source, source != .capture { request.fields = ["source=\(source.rawValue)"] }
          if let person {
            let card = try call.capture(CaptureNumber(uuid: person), work)
            request.fields.append("person=\(card.wikilink)")
          }
          return .json(AppShapes(work).action(try await call.add(request, work)), 201)
        }
      },
    ]
    + [("done", ActionOutcome.done), ("cancel", .cancelled), ("reopen", .open)].map {
      verb, outcome in
      Route(
        .patch, PathPattern(stringLiteral: "/v1/actions/{user_id}/action/{id}/\(verb)"),
        "Set an action to \(outcome.rawValue)", .write,
        body: .json(.object([]), isOptional: true), [(200, .json(.named("Action")))]
      ) { call in
        try await call.work { work in
          try work.checkUser(call.name("user_id"), .write)
          let capture = try call.capture(call.uuid(in: "id"), work)
          _ = try work.settleAction("\(capture.path)", as: outcome)
          return .json(AppShapes(work).action(try work.notebook.capture(at: capture.path)))
        }
      }
    }

  /// The routes for briefings and the library.
  static let libraryRoutes: [Route] = [
    Route(
      .post, "/v1/sync/morning-briefing", "Save today's briefing", .write,
      body: .json(.object([.required("user_id", .text)])),
      [
        (
          200,
          .json(
            .object([
              .required("success", .boolean),
              .required("library_entry_id", .nullable(.string(format: "uuid"))),
              .required("title", .nullable(.text)),
            ]))
        )
      ], errors: [404]
    ) { call in
      let user = try RequestReader.read(call.json) { reader throws(Diagnostic) in
        try reader.text("user_id")
      }
      return try await call.work { work in
        try work.checkUser(user, .write)
        var plan = try work.planBriefing()
        try await work.summarize(&plan, .ofSettings, .write)
        let report = try work.apply(plan, .write)
        let path = report.changed.first?.path ?? report.unchanged.first
        let saved = try path.map { try work.notebook.capture(at: $0) }
        return .json([
          "success": .boolean(saved != nil),
          "library_entry_id": JSONValue(saved.map { AppShapes(work).uuid($0) }),
          "title": JSONValue(saved?.title),
        ])
      }
    },
    Route(
      .get, "/v1/library", "List library entries, such as briefings", .read,
      [
        Route.Parameter(
          name: "user_id", place: .query, schema: .text, isRequired: true,
          summary: "The user's UUID."),
        .query("entry_type", "The type of the library entries, such as briefing."),
        .query("limit", .integer(1...500), "The maximum number of library entries (default: 50)."),
      ],
      [
        (
          200,
          .json(
            .object([
              .required("entries", .array(.named("LibraryEntry"))), .required("count", .integer()),
            ]))
        )
      ], errors: [404, 422]
    ) { call in
      let user = try call.required("user_id")
      let limit = try call.number("limit", 1...500) ?? 50
      return try await call.work { work in
        try work.checkUser(user, .dryRun)
        var request = SelectRequest()
        request.limit = limit
        if let type = call.query["entry_type"] {
          guard type.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }) else {
            throw ErrorAnswer(
              400, "parameter-invalid", "`entry_type`: the value is not a valid type")
          }
          request.words = ["type:\(type)"]
        }
        let shapes = AppShapes(work, user: user)
        let entries = try work.select(request).captures.map(shapes.libraryEntry)
        return .json(["entries": .array(entries), "count": .integer(entries.count)])
      }
    },
  ]
}

/// The categories of captures in the assistant app.
private enum Category: String, CaseIterable {
  case action = "ACTION"
  case idea = "IDEA"
  case fact = "FACT"
  case person = "PERSON"
}

/// The values of an action's `source` in the assistant app.
private enum ActionSource: String, CaseIterable {
  case capture, conversation, briefing
}

extension Call {
  /// Returns the fields `user_id` and `content` of the request's body, and calls `body` to read
  /// further fields.
  fileprivate func userAndContent(
    _ body: (inout RequestReader) throws(Diagnostic) -> Void = { _ in }
  ) throws(Diagnostic) -> (user: String, content: String) {
    try RequestReader.read(json) { reader throws(Diagnostic) in
      let user = try reader.text("user_id")
      let content = try reader.text("content")
      try body(&reader)
      return (user, content)
    }
  }

  /// Returns the answer with the actions that have this outcome. If `outcome` is nil, the answer
  /// contains all actions.
  fileprivate func actions(_ outcome: ActionOutcome?) async throws -> Answer {
    let user = name("user_id")
    return try await work { work in
      try work.checkUser(user, .dryRun)
      let list = try work.actions(SelectRequest(), all: true)
      let shapes = AppShapes(work, user: user)
      let shown = list.actions.filter { outcome == nil || $0.outcome == outcome }
      return .json([
        "actions": .array(shown.map(shapes.action)), "count": .integer(shown.count),
        "totals": AppShapes.counts(list),
      ])
    }
  }
}

extension Workspace {
  /// Returns the JSON that answers a request that added text. The JSON contains the category, title
  /// and UUID of the new capture. `user` is the user's UUID in the request.
  ///
  /// Throws an ``ErrorAnswer`` if the report contains no new capture.
  fileprivate func captureResponse(_ result: AddResult, user: String) throws -> JSONValue {
    guard let path = result.report.changed.first?.path, let added = result.captures.first else {
      throw ErrorAnswer.internalError
    }
    let capture = try notebook.capture(at: path)
    return captureResponse(
      capture, type: capture.type, confidence: added.finding?.confidence ?? 1, user: user)
  }

  /// Returns the JSON that answers a repeated request to add text. The confidence in the JSON is
  /// the one that the capture records.
  fileprivate func captureResponse(_ capture: Capture, user: String) -> JSONValue {
    let words = capture.maker(of: "type")?.split(separator: " ") ?? []
    let confidence = words.last.flatMap { Double($0) } ?? (capture.type == nil ? 0 : 1)
    return captureResponse(capture, type: capture.type, confidence: confidence, user: user)
  }

  /// Returns the JSON that answers a request for a saved capture. If `type` is not one of the app's
  /// categories, the JSON asks for a category, although the capture is already saved.
  fileprivate func captureResponse(
    _ capture: Capture, type: String?, confidence: Double, user: String
  ) -> JSONValue {
    let known = type.flatMap { Category(rawValue: $0.uppercased()) }
    return [
      "routed_to": .string(known?.rawValue.lowercased() ?? "clarification"),
      "summary": .string(capture.title),
      "confidence": .number((confidence * 1000).rounded() / 1000),
      "record_id": .string(AppShapes(self, user: user).uuid(capture)),
      "needs_clarification": .boolean(known == nil),
      "clarification_message": known == nil ? "How should I categorize this?" : .null,
    ]
  }
}
