public import CairnCapture
import CairnFiles
import CairnIndex
public import CairnNotebook
import CairnQuery
public import CairnText

// MARK: - Single captures

extension Workspace {
  /// Returns the only capture that a handle names; see ``NamedCaptures`` for handles.
  ///
  /// Throws a ``Refusal`` if there is no such capture, or more than one.
  public func capture(
    named word: String, attachments: Bool = false
  ) throws -> (capture: Capture, catalog: Catalog) {
    let catalog = catalog(attachments: attachments)
    return (try capture(named: word, in: catalog), catalog)
  }

  /// Returns the capture that a handle names, and tells a caller that can be asked the capture's
  /// title.
  ///
  /// Throws a ``Refusal`` if there is no such capture, or more than one.
  func captureToWrite(
    named word: String, attachments: Bool = false
  ) throws -> (capture: Capture, catalog: Catalog) {
    let found = try capture(named: word, attachments: attachments)
    announce([found.capture])
    return found
  }

  /// Returns the captures that handles name, one for each handle, and tells a caller that can be
  /// asked their titles.
  ///
  /// Throws a ``Refusal`` if a handle names no capture, or more than one.
  func capturesToWrite(
    named words: [String]
  ) throws -> (captures: [Capture], catalog: Catalog) {
    let catalog = catalog()
    let found = try words.map { try capture(named: $0, in: catalog) }
    announce(found)
    return (found, catalog)
  }

  private func capture(named word: String, in catalog: Catalog) throws -> Capture {
    guard !word.isBlank else {
      throw Refusal(
        "capture-missing", "an argument is empty; pass the id, path or title of a capture",
        .invalid)
    }
    let captures = NamedCaptures(self, catalog)
    let found = try captures.entries(withHandle: word)
    guard found.count < 2 else { throw ambiguous(word, found, in: catalog) }
    guard let capture = found.first.flatMap({ catalog.capture($0) }) else {
      throw notFound(word, captures, in: catalog)
    }
    return capture
  }
}

// MARK: - Refusals

extension Workspace {
  /// Returns the error for a handle that names several captures.
  func ambiguous(_ word: String, _ found: [Snapshot.Entry], in catalog: Catalog) -> Refusal {
    let rest = found.count > 10 ? "\n  … and \(found.count - 10) more" : ""
    return Refusal(
      "capture-ambiguous",
      "`\(word)` names \(found.count) captures; pass the id or path of one of them:"
        + found.prefix(10).map { "\n  \(catalog.line(of: $0))" }.joined() + rest, .invalid)
  }

  /// Returns the error for a word that names no capture. It suggests the most similar captures.
  ///
  /// - Parameter takesQueries: Whether the request also accepts queries.
  func notFound(
    _ word: String, _ captures: NamedCaptures, in catalog: Catalog, takesQueries: Bool = false
  ) -> Refusal {
    if let hidden = captures.hidden(Array(word.utf8)) { return hidden }
    let suggestions =
      Selector.isPath(word)
      ? catalog.entries(nearestPath: word, most: 1).map { catalog.snapshot.path($0).description }
      : catalog.entries(nearest: word, most: 3).map(catalog.name)
    let advice =
      switch suggestions.count {
      case 0: ""
      case 1: "; did you mean `\(suggestions[0])`?"
      default: "; did you mean one of these?" + suggestions.map { "\n  \($0)" }.joined()
      }
    var refusal = Refusal(
      "capture-unknown", "no capture matches `\(word)`\(advice)", .nothingFound)
    if NamedCaptures.row(word) != nil, !context.canAsk {
      refusal.hint = "`\(word)` names a row of the last list only on a terminal."
    } else if word.count < 4, !catalog.entries(withIDPrefix: word).isEmpty {
      refusal.hint = "Pass four or more characters of an id, or `id:\(word)`."
    } else if takesQueries, !Selector.isPath(word), !word.contains(where: { "\"'".contains($0) }) {
      refusal.hint = "To choose captures by their text, put it in quotes: '\"\(word)\"'."
    }
    return refusal
  }
}

extension Catalog {
  /// Returns the handle, path and title of a capture, on one line.
  fileprivate func line(of entry: Snapshot.Entry) -> String {
    let parts = [snapshot.path(entry).description, row(entry)?.title ?? ""]
    return ([handle(of: entry)] + parts.map { TerminalText.line($0) }).joined(separator: "  ")
  }

  /// Returns the handle and the title of a capture, on one line.
  func name(of entry: Snapshot.Entry) -> String {
    let title = TerminalText.truncated(row(entry)?.title ?? "", to: 60)
    return "\(handle(of: entry))  \(TerminalText.line(title))"
  }
}

// MARK: - Names in messages and lists

extension Workspace {
  /// Returns the short handle of the capture at a path, as lists show it; the path if there is no
  /// capture.
  public func handle(at path: NotePath) -> String {
    let catalog = lastCatalog
    return catalog.entry(at: path).map(catalog.handle) ?? path.description
  }

  /// Returns the handle and the title of the capture at a path; the path if there is no capture.
  func name(at path: NotePath) -> String {
    let catalog = lastCatalog
    return catalog.entry(at: path).map(catalog.name) ?? path.description
  }

  /// Tells a caller that can be asked which captures are about to be written. Names at most ten.
  func announce(_ captures: [Capture]) {
    guard context.canAsk else { return }
    for capture in captures.prefix(10) { note(name(at: capture.path)) }
    if captures.count > 10 { note("… and \(captures.count - 10) more") }
  }

  /// Records the rows of a list that was shown, so that `%1` names its first capture in the
  /// caller's terminal, `%2` the second, and so on.
  public func rememberRows(_ paths: [NotePath]) {
    let catalog = lastCatalog
    notebook.state.noteRows(
      paths.prefix(StateFolder.mostRows).map { path in
        let entry = catalog.entry(at: path)
        if let id = entry.flatMap({ catalog.uniqueID(of: $0) }) { return ShownRow.id(id).bytes }
        return ShownRow.path(path, title: entry.flatMap { catalog.row($0)?.title } ?? "").bytes
      })
  }
}

/// A row of a list that was shown: a capture's id or, if it has none, its path and title.
enum ShownRow {
  case id(String)
  case path(NotePath, title: String)

  /// Reads a row from its ``bytes``; nil if they are invalid.
  init?(_ bytes: [UInt8]) {
    switch bytes.first {
    case UInt8(ascii: "i"): self = .id(String(decoding: bytes.dropFirst(), as: UTF8.self))
    case UInt8(ascii: "p"):
      let row = bytes.dropFirst()
      guard let end = row.firstRange(of: Array("//".utf8)),
        let path = NotePath(bytes: Array(row[..<end.lowerBound]))
      else { return nil }
      self = .path(path, title: String(decoding: row[end.upperBound...], as: UTF8.self))
    default: return nil
    }
  }

  /// The row in the form in which it is stored: `i` and the id, or `p`, the path, `//` and the
  /// title without NUL bytes.
  var bytes: [UInt8] {
    switch self {
    case .id(let id): Array("i\(id)".utf8)
    case .path(let path, let title):
      [UInt8(ascii: "p")] + path.bytes + Array("//\(title)".utf8).filter { $0 != 0 }
    }
  }
}
