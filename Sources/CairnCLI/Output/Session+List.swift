import CairnCapture
import CairnConsole
import CairnFiles
import CairnIndex
import CairnNotebook
import CairnQuery
import CairnScreens
import CairnSession
import CairnTemplates
import CairnText
import CairnWire
import CairnWork

extension Session {
  /// Shows captures in the requested form, each with the matching passage if `passages` is true.
  /// Throws exit code 1 if there are no captures.
  func show(_ chosen: CaptureSelection, _ list: ListOptions, passages: Bool = false) throws {
    if list.explain {
      console.say(try chosen.catalog.explanation(of: chosen.query, in: chosen.context).description)
    }
    if let template = list.print {
      let fields = chosen.catalog.fieldNames.union(FieldOrder.keys)
      for warning in PrintTemplate.warnings(about: template, fields: fields) {
        console.say(warning)
      }
    }
    beginList(isForPeople(list) ? [] : rows(of: chosen, list))
    let found = passages ? Passages(chosen.query) : nil
    if let format = try format(list) {
      let escaped: @Sendable (String) -> String = { TerminalText.escaped($0) }
      format.write(chosen, found, clock, escape: display.isTerminal ? escaped : nil) {
        console.write($0)
      }
    } else {
      if let found { show(found, in: chosen) } else { show(chosen.rows) }
      sayShown(chosen.entries.count, of: chosen.total)
    }
    if chosen.total == 0 {
      for note in chosen.advice where !options.quiet { console.say(.hint, note) }
      throw nothingFound()
    }
  }

  /// Selects captures, and shows them or, with `--interactive`, lets the user pick from them.
  func list(
    _ query: QueryArguments, _ list: ListOptions, sort: String? = nil,
    order: Query.DefaultOrder = .newest, limit: Int?, passages: Bool = false
  ) async throws {
    if list.interactive { try expectPerson() }
    let chosen = try select(query, sort: list.sort ?? sort, order: order, limit: limit)
    if list.interactive { return try await showPicked(of: chosen, list) }
    try show(chosen, list, passages: passages)
  }

  /// Returns the maximum number of captures to show; nil if there is no limit. This is the value of
  /// `--limit`. If the option was not passed, it is the setting `list.limit`, but only for
  /// human-readable output on a terminal.
  func limit(_ list: ListOptions) throws -> Int? {
    let setting =
      surroundings.outputIsTerminal && isForPeople(list)
      ? notebook.settings.count("list.limit") : nil
    return try checked(list.limit, atLeast: 0) ?? setting
  }

  /// Returns the format of a list for programs; nil for human-readable output.
  ///
  /// Throws a `Diagnostic` if the template of `--print` is malformed.
  private func format(_ list: ListOptions) throws -> CaptureFormat? {
    if options.json { return .document }
    if list.jsonl { return .records }
    if list.nul || list.paths { return .paths(endsInNUL: list.nul) }
    if list.ids { return .ids }
    return try list.print.map { .template(try PrintTemplate($0)) }
  }

  /// Returns whether the output is human-readable rather than meant for programs.
  func isForPeople(_ list: ListOptions) -> Bool {
    !(list.jsonl || list.paths || list.nul || list.ids || list.print != nil || options.json)
  }

  /// Returns the paths of the captures that a list for programs contains, in the order of its rows.
  /// With `--ids`, leaves out captures without an id.
  private func rows(of chosen: CaptureSelection, _ list: ListOptions) -> [NotePath] {
    let rows = chosen.entries.lazy.compactMap { chosen.catalog.row($0) }
    return rows.filter { !list.ids || $0.id != nil }.prefix(Workspace.mostRows).map(\.path)
  }

  /// Selects captures for a command that only reads.
  func select(
    _ query: QueryArguments, sort: String? = nil, order: Query.DefaultOrder = .newest,
    limit: Int? = nil
  ) throws -> CaptureSelection {
    var request = try query.request(surroundings)
    (request.sort, request.order, request.limit) = (sort, order, limit)
    return try work.select(request)
  }

  /// Lets the user pick captures, and shows the picked captures. Throws exit code 1 if no captures
  /// were selected or picked.
  func showPicked(of chosen: CaptureSelection, _ list: ListOptions) async throws {
    let picked = try await pick(from: chosen)
    guard isForPeople(list) else { return try show(picked, list) }
    console.separate(picked.captures) { show($0) }
  }
}

extension QueryArguments {
  /// Returns the request to select these captures or, if `picks` is true, only those that the user
  /// picks. If `words` is not nil, it replaces the words of the query.
  ///
  /// Throws a ``Failure`` if there is no terminal, or an exit code if nothing was picked.
  func request(
    words: [String]? = nil, picks: Bool, _ session: Session
  ) async throws -> SelectRequest {
    let request = try request(words: words, session.surroundings)
    guard picks else { return request }
    try session.expectPerson()
    try await session.prepare(request.words)
    let picked = try await session.pick(from: try session.work.select(request))
    let paths = picked.entries.map { picked.catalog.snapshot.path($0) }
    return SelectRequest(paths: paths.map { session.notebook.store.absolute($0).bytes })
  }
}

/// Returns the value of `--limit`; nil if the option was not passed. Throws a ``Failure`` if the
/// value is less than `least`.
func checked(_ limit: Int?, atLeast least: Int) throws -> Int? {
  guard let limit, limit < least else { return limit }
  throw Failure("limit-invalid", "--limit must be \(least) or more", status: .usage)
}
