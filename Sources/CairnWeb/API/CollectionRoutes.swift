import CairnNotebook
import CairnText
import CairnWire
import CairnWork

extension RouteTable {
  private static let details: [Schema.Member] = [
    .optional("name", .text), .optional("icon", .text), .optional("description", .text),
    .optional("type", .text), .optional("template", .text),
  ]

  static let collectionRoutes: [Route] = [
    Route(
      .get, "/api/v1/collections", "List collections", .read,
      [.query("filled", .boolean, "Whether to leave out collections without captures.")],
      [(200, .json(.document(.required("collections", .array(.named("Collection"))))))]
    ) { call in
      let isFilled = try call.flag("filled")
      return try await call.work { .json(.collections($0.collectionTree(isFilled: isFilled))) }
    },
    Route(
      .post, "/api/v1/collections", "Create a collection", .write,
      body: .json(.object([.required("path", .text)] + details)),
      [(201, .json(.named("Change")))], errors: [409], repetition: .report
    ) { call in
      let (path, details) = try RequestReader.read(call.json) { reader throws(Diagnostic) in
        (try reader.text("path"), try CollectionDetails(&reader))
      }
      return try await call.work { work in
        .json(
          .changes(try work.createCollection(path, details, withPage: true, .write), for: .program),
          201)
      }
    },
    Route(
      .post, "/api/v1/collections/defaults", "Create a set of common collections", .write,
      body: .json(.object([]), isOptional: true), [(200, .json(.named("Change")))]
    ) { call in
      try RequestReader.read(call.json) { _ in }
      return try await call.work {
        .json(.changes(try $0.notebook.createDefaultCollections(.write), for: .program))
      }
    },
    Route(
      .get, "/api/v1/collections/{path}", "Read a collection", .read,
      [(200, .json(.document(.required("collection", .named("Collection")))))]
    ) { call in
      try await call.work { work in
        .json(.collection(try work.collection(named: call.name("path"), in: work.catalog())))
      }
    },
    Route(
      .patch, "/api/v1/collections/{path}",
      "Move a collection, or change its name, icon and description", .write,
      body: .json(
        .object([.optional("path", .text), .optional("create", .boolean)] + details)),
      [(200, .json(.named("Change")))], errors: [409]
    ) { call in
      var path: String?
      var creates = false
      let details = try RequestReader.read(call.json) { reader throws(Diagnostic) in
        try reader.read("path", into: &path)
        try reader.read("create", into: &creates)
        return try CollectionDetails(&reader)
      }
      return try await call.work { [path, creates] work in
        let name = call.name("path")
        guard let path else {
          return .json(.changes(try work.describeCollection(name, details, .write), for: .program))
        }
        guard details.isEmpty || details == CollectionDetails(name: details.name) else {
          throw ErrorAnswer(
            422, "request-fields-conflict", "`path` can only be combined with `name`")
        }
        let request = CollectionRenameRequest(
          name, path: path, name: details.name, creates: creates)
        return .json(
          .changes(try work.apply(try work.plan(request), of: request, .write), for: .program))
      }
    },
    Route(
      .delete, "/api/v1/collections/{path}", "Move a collection to the trash", .write,
      [(200, .json(.named("Change")))]
    ) { call in
      try await call.work { work in
        let name = try work.collection(named: call.name("path"), in: work.catalog()).name
        let plan = try work.planToRemoveCollection(call.name("path"))
        var report = try work.removeCollection(plan)
        if let remark = plan.remark {
          let warning = Diagnostic(.warning, "files-still-used", String(remark.dropLast()))
          report.warnings.append(warning)
          call.remarks.note(.warning(warning))
        }
        call.remarks.sentence = "Removed “\(name)” with \(plan.total.of("capture"))."
        return .json(.changes(report, for: .program))
      }
    },
  ]
}

extension CollectionDetails {
  /// Reads the fields `name`, `icon`, `description`, `type` and `template`.
  init(_ reader: inout RequestReader) throws(Diagnostic) {
    self.init()
    try reader.read("name", into: &name)
    try reader.read("icon", into: &icon)
    try reader.read("description", into: &description)
    try reader.read("type", into: &defaultType)
    try reader.read("template", into: &template)
  }
}
