import CairnCapture
import CairnFiles
import CairnIndex
public import CairnNotebook
import CairnQuery
public import CairnText
public import SystemPackage

/// A lookup of captures by path or id that is fast even for many of them.
final class NamedCaptures {
  private let store: Store
  private let catalog: Catalog
  private let typed: TypedPaths

  init(_ workspace: Workspace, _ catalog: Catalog) {
    store = workspace.notebook.store
    self.catalog = catalog
    typed = TypedPaths(workspace)
  }

  /// Returns the paths of the captures that a word names; empty if the word is part of a query.
  func paths(named word: String) -> [NotePath] {
    let isPath = Selector.isPath(word) || store.isNote(word.utf8)
    if isPath, let path = path(Array(word.utf8)) { return [path] }
    guard CaptureID(word) != nil || word.utf8.count > 4 else { return [] }
    return catalog.entries(withID: word).map { catalog.snapshot.path($0) }
  }

  /// Returns the capture's path in the notebook for a typed path. The typed path is relative to the
  /// working folder or else to the root; nil if neither leads to a capture.
  func path(_ bytes: [UInt8]) -> NotePath? {
    typed.candidates(bytes).first { catalog.entry(at: $0) != nil }
  }

  /// Returns the error for a typed file that a `.cairnignore` excludes; nil if no file matches.
  func hidden(_ bytes: [UInt8]) -> Refusal? {
    for path in typed.candidates(bytes) where (try? store.kind(path)) == .file {
      guard let match = try? store.ignoreRule(hiding: path, isFolder: false) else { continue }
      return Refusal(
        "path-ignored",
        "`\(path)` is ignored because of \(match); change that line to use the file",
        .nothingFound)
    }
    return nil
  }

  /// Returns two captures if a typed path leads to one capture relative to the working folder and
  /// to another relative to the root; otherwise nil. A path that begins with `.` or `/` is never
  /// ambiguous.
  func ambiguous(_ name: String) -> (near: NotePath, far: NotePath)? {
    guard let first = name.first, first != ".", first != "/",
      let near = path(Array("./\(name)".utf8)), let far = NotePath(name), near != far,
      catalog.entry(at: far) != nil
    else { return nil }
    return (near, far)
  }
}

// MARK: - Lists of paths

extension NamedCaptures {
  /// Returns the paths in the notebook for a list of typed paths.
  ///
  /// Throws a ``Refusal`` if there is no capture at one of the paths.
  func paths(listed: [[UInt8]]) throws(Refusal) -> Set<NotePath> {
    var named: Set<NotePath> = []
    for bytes in listed {
      guard let path = path(bytes) else { throw unknown(bytes[...]) }
      named.insert(path)
    }
    return named
  }

  private func unknown(_ bytes: ArraySlice<UInt8>) -> Refusal {
    var name = String(decoding: bytes.prefix(200), as: UTF8.self)
    if let hidden = hidden(Array(bytes)) { return hidden }
    if bytes.count > 200 { name += "…" }
    let advice =
      bytes.contains(UInt8(ascii: "\n"))
      ? "; --paths-from expects paths separated by NUL, as `cairn list -0` and `rg -l0` print them"
      : ""
    return Refusal(
      "path-unknown", "no capture has the path `\(TerminalText.escaped(name))`\(advice)",
      .nothingFound)
  }
}

extension Notebook {
  /// Returns the path relative to the notebook's root for an absolute path; nil if it is outside.
  public func path(below file: FilePath) -> NotePath? {
    var rest = file
    guard rest.removePrefix(store.root) else { return nil }
    return NotePath(bytes: rest.bytes)
  }
}
