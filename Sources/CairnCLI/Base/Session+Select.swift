import CairnCapture
import CairnFiles
import CairnIndex
import CairnNotebook
import CairnQuery
import CairnText
import SystemPackage

/// What a command's arguments chose.
final class Chosen {
  /// What the notebook holds.
  let catalog: Catalog
  /// What was asked for.
  let query: Query
  /// What it was asked with.
  let context: QueryContext
  /// The captures in the order asked for, as many as were wanted.
  let entries: [Snapshot.Entry]
  /// How many there are without the limit.
  let total: Int
  /// Whether words were looked for inside words, because nothing was found where words begin.
  let isWidened: Bool

  init(
    _ catalog: Catalog, _ query: Query, _ context: QueryContext, _ found: IndexedSelection,
    isWidened: Bool = false
  ) {
    self.catalog = catalog
    self.query = query
    self.context = context
    entries = found.entries
    total = found.total
    self.isWidened = isWidened
  }

  private init(_ chosen: Chosen, entries: [Snapshot.Entry]) {
    catalog = chosen.catalog
    query = chosen.query
    context = chosen.context
    self.entries = entries
    total = entries.count
    isWidened = chosen.isWidened
  }

  /// Some of the captures alone.
  func only(_ entries: [Snapshot.Entry]) -> Chosen { Chosen(self, entries: entries) }

  /// The captures in the order asked for, read when they are first wanted.
  private(set) lazy var captures = catalog.captures(entries)
}

extension Session {
  /// The captures that arguments choose, for a command that only reads.
  ///
  /// Each argument is a full id, the path of a capture, or part of a query; all must hold, but of
  /// several ids and paths, also those of `--paths-from`, any. Where a query finds nothing by the beginnings of words it is asked
  /// again inside words, and that is said.
  ///
  /// Throws a `Diagnostic` or a ``Failure`` where an argument is not understood.
  ///
  /// - Parameters:
  ///   - narrowing: what the captures must fulfil besides.
  ///   - clock: the clock that the query's dates go by, where it is not the user's.
  func choose(
    _ arguments: QueryArguments, sort: String? = nil, order: Query.DefaultOrder = .newest,
    limit: Int? = nil, attachments: Bool = false, narrowing: Query? = nil,
    clock: LocalClock? = nil
  ) throws -> Chosen {
    if let change = arguments.words.first(where: { Change.parse($0) != nil }) {
      let field = Change.parse(change)?.field ?? ""
      throw Failure(
        "query-change",
        "`\(change)` is a change, and this command only reads; to find captures say \(field):VALUE, "
          + "or quote the text: '\"\(change)\"'", status: .usage)
    }
    return try choose(
      arguments, sort: sort, order: order, limit: limit, widens: true, attachments: attachments,
      narrowing: narrowing, clock: clock)
  }

  /// The captures that arguments choose, for a command that writes: nothing is widened.
  ///
  /// - Parameter narrowing: what the captures must fulfil besides.
  func chooseToWrite(
    _ arguments: QueryArguments, all: Bool, attachments: Bool = false, narrowing: Query? = nil
  ) throws -> Chosen {
    guard !arguments.isEmpty || all else {
      throw Failure(
        "query-missing", "say which captures, or --all for every one of them", status: .usage)
    }
    let chosen = try choose(
      arguments, sort: nil, order: .newest, limit: nil, widens: false, attachments: attachments,
      narrowing: narrowing)
    try refuseIDAsText(arguments.words, chosen)
    if chosen.entries.isEmpty, narrowing == nil, let entry = named(by: arguments, chosen.catalog) {
      return chosen.only([entry])
    }
    return chosen
  }

  /// The one capture whose file, title or alias a lone word is, as commands on one capture take it: how its
  /// id begins is not enough.
  private func named(by arguments: QueryArguments, _ catalog: Catalog) -> Snapshot.Entry? {
    guard arguments.words.count == 1, arguments.pathsFrom == nil, let word = arguments.words.first,
      case .found(let capture) = catalog.select(word),
      ([capture.path.stem, capture.title] + capture.aliases).contains(where: {
        $0.folded == word.folded
      })
    else { return nil }
    return catalog.entry(at: capture.path)
  }

  /// A lone word that is how an id begins, as lists show it, is text all the same; where that finds
  /// other captures, such as those that link to the one that was meant, they must not be changed.
  private func refuseIDAsText(_ words: [String], _ chosen: Chosen) throws {
    guard words.count == 1, let word = words.first, word.count >= 4,
      let entry = chosen.catalog.entries(withIDPrefix: word).first
    else { return }
    let snapshot = chosen.catalog.snapshot
    let meant = snapshot.path(entry)
    if chosen.entries.contains(where: { snapshot.path($0) == meant }) { return }
    throw Failure(
      "id-as-text",
      "`\(word)` is how the id of \(meant) begins, but a bare word is text; "
        + "say id:\(word), or '\"\(word)\"' for the text", status: .usage)
  }

  private func choose(
    _ arguments: QueryArguments, sort: String?, order: Query.DefaultOrder, limit: Int?,
    widens: Bool, attachments: Bool, narrowing: Query? = nil, clock: LocalClock? = nil
  ) throws -> Chosen {
    let catalog = catalog(attachments: attachments)
    let (named, rest) = try split(arguments, catalog)
    var query = try self.query(rest)
    if let sort { query.sort = try self.order(sort, catalog) }
    try catalog.check(query)
    if query.sort.isEmpty, order == .newest { query.sort = settledOrder(catalog) }
    if let narrowing { query = query.narrowed(to: narrowing) }
    let context = catalog.context(clock ?? self.clock)
    let found = try catalog.select(query, in: context, order: order, limit: limit, among: named)
    try report(found, isToWrite: !widens)
    if found.total == 0, widens, query.widened != query {
      let wide = try catalog.select(
        query.widened, in: context, order: order, limit: limit, among: named)
      try report(wide, isToWrite: false)
      if wide.total > 0 {
        say("Nothing begins with that; these hold it inside a word.")
        return Chosen(catalog, query.widened, context, wide, isWidened: true)
      }
    }
    return Chosen(catalog, query, context, found)
  }

  /// Says of which captures it is not known whether they match.
  ///
  /// Throws a ``Failure`` where that leaves nothing to show, and before anything is written.
  private func report(_ found: IndexedSelection, isToWrite: Bool) throws {
    guard let first = found.undecided.first else { return }
    let count = found.undecided.count
    let others = count > 1 ? " and \((count - 1).of("other"))" : ""
    let message =
      "the regular expression takes too long and was given up on in \(first)\(others); whether they "
      + "match is not known; make it simpler"
    if isToWrite || found.total == 0 {
      throw Failure("query-regex-limit", message, status: .failure)
    }
    warn(Diagnostic(.warning, "query-regex-limit", message))
  }

  /// The order that the setting `list.sort` asks for; none, and a warning, where it is not understood.
  private func settledOrder(_ catalog: Catalog) -> [SortKey] {
    guard let setting = notebook.settings["list.sort"] else { return [] }
    do {
      return try order(setting.text, catalog)
    } catch {
      let reason = (error as? Diagnostic)?.message ?? Failure(error).message
      warn(
        Diagnostic(
          .warning, "settings-value",
          "\(setting.origin.place(surroundings)): `\(setting.text)` does not fit `list.sort` and "
            + "is ignored: \(reason)"))
      return []
    }
  }

  /// The order that `--sort` asks for.
  private func order(_ text: String, _ catalog: Catalog) throws -> [SortKey] {
    let query = try Query(arguments: ["sort:\(text)"])
    guard query.selectsEverything else {
      throw Failure("sort-invalid", "--sort wants fields with commas between", status: .usage)
    }
    try catalog.check(query)
    return query.sort
  }

  /// The captures that arguments name by id or path, and the arguments that are a query.
  private func split(
    _ arguments: QueryArguments, _ catalog: Catalog
  ) throws -> (named: Set<NotePath>?, query: [String]) {
    let captures = NamedCaptures(self, catalog)
    var named = try arguments.pathsFrom.map { try captures.paths(listedIn: $0) }
    var rest: [String] = []
    for word in arguments.words {
      let found = captures.paths(named: word)
      if found.isEmpty { rest.append(word) } else { named = (named ?? []).union(found) }
    }
    return (named, rest)
  }

  /// The one capture that a word names: by id or its beginning, path, or title.
  ///
  /// Throws a ``Failure`` where it names none, or several.
  func chooseOne(
    _ word: String, attachments: Bool = false
  ) throws -> (capture: Capture, catalog: Catalog) {
    let catalog = catalog(attachments: attachments)
    if Selector.isPath(word), let path = NamedCaptures(self, catalog).path(Array(word.utf8)),
      let found = catalog.entry(at: path).flatMap({ catalog.capture($0) })
    {
      return (found, catalog)
    }
    switch catalog.select(word) {
    case .found(let capture): return (capture, catalog)
    case .ambiguous(let captures):
      let list = captures.prefix(10).map { "\n  \($0.id ?? "-")  \($0.path)  \($0.title)" }.joined()
      throw Failure(
        "capture-ambiguous",
        "`\(word)` names \(captures.count) captures; say which by id or path:"
          + TerminalText.escaped(list, keepingLines: true), status: .usage)
    case .none(let nearest):
      let advice = nearest.map { "; did you mean `\($0)`?" } ?? ""
      throw Failure(
        "capture-unknown", "no capture has the id, path or title `\(word)`\(advice)",
        status: .nothingFound)
    }
  }
}
