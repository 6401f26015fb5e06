extension RouteTable {
  /// The paths of five apps, so that their clients work with Cairn.
  static let appRoutes: [Route] = []
}

extension Schemas {
  static let apps: [(name: String, schema: Schema)] = []
}
