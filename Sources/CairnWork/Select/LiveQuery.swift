import CairnCapture
import CairnIndex
public import CairnNotebook
import CairnQuery
public import CairnText

/// A query that is answered at each letter while it is typed. Thread-safe.
///
///     let live = work.liveQuery()
///     let page = live.page(for: "type:action garden", limit: 100)
///
/// Each answer sees the files as they are, as any other query does. With a resident index, an answer
/// costs only the search.
public struct LiveQuery: Sendable {
  /// The first captures that match a text, or the reason why it is not a query.
  public struct Page: Sendable {
    /// The catalog that was searched.
    public let catalog: Catalog
    /// The matches, best first, up to the limit. If the end of the text is an unfinished condition,
    /// the matches of the text before it. Nil if the text is not a valid query.
    public let rows: [CaptureRow]?
    /// The number of all matches.
    public let total: Int
    /// What is wrong with the text, or what is missing at its end; nil if nothing is.
    public let problem: String?
  }

  private let notebook: Notebook
  private let views: [String: String]
  private let order: [SortKey]
  private let among: Set<NotePath>?

  fileprivate init(_ work: Workspace, among: Set<NotePath>?) {
    notebook = work.notebook
    views = work.views.texts
    let sort = work.notebook.settings["list.sort"]?.text ?? "-created"
    order = (try? Query(arguments: ["sort:\(sort)"]))?.sort ?? []
    self.among = among
  }

  /// Returns the first captures that match a text.
  public func page(for text: String, limit: Int) -> Page {
    let catalog = notebook.catalog()
    do {
      let (found, rows) = try matches(text, catalog, limit)
      return Page(catalog: catalog, rows: rows, total: found, problem: nil)
    } catch {
      let problem = Refusal.message(of: error)
      for start in Self.beginnings(of: text) {
        guard let (found, rows) = try? matches(start, catalog, limit) else { continue }
        return Page(catalog: catalog, rows: rows, total: found, problem: problem)
      }
      return Page(catalog: catalog, rows: nil, total: 0, problem: problem)
    }
  }

  /// Returns the texts that the person may have meant so far: the text with a quotation mark or a
  /// parenthesis closed and, if the text does not end with a blank, the text before the last word.
  private static func beginnings(of text: String) -> [String] {
    guard let last = text.last, !last.isWhitespace else { return [] }
    var head = text
    while head.last?.isWhitespace == false { head.removeLast() }
    return [text + "\"", text + ")", head, head + "\"", head + ")"]
  }

  private func matches(
    _ text: String, _ catalog: Catalog, _ limit: Int
  ) throws -> (total: Int, rows: [CaptureRow]) {
    var query = try Query(arguments: text.isBlank ? [] : [text], views: views)
    try catalog.check(query)
    if query.sort.isEmpty, !query.findsText { query.sort = order }
    let context = catalog.context(notebook.clock)
    func found(_ query: Query) throws -> IndexedSelection {
      try catalog.select(query, in: context, order: .relevance, limit: limit, among: among)
    }
    var answer = try found(query)
    if answer.total == 0, query.widened != query { answer = try found(query.widened) }
    return (answer.total, answer.entries.compactMap { catalog.row($0) })
  }
}

extension Workspace {
  /// Returns a query to answer while it is typed.
  ///
  /// - Parameter paths: The captures to choose from; nil for all.
  public func liveQuery(among paths: Set<NotePath>? = nil) -> LiveQuery {
    LiveQuery(self, among: paths)
  }

  /// Returns wikilinks to captures, one per line, for the clipboard.
  public func linkTexts(to paths: [NotePath]) -> String {
    paths.compactMap { try? notebook.capture(at: $0).wikilink }.joined(separator: "\n")
  }
}
