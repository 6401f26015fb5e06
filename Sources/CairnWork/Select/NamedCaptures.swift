import CairnCapture
import CairnFiles
import CairnIndex
public import CairnNotebook
import CairnQuery
public import CairnText
public import SystemPackage

/// Finds the captures that were named by path or by id, however many there are.
final class NamedCaptures {
  private let store: Store
  private let catalog: Catalog
  private let typed: TypedPaths

  init(_ workspace: Workspace, _ catalog: Catalog) {
    store = workspace.notebook.store
    self.catalog = catalog
    typed = TypedPaths(workspace)
  }

  /// The captures that an argument names; none where it is part of a query.
  func paths(named word: String) -> [NotePath] {
    let isPath = Selector.isPath(word) || store.isNote(word.utf8)
    if isPath, let path = path(Array(word.utf8)) { return [path] }
    guard CaptureID(word) != nil || word.utf8.count > 4 else { return [] }
    return catalog.entries(withID: word).map { catalog.snapshot.path($0) }
  }

  /// The path within the notebook that typed bytes name: from the working folder, else from the
  /// root. Nil where no capture lies there.
  func path(_ bytes: [UInt8]) -> NotePath? {
    typed.candidates(bytes).first { catalog.entry(at: $0) != nil }
  }

  /// The refusal of typed bytes that name a file which a `.cairnignore` hides; nil if they name none.
  func hidden(_ bytes: [UInt8]) -> Refusal? {
    for path in typed.candidates(bytes) where (try? store.kind(path)) == .file {
      guard let match = try? store.ignoreRule(hiding: path, isFolder: false) else { continue }
      return Refusal(
        "path-ignored", "`\(path)` is hidden by \(match); change that line to use the file",
        .nothingFound)
    }
    return nil
  }

  /// The two captures that a path names, from the working folder and from the root, where it names two:
  /// one that begins with a dot, or with `/`, is meant from the working folder.
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
  /// The captures at these paths.
  ///
  /// Throws a ``Refusal`` if no capture has one of them.
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
      ? "; --paths-from wants NUL between paths, as `cairn list -0` and `rg -l0` print them" : ""
    return Refusal(
      "path-unknown", "no capture has the path `\(TerminalText.escaped(name))`\(advice)",
      .nothingFound)
  }
}

extension Notebook {
  /// The path below the root of a file named by an absolute path; nil where it lies elsewhere.
  public func path(below file: FilePath) -> NotePath? {
    var rest = file
    guard rest.removePrefix(store.root) else { return nil }
    return NotePath(bytes: rest.bytes)
  }
}
