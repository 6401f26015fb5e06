import CairnFiles
import CairnNotebook
import CairnQuery
import CairnText
import SystemPackage

extension Session {
  /// The query that arguments make, with views in the place of their names.
  ///
  /// Throws a `Diagnostic` where an argument is not understood.
  func query(_ arguments: [String]) throws -> Query {
    // The files of views are read only where a view may be named.
    let mayNameViews = arguments.contains { $0.utf8.contains(UInt8(ascii: "@")) }
    return try Query(arguments: arguments, views: mayNameViews ? views.texts : [:])
  }

  /// Reads the views of the notebook and of the user, and says what is wrong with them.
  func loadViews() -> SavedViews {
    let views = readViews()
    for diagnostic in views.diagnostics { warn(diagnostic) }
    return views
  }

  /// Reads the views of the notebook and of the user.
  func readViews() -> SavedViews {
    var views = SavedViews()
    if let file = try? notebook.store.readText(SavedViews.path) {
      views.add(file.bytes, as: .notebook, path: SavedViews.path.description)
    }
    if let bytes = SettingsFiles.userFile("views.yml", surroundings) {
      views.add(
        bytes, as: .user, path: surroundings.configFolder.appending("views.yml").string)
    }
    return views
  }
}
