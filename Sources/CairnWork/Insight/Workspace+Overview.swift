public import CairnDigest
public import CairnIndex
public import CairnNotebook
import CairnQuery
import CairnText

/// What matters today.
public struct Overview {
  /// A list of captures.
  public struct Part {
    /// Its heading: `Overdue`.
    public let heading: String
    /// The captures, as many as were wanted.
    public let entries: [Snapshot.Entry]
    /// How many there are without the limit.
    public let total: Int
  }

  /// The notebook's captures.
  public let catalog: Catalog
  /// The lists, empty ones too. A capture may be in several.
  public let parts: [Part]
  /// The captures of all lists, each once.
  public let entries: [Snapshot.Entry]
  /// How many captures there are.
  public var captures: Int { catalog.count }
  /// How many collections there are.
  public var collections: Int { catalog.collections.count - 1 }
  /// How many captures are in no collection.
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

  /// Finds what matters today.
  ///
  /// - Parameter limit: the most captures of each list; all if nil.
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
  /// Finds actions, and captures with open boxes, among what a request chooses. Also returns how many
  /// characters of an id tell captures apart.
  ///
  /// Throws a `Diagnostic` or a ``Refusal`` if a word is not understood.
  ///
  /// - Parameter all: whether what is done or cancelled is listed, too; it is always counted.
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

  /// The open actions, and the notes with an open box.
  private func open(_ chosen: CaptureSelection) throws -> [Snapshot.Entry] {
    let isOpen = try Query(arguments: ["(type:action is:open) OR (is:task NOT type:action)"])
    let found = try chosen.catalog.select(chosen.query.narrowed(to: isOpen), in: chosen.context)
    let entries = Set(chosen.entries)
    return found.entries.filter { entries.contains($0) }
  }
}
