import CairnFiles
import CairnJSON
import CairnNotebook
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
      guard let upload = call.app.uploads[call.name("upload")], let request = upload.request else {
        throw Call.unknownUpload
      }
      let plan = try work.plan(request)
      let values = ImportUpload.values(of: try work.apply(plan, .dryRun), .dryRun)
      return importPage(upload, values.with(["isPossible": .boolean(plan.question != nil)]))
    },
    page(
      "/import/{upload}/result", "Show the result of an import", errors: [404]
    ) { call, work in
      guard let upload = call.app.uploads[call.name("upload")], let result = upload.result else {
        throw Call.unknownUpload
      }
      let id = result["operation"]?.text
      let operation = try id.map { try work.operation($0, in: work.operations()) }
      let isUndone = operation?.isUndone ?? false
      return importPage(
        upload, result.with(["isDone": true, "isUndone": .boolean(isUndone)]))
    },
  ]

  /// Returns the page that shows these values of an import.
  private static func importPage(_ upload: ImportUpload, _ values: JSONValue) -> WebPage {
    var page = WebPage("import-plan", "Import", section: "import")
    page.values = values.with(["upload": .string(upload.key), "file": .string(upload.name)])
    return page
  }
}
