import CairnCapture
import CairnDigest
import CairnFiles
import CairnHost
import CairnJSON
import CairnNotebook
import CairnProvider
import CairnTemplates
import CairnText
import CairnWire
import CairnWork

extension RouteTable {
  /// The successful answer of a route that returns a page: the status 200 and HTML.
  static let pageAnswer: [(status: Int, form: Route.Form)] = [(200, .bytes("text/html"))]

  /// Creates the route of a page that only logged-in people can read.
  static func page(
    _ pattern: PathPattern, _ summary: String, _ parameters: [Route.Parameter] = [],
    errors: [Int] = [], _ page: @escaping @Sendable (Call, Workspace) async throws -> WebPage
  ) -> Route {
    Route(
      .get, pattern, summary, .read, parameters + [.done], pageAnswer, errors: errors
    ) { call in
      try await call.work { try call.page(try await page(call, $0), $0) }
    }
  }

  static let pageRoutes: [Route] = [
    Route(
      .get, "/", "Show what matters today, or how to log in", .nothing, [.done], pageAnswer
    ) { call in
      guard call.isLoggedIn else { return try call.plainPage(WebPage("welcome", "Cairn")) }
      return try await call.work { try call.page(try today($0), $0) }
    },
    Route(
      .get, "/start", "Log a browser in with a link that works only once", .nothing,
      [.query("token", "The token in the link.")],
      [(200, .bytes("text/html")), (303, .empty)], errors: [401]
    ) { call in
      guard let secret = call.query["token"] else {
        throw ErrorAnswer(401, "unauthorized", "run `cairn serve link` to log in")
      }
      try Gate.refuseOtherSites(call.headers)
      if let wait = call.app.lockout.wait(of: WebApp.startAddress) { throw Gate.tooMany(wait) }
      guard try await call.app.useStartToken(secret) else {
        call.app.lockout.noteFailure(of: WebApp.startAddress)
        throw ErrorAnswer(
          401, "unauthorized",
          "the link was already used, or is older than a minute; run `cairn serve link` again")
      }
      call.app.lockout.noteSuccess(of: WebApp.startAddress)
      return .seeOther("/welcome", [("set-cookie", call.app.newCookie())])
    },
    Route(
      .get, "/welcome", "Continue after logging in", .nothing, pageAnswer
    ) { call in
      // A browser sends the cookie only if the request comes from a page of this server. So the
      // login link must lead to this page, which then leads to the first page.
      var page = WebPage("continue", "Cairn")
      page.values = ["address": "/"]
      return try call.plainPage(page)
    },
    page(
      "/capture", "Show the form that adds a capture",
      [
        .query("text", "The initial text of the form."),
        .query("url", "The address of a page."), .query("title", "The title of the page."),
        .query("saved", "The capture to show below the form."),
      ]
    ) { call, work in try await capture(call, work) },
    page("/settings", "Show the settings of the pages") { _, work in
      var page = WebPage("settings", "Settings", section: "settings")
      let settings = work.notebook.settings
      page.values = [
        "themes": choices(
          ["gray", "blue", "orange", "yellow", "green", "indigo"], settings["web.theme"]?.text),
        "schemes": choices(["auto", "light", "dark"], settings["web.scheme"]?.text),
        "views": choices(["list", "grid"], settings["web.view"]?.text),
        "pageSize": JSONValue(settings["web.page_size"]?.text),
        "programs": JSONValue(programsOf: work),
      ]
      return page
    },
  ]

  /// Returns an array with an object for each of `words`, the choices of a setting. The object has
  /// two members: `value` is the choice, and `isChosen` says whether it is the current choice.
  static func choices(_ words: [String], _ chosen: String?) -> JSONValue {
    .array(words.map { ["value": .string($0), "isChosen": .boolean($0 == chosen)] })
  }
}

// MARK: - Today and Capture

extension RouteTable {
  /// The maximum number of captures below each heading on the pages Today and Capture.
  private static let mostOfToday = 12

  private static func today(_ work: Workspace) throws -> WebPage {
    var page = WebPage("today", "Today", section: "today")
    // Unclassified captures are shown separately, with a choice of types.
    let overview = try work.overview(limit: mostOfToday, hasUnclassified: false)
    page.values = [
      "parts": JSONValue(overview.agenda), "captures": .integer(overview.captures),
      "waiting": JSONDocument.waiting(try work.unclassified(limit: mostOfToday)).value,
      // If the settings do not use the provider for briefings, the page offers to ask it.
      "provider": work.providers(.ofSettings).isAsked(for: .brief)
        ? .null : JSONValue(work.notebook.settings["provider.use"]?.text),
    ]
    page.others["briefing"] = briefing(work)
    return page
  }

  /// Returns the template values for today's saved briefing; nil if there is none.
  private static func briefing(_ work: Workspace) -> (any TemplateValue)? {
    (try? work.keptBriefing()).map { work.pageScope(of: $0, .ofServer) }
  }

  private static func capture(_ call: Call, _ work: Workspace) async throws -> WebPage {
    var page = WebPage("capture", "Capture", section: "capture")
    let text = [call.query["title"], call.query["text"]].compactMap(\.self)
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
    let drafts = try work.drafts().filter(\.isCapture)
    page.values = [
      "text": .string(text), "url": JSONValue(call.query["url"]),
      "count": .integer(text.trimmedAsCapture.count),
      "most": .integer(
        work.notebook.settings.count("capture.max_characters") ?? 10_000),
      "actions": actions(
        try work.actionBoard(limit: mostOfToday, all: false, hasTasks: false), work.clock),
      "drafts": JSONDocument.drafts(drafts, of: work).value["drafts"] ?? .null,
      "saved": try await saved(call, work), "programs": JSONValue(programsOf: work),
    ]
    page.others["briefing"] = briefing(work)
    return page
  }

  /// Returns the template values for the first open actions, and whether there are more.
  private static func actions(_ board: ActionBoard, _ clock: LocalClock) -> JSONValue {
    let listed = board.list.prefix(mostOfToday)
    return JSONDocument.actions(listed, clock).value.with([
      "isCut": .boolean(listed.actions.count < board.list.counts.open)
    ])
  }

  /// Returns the capture that the page's form has just added or changed; null if there is none.
  private static func saved(_ call: Call, _ work: Workspace) async throws -> JSONValue {
    let added = try call.query[Call.done].flatMap { try capture(addedBy: $0, work) }
    let named = call.query["saved"].flatMap { try? work.capture(named: $0).capture }
    guard let capture = added ?? named else { return .null }
    return (JSONDocument.whole(capture, work.clock).value["capture"] ?? [:]).with([
      "isUnsure": .boolean(isUnsure(capture)), "reading": await reading(capture, work),
      "readBy": readBy(capture, work), "isOpen": true,
    ])
  }

  private static func capture(addedBy id: String, _ work: Workspace) throws -> Capture? {
    guard let operation = try? work.operation(id, in: work.operations()), !operation.isUndone
    else { return nil }
    let added = try work.notebook.state.changes(of: operation, withBytes: false)
      .filter { $0.kind == .added }.map(\.path)
    return added.lazy.compactMap { try? work.capture(named: $0.description).capture }.first
  }
}

extension JSONValue {
  /// Creates the values that a page uses to show captures under headings.
  init(_ agenda: Agenda) {
    self = .array(
      agenda.parts.map { part in
        [
          "heading": .string(part.heading), "isLate": .boolean(part.isLate),
          "total": .integer(part.total), "listed": .integer(part.listed),
          "more": .integer(part.total - part.items.count),
          "query": JSONValue(part.query),
          "items": .array(
            part.items.map { item in
              [
                "id": JSONValue(item.id), "path": .string(item.path.description),
                "title": .string(item.title), "time": .string(item.time),
                "details": .array(item.details.filter { !$0.isEmpty }.map { .string($0) }),
              ]
            }),
        ]
      })
  }
}

// MARK: - Files

extension RouteTable {
  static let assetRoutes: [Route] = [
    Route(
      .get, "/assets/{version}/{name}", "Load a style sheet, script or icon", .nothing,
      [(200, .bytes("*/*"))]
    ) { call in
      guard let asset = PageFiles.assets[call.name("name")] else {
        throw ErrorAnswer(404, "page-unknown", "there is nothing at this address")
      }
      let isCurrent = call.name("version") == PageFiles.version
      return Answer(
        200,
        [
          ("content-type", asset.type),
          ("cache-control", isCurrent ? "public, max-age=31536000, immutable" : "no-cache"),
        ], .bytes(asset.bytes))
    }
  ]
}

extension WebApp {
  /// The name under which the lockout counts attempts with invalid login links. The lockout does
  /// not count these attempts by client address, because a browser at any address can open such a
  /// link.
  static let startAddress = "start"

  /// Returns whether the login link with this secret is valid, and makes the link invalid.
  func useStartToken(_ secret: String) async throws -> Bool {
    var context = settings.context()
    context.caller.words = ["cairn", "serve", "start"]
    return try await host.with(settings.root, context) { try $0.useStartToken(secret) }
  }

  /// Signs a browser in, and returns the header that sets its cookie.
  func newCookie() -> String {
    "\(Credentials.cookieName(port: port))=\(sessions.begin()); Path=/; HttpOnly; "
      + "SameSite=Strict; Max-Age=\(Sessions.lifetime)"
  }
}
