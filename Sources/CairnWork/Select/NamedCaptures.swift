import CairnCapture
import CairnFiles
import CairnIndex
public import CairnNotebook
import CairnQuery
public import CairnText
public import SystemPackage

/// Finds captures by the words that name them.
///
/// All commands that act on captures accept the same handles. `Catalog.entries(withHandle:)` finds
/// most of them. These handles depend on the caller:
///
/// - A path is relative to the caller's folder or, if nothing is found there, to the notebook's
///   root.
/// - `%3` names the third row of the last list that was shown in the caller's terminal. It also
///   names a capture with the title `%3`.
/// - `3` names the same row if nothing else has this name.
/// - A part of a title (``PartOfTitle``) names the captures with this title, if nothing else has
///   this name.
///
/// The last three need a caller who can be asked. A read-only request (``Workspace/select(_:)``)
/// accepts only complete ids, paths and `%3` as handles; its other words are parts of the query.
final class NamedCaptures {
  private let catalog: Catalog
  private let typed: TypedPaths
  private let workspace: Workspace
  private var store: Store { workspace.notebook.store }
  private var context: RequestContext { workspace.context }

  init(_ workspace: Workspace, _ catalog: Catalog) {
    self.catalog = catalog
    typed = TypedPaths(workspace)
    self.workspace = workspace
  }

  /// Returns the paths of the captures that a word names; empty if the word is part of a query.
  ///
  /// Throws a ``Refusal`` if the word has the form of a row, such as `%3`, but does not name exactly
  /// one capture.
  func paths(named word: String) throws(Refusal) -> [NotePath] {
    if !ShownRow.isPlain(word), ShownRow.number(word) != nil { return [try path(ofRow: word)] }
    let isPath = Selector.isPath(word) || store.isNote(word.utf8)
    if isPath, let path = path(Array(word.utf8)) { return [path] }
    guard CaptureID(word) != nil || word.utf8.count > 4 else { return [] }
    return catalog.entries(withID: word).map { catalog.snapshot.path($0) }
  }

  /// Returns the path in the notebook for a typed path. Looks for a capture relative to the working
  /// folder first, and then relative to the root. Nil if there is no capture in either place.
  func path(_ bytes: [UInt8]) -> NotePath? {
    typed.candidates(bytes).first { catalog.entry(at: $0) != nil }
  }

  /// Returns the error for the path of a file that a `.cairnignore` excludes. Nil if no such file
  /// exists at the typed path, or if the reader sees only a part of the notebook.
  func hidden(_ bytes: [UInt8]) -> Refusal? {
    guard context.audience == nil else { return nil }
    for path in typed.candidates(bytes) where (try? store.kind(path)) == .file {
      guard let match = try? store.ignoreRule(hiding: path, isFolder: false) else { continue }
      return Refusal(
        "path-ignored",
        "`\(path)` is ignored because of \(match); to use the file, change that line",
        .nothingFound)
    }
    return nil
  }

  /// Returns the two captures to which an ambiguous path leads: one relative to the working folder,
  /// one relative to the root. Nil for any other path. A path that begins with `.` or `/` is never
  /// ambiguous.
  private func ambiguous(_ name: [UInt8]) -> (near: NotePath, far: NotePath)? {
    guard let first = name.first, first != UInt8(ascii: "."), first != UInt8(ascii: "/"),
      let near = typed.candidates(Array("./".utf8) + name).first, near.bytes != name,
      let far = NotePath(bytes: name), catalog.entry(at: near) != nil, catalog.entry(at: far) != nil
    else { return nil }
    return (near, far)
  }

  /// Throws a ``Refusal`` if a typed path leads to two captures.
  func refuseAmbiguous(_ name: some Collection<UInt8>) throws(Refusal) {
    guard let (near, far) = ambiguous(Array(name)) else { return }
    throw Refusal(
      "path-ambiguous",
      "`\(far)` can mean `\(near)` (from the current folder) or `\(far)` (from the notebook's "
        + "root); to choose one, start the path with `./` or `../`", .invalid)
  }

  private func refuseAmbiguous(_ name: String) throws(Refusal) {
    try refuseAmbiguous(name.utf8)
  }
}

// MARK: - Handles

extension NamedCaptures {
  /// Returns the captures that a handle names, like ``entries(withHandle:)``. If all of them have
  /// the handle as their name, and exactly one is meant (`isMeant`), returns only that one.
  func entries(
    withHandle word: String, isMeant: (Capture) -> Bool
  ) throws(Refusal) -> [Snapshot.Entry] {
    let found = try entries(withHandle: word)
    guard found.count > 1, Set(catalog.entries(called: word)) == Set(found) else { return found }
    return found.filter { catalog.capture($0).map(isMeant) ?? false }.onlyOne.map { [$0] } ?? found
  }

  /// Returns the captures that a handle names, sorted by path; empty if there are none.
  ///
  /// Throws a ``Refusal`` if the handle is an ambiguous path, a row that the last list did not
  /// have, or a row whose capture is gone.
  func entries(withHandle word: String) throws(Refusal) -> [Snapshot.Entry] {
    let whole = catalog.entries(withPlainID: word)
    if !whole.isEmpty { return whole }
    if Selector.isPath(word) || store.isNote(word.utf8) {
      try refuseAmbiguous(word)
      for path in typed.candidates(Array(word.utf8)) {
        if let entry = catalog.entry(atTyped: path) { return [entry] }
      }
    }
    let found = catalog.entries(withHandle: word)
    guard let number = ShownRow.number(word) else {
      return found.isEmpty && context.canAsk ? catalog.entries(withPartOfTitle: word) : found
    }
    if ShownRow.isPlain(word), !found.isEmpty || !context.canAsk { return found }
    guard context.canAsk else { return [] }
    guard let row = try entry(ofRow: number, typed: word, isNeeded: found.isEmpty) else {
      return found
    }
    return found.contains(row) ? found : [row] + found
  }

  /// Returns the path of the capture that a word such as `%3` names.
  private func path(ofRow word: String) throws(Refusal) -> NotePath {
    guard context.canAsk else {
      throw Refusal(
        "row-unknown",
        "`\(word)` names a row of the last list, but only on a terminal, and not with --json; pass "
          + "an id or a path; to search for the text, write '\"\(word)\"'", .invalid)
    }
    let found = try entries(withHandle: word)
    guard let entry = found.onlyOne else { throw workspace.ambiguous(word, found, in: catalog) }
    return catalog.snapshot.path(entry)
  }

  /// Returns the capture in a row of the last list. If there is none, throws a ``Refusal`` (if
  /// `isNeeded` is true) or returns nil (if it is false).
  private func entry(
    ofRow number: Int, typed word: String, isNeeded: Bool
  ) throws(Refusal) -> Snapshot.Entry? {
    do throws(Refusal) {
      return try entry(ofRow: number, typed: word)
    } catch {
      if isNeeded { throw error }
      return nil
    }
  }

  private func entry(ofRow number: Int, typed word: String) throws(Refusal) -> Snapshot.Entry {
    let (entry, name): (Snapshot.Entry?, String)
    switch try workspace.shownRow(number, typed: word) {
    case .id(let id): (entry, name) = (catalog.entries(withWholeID: id).onlyOne, id)
    case .path(let path, let title):
      (entry, name) = (
        catalog.entry(at: path).flatMap { entry in
          catalog.row(entry).map { ShownRow.storable($0.title) } == title ? entry : nil
        }, title
      )
    case .removed:
      throw Refusal(
        "row-removed",
        "row \(number) of the last list is in the trash; run `cairn trash restore %\(number)` to "
          + "restore it", .nothingFound)
    case .other:
      throw Refusal(
        "row-unknown", "row \(number) of the last list does not name a capture", .nothingFound)
    }
    guard let entry else {
      throw Refusal(
        "row-gone",
        "row \(number) of the last list was `\(TerminalText.line(name))`, which no longer exists",
        .nothingFound)
    }
    return entry
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
      try refuseAmbiguous(bytes)
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
  /// Returns the path relative to the notebook's root for an absolute path; nil if the absolute
  /// path is outside the notebook.
  public func path(below file: FilePath) -> NotePath? {
    var rest = file
    guard rest.removePrefix(store.root) else { return nil }
    return NotePath(bytes: rest.bytes)
  }
}
