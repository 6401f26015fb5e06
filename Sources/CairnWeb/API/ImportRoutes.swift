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
      let (request, isKept, mode) = try call.importRequest()
      return try await call.work { work in
        let result = try work.apply(try work.plan(request), mode)
        let upload = ImportUpload(request: request, result: mode == .write ? result : nil)
        if isKept { call.app.uploads.keep([(upload.key, upload)]) }
        return .json(
          JSONDocument.imported(result, for: .program).value
            .with(["upload": JSONValue(isKept ? upload.key : nil)]))
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
      ], [(200, .bytes("*/*"))]
    ) { call in
      let request = try call.exportRequest()
      return try await call.work { work in
        try await work.prepare(request.selection.words)
        let plan = try work.plan(request)
        var bytes: [UInt8] = []
        _ = work.write(plan) { bytes += $0 }
        return Answer(
          200,
          [
            ("content-type", plan.format.mediaType),
            (
              "content-disposition",
              "attachment; filename=\"cairn-export.\(plan.format.fileEnding)\""
            ),
          ], .bytes(bytes))
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

/// A file to import that the server remembers, so that a client can first see the plan and then
/// import the file without sending it again.
struct ImportUpload: Sendable {
  let request: ImportRequest
  /// The result of the import; nil before the import.
  let result: ImportResult?

  /// The key by which a client names the file. It depends on the file and on the request.
  var key: String {
    let parts = [request.source, request.collection].map { $0 ?? "" } + request.mapping
    let file = Checksum.digits(of: request.upload?.bytes ?? [])
    return Checksum.digits(of: Array(([file, request.path] + parts).joined(separator: "\0").utf8))
  }
}

extension Call {
  static let unknownUpload = ErrorAnswer(
    404, "upload-unknown", "the server no longer has this file; send it again")

  /// Returns the import that the body of this call requests, whether the server should remember the
  /// file, and whether to write.
  ///
  /// Throws an ``ErrorAnswer`` if the body contains no file, or several files.
  fileprivate func importRequest() throws -> (request: ImportRequest, isKept: Bool, mode: Mode) {
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
      guard let upload = app.uploads[key] else { throw Self.unknownUpload }
      request = upload.request
    } else {
      throw ErrorAnswer(
        422, "file-missing", "send a form with the export in the field `file`, or pass `upload`")
    }
    request.source = source ?? request.source
    request.collection = collection ?? request.collection
    if !mapping.isEmpty { request.mapping = mapping.map { "\($0.key)=\($0.value)" } }
    return (request, isDryRun || key != nil, isDryRun ? .dryRun : .write)
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
