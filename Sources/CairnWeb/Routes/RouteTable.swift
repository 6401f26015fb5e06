/// All requests that the server answers.
struct RouteTable: Sendable {
  let routes: [Route]
  private let byLength: [Int: [Route]]

  init(_ routes: [Route]) {
    self.routes = routes
    byLength = Dictionary(grouping: routes) { $0.pattern.text.count { $0 == "/" } }
      .mapValues { $0.sorted { $0.pattern.fixedCount > $1.pattern.fixedCount } }
  }

  /// The result of looking up a path.
  enum Found: Sendable {
    case route(Route, values: [String: String])
    /// The path exists, but only for these methods.
    case otherMethods([Route.Method])
    case nothing
  }

  /// Looks up the route for a method and the decoded parts of a path.
  func route(_ method: Route.Method?, _ path: [String]) -> Found {
    var others: [Route.Method] = []
    for route in byLength[path.count] ?? [] {
      guard let values = route.pattern.values(in: path) else { continue }
      if route.method == method { return .route(route, values: values) }
      if !others.contains(route.method) { others.append(route.method) }
    }
    return others.isEmpty ? .nothing : .otherMethods(others)
  }
}

extension RouteTable {
  /// Every route of the server.
  static let all = RouteTable(
    captureRoutes + saveRoutes + collectionRoutes + actionRoutes + notebookRoutes + insightRoutes
      + mediaRoutes + lookupRoutes + feedRoutes + journalRoutes + mcpRoutes + appRoutes + pageRoutes
      + capturePageRoutes + listPageRoutes + lookupPageRoutes + importRoutes + importPageRoutes
      + formRoutes + assetRoutes)
}
