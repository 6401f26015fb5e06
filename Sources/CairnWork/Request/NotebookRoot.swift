import CairnFiles
public import CairnNotebook
public import SystemPackage

/// The folder that a request is about.
public struct NotebookRoot: Hashable, Sendable {
  /// Its absolute path.
  public let path: FilePath

  /// The folder at an absolute path.
  public init(_ path: FilePath) { self.path = path }

  /// The folder named, else the nearest one upward that is a notebook, else the one in the user's
  /// settings, else the working folder.
  ///
  /// Throws a ``Refusal`` if the name is empty.
  ///
  /// - Parameters:
  ///   - name: a path from the working folder; nil if none was given.
  ///   - working: the working folder, an absolute path.
  ///   - home: what `~/` in the setting `notebook` stands for.
  public init(
    named name: String?, from working: FilePath, home: FilePath, userSettings: () -> Settings
  ) throws(Refusal) {
    let absolute = { (path: FilePath, folder: FilePath) in
      NotebookRoot(folder.pushing(path).lexicallyNormalized())
    }
    if name?.isEmpty == true {
      throw Refusal("notebook-invalid", "--notebook wants a folder, and got nothing", .invalid)
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
      return
    }
    self =
      chosen.hasPrefix("~/")
      ? absolute(FilePath(String(chosen.dropFirst(2))), home)
      : absolute(FilePath(chosen), working)
  }

  /// Creates a folder for a notebook, and those above it.
  ///
  /// Throws `FileError` if it cannot be created, or in a dry run a ``Refusal`` if it does not exist.
  ///
  /// - Parameters:
  ///   - name: its path from the working folder.
  ///   - working: the working folder, an absolute path.
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
        "folder-missing", "the folder `\(name)` is not there; without --dry-run it is made")
    }
  }
}
