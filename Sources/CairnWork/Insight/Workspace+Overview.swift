public import CairnDigest
public import CairnIndex
public import CairnNotebook
import CairnQuery
import CairnText

/// Lists of the captures that matter today.
public struct Overview: Sendable {
  /// A list of captures.
  public struct Part: Sendable {
    /// The heading, such as `Overdue`.
    public let heading: String
    /// The captures, up to the limit.
    public let entries: [Snapshot.Entry]
    /// The number of captures of this list, including those beyond the limit.
    public let total: Int
  }

  /// The notebook's captures.
  public let catalog: Catalog
  /// The lists, including empty ones. A capture can be in several.
  public let parts: [Part]
  /// The captures of all lists, each once.
  public let entries: [Snapshot.Entry]
  /// The number of captures in the notebook.
  public var captures: Int { catalog.count }
  /// The number of collections in the notebook.
  public var collections: Int { catalog.collections.count - 1 }
  /// The number of captures outside any collection.
  public var inbox: Int { catalog.collection(.root)?.count ?? 0 }
}

extension Workspace {
  /// The headings of the overview, and their queries.
  private static let overview = [
    ("Overdue", "due:overdue sort:due"),
    ("Due today", "due:today NOT is:done NOT is:cancelled"),
    ("Due within a week", "due:tomorrow..+7d NOT is:done NOT is:cancelled sort:due"),
    ("New since yesterday", "created:yesterday.."),
  ]

  /// Returns the captures that matter today.
  ///
  /// - Parameter limit: The maximum number of captures in each list; nil for all.
  public func overview(limit: Int?) throws -> Overview {
    let catalog = catalog()
    let context = catalog.context(clock)
    guard catalog.count > 0 else { return Overview(catalog: catalog, parts: [], entries: []) }
    let parts = try Self.overview.map { heading, query in
      let found = try catalog.select(try Query(query), in: context, limit: limit)
      return Overview.Part(heading: heading, entries: found.entries, total: found.total)
    }
    var entries: [Snapshot.Entry] = []
    for part in parts { entries += part.entries.filter { !entries.contains($0) } }
    return Overview(catalog: catalog, parts: parts, entries: entries)
  }
}

// MARK: - Actions

extension Workspace {
  /// Returns the actions, and the captures with open checkboxes, among the captures of a request.
  /// Also returns how many characters of an id make it unique.
  ///
  /// Throws a `Diagnostic` or a ``Refusal`` if a word is not understood.
  ///
  /// - Parameter all: Whether to list actions that are done or cancelled; they are always counted.
  public func actions(
    _ request: SelectRequest, all: Bool
  ) throws -> (list: ActionList, idWidth: Int) {
    var request = request
    request.narrowing = try Query(arguments: ["type:action OR is:task"])
    let chosen = try select(request)
    let counts = ActionCounts(chosen.catalog.facts(of: chosen.entries))
    let listed = all ? chosen : chosen.only(try open(chosen))
    return (ActionList(listed.captures, counts: counts, clock), chosen.catalog.idWidth)
  }

  /// Returns the open actions, and the captures with an open checkbox.
  private func open(_ chosen: CaptureSelection) throws -> [Snapshot.Entry] {
    let isOpen = try Query(arguments: ["(type:action is:open) OR (is:task NOT type:action)"])
    let found = try chosen.catalog.select(chosen.query.narrowed(to: isOpen), in: chosen.context)
    let entries = Set(chosen.entries)
    return found.entries.filter { entries.contains($0) }
  }
}
