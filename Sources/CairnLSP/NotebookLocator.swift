import Glibc
import CairnNotebook
import CairnText
import CairnWork
import SystemPackage

/// Finds the notebook that contains a file.
struct NotebookLocator: Sendable {
  /// The notebook that the user named; nil to search for the notebook of each file.
  let named: NotebookRoot?
  /// The folders that are open in the editor.
  var folders: [FilePath] = []

  /// Returns the notebook that contains a file, and the path of the file in it. If the user named a
  /// notebook, only that notebook is considered. Otherwise, the notebook is the nearest folder
  /// above the file that is marked as a notebook. If there is none, the notebook is the innermost
  /// of ``folders`` that contains the file. Nil if there is no such folder, or if the file's path
  /// is not valid in a notebook.
  func place(of file: FilePath) -> FilePlace? {
    let file = file.lexicallyNormalized()
    guard let name = file.lastComponent else { return nil }
    let folder = file.removingLastComponent()
    let root =
      named?.path ?? marked(above: folder)
      ?? folders.filter { isInside($0, folder) }.max { $0.length < $1.length }
    guard let root else { return nil }
    if let place = Self.place(of: file, in: root) { return place }
    // The editor and the shell may have reached the folder through different symbolic links.
    guard let real = folder.resolved, let realRoot = root.resolved,
      let place = Self.place(of: real.appending(name), in: realRoot)
    else { return nil }
    return FilePlace(root: NotebookRoot(root), path: place.path)
  }

  private static func place(of file: FilePath, in root: FilePath) -> FilePlace? {
    guard file.starts(with: root), file != root else { return nil }
    var rest = file
    guard rest.removePrefix(root) else { return nil }
    let bytes = rest.withPlatformString { Array(String(cString: $0).utf8) }
    return NotePath(bytes: bytes).map { FilePlace(root: NotebookRoot(root), path: $0) }
  }

  /// Returns whether `folder` is equal to `opened`, a folder that is open in the editor, or is
  /// inside `opened`. The editor and the shell may have reached `opened` through different symbolic
  /// links.
  private func isInside(_ opened: FilePath, _ folder: FilePath) -> Bool {
    if folder.starts(with: opened) { return true }
    guard let real = folder.resolved, let realOpened = opened.resolved else { return false }
    return real.starts(with: realOpened)
  }

  private func marked(above folder: FilePath) -> FilePath? {
    var folder = folder
    repeat {
      if Notebook.isMarked(folder) { return folder }
    } while folder.removeLastComponent()
    return nil
  }
}

extension FilePath {
  /// The path with all symbolic links resolved; nil if it does not exist.
  fileprivate var resolved: FilePath? {
    withPlatformString { path in
      guard let real = realpath(path, nil) else { return nil }
      defer { free(real) }
      return FilePath(platformString: real)
    }
  }
}
