import CairnDocument
import CairnQuery
public import CairnText
import Yams

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
    let file = ViewFile(text: String(decoding: bytes, as: UTF8.self), origin: origin, path: path)
    let root: Node?
    do {
      root = try Parser(yaml: file.text, encoding: .utf8).singleRoot()
    } catch {
      let complaint = (error as? YamlError)?.complaint(in: file.text)
      let reason = complaint.map { ": \($0.reason)" } ?? ""
      return diagnostics.append(
        file.warning("this is not valid YAML, and the file is ignored\(reason)", complaint?.offset))
    }
    guard let root, root.scalar?.string.isEmpty != true else { return }
    guard case .mapping(let mapping) = root else {
      return diagnostics.append(
        file.warning("the file holds no views `name: query`", root.mark?.offset(in: file.text)))
    }
    for (key, value) in mapping {
      let name = key.scalar?.string ?? ""
      guard ViewName.isValid(name), let query = value.scalar?.string else {
        diagnostics.append(
          file.warning("`\(name)` is no view and is ignored", key.mark?.offset(in: file.text)))
        continue
      }
      add(SavedView(name: name, query: query, origin: origin))
    }
  }

  /// Lays a view below those that are there already.
  public mutating func add(_ view: SavedView) {
    if views[view.name] == nil { views[view.name] = view }
  }
}

/// A file of views while it is read.
private struct ViewFile {
  let text: String
  let origin: Settings.Origin
  let path: String

  /// A warning at a byte of the text. The user's own file is none of the notebook's, so that only
  /// the message can name it.
  func warning(_ message: String, _ offset: Int?) -> Diagnostic {
    let bytes = Array(text.utf8)
    let offset = min(offset ?? 0, bytes.count)
    if origin == .notebook {
      return Diagnostic(
        .warning, "views-malformed", message, at: offset..<offset, in: bytes,
        path: SavedViews.path)
    }
    let place = SourceLocation(offset: offset, in: bytes)
    return Diagnostic(
      .warning, "views-malformed", "\(path):\(place.line):\(place.column): \(message)")
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
