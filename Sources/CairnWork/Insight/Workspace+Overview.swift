import CairnCapture
public import CairnDigest
public import CairnIndex
public import CairnNotebook
import CairnQuery
public import CairnText

/// The captures to look at today: due, overdue, new and unclassified captures.
public struct Overview: Sendable {
  /// The notebook's captures.
  public let catalog: Catalog
  /// The captures in parts: the due captures first, by due time; then the new captures that are not
  /// due soon; then the unclassified captures.
  public let agenda: Agenda
  /// The captures of all parts; no capture is in two parts.
  public let entries: [Snapshot.Entry]
  /// The number of captures in the notebook.
  public var captures: Int { catalog.count }
  /// The number of collections in the notebook, without the inbox.
  public let collections: Int
  /// The number of captures outside any collection.
  public var inbox: Int { catalog.collection(.root)?.count ?? 0 }
}

extension Workspace {
  /// The parts of the overview: the heading, the query for the captures, and a short query to show
  /// to the user. No capture is in two parts. The short query can match more captures than the part
  /// shows.
  private static let overview = [
    ("Overdue", "due:overdue sort:due", "due:overdue"),
    ("Today", "due:today \(notClosed) sort:due", "due:today"),
    ("Due within a week", "due:tomorrow..+7d \(notClosed) sort:due", "due:tomorrow..+7d"),
    (
      "New", "created:yesterday.. NOT \(due) NOT (\(unclassifiedQuery))", "created:yesterday.."
    ),
    ("Unclassified", "\(unclassifiedQuery) NOT \(due)", "is:untyped"),
  ]
  private static let due = "(due:overdue OR (due:today..+7d \(notClosed)))"
  private static let notClosed = "NOT is:done NOT is:cancelled"

  /// Returns the captures to look at today. Uses the index, and reads only files that are not in
  /// the index.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of captures in each part; nil for all.
  ///   - hasUnclassified: Whether there is a part for unclassified captures.
  public func overview(limit: Int?, hasUnclassified: Bool = true) throws -> Overview {
    let catalog = catalog(attachments: true)
    let context = catalog.context(clock)
    let collections = catalog.listedCollections.count - 1
    guard catalog.count > 0 else {
      return Overview(catalog: catalog, agenda: Agenda([]), entries: [], collections: collections)
    }
    var entries: [Snapshot.Entry] = []
    let wanted = Self.overview.dropLast(hasUnclassified ? 0 : 1)
    let parts = try wanted.map { heading, query, list in
      let found = try catalog.select(try Query(query), in: context, limit: limit)
      entries += found.entries
      let isDue = query.hasPrefix("due:")
      return Agenda.Part(
        heading, found.entries.compactMap { item($0, isDue: isDue, catalog) }, total: found.total,
        query: list, listed: try catalog.select(try Query(list), in: context, limit: 0).total,
        isLate: query.hasPrefix("due:overdue"))
    }
    return Overview(
      catalog: catalog, agenda: Agenda(parts), entries: entries, collections: collections)
  }

  private func item(
    _ entry: Snapshot.Entry, isDue: Bool, _ catalog: Catalog
  ) -> Agenda.Item? {
    guard let row = catalog.row(entry) else { return nil }
    let time = isDue ? catalog.due(of: entry) : .date(row.created.localDay(clock))
    return Agenda.Item(
      row.id, row.path, row.title, time?.spoken(clock),
      [
        row.type ?? "", row.score?.stars ?? "", row.collection.description,
        row.tags.map { "#\($0)" }.joined(separator: " "),
      ])
  }
}

// MARK: - Actions

extension Workspace {
  /// Returns the actions, and the captures with open checkboxes, among the captures of a request.
  ///
  /// Throws a `Diagnostic` or a ``Refusal`` if a word is not understood.
  ///
  /// - Parameter all: Whether to list actions that are done or cancelled; they are always counted.
  public func actions(_ request: SelectRequest, all: Bool) throws -> ActionList {
    var request = request
    request.narrowing = try Query(arguments: ["type:action OR is:task"])
    let chosen = try select(request)
    let counts = ActionCounts(chosen.catalog.facts(of: chosen.entries))
    let listed = all ? chosen : chosen.only(try open(chosen))
    let isSorted = request.sort != nil || (try? query(request.words))?.sort.isEmpty == false
    return ActionList(listed.captures, counts: counts, clock, keepsOrder: isSorted)
  }

  /// Returns the open actions, and the captures with an open checkbox.
  private func open(_ chosen: CaptureSelection) throws -> [Snapshot.Entry] {
    let isOpen = try Query(arguments: ["(type:action is:open) OR (is:task NOT type:action)"])
    let found = try chosen.catalog.select(chosen.query.narrowed(to: isOpen), in: chosen.context)
    let entries = Set(chosen.entries)
    return found.entries.filter { entries.contains($0) }
  }
}

/// The first actions of each group, and the total number of actions in each group.
public struct ActionBoard: Sendable {
  /// The actions that are listed, and the tasks in captures that are not actions.
  public let list: ActionList
  /// The number of actions in each group, including those that are not listed.
  public let totals: [ActionList.Group: Int]
  /// The number of captures that have tasks and are not actions, including those that are not
  /// listed; 0 if tasks were not requested.
  public let taskTotal: Int
  /// Whether some of the captures with tasks are not listed.
  public let areTasksCut: Bool
}

extension ActionBoard {
  /// A query for the captures that have tasks but are not actions.
  public static let taskQuery = "is:task NOT type:action"

  /// Returns a query for all actions of a group, in the order in which the group lists them.
  public static func query(_ group: ActionList.Group) -> String {
    switch group {
    case .overdue: "type:action is:open due:..yesterday sort:due"
    case .today: "type:action is:open due:today sort:due"
    case .upcoming: "type:action is:open due:tomorrow.. sort:due"
    case .someday: "type:action is:open NOT due:..today NOT due:tomorrow.."
    case .done: "type:action is:done sort:-updated"
    case .cancelled: "type:action is:cancelled sort:-updated"
    }
  }
}

extension Workspace {
  /// Returns the first actions of each group, and the first captures with tasks. Reads only the
  /// files of these captures.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of actions in a group, and of captures with tasks.
  ///   - all: Whether to list actions that are done or cancelled; they are always counted.
  ///   - hasTasks: Whether to list and count tasks.
  public func actionBoard(limit: Int, all: Bool, hasTasks: Bool) throws -> ActionBoard {
    let catalog = catalog()
    let context = catalog.context(clock)
    var entries: [Snapshot.Entry] = []
    func total(_ query: String, _ limit: Int) throws -> Int {
      let found = try catalog.select(try Query(query), in: context, limit: limit)
      entries += found.entries
      return found.total
    }
    var totals: [ActionList.Group: Int] = [:]
    for group in ActionList.Group.allCases {
      totals[group] = try total(ActionBoard.query(group), all || !group.isSettled ? limit : 0)
    }
    let taskTotal = hasTasks ? try total("\(ActionBoard.taskQuery) sort:path", limit) : 0
    let open = totals.filter { !$0.key.isSettled }.values.reduce(0, +)
    let counts = ActionCounts(
      open: open, done: totals[.done] ?? 0, cancelled: totals[.cancelled] ?? 0)
    return ActionBoard(
      list: ActionList(catalog.captures(entries), counts: counts, clock), totals: totals,
      taskTotal: taskTotal, areTasksCut: taskTotal > limit)
  }
}

extension ActionList {
  /// Returns the actions by group. Each item shows the title, the person, the collection, and the
  /// time when the action is due or was closed.
  public func agenda(_ clock: LocalClock) -> Agenda {
    Agenda(
      Group.allCases.map { group in
        let items = (groups[group] ?? []).map { capture in
          Agenda.Item(
            capture.id, capture.path,
            capture.title + (capture.text("repeat").map { " (\($0))" } ?? ""),
            (group.isSettled ? capture.time("completed") : capture.due)?.dated(clock),
            [capture.personShown ?? "", capture.collection.description])
        }
        return Agenda.Part(group.rawValue.capitalizedFirst, items, isLate: group == .overdue)
      })
  }
}
