import CairnDocument
import CairnQuery
public import CairnText

/// A query with a name: `@open` stands for it in other queries.
public struct SavedView: Hashable, Sendable {
  /// What it is called, without the `@`.
  public let name: String
  /// The query, as one argument.
  public let query: String
  /// Whose it is: the notebook's or the user's.
  public let origin: Settings.Origin
}

/// The views that can be named in a notebook: its own, and the user's that it has none of the name
/// of.
///
/// They lie in `.cairn/views.yml` and in `views.yml` beside the user's settings: a name and a query
/// on each line.
public struct SavedViews: Sendable {
  /// What is wrong in the files.
  public private(set) var diagnostics: [Diagnostic] = []
  private var views: [String: SavedView] = [:]
  /// The queries of those that were read from files, as they stand there.
  private var places: [String: (file: ConfigText, node: YAMLNode)] = [:]

  /// No views.
  public init() {}

  /// Where a notebook's views lie.
  public static let path = NotePath(".cairn/views.yml") ?? .root

  /// All views, by name.
  public var all: [SavedView] { views.values.sorted { $0.name < $1.name } }

  /// The queries, by name.
  public var texts: [String: String] { views.mapValues(\.query) }

  /// The view with this name.
  ///
  /// - Throws: a `Diagnostic` with the nearest name where there is none.
  public func view(_ name: String) throws(Diagnostic) -> SavedView {
    if let view = views[name] { return view }
    let near = Nearest.name(to: name, among: views.keys)
    let advice = near.map { "; did you mean `\($0)`?" } ?? "; `cairn view` lists them"
    throw Diagnostic(.error, "view-unknown", "there is no view `\(name)`\(advice)")
  }

  /// Lays the views of a notebook's file, or of the user's at `path`, below those that are there
  /// already.
  public mutating func add(_ bytes: [UInt8], as origin: Settings.Origin, path: String) {
    let file = ConfigText(bytes, origin, path: path)
    let malformed = "views-malformed"
    let entries: [YAMLNode.Entry]
    do throws(Diagnostic) {
      entries = try file.mapping(malformed: malformed, wanted: "views `name: query`")
    } catch {
      return diagnostics.append(error)
    }
    for (key, value) in entries {
      let name = key.text ?? ""
      guard ViewName.isValid(name), let query = value.text else {
        guard diagnostics.count < ConfigText.mostComplaints else { continue }
        diagnostics.append(
          file.warning(
            malformed, "`\(name)` is no view and is ignored", at: key.range.lowerBound))
        continue
      }
      if views[name] == nil { places[name] = (file, value) }
      add(SavedView(name: name, query: query, origin: origin))
    }
  }

  /// Lays a view below those that are there already.
  public mutating func add(_ view: SavedView) {
    if views[view.name] == nil { views[view.name] = view }
  }
}

// MARK: - Checking

extension SavedViews {
  /// The views of the files whose queries are not understood, or do not pass `check`, which is asked
  /// of the notebook's own: those of the user may be meant for other notebooks. By name.
  ///
  /// A view is not one of these for naming one of them, but for naming too many views in turn.
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
            "views-query", "the view `\(name)` is not understood: \(error.message)",
            place.file.range(of: error, in: place.node)))
      }
    }
    return broken
  }
}

extension ConfigText {
  /// The bytes that a complaint about the text of a scalar points at, if the text is written there
  /// as it is, in quotes or without; else where the scalar begins.
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
  /// A view of what all of these arguments ask for, in this order if one is given.
  ///
  /// - Parameter views: those that the arguments may name.
  /// - Throws: a `Diagnostic` where the name or a query is not understood, where a view would ask
  ///   for itself, or where there is nothing to ask for.
  public init(
    name: String, arguments: [String], sort: String? = nil, origin: Settings.Origin,
    among views: SavedViews
  ) throws(Diagnostic) {
    guard ViewName.isValid(name) else {
      throw Diagnostic(
        .error, "view-name",
        "a view cannot be called `\(name)`; its name has letters, digits, `_`, `-` and `.`")
    }
    var parts: [String] = []
    for argument in arguments {
      let query = try Query(arguments: [argument], views: views.texts)
      guard case .or = query.condition, arguments.count > 1, argument.contains("OR") else {
        parts.append(argument)
        continue
      }
      // Side by side with others, OR wants a group; and an order wants to be outside of it.
      parts.append(query.sort.isEmpty ? "(\(argument))" : query.groupedDescription)
    }
    if let sort { parts.append("sort:\(sort)") }
    self.init(name: name, query: parts.joined(separator: " "), origin: origin)
    guard !query.allSatisfy(\.isWhitespace) else {
      throw Diagnostic(.error, "query-missing", "say what the view asks for")
    }
    var known = SavedViews()
    known.add(self)
    for view in views.all { known.add(view) }
    _ = try Query(arguments: ["@\(name)"], views: known.texts)
  }
}

extension Query {
  /// The query with its alternatives in a group, and the order behind it.
  fileprivate var groupedDescription: String {
    let order = sort.isEmpty ? "" : " sort:" + sort.map(\.description).joined(separator: ",")
    return "(\(condition))\(order)"
  }
}

extension SettingsFile {
  /// The file of views with this one set, or taken out where the query is nil.
  ///
  /// - Throws: a `Diagnostic` where the file cannot be edited safely.
  public func settingView(_ name: String, to query: String?) throws(Diagnostic) -> SettingsFile {
    try setting(name, toText: query)
  }
}
