public import CairnCapture
import CairnIndex
import CairnNotebook
import CairnQuery
import CairnText

extension Workspace {
  /// Returns the captures that a read-only request selects.
  ///
  /// If the query finds nothing, runs it again to find its text inside words, and not only at the
  /// start of words. If that finds captures, passes the caller a note.
  ///
  /// Throws a `Diagnostic` or a ``Refusal`` if a word is not understood, and `CancellationError` a
  /// few milliseconds after the caller's ``Cancellation`` was requested.
  public func select(_ request: SelectRequest) throws -> CaptureSelection {
    if let change = request.words.first(where: { Change.parse($0) != nil }) {
      let field = Change.parse(change)?.field ?? ""
      throw Refusal(
        "query-change",
        "`\(change)` is a change, but this command only reads; to filter, write \(field):VALUE; to "
          + "search for the text, write '\"\(change)\"'", .invalid)
    }
    let catalog = catalog(attachments: request.listsAttachments)
    let captures = NamedCaptures(self, catalog)
    var named = try request.paths.map { try captures.paths(listed: $0) }
    var rest: [String] = []
    for word in request.words {
      let found = try captures.paths(named: word)
      if found.isEmpty { rest.append(word) } else { named = (named ?? []).union(found) }
    }
    return try select(request, named: named, rest, catalog, widens: true)
  }

  /// Returns the captures that a writing request selects.
  ///
  /// Each word is a handle (``NamedCaptures``) or a query with a condition, a view, quoted text or
  /// an operator in capitals. Any other word is an error, because a request that writes searches
  /// only for quoted text, and only at the start of words. If `all` is false, the request must
  /// contain a handle or a condition.
  ///
  /// If a handle is also a query that matches other captures, the selection has a
  /// ``CaptureSelection/doubt``, which a person must resolve.
  ///
  /// - Parameter isMeant: A function that returns whether a capture is meant by a title that names
  ///   several captures. Such a title is accepted if exactly one of them is meant.
  ///
  /// Throws a ``Refusal`` if a word is neither a handle nor a query, if a handle names several
  /// captures, or if no person can resolve a doubt. Throws a `Diagnostic` if a query is not
  /// understood.
  public func selectToWrite(
    _ request: SelectRequest, all: Bool, isMeant: (Capture) -> Bool = { _ in false }
  ) throws -> CaptureSelection {
    guard !request.isEmpty || all else { throw Self.tooWide(request) }
    let catalog = catalog(attachments: request.listsAttachments)
    let captures = NamedCaptures(self, catalog)
    var named = try request.paths.map { try captures.paths(listed: $0) }
    var rest: [String] = []
    var doubt: HandleDoubt?
    for word in request.words {
      let found = word.isBlank ? [] : try captures.entries(withHandle: word, isMeant: isMeant)
      if let entry = found.first {
        doubt = try self.doubt(word, found, in: catalog) ?? doubt
        guard found.count == 1 else { throw ambiguous(word, found, in: catalog) }
        named = named ?? []
        named?.insert(catalog.snapshot.path(entry))
      } else {
        if try query([word]).hasPlainArgument {
          throw notFound(word, captures, in: catalog, takesQueries: true)
        }
        rest.append(word)
      }
    }
    var selection = try select(
      request, named: named, rest, catalog, widens: false, isToWriteAll: all)
    selection.doubt = doubt
    return selection
  }

  /// Returns the error for a writing request that would select every capture although `all` is not
  /// set.
  private static func tooWide(_ request: SelectRequest) -> Refusal {
    let query = request.words.joined(separator: " ")
    return Refusal(
      "query-missing",
      (query.isEmpty ? "no captures selected; " : "`\(query)` selects every capture; ")
        + "pass a query, or --all for every capture", .invalid)
  }

  /// Returns a ``HandleDoubt`` for a handle that is also a query; nil if the query is not
  /// understood, or matches no other captures.
  ///
  /// Throws a ``Refusal`` if the query matches other captures and nobody can be asked.
  private func doubt(
    _ word: String, _ meant: [Snapshot.Entry], in catalog: Catalog
  ) throws -> HandleDoubt? {
    guard let query = try? query([word]), !query.hasPlainArgument,
      (try? catalog.check(query)) != nil
    else { return nil }
    let found = try catalog.select(query, in: catalog.context(clock)).entries
    let others = Set(found).subtracting(meant).count
    guard others > 0 else { return nil }
    if context.canAsk { return HandleDoubt(word: word, others: others) }
    let handles = meant.map { "`\(catalog.handle(of: $0))`" }.joined(separator: " or ")
    throw Refusal(
      "handle-or-query",
      "`\(word)` names a capture, and as a query it also matches \(others.of("other capture")); "
        + "pass \(handles) for the capture, or '(\(word))' for the query", .invalid)
  }

  private func select(
    _ request: SelectRequest, named: Set<NotePath>?, _ rest: [String], _ catalog: Catalog,
    widens: Bool, isToWriteAll: Bool = true
  ) throws -> CaptureSelection {
    var query = try self.query(rest)
    if named == nil, !isToWriteAll, query.selectsEverything { throw Self.tooWide(request) }
    var means: CaptureSelection.Means =
      named != nil ? .names : query.findsText ? .text : .conditions
    if let sort = request.sort { query.sort = try order(sort, catalog) }
    try catalog.check(query)
    if !widens, let likened = query.likes.first {
      throw query.error(
        at: likened, "query-like-write",
        "commands that change captures do not accept `like:`, because similarity is not exact; pass "
          + "--interactive to pick, or pass the ids that `cairn list` shows")
    }
    let typedTime = query.shownTime
    if query.sort.isEmpty, request.order == .newest, !query.isRankedBySimilarity {
      query.sort = settledOrder(catalog)
    }
    if let narrowing = request.narrowing { query = query.narrowed(to: narrowing) }
    let isCancelled = self.context.cancellation.isRequested
    var context = catalog.context(request.clock ?? clock, until: isCancelled)
    context.similar = try similar(for: query, in: catalog)
    context.nearestMeaning = nearestMeaning(in: catalog)
    func run(_ query: Query) throws -> IndexedSelection {
      let found = try catalog.select(
        query, in: context, order: request.order, limit: request.limit, among: named)
      if isCancelled() { throw CancellationError() }
      return found
    }
    var found = try run(query)
    try report(found, isToWrite: !widens)
    for sentence in found.spellings.compactMap(\.note) { note(sentence) }
    var isWidened = false
    if found.total == 0, widens, query.widened != query {
      let wide = try run(query.widened)
      try report(wide, isToWrite: false)
      if wide.total > 0 {
        for sentence in wide.spellings.compactMap(\.note) { note(sentence) }
        note("No word begins with this text; these captures contain the text inside a word.")
        (query, found, means, isWidened) = (query.widened, wide, .conditions, true)
      }
    }
    if found.total == 0 {
      let captures = NamedCaptures(self, catalog)
      for word in rest {
        if let hidden = captures.hidden(Array(word.utf8)) { throw hidden }
      }
    }
    var selection = CaptureSelection(
      catalog, query, context, found, isWidened: isWidened, means: means)
    if typedTime == .due { selection.shownTime = .due }
    return selection
  }

  /// Warns of captures that could not be checked because a regular expression took too long.
  ///
  /// Throws a ``Refusal`` instead if no other captures were found, or if the selected captures are
  /// to be changed (`isToWrite`).
  private func report(_ found: IndexedSelection, isToWrite: Bool) throws {
    guard let first = found.undecided.first else { return }
    let count = found.undecided.count
    let others = count > 1 ? " and \((count - 1).of("other"))" : ""
    let message =
      "the regular expression took too long on \(first)\(others), which may or may not match; "
      + "simplify the expression"
    if isToWrite || found.total == 0 {
      throw Refusal("query-regex-limit", message)
    }
    tell(Diagnostic(.warning, "query-regex-limit", message))
  }

  /// Returns the order in the setting `list.sort`; empty if it is not set. If the setting is
  /// invalid, warns the caller and returns an empty order.
  private func settledOrder(_ catalog: Catalog) -> [SortKey] {
    guard let setting = notebook.settings["list.sort"] else { return [] }
    do {
      return try order(setting.text, catalog)
    } catch {
      let place = SettingsFiles(context).place(of: setting.origin)
      tell(
        Diagnostic(
          .warning, "settings-value",
          "\(place): `list.sort` is ignored because `\(setting.text)` is not a sort order: "
            + Refusal.message(of: error)))
      return []
    }
  }

  /// Returns the order that the option `--sort` specifies. If `catalog` is nil, the fields need not
  /// exist.
  func order(_ text: String, _ catalog: Catalog?) throws -> [SortKey] {
    let query = try Query(arguments: ["sort:\(text)"])
    guard query.condition == .all else {
      throw Refusal(
        "sort-invalid", "--sort: `\(text)` is not a comma-separated list of fields", .invalid)
    }
    try catalog?.check(query)
    return query.sort
  }
}

extension FoundSpellings {
  /// The maximum number of spellings that a note names.
  private static let mostNamed = 5

  /// A sentence that names the spellings, or nil if the word was only found as written.
  fileprivate var note: String? {
    guard spellings != [word.folded] else { return nil }
    var named = spellings.prefix(Self.mostNamed).map { "`\($0)`" }
    if spellings.count > named.count {
      named.append((spellings.count - named.count).of("other spelling"))
    }
    let last = named.removeLast()
    let all = named.isEmpty ? last : "\(named.joined(separator: ", ")) and \(last)"
    return "`\(word)`: found \(all)."
  }
}
