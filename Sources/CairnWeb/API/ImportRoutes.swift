import CairnExport
import CairnJSON
import CairnNotebook
import CairnText
import CairnWire
import CairnWork

extension RouteTable {
  static let importRoutes: [Route] = [
    Route(
      .post, "/api/v1/import", "Import notes from another tool", .write,
      body: .jsonOrForm(
        .object([
          .optional("source", .choice(Workspace.importSources.map(\.name))),
          .optional("collection", .text),
          .optional("map", .map(.either([.text, .array(.text)]))), .optional("dry_run", .boolean),
          .optional("upload", .text),
        ])), [(200, .json(imported))], errors: [404]
    ) { call in
      let (request, key, mode) = try call.importRequest()
      return try await call.work { work in
        let result = try work.apply(try work.plan(request), mode)
        var upload: ImportUpload?
        if key != nil || mode == .dryRun {
          let kept = ImportUpload(request, result, mode)
          // The request may name another collection than the plan did; its key then differs too.
          if let key, mode == .write { call.app.uploads.forget(key) }
          call.app.uploads.keep([(kept.key, kept)])
          upload = kept
        }
        return .json(
          JSONDocument.imported(result, for: .program).value
            .with(["upload": JSONValue(upload?.key)]))
      }
    },
    Route(
      .get, "/api/v1/export", "Export captures in the format of another tool", .read,
      [
        Route.Parameter(
          name: "format", place: .query, schema: .choice(ExportFormat.allCases.map(\.rawValue)),
          isRequired: true, summary: "The format of the file."),
        .query("query", "A query (docs/query.md)."),
        .query("sort", "Fields to sort by, such as -score,created."),
        .query("title", "The title of the file (default: the name of the notebook)."),
        .query("events", .boolean, "Whether a calendar contains events instead of to-dos."),
      ], [(200, .bytes("*/*"))], errors: [404, 413]
    ) { call in
      let request = try call.exportRequest()
      let limit = call.app.settings.largestExport
      return try await call.work { work in
        try await work.prepare(request.selection.words)
        let plan = try work.plan(request)
        guard plan.count > 0 else {
          throw Refusal("nothing-found", "no captures match", .nothingFound)
        }
        guard let export = work.bytes(of: plan, limit: limit) else {
          throw Call.tooLargeExport(limit)
        }
        guard export.result.written > 0 else { throw Call.emptyExport(plan.format) }
        return Answer(
          200,
          [
            ("content-type", plan.format.mediaType),
            (
              "content-disposition",
              "attachment; filename=\"cairn-export.\(plan.format.fileEnding)\""
            ), ("cairn-left-out", String(export.result.unfit.count)),
            ("cairn-private", String(plan.leftOut)),
          ], .bytes(export.bytes))
      }
    },
  ]

  private static let imported = Schemas.change(
    .required("source", .text), .required("imported", .integer()),
    .required("updated", .integer()), .required("known", .integer()),
    .required(
      "collections",
      .array(.object([.required("path", .named("Text")), .required("count", .integer())]))),
    .required(
      "skipped", .array(.object([.required("item", .text), .required("reason", .text)]))),
    .required("incomplete", .boolean), .required("suggestions", .array(.text)),
    .required("upload", .nullable(.text)))
}

/// A file to import. The server remembers it between the plan and the import, so that the client
/// sends it only once. After the import, the server remembers only what the page with the result
/// shows.
struct ImportUpload: Sendable {
  /// The key by which a client names the file. It depends on the file and on the request.
  let key: String
  /// The name of the file.
  let name: String
  /// The request with the bytes of the file; nil after the import.
  let request: ImportRequest?
  /// The values with which a page shows the result of the import; nil before the import.
  let result: JSONValue?

  /// The maximum number of skipped items on a page.
  private static let mostSkipped = 200

  init(_ request: ImportRequest, _ result: ImportResult, _ mode: Mode) {
    let parts = [request.source, request.collection].map { $0 ?? "" } + request.mapping
    let file = Checksum.digits(of: request.upload?.bytes ?? [])
    key = Checksum.digits(of: Array(([file, request.path] + parts).joined(separator: "\0").utf8))
    name = request.path
    self.request = mode == .dryRun ? request : nil
    self.result = mode == .write ? Self.values(of: result, mode) : JSONValue?.none
  }

  /// Returns the values with which a page shows the result of an import or, in a dry run, its plan.
  static func values(of result: ImportResult, _ mode: Mode) -> JSONValue {
    let document = JSONDocument.imported(result, for: .program).value
    let skipped = document["skipped"]?.elements ?? []
    return [
      "source": .string(result.source), "operation": JSONValue(result.report.operation),
      "summary": .string(result.summary(mode)), "incomplete": .boolean(result.isIncomplete),
      "collections": document["collections"] ?? .array([]),
      "skipped": .array(Array(skipped.prefix(mostSkipped))),
      "moreSkipped": .integer(max(0, skipped.count - mostSkipped)),
      "advice": JSONValue(sentences: result.suggestions),
    ]
  }
}

extension Call {
  static let unknownUpload = ErrorAnswer(
    404, "upload-unknown", "the server no longer has this file; send it again")

  /// Returns the error for an export that is larger than `limit` bytes. A page shows the message to
  /// a person, so the message also suggests the command `cairn export`.
  fileprivate static func tooLargeExport(_ limit: Int) -> ErrorAnswer {
    ErrorAnswer(
      413, "export-too-large",
      "the export is larger than \(limit >> 20) MiB; choose fewer captures with a query, or run "
        + "`cairn export -o FILE` on the computer that runs Cairn")
  }

  /// Returns the error for an export in a format that can contain none of the chosen captures.
  fileprivate static func emptyExport(_ format: ExportFormat) -> Refusal {
    let kind = format.restriction.map { ", which contains only \($0)" } ?? ""
    return Refusal(
      "nothing-found", "no captures fit the format \(format.rawValue)\(kind)", .nothingFound)
  }

  /// Returns the import that the body of this call requests, and whether to write or only to plan.
  /// The key names a file that the server remembers from an earlier call; nil if the body contains
  /// no key.
  ///
  /// Throws an ``ErrorAnswer`` if the body contains several files, or neither a file nor a key of a
  /// remembered file.
  fileprivate func importRequest() throws -> (request: ImportRequest, key: String?, mode: Mode) {
    var (source, collection, key): (String?, String?, String?)
    var isDryRun = false
    let mapping = try RequestReader.read(json) { reader throws(Diagnostic) in
      try reader.read("source", into: &source)
      try reader.read("collection", into: &collection)
      try reader.read("upload", into: &key)
      try reader.read("dry_run", into: &isDryRun)
      // A form sends an empty text for each field that the person left empty.
      return try reader.typedFields("map").filter { !$0.value.isEmpty }
    }
    let files = try files()
    guard files.count < 2 else {
      throw ErrorAnswer(400, "form-invalid", "the form has several files; send one at a time")
    }
    var request: ImportRequest
    if let file = files.first {
      request = ImportRequest(file)
    } else if let key {
      guard let kept = app.uploads[key]?.request else { throw Self.unknownUpload }
      request = kept
    } else {
      throw ErrorAnswer(
        422, "file-missing", "send a form with the export in the field `file`, or pass `upload`")
    }
    request.source = source ?? request.source
    request.collection = collection ?? request.collection
    if !mapping.isEmpty { request.mapping = mapping.map { "\($0.key)=\($0.value)" } }
    return (request, key, isDryRun ? .dryRun : .write)
  }

  /// Returns the export that the parameters of this call request.
  ///
  /// Throws an ``ErrorAnswer`` if the format is missing or unknown.
  fileprivate func exportRequest() throws -> ExportRequest {
    guard let format = ExportFormat(rawValue: try required("format")) else {
      let names = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw ErrorAnswer(400, "parameter-invalid", "`format`: expected one of \(names)")
    }
    let given = query.filter { !$0.value.isEmpty }
    var request = ExportRequest(SelectRequest(given["query"].map { [$0] } ?? []))
    request.selection.sort = given["sort"]
    (request.format, request.title) = (format, given["title"])
    request.makesEvents = try flag("events")
    return request
  }
}
