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
  /// How the captures were chosen.
  let means: Means

  /// How captures were chosen: whoever named them meant them; what a text is found in may be another
  /// one than was meant.
  enum Means { case names, text, conditions }

  init(
    _ catalog: Catalog, _ query: Query, _ context: QueryContext, _ found: IndexedSelection,
    isWidened: Bool = false, means: Means = .conditions
  ) {
    self.means = means
    self.catalog = catalog
    self.query = query
    self.context = context
    entries = found.entries
    total = found.total
    self.isWidened = isWidened
  }

  private init(_ chosen: Chosen, entries: [Snapshot.Entry], means: Means) {
    self.means = means
    catalog = chosen.catalog
    query = chosen.query
    context = chosen.context
    self.entries = entries
    total = entries.count
    isWidened = chosen.isWidened
  }

  /// Some of the captures alone.
  func only(_ entries: [Snapshot.Entry]) -> Chosen {
    Chosen(self, entries: entries, means: means)
  }

  /// One of the captures, or another one, that was named.
  func named(_ entry: Snapshot.Entry) -> Chosen { Chosen(self, entries: [entry], means: .names) }

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

  /// The captures that arguments choose, for a command that writes: nothing is widened, and a query
  /// without a condition wants `all`.
  ///
  /// - Parameters:
  ///   - narrowing: what the captures must fulfil besides.
  ///   - takesTitles: whether each word may also be how an id begins, or a title, and text is looked for
  ///     in titles alone.
  func chooseToWrite(
    _ arguments: QueryArguments, all: Bool, attachments: Bool = false, narrowing: Query? = nil,
    takesTitles: Bool = false
  ) throws -> Chosen {
    guard !arguments.isEmpty || all else { throw Self.tooWide(arguments) }
    let chosen = try choose(
      arguments, sort: nil, order: .newest, limit: nil, widens: false, attachments: attachments,
      narrowing: narrowing, isToWriteAll: all, takesTitles: takesTitles)
    return takesTitles || narrowing != nil ? chosen : try meant(by: arguments, chosen)
  }

  /// That a command which writes was given no condition.
  private static func tooWide(_ arguments: QueryArguments) -> Failure {
    let query = arguments.words.joined(separator: " ")
    return Failure(
      "query-missing",
      (query.isEmpty ? "" : "`\(query)` chooses every capture; ")
        + "say which captures, or --all for every one of them", status: .usage)
  }

  /// What a lone word stands for that is looked for as text: if it is also how an id begins, as lists
  /// show it, or somebody's title, the capture that it names is meant; where the text finds others, they
  /// must not be changed instead.
  private func meant(by arguments: QueryArguments, _ chosen: Chosen) throws -> Chosen {
    guard arguments.words.count == 1, arguments.pathsFrom == nil, let word = arguments.words.first,
      chosen.means == .text
    else { return chosen }
    let snapshot = chosen.catalog.snapshot
    let byID = word.count >= 4 ? chosen.catalog.entries(withIDPrefix: word).first : nil
    guard let entry = byID ?? named(word, chosen.catalog) else { return chosen }
    let path = snapshot.path(entry)
    let others = chosen.entries.filter { snapshot.path($0) != path }
    if others.isEmpty, byID == nil || !chosen.entries.isEmpty { return chosen.named(entry) }
    // The question lists them, if there is somebody to ask.
    if canAsk, chosen.entries.count > others.count { return chosen }
    let handle = chosen.catalog.row(entry)?.id.map { "id:\($0)" } ?? "`\(path)`"
    let name = byID == nil ? "names" : "is the beginning of the id of"
    let count = others.count.of("other capture")
    let also = others.isEmpty ? "" : ", and as text it is also in \(count)"
    throw Failure(
      byID == nil ? "title-as-text" : "id-as-text",
      "`\(word)` \(name) \(path)\(also); pass \(byID == nil ? handle : "id:\(word)") for that "
        + "one, or '\"\(word)\"' for the text", status: .usage)
  }

  /// The one capture whose file, title or alias a word is.
  private func named(_ word: String, _ catalog: Catalog) -> Snapshot.Entry? {
    guard case .found(let capture) = catalog.select(word), capture.isCalled(word) else {
      return nil
    }
    return catalog.entry(at: capture.path)
  }

  private func choose(
    _ arguments: QueryArguments, sort: String?, order: Query.DefaultOrder, limit: Int?,
    widens: Bool, attachments: Bool, narrowing: Query? = nil, clock: LocalClock? = nil,
    isToWriteAll: Bool = true, takesTitles: Bool = false
  ) throws -> Chosen {
    let catalog = catalog(attachments: attachments)
    let (named, rest) = try split(arguments, catalog, takesTitles: takesTitles)
    var query = try self.query(rest)
    if named == nil, !isToWriteAll, query.selectsEverything { throw Self.tooWide(arguments) }
    let isNamed = named != nil && (rest.isEmpty || !takesTitles)
    let means: Chosen.Means = isNamed ? .names : query.findsText ? .text : .conditions
    let asTyped = query
    if takesTitles { query = query.inTitles }
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
    if found.total == 0, takesTitles {
      let others = try catalog.select(asTyped, in: context, order: order, limit: 10, among: named)
      try refuseText(others, rest, catalog)
    }
    return Chosen(catalog, query, context, found, means: means)
  }

  /// Refuses to take words for text that no title holds, and lists the captures that do hold it.
  private func refuseText(
    _ found: IndexedSelection, _ words: [String], _ catalog: Catalog
  ) throws {
    guard found.total > 0 else { return }
    let list = found.entries.compactMap { catalog.row($0) }.map {
      "\n  \($0.id ?? "-")  \($0.path)  \($0.title)"
    }.joined()
    throw Failure(
      "text-not-title",
      "`\(words.joined(separator: " "))` is in no title; say which by id or path; "
        + "\(found.total.of("capture")) \(found.total == 1 ? "holds" : "hold") it as text:"
        + TerminalText.escaped(list, keepingLines: true), status: .usage)
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
    guard query.condition == .all else {
      throw Failure("sort-invalid", "--sort wants fields with commas between", status: .usage)
    }
    try catalog.check(query)
    return query.sort
  }

  /// The captures that arguments name by id or path, and the arguments that are a query.
  ///
  /// - Parameter takesTitles: whether a word may also be how an id begins, or a title.
  private func split(
    _ arguments: QueryArguments, _ catalog: Catalog, takesTitles: Bool
  ) throws -> (named: Set<NotePath>?, query: [String]) {
    let captures = NamedCaptures(self, catalog)
    var named = try arguments.pathsFrom.map { try captures.paths(listedIn: $0) }
    var rest: [String] = []
    for word in arguments.words {
      var found = captures.paths(named: word)
      if found.isEmpty, takesTitles, let capture = try one(word, in: catalog),
        word.count >= 4 || !capture.hasID(beginningWith: word) || capture.isCalled(word)
      {
        found = [capture.path]
      }
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
    if let capture = try one(word, in: catalog) { return (capture, catalog) }
    guard case .none(let nearest?) = catalog.select(word) else {
      throw Failure(
        "capture-unknown", "no capture has the id, path or title `\(word)`", status: .nothingFound)
    }
    throw Failure(
      "capture-unknown",
      "no capture has the id, path or title `\(word)`; did you mean `\(nearest)`?",
      status: .nothingFound)
  }

  /// The one capture that a word names, if any does.
  ///
  /// Throws a ``Failure`` where it names several, or is empty.
  private func one(_ word: String, in catalog: Catalog) throws -> Capture? {
    guard !word.isBlank else {
      throw Failure(
        "capture-missing", "an argument is empty; say which capture: its id, path or title",
        status: .usage)
    }
    switch catalog.select(word) {
    case .found(let capture): return capture
    case .ambiguous(let captures):
      let list = captures.prefix(10).map { "\n  \($0.id ?? "-")  \($0.path)  \($0.title)" }.joined()
      throw Failure(
        "capture-ambiguous",
        "`\(word)` names \(captures.count) captures; say which by id or path:"
          + TerminalText.escaped(list, keepingLines: true), status: .usage)
    case .none: return nil
    }
  }
}

extension Capture {
  /// Whether a word is its file's name without the ending, its title or an alias.
  fileprivate func isCalled(_ word: String) -> Bool {
    ([path.stem, title] + aliases).contains { $0.folded == word.folded }
  }
}
