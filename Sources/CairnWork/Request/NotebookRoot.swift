import CairnFiles
public import CairnNotebook
public import SystemPackage

/// The folder of the notebook that a request is for.
public struct NotebookRoot: Hashable, Sendable {
  /// The absolute path of the notebook's folder.
  public let path: FilePath

  /// Creates a root from an absolute path.
  public init(_ path: FilePath) { self.path = path }

  /// Chooses the named folder. Without a name, chooses the nearest notebook at or above the working
  /// folder. If there is none, chooses the notebook in the user's settings or, if the settings name
  /// none, the working folder itself.
  ///
  /// Throws a ``Refusal`` if the name is empty. Also throws a ``Refusal`` if captures would be
  /// added to the home folder or `/` only because that folder is the working folder. A notebook
  /// there is seldom intended.
  ///
  /// - Parameters:
  ///   - name: A path relative to the working folder; nil if none was passed.
  ///   - working: The absolute path of the working folder.
  ///   - home: The home folder, to which `~/` in the setting `notebook` refers.
  ///   - addsCaptures: Whether the notebook is to be chosen for new captures.
  ///   - userSettings: A callback that reads the user's settings. Only called if they are needed.
  public init(
    named name: String?, from working: FilePath, home: FilePath, addsCaptures: Bool = false,
    userSettings: () -> Settings
  ) throws(Refusal) {
    let absolute = { (path: FilePath, folder: FilePath) in
      NotebookRoot(folder.pushing(path).lexicallyNormalized())
    }
    if name?.isEmpty == true {
      throw Refusal("notebook-invalid", "--notebook: the name of the folder is empty", .invalid)
    }
    if let name {
      self = absolute(FilePath(name), working)
      return
    }
    var folder = working
    repeat {
      if Notebook.isMarked(folder) {
        self.init(folder)
        return
      }
    } while folder.removeLastComponent()
    guard let chosen = userSettings()["notebook"]?.text else {
      self.init(working)
      if addsCaptures { try checkIsIntended(home: home) }
      return
    }
    self =
      chosen.hasPrefix("~/")
      ? absolute(FilePath(String(chosen.dropFirst(2))), home)
      : absolute(FilePath(chosen), working)
  }

  /// Throws a ``Refusal`` if the folder is the home folder or `/`, and is not marked as a notebook.
  public func checkIsIntended(home: FilePath) throws(Refusal) {
    let isRoot = path.components.isEmpty
    let isHome =
      if let store = try? Store(root: path), let other = try? Store(root: home) {
        store.isSameFolder(as: other)
      } else {
        false
      }
    guard isRoot || isHome, !Notebook.isMarked(path) else { return }
    throw Refusal(
      "notebook-unintended",
      "`\(path)` is \(isRoot ? "the root folder" : "your home folder"), not a notebook; pass "
        + "--notebook, or run `cairn init` to make it a notebook", .invalid)
  }

  /// Creates a folder for a notebook, and its missing parents. In a dry run, creates nothing.
  ///
  /// Throws `FileError` if the folder cannot be created. In a dry run, throws a ``Refusal`` if the
  /// folder does not exist.
  ///
  /// - Parameters:
  ///   - name: The path relative to the working folder.
  ///   - working: The absolute path of the working folder.
  public static func createFolder(
    _ name: String, from working: FilePath, _ mode: Mode
  ) throws {
    let path = working.pushing(FilePath(name))
    if mode == .write { return try path.makeFolders() }
    guard
      (try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .directory]).close())
        != nil
    else {
      throw Refusal(
        "folder-missing", "the folder `\(name)` does not exist; run without --dry-run to create it")
    }
  }
}
