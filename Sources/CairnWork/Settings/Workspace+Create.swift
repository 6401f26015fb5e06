import CairnFiles
public import CairnNotebook
import CairnText

extension Workspace {
  private static let firstSettings = Array(
    """
    # Settings of this notebook. `cairn config` lists every key with its value and where it comes from.

    """.utf8)

  /// Makes the folder a notebook, with an index, so that captures teach from the first one on. Nothing
  /// changes if it is one already.
  ///
  /// Throws `FileError` if the file of settings cannot be written.
  public func createNotebook(_ mode: Mode) throws -> ChangeReport {
    var report = ChangeReport()
    if !Notebook.isMarked(notebook.store.root) {
      let path = Notebook.settingsPath
      report.changed = [.init(id: nil, path: path, after: Self.firstSettings)]
      if mode == .write {
        report.operation = try notebook.state.transaction(at: clock.now) { transaction in
          try transaction.create(path, Self.firstSettings, makingFolders: true, isLast: true)
          return transaction.operation
        }
      }
    }
    if mode == .write { learn() }
    return report
  }

  /// Changes a setting in the notebook's file or the user's own, or takes it out if the value is nil.
  /// Returns the file, too.
  ///
  /// Throws a ``Refusal`` if only the user's own settings may have it, or a `Diagnostic` if the value is
  /// invalid or the file cannot be edited.
  public func set(
    _ key: Settings.Key, to value: String?, isUser: Bool, _ mode: Mode
  ) throws -> (report: ChangeReport, file: ConfigFile) {
    if key.isUserOnly, !isUser {
      throw Refusal(
        "settings-user-only",
        "`\(key.name)` can be set in your own settings only, because a notebook may come from "
          + "somebody else; say --user", .invalid)
    }
    let file = try settingsFile(isUser: isUser, mode)
    let report = try file.change(mode) { (settings) throws(Diagnostic) in
      try settings.setting(key, to: value)
    }
    return (report, file)
  }

  /// Saves a query under a name, which may be written `@name`, in the place of what had it. Returns the
  /// file, too.
  ///
  /// Throws a `Diagnostic` if the name or the query is invalid, or the file cannot be edited.
  public func saveView(
    _ name: String, _ words: [String], sort: String?, isUser: Bool, _ mode: Mode
  ) throws -> (report: ChangeReport, file: ConfigFile) {
    let view = try SavedView(
      name: name.withoutSign, arguments: words, sort: sort, origin: isUser ? .user : .notebook,
      among: views)
    return try setView(view.name, to: view.query, isUser: isUser, mode)
  }

  /// Removes a saved view. Returns the file, too.
  ///
  /// Throws a ``Refusal`` if it is one of the user's own and `isUser` is false, or a `Diagnostic` if
  /// there is none.
  public func removeView(
    _ name: String, isUser: Bool, _ mode: Mode
  ) throws -> (report: ChangeReport, file: ConfigFile) {
    let view = try view(named: name)
    guard isUser || view.origin == .notebook else {
      throw Refusal(
        "view-user-only", "`\(view.name)` is a view of your own; say --user", .invalid)
    }
    return try setView(view.name, to: nil, isUser: isUser, mode)
  }

  /// The view with a name, which may be written `@name`.
  ///
  /// Throws a `Diagnostic` if there is none.
  public func view(named name: String) throws -> SavedView { try views.view(name.withoutSign) }

  private func setView(
    _ name: String, to query: String?, isUser: Bool, _ mode: Mode
  ) throws -> (report: ChangeReport, file: ConfigFile) {
    let file = try viewsFile(isUser: isUser, mode)
    let report = try file.change(mode) { (views) throws(Diagnostic) in
      try views.settingView(name, to: query)
    }
    return (report, file)
  }
}

extension String {
  /// The name of a view that may be written as it is used: `@open`.
  fileprivate var withoutSign: String { hasPrefix("@") ? String(dropFirst()) : self }
}
