public import CairnNotebook
public import CairnQuery
import CairnText

extension Workspace {
  /// Parses a query, and replaces the names of saved views with their queries.
  ///
  /// Throws a `Diagnostic` if a word is not understood.
  public func query(_ words: [String]) throws -> Query {
    // The files with views are read only if a word may name a view.
    let mayNameViews = words.contains { $0.utf8.contains(UInt8(ascii: "@")) }
    return try Query(arguments: words, views: mayNameViews ? views.texts : [:])
  }

  /// Reads the saved views of the notebook and of the user, and warns of problems in their files.
  func loadedViews() -> SavedViews {
    let views = readViews()
    for diagnostic in views.diagnostics { tell(diagnostic) }
    return views
  }

  /// Reads the views of the notebook and of the user. Leaves out views that name a capture, a
  /// collection or a field that the reader is not allowed to see.
  public func readViews() -> SavedViews {
    let views = SettingsFiles(context).views(of: notebook.store)
    guard context.audience != nil, !views.all.isEmpty else { return views }
    let catalog = catalog()
    return views.filter { view in
      do throws(Diagnostic) {
        try catalog.check(try Query(arguments: [view.query], views: views.texts))
        return true
      } catch {
        return !["collection", "capture", "field"].contains { error.code == "query-unknown-\($0)" }
      }
    }
  }
}
