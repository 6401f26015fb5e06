import CairnCapture
import CairnFiles
import CairnIndex
import CairnNotebook
import CairnQuery
import CairnText
import SystemPackage

/// Finds the captures that were named by path or by id, however many there are.
final class NamedCaptures {
  private let session: Session
  private let catalog: Catalog
  private let typed: TypedPaths

  init(_ session: Session, _ catalog: Catalog) {
    self.session = session
    self.catalog = catalog
    typed = TypedPaths(session)
  }

  /// The captures that an argument names; none where it is part of a query.
  func paths(named word: String) -> [NotePath] {
    let isPath = Selector.isPath(word) || session.notebook.store.isNote(word.utf8)
    if isPath, let path = path(Array(word.utf8)) { return [path] }
    guard CaptureID(word) != nil || word.utf8.count > 4 else { return [] }
    return catalog.entries(withID: word).map { catalog.snapshot.path($0) }
  }

  /// The path within the notebook that typed bytes name: from the working folder, else from the
  /// root. Nil where no capture lies there.
  func path(_ bytes: [UInt8]) -> NotePath? {
    typed.candidates(bytes).first { catalog.entry(at: $0) != nil }
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
  /// The captures whose paths a file holds, each but the last ended by NUL; `-` is standard input.
  ///
  /// Throws a ``Failure`` where the file cannot be read, or holds the path of no capture.
  func paths(listedIn file: String) throws -> Set<NotePath> {
    var named: Set<NotePath> = []
    for bytes in try session.bytes(ofInput: file).split(separator: 0) {
      guard let path = path(Array(bytes)) else { throw unknown(bytes) }
      named.insert(path)
    }
    return named
  }

  private func unknown(_ bytes: ArraySlice<UInt8>) -> Failure {
    var name = String(decoding: bytes.prefix(200), as: UTF8.self)
    if bytes.count > 200 { name += "…" }
    let advice =
      bytes.contains(UInt8(ascii: "\n"))
      ? "; --paths-from wants NUL between paths, as `cairn list -0` and `rg -l0` print them" : ""
    return Failure(
      "path-unknown", "no capture has the path `\(TerminalText.escaped(name))`\(advice)",
      status: .nothingFound)
  }
}

extension Session {
  /// All bytes of a file that was named from the working folder, or of standard input for `-`.
  fileprivate func bytes(ofInput name: String) throws -> [UInt8] {
    if name == "-" { return try Console.readAll() }
    let path = surroundings.workingFolder.pushing(FilePath(name))
    do {
      let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
      return try file.closeAfter { try Console.readAll(file.rawValue) }
    } catch {
      throw Failure("input-unreadable", "cannot read `\(name)`: \(error)")
    }
  }
}

extension Notebook {
  /// The path below the root of a file named by an absolute path; nil where it lies elsewhere.
  func path(below file: FilePath) -> NotePath? {
    var rest = file
    guard rest.removePrefix(store.root) else { return nil }
    return NotePath(bytes: rest.bytes)
  }
}
