public import CairnCapture
public import CairnNotebook
public import CairnQuery
public import CairnWork

/// A search that follows what a person types.
///
///     let search = TypedSearch(host, root)
///     if let page = try await search.page(for: ["cust"], context) { show(page) }
///
/// Each new text ends the search for the previous one. Only the captures that are shown are read.
public actor TypedSearch {
  /// The first captures that match a text.
  public struct Page: Sendable {
    /// The captures, best match first.
    public let rows: [Row]
    /// The number of all matching captures.
    public let total: Int
    /// The spellings in which the query's mistyped words were found.
    public let spellings: [FoundSpellings]
  }

  /// A capture that matches a text.
  public struct Row: Sendable {
    /// The capture.
    public let capture: Capture
    /// The passage that shows why the capture matches.
    public let passage: Snippet
    /// The number of the line of the file with the passage, from 1; nil if only the title, the
    /// meaning or a tag matches.
    public let line: Int?
    /// The matches in the capture's title.
    public let titleMatches: [Range<String.Index>]
  }

  private let host: Host
  private let root: NotebookRoot
  private var running: Task<Page, any Error>?

  /// Creates a search of a notebook that `host` keeps open.
  public init(_ host: Host, _ root: NotebookRoot) {
    self.host = host
    self.root = root
  }

  /// Returns the first captures that match a query, or nil if the query was replaced by a newer one
  /// before it was answered.
  ///
  /// Throws a `Diagnostic` or a `Refusal` if a word is not understood, and any error of
  /// `Host.with`.
  ///
  /// - Parameters:
  ///   - words: The query, as for `SelectRequest`.
  ///   - limit: The maximum number of captures to return.
  public func page(
    for words: [String], _ context: RequestContext, limit: Int = 20
  ) async throws -> Page? {
    running?.cancel()
    var request = SelectRequest(words)
    request.order = .relevance
    request.limit = limit
    let task = Task.detached { [host, root, request] in
      try await host.with(root, context) { work in
        let found = try work.select(request)
        let passages = Passages(found.query)
        let rows = found.captures.map { capture in
          let (passage, line) = passages.located(in: capture)
          return Row(
            capture: capture, passage: passage, line: line,
            titleMatches: passages.matches(in: capture.title))
        }
        return Page(rows: rows, total: found.total, spellings: found.spellings)
      }
    }
    running = task
    do {
      let page = try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
      return task.isCancelled ? nil : page
    } catch is CancellationError {
      return nil
    }
  }
}
