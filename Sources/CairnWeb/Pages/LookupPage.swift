import CairnCapture
import CairnJSON
import CairnNotebook
import CairnProvider
import CairnText
import CairnWork

extension RouteTable {
  static let lookupPageRoutes: [Route] = [
    page(
      "/lookup", "Look up books, movies and other works for an entry",
      [
        .query("query", "The title to look up."),
        .query("kind", "The kind of work to find, such as book."),
        .query("in", "The collection of the new entry."),
        .query("capture", "The existing entry to fill; without it, the page adds a new entry."),
      ], errors: [404, 422, 502]
    ) { call, work in try await lookupPage(call, work) }
  ]

  /// The kinds of works in the order in which the form shows them, each with its name. Leaves out
  /// `tv`, which means the same as `show`.
  static let lookupKinds: [(kind: LookupOption.Kind, name: String)] = [
    (.book, "Books"), (.movie, "Movies"), (.show, "Shows"), (.music, "Music"), (.game, "Games"),
  ]

  private static func lookupPage(_ call: Call, _ work: Workspace) async throws -> WebPage {
    var page = WebPage("lookup", "Look up", section: "lookup")
    let given = call.query.filter { !$0.value.isEmpty }
    // Without a `collection`, a work goes to the usual collection for its kind, or to the inbox if
    // it lacks a field that this collection requires.
    let isUsual = lookupKinds.contains { $0.kind.collection == given["in"] }
    var values: JSONValue = [
      "in": JSONValue(given["in"]), "collection": JSONValue(isUsual ? nil : given["in"]),
    ]
    var (query, setUp, problem) = (given["query"], JSONValue.null, JSONValue.null)
    do {
      let entry = try given["capture"].map(work.captureToFill)
      let folder = entry.map { $0.capture.collection.name } ?? given["in"]
      let kind =
        try given["kind"].map { try LookupOption.Kind(word: $0, in: "kind") }
        // An empty `kind` means that the person chose all kinds in the form.
        ?? (call.query["kind"] == nil
          ? lookupKinds.first { $0.kind.collection == folder }?.kind : nil)
      query = query ?? entry?.query
      values = values.with([
        "entry": entry.map { JSONValue(entryToFill: $0.capture) } ?? .null,
        "kinds": .array(
          lookupKinds.map { shown in
            [
              "value": .string(shown.kind.rawValue), "name": .string(shown.name),
              "isChosen": .boolean(shown.kind == kind),
            ]
          }),
      ])
      do throws(Refusal) {
        try work.checkLookup()
      } catch {
        setUp = JSONValue(sentence: error.message)
      }
      if let query, setUp == .null {
        values = values.with(try await works(query, kind, call, work))
      }
    } catch {
      let answer = ErrorAnswer(error)
      page.status = answer.status
      problem = JSONValue(sentence: answer.diagnostic.message)
    }
    page.values = values.with(["query": JSONValue(query), "setUp": setUp, "problem": problem])
    return page
  }

  /// Looks up works, and returns the template values with which the page shows the works.
  private static func works(
    _ query: String, _ kind: LookupOption.Kind?, _ call: Call, _ work: Workspace
  ) async throws -> JSONValue {
    let options = try await work.lookUp(query, kind)
    let works = zip(call.app.works.remember(options).elements ?? [], options).map {
      $0.with([
        "summary": .string($1.summary), "hasCover": .boolean(!$1.pictures.isEmpty),
      ])
    }
    return [
      "isAnswered": true, "total": .integer(works.count), "works": .array(works),
      "remarks": JSONValue(sentences: call.remarks.all),
    ]
  }
}

// MARK: - Programs and services

extension JSONValue {
  /// Creates the values that the page uses to name the entry to fill.
  fileprivate init(entryToFill capture: Capture) {
    self = [
      "id": JSONValue(capture.id), "path": .string(capture.path.description),
      "title": .string(capture.title),
    ]
  }

  /// Creates the values that pages use to name the programs and services in the user's settings.
  /// The value for a program or service that is not set there is null.
  init(programsOf work: Workspace) {
    let settings = work.notebook.settings
    func first(_ names: String...) -> String? {
      names.lazy.compactMap { settings[$0]?.text }.first { !$0.isEmpty }
    }
    let image = work.reader(of: .image)?.name
    let voice = work.reader(of: .voice)?.name
    let isLookupSet = (try? work.checkLookup()) != nil
    self = [
      "image": JSONValue(image), "voice": JSONValue(voice),
      "canRead": .boolean(image != nil || voice != nil),
      "lookup": JSONValue(isLookupSet ? first("lookup.use") ?? "your own program" : nil),
      "page": JSONValue(
        first("bookmark.fetch").map { $0 == "curl" ? $0 : "your own program" }),
    ]
  }
}
