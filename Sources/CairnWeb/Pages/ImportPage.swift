import CairnFiles
import CairnJSON
import CairnNotebook
import CairnText
import CairnWire
import CairnWork

extension RouteTable {
  static let importPageRoutes: [Route] = [
    page("/import", "Show the form that imports notes") { _, _ in
      var page = WebPage("import", "Import", section: "import")
      page.values = [
        "sources": .array(
          Workspace.importSources.map { ["name": .string($0.name), "title": .string($0.title)] })
      ]
      return page
    },
    page("/import/{upload}", "Show the plan of an import", errors: [404]) { call, work in
      guard let upload = call.app.uploads[call.name("upload")] else { throw Call.unknownUpload }
      let plan = try work.plan(upload.request)
      var page = importPage(upload, try work.apply(plan, .dryRun), .dryRun)
      page.values = page.values.with(["isPossible": .boolean(plan.question != nil)])
      return page
    },
    page(
      "/import/{upload}/result", "Show the result of an import", errors: [404]
    ) { call, work in
      guard let upload = call.app.uploads[call.name("upload")], let result = upload.result else {
        throw Call.unknownUpload
      }
      let operation = try result.report.operation.map {
        try work.operation($0, in: work.operations())
      }
      var page = importPage(upload, result, .write)
      page.values = page.values.with([
        "isDone": true, "isUndone": .boolean(operation?.isUndone ?? false),
      ])
      return page
    },
  ]

  /// The maximum number of skipped items on a page.
  private static let mostSkipped = 200

  /// Returns the page that shows the result of an import or, in a dry run, its plan.
  private static func importPage(
    _ upload: ImportUpload, _ result: ImportResult, _ mode: Mode
  ) -> WebPage {
    var page = WebPage("import-plan", "Import", section: "import")
    let document = JSONDocument.imported(result, for: .program).value
    let skipped = document["skipped"]?.elements ?? []
    page.values = document.with([
      "upload": .string(upload.key), "file": .string(upload.request.path),
      "summary": .string(result.summary(mode)),
      "skipped": .array(Array(skipped.prefix(mostSkipped))),
      "moreSkipped": .integer(max(0, skipped.count - mostSkipped)),
      "advice": JSONValue(sentences: result.suggestions),
    ])
    return page
  }
}
