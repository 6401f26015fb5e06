import CairnCapture
public import CairnNotebook
public import CairnQuery
public import CairnText

/// A query that is answered again after each letter that the user types. Thread-safe.
///
///     let live = work.liveQuery(host.index(of: work.notebook))
///     let page = live.page(for: "type:action garden", limit: 100)
///
/// Each answer reflects the current state of the files. With an index that stays in memory, an
/// answer takes only as long as the search.
public struct LiveQuery: Sendable {
  /// The first captures that match a text, or the reason why the text is not a valid query.
  public struct Page: Sendable {
    /// The catalog that was searched.
    public let catalog: Catalog
    /// The matches, best first, up to the limit. An unfinished condition at the end of the text is
    /// ignored. Nil if the text is not a valid query.
    public let rows: [CaptureRow]?
    /// The number of all matches.
    public let total: Int
    /// A sentence about a mistake or a missing part in the text, or about similar words that were
    /// searched for instead; nil if there is none.
    public let problem: String?
    /// The matches in the text of the captures, found on demand; nil if ``rows`` is empty or nil.
    public let passages: Passages?
  }

  private let notebook: Notebook
  private let views: [String: String]
  private let order: [SortKey]
  private let among: Set<NotePath>?

  fileprivate init(_ work: Workspace, _ resident: ResidentIndex?, among: Set<NotePath>?) {
    var notebook = work.notebook
    notebook.resident = resident ?? notebook.resident
    self.notebook = notebook
    views = work.views.texts
    let sort = work.notebook.settings["list.sort"]?.text ?? "-created"
    order = (try? Query(arguments: ["sort:\(sort)"]))?.sort ?? []
    self.among = among
  }

  /// Returns the first captures that match a text; nil if `isStale` returns true in the meantime.
  ///
  /// - Parameter isStale: A function that returns whether the answer is no longer needed. Called
  ///   often, from any thread.
  public func page(
    for text: String, limit: Int, until isStale: @escaping @Sendable () -> Bool = { false }
  ) -> Page? {
    let catalog = notebook.catalog()
    var page: Page
    do {
      page = try matches(text, catalog, limit, isStale)
    } catch {
      let problem = Refusal.message(of: error)
      page = Page(catalog: catalog, rows: nil, total: 0, problem: problem, passages: nil)
      for start in Self.beginnings(of: text) where page.rows == nil && !isStale() {
        guard let found = try? matches(start, catalog, limit, isStale) else { continue }
        page = Page(
          catalog: catalog, rows: found.rows, total: found.total, problem: problem,
          passages: found.passages)
      }
    }
    return isStale() ? nil : page
  }

  /// Returns queries to try if `text` is not a valid query yet: the text with a closing quotation
  /// mark or parenthesis, then the text without its last word. Empty if `text` ends with a blank.
  private static func beginnings(of text: String) -> [String] {
    guard let last = text.last, !last.isWhitespace else { return [] }
    var head = text
    while head.last?.isWhitespace == false { head.removeLast() }
    return [text + "\"", text + ")", head, head + "\"", head + ")"]
  }

  private func matches(
    _ text: String, _ catalog: Catalog, _ limit: Int, _ isStale: @escaping @Sendable () -> Bool
  ) throws -> Page {
    var query = try Query(arguments: text.isBlank ? [] : [text], views: views)
    try catalog.check(query)
    if let likened = query.likes.first {
      throw query.error(
        at: likened, "query-like-text",
        "`like:` is not available while you type; pass it to `cairn list -i`")
    }
    if query.sort.isEmpty, !query.findsText { query.sort = order }
    let context = catalog.context(notebook.clock, until: isStale)
    // If nothing is found, also searches inside words, and then for words with a similar spelling.
    let attempts: [(query: Query, problem: String?)] = [
      (query, nil), (query.widened, nil),
      (query.tolerant, "No capture contains this text; these captures contain similar words."),
    ]
    for (index, attempt) in attempts.enumerated() where index == 0 || attempt.query != query {
      let answer = try catalog.select(
        attempt.query, in: context, order: .relevance, limit: limit, among: among)
      guard answer.total > 0 else { continue }
      return Page(
        catalog: catalog, rows: answer.entries.compactMap { catalog.row($0) }, total: answer.total,
        problem: attempt.problem, passages: Passages(attempt.query))
    }
    return Page(catalog: catalog, rows: [], total: 0, problem: nil, passages: nil)
  }
}

extension Workspace {
  /// Returns a query that can be answered again after each letter that a person types.
  ///
  /// - Parameters:
  ///   - resident: An index that stays in memory between answers; nil to use the workspace's index.
  ///   - paths: The captures to choose from; nil for all.
  public func liveQuery(
    _ resident: ResidentIndex? = nil, among paths: Set<NotePath>? = nil
  ) -> LiveQuery {
    LiveQuery(self, resident, among: paths)
  }

  /// Returns wikilinks to captures, one per line, for the clipboard.
  public func linkTexts(to paths: [NotePath]) -> String {
    paths.compactMap { try? notebook.capture(at: $0).wikilink }.joined(separator: "\n")
  }
}
