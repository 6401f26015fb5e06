import CairnJSON
import CairnNotebook
import CairnQuery
import CairnText
import CairnWire
import CairnWork

extension RouteTable {
  static let notebookRoutes: [Route] = [
    Route(
      .get, "/api/v1/me", "Read the permissions of the token and the UUID of the user", .read,
      [(200, .json(.document(.required("user_id", .nullable(.string(format: "uuid"))))))]
    ) { call in
      try await call.work { .json(["schema": 1, "user_id": JSONValue($0.userID)]) }
    },
    Route(
      .get, "/api/v1/tags", "List tags", .read,
      [
        .query("query", "A query (docs/query.md)."),
        .query("sort", .choice(TagCount.Order.allCases.map(\.rawValue)), "The order of the tags."),
      ],
      [
        (
          200,
          .json(
            .document(
              .required(
                "tags",
                .array(
                  .object([
                    .required("name", .text), .required("count", .integer()),
                    .required("total", .integer()),
                  ])))))
        )
      ]
    ) { call in
      guard let order = TagCount.Order(rawValue: call.query["sort"] ?? "count") else {
        throw ErrorAnswer(400, "parameter-invalid", "`sort`: expected count or name")
      }
      let request = SelectRequest(call.query["query"].map { [$0] } ?? [])
      return try await call.work { .json(.tags(try $0.tags(request, by: order))) }
    },
    Route(
      .patch, "/api/v1/tags/{name}", "Rename a tag, and the tags nested in it", .write,
      body: .json(.object([.required("name", .text), .optional("query", .text)])),
      [(200, .json(.named("Change")))]
    ) { call in
      var query: String?
      let new = try RequestReader.read(call.json) { reader throws(Diagnostic) in
        try reader.read("query", into: &query)
        return try reader.text("name")
      }
      return try await call.work { [query] work in
        let selection = SelectRequest(query.map { [$0] } ?? [])
        let rename = TagRenameRequest(selection, from: call.name("name"), to: new)
        let result = try work.apply(try work.plan(rename), .write)
        var report = result.report
        report.warnings += result.notes.map { Diagnostic(.warning, "tag-remains", $0) }
        return .json(.changes(report, for: .program))
      }
    },
    Route(
      .get, "/api/v1/people", "List people", .read,
      [
        (
          200,
          .json(
            .document(
              .required(
                "people",
                .array(.object([.required("name", .text), .required("count", .integer())])))))
        )
      ]
    ) { call in
      try await call.work { .json(.people(try $0.people())) }
    },
    Route(
      .get, "/api/v1/views", "List saved views", .read, [(200, .json(views))]
    ) { call in
      try await call.work { .json(.views($0.views.all)) }
    },
    Route(
      .put, "/api/v1/views/{name}", "Save a view", .write,
      body: .json(.object([.required("query", .text), .optional("sort", .text)])),
      [(200, .json(.named("Change")))]
    ) { call in
      let (query, sort) = try RequestReader.read(call.json) { reader throws(Diagnostic) in
        var sort: String?
        try reader.read("sort", into: &sort)
        return (try reader.text("query"), sort)
      }
      return try await call.work { work in
        let saved = try work.saveView(
          call.name("name"), [query], sort: sort, isUser: false, .write)
        return .json(.changes(saved.report, for: .program))
      }
    },
    Route(
      .delete, "/api/v1/views/{name}", "Remove a view", .write,
      [(200, .json(.named("Change")))]
    ) { call in
      try await call.work { work in
        .json(
          .changes(
            try work.removeView(call.name("name"), isUser: false, .write).report, for: .program))
      }
    },
    Route(
      .get, "/api/v1/settings", "List the settings that a client may change", .read,
      [(200, .json(.document(.required("settings", .array(.object([], isOpen: true))))))]
    ) { call in
      try await call.work { work in
        .json(.settings(try openSettings.map(Settings.key), of: work.notebook.settings))
      }
    },
    Route(
      .patch, "/api/v1/settings", "Change settings of the web pages", .write,
      body: .json(.object(openSettings.map { .optional($0, .nullable(.text)) })),
      [(200, .json(.named("Change")))]
    ) { call in
      let values = try RequestReader.read(call.json) { reader throws(Diagnostic) in
        try openSettings.map { name throws(Diagnostic) in
          var value: String?
          try reader.read(name, into: &value)
          return (name, value)
        }
      }
      return try await call.work { work in
        var report = ChangeReport()
        for (name, value) in values where value != nil {
          report = try work.set(try Settings.key(name), to: value, isUser: false, .write).report
        }
        return .json(.changes(report, for: .program))
      }
    },
  ]

  /// The settings that clients are allowed to change. None of these settings contains a program, an
  /// address or a path.
  private static let openSettings = [
    "web.theme", "web.scheme", "web.view", "web.page_size", "list.sort", "digest.theme",
    "digest.scheme",
  ]

  private static let views = Schema.document(
    .required(
      "views",
      .array(
        .object([
          .required("name", .text), .required("query", .text), .required("origin", .text),
        ]))))
}
