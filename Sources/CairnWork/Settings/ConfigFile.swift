public import CairnFiles
public import CairnNotebook
public import CairnText

/// A file of settings or views, or the folder of templates, with the journal of its changes.
public struct ConfigFile: Sendable {
  /// The folder of the journal that records changes.
  public let state: StateFolder
  /// The folder to which ``path`` is relative.
  public let store: Store
  /// The path of the file in ``store``.
  public let path: NotePath
  /// The time to record for changes.
  public let time: Instant

  /// Locates a file in the notebook or in the user's folder. If `mode` is `write`, also creates the
  /// user's folder.
  ///
  /// Throws `FileError` if the folder cannot be opened.
  ///
  /// - Parameters:
  ///   - path: The path in the notebook.
  ///   - userName: The name of the file in the user's folder; nil to use the notebook's file.
  public init(
    _ workspace: Workspace, _ path: NotePath, userName: String? = nil, _ mode: Mode
  ) throws {
    time = workspace.clock.now
    guard let userName else {
      state = workspace.notebook.state
      store = workspace.notebook.store
      self.path = path
      return
    }
    let folders = workspace.context.folders
    if mode == .write { try folders.config.makeFolders() }
    store = try Store(root: folders.config)
    state = StateFolder(in: folders.state, of: store, caller: workspace.context.caller)
    self.path = NotePath(userName) ?? .root
  }

  /// Changes the file, or creates it if it does not exist.
  ///
  /// Throws a `Diagnostic` if the file cannot be edited, or `FileError` if it cannot be read or
  /// written.
  public func change(
    _ mode: Mode, _ edit: (SettingsFile) throws(Diagnostic) -> SettingsFile
  ) throws -> ChangeReport {
    try state.rewrite(path, in: store, at: time, mode) { bytes in
      do throws(Diagnostic) {
        return try edit(SettingsFile(bytes ?? [])).bytes
      } catch {
        // Drops the line number, which does not refer to the whole file.
        throw Diagnostic(.error, error.code, error.message, path: path)
      }
    }
  }
}

// MARK: - Settings and views

extension Workspace {
  /// Returns the user's settings file if `isUser` is true, otherwise the notebook's.
  public func settingsFile(isUser: Bool, _ mode: Mode) throws -> ConfigFile {
    try ConfigFile(self, Notebook.settingsPath, userName: isUser ? "config.yml" : nil, mode)
  }

  /// Returns the user's views file if `isUser` is true, otherwise the notebook's.
  public func viewsFile(isUser: Bool, _ mode: Mode) throws -> ConfigFile {
    try ConfigFile(self, SavedViews.path, userName: isUser ? "views.yml" : nil, mode)
  }
}
