import CairnFiles
public import CairnNotebook
import CairnText

extension Workspace {
  private static let firstSettings = Array(
    """
    # Settings of this notebook. Run `cairn config` to list every setting, its value and its origin.

    """.utf8)

  /// Turns the folder into a notebook by creating its settings file, and creates an index, so that
  /// the classifier learns from the first capture onward. If the folder is already a notebook, only
  /// updates the index.
  ///
  /// Throws `FileError` if the settings file cannot be written.
  public func createNotebook(_ mode: Mode) throws -> ChangeReport {
    let report =
      Notebook.isMarked(notebook.store.root)
      ? ChangeReport()
      : try notebook.create(
        .init(id: nil, path: Notebook.settingsPath, after: Self.firstSettings), mode)
    if mode == .write { learn() }
    return report
  }

  /// Changes a setting in the user's file if `isUser` is true, otherwise in the notebook's; a nil
  /// value removes the setting. Returns the changes and the changed file.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if the value is invalid, if the file is not allowed to
  /// contain this setting or value, or if the file cannot be edited.
  public func set(
    _ key: Settings.Key, to value: String?, isUser: Bool, _ mode: Mode
  ) throws -> (report: ChangeReport, file: ConfigFile) {
    if key.isUserOnly, !isUser {
      throw Refusal(
        "settings-user-only",
        "`\(key.name)` can only be set in your own settings, because a notebook may come from "
          + "another person; pass --user", .invalid)
    }
    if !isUser, let value,
      let least = SettingsFiles(context).user.limit(undercutBy: value, of: key)
    {
      throw Refusal(
        "settings-lowered",
        "`\(key.name)` cannot be lower in a notebook than in your own settings (\(least)), "
          + "because a notebook may come from another person; pass --user", .invalid)
    }
    if let value { try check(value, of: key, isUser: isUser) }
    let file = try settingsFile(isUser: isUser, mode)
    let report = try file.change(mode) { (settings) throws(Diagnostic) in
      try settings.setting(key, to: value)
    }
    return (report, file)
  }

  /// Throws a ``Refusal`` for a value that would make later commands warn or fail. Fields and
  /// templates in the user's own settings (`isUser`) need not exist, because other notebooks may
  /// have them.
  private func check(_ value: String, of key: Settings.Key, isUser: Bool) throws(Refusal) {
    var problem: String?
    if key.name == "list.sort" {
      do {
        _ = try order(value, isUser ? nil : catalog())
      } catch {
        problem = Refusal.message(of: error)
      }
    } else if key.name.hasPrefix("template.") || key.name == "daily.template", !isUser {
      problem = templates.complaint(aboutCaptureTemplate: value)
    }
    guard let problem else { return }
    throw Refusal(
      "settings-value", "`\(TerminalText.line(value))` is not valid for `\(key.name)`: \(problem)",
      .invalid)
  }

  /// Saves a query as a view with this name, which can begin with `@`. Replaces an existing view.
  /// Writes the user's file if `isUser` is true, otherwise the notebook's. Returns the changes and
  /// the changed file.
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

  /// Removes a saved view. Returns the changes and the changed file.
  ///
  /// Throws a ``Refusal`` if `isUser` is false and the view is one of the user's own, or a
  /// `Diagnostic` if there is no such view.
  public func removeView(
    _ name: String, isUser: Bool, _ mode: Mode
  ) throws -> (report: ChangeReport, file: ConfigFile) {
    let view = try view(named: name)
    guard isUser || view.origin == .notebook else {
      throw Refusal(
        "view-user-only", "`\(view.name)` is one of your own views; pass --user to remove it",
        .invalid)
    }
    return try setView(view.name, to: nil, isUser: isUser, mode)
  }

  /// Returns the view with this name, with or without `@`.
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
  /// The name of a view without the optional `@` sign at its start.
  fileprivate var withoutSign: String { hasPrefix("@") ? String(dropFirst()) : self }
}
