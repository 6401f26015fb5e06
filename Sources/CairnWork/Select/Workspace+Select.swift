public import CairnCapture
import CairnFiles
import CairnIndex
public import CairnNotebook
import CairnQuery
import CairnText

extension Workspace {
  /// Returns the captures that a read-only request selects.
  ///
  /// If the text of a query is not the start of any word, runs the query again to find the text
  /// inside words, and adds a note.
  ///
  /// Throws a `Diagnostic` or a ``Refusal`` if a word is not understood.
  public func select(_ request: SelectRequest) throws -> CaptureSelection {
    if let change = request.words.first(where: { Change.parse($0) != nil }) {
      let field = Change.parse(change)?.field ?? ""
      throw Refusal(
        "query-change",
        "`\(change)` is a change, and this command only reads; to find captures say \(field):VALUE, "
          + "or quote the text: '\"\(change)\"'", .invalid)
    }
    return try select(request, widens: true)
  }

  /// Returns the captures that a writing request selects. The query is never widened to text inside
  /// words. It must contain a condition, unless `all` is true.
  ///
  /// - Parameter takesTitles: Whether each word can also be a title or the start of an id. If so,
  ///   other text is searched for in titles only.
  public func selectToWrite(
    _ request: SelectRequest, all: Bool, takesTitles: Bool = false
  ) throws -> CaptureSelection {
    guard !request.isEmpty || all else { throw Self.tooWide(request) }
    let selection = try select(
      request, widens: false, isToWriteAll: all, takesTitles: takesTitles)
    return takesTitles || request.narrowing != nil ? selection : try meant(by: request, selection)
  }

  /// Returns the error for a request to write that has no condition.
  private static func tooWide(_ request: SelectRequest) -> Refusal {
    let query = request.words.joined(separator: " ")
    return Refusal(
      "query-missing",
      (query.isEmpty ? "" : "`\(query)` chooses every capture; ")
        + "say which captures, or --all for every one of them", .invalid)
  }

  /// Returns the captures that the words name, if each word is also a title or the start of an id
  /// as shown in lists. Otherwise, returns `selection`, which is the result of a search for the
  /// words as text.
  ///
  /// Throws a ``Refusal`` if the text search finds other captures, which must not be changed by
  /// mistake. Does not throw if it also finds the named captures and a person can be asked.
  private func meant(by request: SelectRequest, _ selection: CaptureSelection) throws
    -> CaptureSelection
  {
    guard request.paths == nil, !request.words.isEmpty, selection.means == .text else {
      return selection
    }
    let (catalog, words) = (selection.catalog, request.words)
    // Several words that no single capture contains change nothing.
    if words.count > 1, selection.entries.isEmpty { return selection }
    var byID: [Snapshot.Entry] = []
    var entries: [Snapshot.Entry] = []
    for word in words {
      if word.count >= 4, let entry = catalog.entries(withIDPrefix: word).first {
        byID.append(entry)
        entries.append(entry)
      } else if let entry = named(word, catalog) {
        entries.append(entry)
      } else {
        return selection
      }
    }
    let (meant, found) = (Set(entries), Set(selection.entries))
    let others = found.subtracting(meant).count
    let isOnlyThese = words.count == 1 ? byID.isEmpty || !found.isEmpty : found == meant
    if others == 0, isOnlyThese { return selection.named(entries) }
    if context.canAsk, found.isSuperset(of: meant) { return selection }
    let handles = zip(words, entries).map { word, entry in
      byID.contains(entry)
        ? "id:\(word)"
        : catalog.row(entry)?.id.map { "id:\($0)" } ?? "`\(catalog.snapshot.path(entry))`"
    }
    throw Self.ambiguous(
      words, paths: entries.map { catalog.snapshot.path($0) }, handles: handles,
      isID: !byID.isEmpty, found: words.count == 1 ? others : found.count)
  }

  /// Returns the error for words that name captures but also occur as text in other captures.
  ///
  /// - Parameters:
  ///   - handles: The arguments that would select only these captures.
  ///   - found: The number of captures that contain all words; for one word, of other captures.
  private static func ambiguous(
    _ words: [String], paths: [NotePath], handles: [String], isID: Bool, found: Int
  ) -> Refusal {
    let code = isID ? "id-as-text" : "title-as-text"
    let names = words.map { "`\($0)`" }.joined(separator: ", ")
    let places = paths.map(\.description).joined(separator: ", ")
    let handles = handles.joined(separator: " ")
    let text = words.map { "\"\($0)\"" }.joined(separator: " ")
    if words.count > 1 {
      return Refusal(
        code,
        "\(names) name \(places), and as text they are together in \(found.of("capture")); "
          + "pass \(handles) for those, or '\(text)' for the text", .invalid)
    }
    let verb = isID ? "is the beginning of the id of" : "names"
    let also = found == 0 ? "" : ", and as text it is also in \(found.of("other capture"))"
    return Refusal(
      code,
      "\(names) \(verb) \(places)\(also); pass \(handles) for that one, or '\(text)' for the text",
      .invalid)
  }

  /// Returns the only capture with this file name, title or alias; nil if there is not exactly one.
  private func named(_ word: String, _ catalog: Catalog) -> Snapshot.Entry? {
    guard case .found(let capture) = catalog.select(word), capture.isCalled(word) else {
      return nil
    }
    return catalog.entry(at: capture.path)
  }

  private func select(
    _ request: SelectRequest, widens: Bool, isToWriteAll: Bool = true, takesTitles: Bool = false
  ) throws -> CaptureSelection {
    let catalog = catalog(attachments: request.listsAttachments)
    let (named, rest) = try split(request, catalog, takesTitles: takesTitles)
    var query = try self.query(rest)
    if named == nil, !isToWriteAll, query.selectsEverything { throw Self.tooWide(request) }
    let isNamed = named != nil && (rest.isEmpty || !takesTitles)
    let means: CaptureSelection.Means = isNamed ? .names : query.findsText ? .text : .conditions
    let asTyped = query
    if takesTitles { query = query.inTitles }
    if let sort = request.sort { query.sort = try order(sort, catalog) }
    try catalog.check(query)
    if query.sort.isEmpty, request.order == .newest { query.sort = settledOrder(catalog) }
    if let narrowing = request.narrowing { query = query.narrowed(to: narrowing) }
    let context = catalog.context(request.clock ?? clock)
    func found(_ query: Query, limit: Int?) throws -> IndexedSelection {
      try catalog.select(query, in: context, order: request.order, limit: limit, among: named)
    }
    let first = try found(query, limit: request.limit)
    try report(first, isToWrite: !widens)
    if first.total == 0, widens, query.widened != query {
      let wide = try found(query.widened, limit: request.limit)
      try report(wide, isToWrite: false)
      if wide.total > 0 {
        note("Nothing begins with that; these hold it inside a word.")
        return CaptureSelection(catalog, query.widened, context, wide, isWidened: true)
      }
    }
    if first.total == 0, takesTitles {
      try refuseText(try found(asTyped, limit: 10), rest, catalog)
    }
    if first.total == 0 {
      let captures = NamedCaptures(self, catalog)
      for word in rest {
        if let hidden = captures.hidden(Array(word.utf8)) { throw hidden }
      }
    }
    return CaptureSelection(catalog, query, context, first, means: means)
  }

  /// Throws a ``Refusal`` that lists the captures that contain the text, if no title contains it.
  private func refuseText(
    _ found: IndexedSelection, _ words: [String], _ catalog: Catalog
  ) throws {
    guard found.total > 0 else { return }
    let list = found.entries.compactMap { catalog.row($0) }.map {
      "\n  \($0.id ?? "-")  \($0.path)  \($0.title)"
    }.joined()
    throw Refusal(
      "text-not-title",
      "`\(words.joined(separator: " "))` is in no title; say which by id or path; "
        + "\(found.total.of("capture")) \(found.total == 1 ? "holds" : "hold") it as text:"
        + TerminalText.escaped(list, keepingLines: true), .invalid)
  }

  /// Reports captures that could not be checked because a regular expression took too long.
  ///
  /// Throws a ``Refusal`` if no other captures were found, or if the request writes.
  private func report(_ found: IndexedSelection, isToWrite: Bool) throws {
    guard let first = found.undecided.first else { return }
    let count = found.undecided.count
    let others = count > 1 ? " and \((count - 1).of("other"))" : ""
    let message =
      "the regular expression takes too long and was given up on in \(first)\(others); whether they "
      + "match is not known; make it simpler"
    if isToWrite || found.total == 0 {
      throw Refusal("query-regex-limit", message)
    }
    tell(Diagnostic(.warning, "query-regex-limit", message))
  }

  /// Returns the order in the setting `list.sort`; if it is invalid, warns and returns no keys.
  private func settledOrder(_ catalog: Catalog) -> [SortKey] {
    guard let setting = notebook.settings["list.sort"] else { return [] }
    do {
      return try order(setting.text, catalog)
    } catch {
      let place = SettingsFiles(context).place(of: setting.origin)
      tell(
        Diagnostic(
          .warning, "settings-value",
          "\(place): `\(setting.text)` does not fit `list.sort` and is ignored: "
            + Refusal.message(of: error)))
      return []
    }
  }

  /// Returns the order that the option `--sort` specifies. If `catalog` is nil, the fields need not
  /// exist.
  func order(_ text: String, _ catalog: Catalog?) throws -> [SortKey] {
    let query = try Query(arguments: ["sort:\(text)"])
    guard query.condition == .all else {
      throw Refusal("sort-invalid", "--sort wants fields with commas between", .invalid)
    }
    try catalog?.check(query)
    return query.sort
  }

  /// Separates the arguments that name captures by id or path from the words of a query.
  ///
  /// - Parameter takesTitles: Whether a word can also be the start of an id, or a title.
  private func split(
    _ request: SelectRequest, _ catalog: Catalog, takesTitles: Bool
  ) throws -> (named: Set<NotePath>?, query: [String]) {
    let captures = NamedCaptures(self, catalog)
    var named = try request.paths.map { try captures.paths(listed: $0) }
    var rest: [String] = []
    for word in request.words {
      var found = captures.paths(named: word)
      if found.isEmpty, takesTitles, let capture = try one(word, in: catalog) {
        let isID = capture.hasID(beginningWith: word)
        // A file name alone may be a word in another title.
        let isName = !isID && capture.path.stem.folded == word.folded
        let isShort = isID && word.count < 4
        if capture.isTitled(word) || !isName && !isShort { found = [capture.path] }
      }
      if found.isEmpty { rest.append(word) } else { named = (named ?? []).union(found) }
    }
    return (named, rest)
  }

  /// Returns the only capture with this id, start of an id, path or title.
  ///
  /// Throws a ``Refusal`` if there is no such capture, or more than one.
  public func capture(
    named word: String, attachments: Bool = false
  ) throws -> (capture: Capture, catalog: Catalog) {
    let catalog = catalog(attachments: attachments)
    let captures = NamedCaptures(self, catalog)
    if Selector.isPath(word), let path = captures.path(Array(word.utf8)),
      let found = catalog.entry(at: path).flatMap({ catalog.capture($0) })
    {
      return (found, catalog)
    }
    if let capture = try one(word, in: catalog) { return (capture, catalog) }
    if let hidden = captures.hidden(Array(word.utf8)) { throw hidden }
    guard case .none(let nearest?) = catalog.select(word) else {
      throw Refusal(
        "capture-unknown", "no capture has the id, path or title `\(word)`", .nothingFound)
    }
    throw Refusal(
      "capture-unknown",
      "no capture has the id, path or title `\(word)`; did you mean `\(nearest)`?",
      .nothingFound)
  }

  /// Returns the only capture that a word names; nil if there is none.
  ///
  /// Throws a ``Refusal`` if there are several, or the word is empty.
  private func one(_ word: String, in catalog: Catalog) throws -> Capture? {
    guard !word.isBlank else {
      throw Refusal(
        "capture-missing", "an argument is empty; say which capture: its id, path or title",
        .invalid)
    }
    switch catalog.select(word) {
    case .found(let capture): return capture
    case .ambiguous(let captures):
      let list = captures.prefix(10).map { "\n  \($0.id ?? "-")  \($0.path)  \($0.title)" }.joined()
      throw Refusal(
        "capture-ambiguous",
        "`\(word)` names \(captures.count) captures; say which by id or path:"
          + TerminalText.escaped(list, keepingLines: true), .invalid)
    case .none: return nil
    }
  }
}

extension Capture {
  /// Returns whether a word is the file name without extension, the title or an alias.
  fileprivate func isCalled(_ word: String) -> Bool {
    path.stem.folded == word.folded || isTitled(word)
  }

  /// Returns whether a word is the title or an alias.
  fileprivate func isTitled(_ word: String) -> Bool {
    ([title] + aliases).contains { $0.folded == word.folded }
  }
}
