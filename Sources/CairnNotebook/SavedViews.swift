import CairnDocument
import CairnQuery
public import CairnText

/// A named query, which other queries can use as `@name`.
public struct SavedView: Hashable, Sendable {
  /// The name, without the `@`.
  public let name: String
  /// The query, as the text of one argument.
  public let query: String
  /// The source of the view: the notebook or the user.
  public let origin: Settings.Origin
}

/// The views available in a notebook: the notebook's own views, and the user's views. If both have
/// a view with the same name, only the notebook's view is available.
///
/// Views are stored in `.cairn/views.yml` and in `views.yml` next to the user's settings. Both
/// files map names to queries.
public struct SavedViews: Sendable {
  /// The problems found in the files.
  public private(set) var diagnostics: [Diagnostic] = []
  private var views: [String: SavedView] = [:]
  /// The positions of the views' queries in their files, keyed by the views' names.
  private var places: [String: (file: ConfigText, node: YAMLNode)] = [:]

  /// Creates an empty set of views.
  public init() {}

  /// The path of a notebook's views.
  public static let path = NotePath(".cairn/views.yml") ?? .root

  /// All views, sorted by name.
  public var all: [SavedView] { views.values.sorted { $0.name < $1.name } }

  /// The queries of all views, keyed by the views' names.
  public var texts: [String: String] { views.mapValues(\.query) }

  /// Returns the views for which `isKept` returns true.
  public func filter(_ isKept: (SavedView) -> Bool) -> SavedViews {
    var kept = self
    kept.views = views.filter { isKept($0.value) }
    return kept
  }

  /// Returns the view with a name.
  ///
  /// - Throws: A `Diagnostic` that suggests the most similar name if the view does not exist.
  public func view(_ name: String) throws(Diagnostic) -> SavedView {
    if let view = views[name] { return view }
    let advice = Nearest.advice(
      to: name, among: views.keys, otherwise: "run `cairn view` to list the views")
    throw Diagnostic(.error, "view-unknown", "there is no view `\(name)`\(advice)")
  }

  /// Adds the views in `bytes`, the contents of a views file at `path`. A view that already exists
  /// is kept.
  public mutating func add(_ bytes: [UInt8], as origin: Settings.Origin, path: String) {
    let file = ConfigText(bytes, origin, path: path)
    let malformed = "views-malformed"
    let entries: [YAMLNode.Entry]
    do throws(Diagnostic) {
      entries = try file.mapping(malformed: malformed, wanted: "views in the form `name: query`")
    } catch {
      return diagnostics.append(error)
    }
    for (key, value) in entries {
      let name = key.text ?? ""
      guard ViewName.isValid(name), let query = value.text else {
        guard diagnostics.count < ConfigText.mostComplaints else { continue }
        diagnostics.append(
          file.warning(
            malformed, "`\(name)` is not a valid view and is ignored; write `name: query`",
            at: key.range.lowerBound))
        continue
      }
      if views[name] == nil { places[name] = (file, value) }
      add(SavedView(name: name, query: query, origin: origin))
    }
  }

  /// Reports that the views file at `path` cannot be read for the given reason.
  public mutating func addUnreadable(_ origin: Settings.Origin, path: String, _ reason: String) {
    diagnostics.append(ConfigText([], origin, path: path).unreadable("views-unreadable", reason))
  }

  /// Adds a view unless a view with the same name exists.
  public mutating func add(_ view: SavedView) {
    if views[view.name] == nil { views[view.name] = view }
  }
}

// MARK: - Checking

extension SavedViews {
  /// Returns warnings about broken views in files, sorted by name. A view is broken if its query is
  /// invalid. A view of the notebook is also broken if its query fails `check`; the user's views
  /// may be meant for other notebooks. If the view `a` uses the view `b`, an error in `b` is
  /// reported only for `b`. But if `a` nests too many views, this is reported for `a`.
  func brokenQueries(check: (Query) throws(Diagnostic) -> Void) -> [Diagnostic] {
    var broken: [Diagnostic] = []
    for (name, place) in places.sorted(by: { $0.key < $1.key }) {
      guard let view = views[name], broken.count < ConfigText.mostComplaints else { continue }
      do throws(Diagnostic) {
        let query = try Query(arguments: [view.query], views: texts)
        if view.origin == .notebook { try check(query) }
      } catch {
        if error.isInside, error.code != "query-too-deep" { continue }
        broken.append(
          place.file.warning(
            "views-query", "the view `\(name)` is not valid: \(error.message)",
            place.file.range(of: error, in: place.node)))
      }
    }
    return broken
  }
}

extension ConfigText {
  /// Returns the byte range to which an error in the text of a scalar refers. If the file does not
  /// contain the text literally, with or without quotes, returns the start of the scalar.
  fileprivate func range(of complaint: Diagnostic, in node: YAMLNode) -> Range<Int> {
    let start = node.range.lowerBound
    guard let place = complaint.location, place.line == 1, let text = node.text else {
      return start..<start
    }
    let isQuoted = bytes[node.range].first.map("\"'".utf8.contains) ?? false
    let written = bytes[node.range].dropFirst(isQuoted ? 1 : 0)
    guard written.starts(with: text.utf8) else { return start..<start }
    let scalars = text.unicodeScalars
    let width = { (count: Int) in
      scalars.prefix(count).reduce(0) { $0 + UTF8.width($1) }
    }
    let first = written.startIndex + width(place.column - 1)
    let end = written.startIndex + width(place.column - 1 + (complaint.excerpt?.length ?? 0))
    return first..<end
  }
}

// MARK: - Saving

extension SavedView {
  /// Creates a view whose query combines all arguments. If `sort` is not nil, the query sorts by
  /// these fields.
  ///
  /// - Parameter views: The views that the arguments may name.
  /// - Throws: A `Diagnostic` if the name or a query is invalid, the view refers to itself, or the
  ///   query is empty.
  public init(
    name: String, arguments: [String], sort: String? = nil, origin: Settings.Origin,
    among views: SavedViews
  ) throws(Diagnostic) {
    guard ViewName.isValid(name) else {
      throw Diagnostic(
        .error, "view-name",
        "`\(name)` is not a valid view name; use letters, digits, `_`, `-` and `.`")
    }
    var parts: [String] = []
    for argument in arguments {
      let query = try Query(arguments: [argument], views: views.texts)
      guard case .or = query.condition, arguments.count > 1, argument.contains("OR") else {
        parts.append(argument)
        continue
      }
      // Next to other arguments, an argument with OR needs parentheses, and its sort order has to
      // be outside of them.
      parts.append(query.sort.isEmpty ? "(\(argument))" : query.groupedDescription)
    }
    if let sort { parts.append("sort:\(sort)") }
    self.init(name: name, query: parts.joined(separator: " "), origin: origin)
    guard !query.allSatisfy(\.isWhitespace) else {
      throw Diagnostic(
        .error, "query-missing", "the view has no query; pass one, such as `due:overdue`")
    }
    var known = SavedViews()
    known.add(self)
    for view in views.all { known.add(view) }
    _ = try Query(arguments: ["@\(name)"], views: known.texts)
  }
}

extension Query {
  /// The query as text: its condition in parentheses, followed by its sort order.
  fileprivate var groupedDescription: String {
    let order = sort.isEmpty ? "" : " sort:" + sort.map(\.description).joined(separator: ",")
    return "(\(condition))\(order)"
  }
}

extension SettingsFile {
  /// Returns the file after a view was set to the query or, if the query is nil, removed.
  ///
  /// - Throws: A `Diagnostic` if the file cannot be edited safely.
  public func settingView(_ name: String, to query: String?) throws(Diagnostic) -> SettingsFile {
    try setting(name, toText: query)
  }
}
