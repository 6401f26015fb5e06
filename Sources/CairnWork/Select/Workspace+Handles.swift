public import CairnCapture
import CairnIndex
public import CairnNotebook
import CairnQuery
public import CairnText

// MARK: - Single captures

extension Workspace {
  /// Returns the only capture that a handle names, and the catalog in which it was found; see
  /// ``NamedCaptures`` for handles. The catalog also lists other files if `attachments` is true.
  ///
  /// - Parameter isMeant: A function that returns whether a capture is meant by a title that names
  ///   several captures. Such a title is accepted if exactly one of them is meant.
  ///
  /// Throws a ``Refusal`` if there is no such capture, or more than one.
  public func capture(
    named word: String, attachments: Bool = false, isMeant: (Capture) -> Bool = { _ in false }
  ) throws -> (capture: Capture, catalog: Catalog) {
    var catalog = catalog(attachments: attachments)
    for _ in 1..<Self.mostLookups {
      if let capture = catalog.capture(try entry(named: word, in: catalog, isMeant)) {
        return (capture, catalog)
      }
      // Another command may have moved the file after it was found.
      catalog = self.catalog(attachments: attachments)
    }
    return (try capture(named: word, in: catalog, isMeant), catalog)
  }

  /// The maximum number of times to look up a capture if its file vanishes before it is read.
  private static let mostLookups = 3

  /// Like ``capture(named:attachments:isMeant:)``, returns the capture that a handle names. If a
  /// person can be asked, also passes the caller a note with the title of the capture.
  ///
  /// Throws a ``Refusal`` if there is no such capture, or more than one.
  func captureToWrite(
    named word: String, attachments: Bool = false, isMeant: (Capture) -> Bool = { _ in false }
  ) throws -> (capture: Capture, catalog: Catalog) {
    let found = try capture(named: word, attachments: attachments, isMeant: isMeant)
    announce([found.capture])
    return found
  }

  /// Returns the captures that handles name, one for each handle. If a person can be asked, also
  /// passes the caller notes with the titles of the captures.
  ///
  /// Throws a ``Refusal`` if a handle names no capture, or more than one.
  func capturesToWrite(
    named words: [String]
  ) throws -> (captures: [Capture], catalog: Catalog) {
    let catalog = catalog()
    var found: [Capture] = []
    for word in words {
      if let capture = catalog.capture(try entry(named: word, in: catalog)) {
        found.append(capture)
      } else {
        found.append(try capture(named: word).capture)
      }
    }
    announce(found)
    return (found, catalog)
  }

  private func capture(
    named word: String, in catalog: Catalog, _ isMeant: (Capture) -> Bool
  ) throws -> Capture {
    if let capture = catalog.capture(try entry(named: word, in: catalog, isMeant)) {
      return capture
    }
    throw notFound(word, NamedCaptures(self, catalog), in: catalog)
  }

  private func entry(
    named word: String, in catalog: Catalog, _ isMeant: (Capture) -> Bool = { _ in false }
  ) throws -> Snapshot.Entry {
    guard !word.isBlank else {
      throw Refusal(
        "capture-missing", "an argument is empty; pass the id, path or title of a capture",
        .invalid)
    }
    let captures = NamedCaptures(self, catalog)
    let found = try captures.entries(withHandle: word, isMeant: isMeant)
    guard found.count < 2 else { throw ambiguous(word, found, in: catalog) }
    guard let entry = found.first else { throw notFound(word, captures, in: catalog) }
    return entry
  }
}

// MARK: - Refusals

extension Workspace {
  /// Returns the error for a handle that names several captures.
  func ambiguous(_ word: String, _ found: [Snapshot.Entry], in catalog: Catalog) -> Refusal {
    Self.ambiguous(
      word, "captures; pass the id or path of one of them",
      found.map { candidate($0, in: catalog) })
  }

  /// Returns the handle, the title and the path of a capture.
  private func candidate(_ entry: Snapshot.Entry, in catalog: Catalog) -> [String] {
    [
      catalog.handle(of: entry), catalog.row(entry)?.title ?? "",
      "\(catalog.snapshot.path(entry))",
    ]
  }

  /// Returns the error for a word that names several things. `things` is the noun for the things,
  /// such as `captures`. Lists at most ten candidates.
  static func ambiguous(
    _ word: String, _ things: String, _ candidates: [[String]], code: String = "capture-ambiguous"
  ) -> Refusal {
    let rest = candidates.count - 10
    var refusal = Refusal(
      code, "`\(word)` names \(candidates.count) \(things):", .invalid)
    refusal.candidates = candidates.prefix(10) + (rest > 0 ? [["…", "and \(rest) more"]] : [])
    return refusal
  }

  /// Returns the error for a word that names no capture. The error suggests the most similar
  /// captures.
  ///
  /// - Parameter takesQueries: Whether the request also accepts queries.
  func notFound(
    _ word: String, _ captures: NamedCaptures, in catalog: Catalog, takesQueries: Bool = false
  ) -> Refusal {
    if let hidden = captures.hidden(Array(word.utf8)) { return hidden }
    let isPath = Selector.isPath(word)
    let near =
      isPath
      ? catalog.entries(nearestPath: word, most: 1) : catalog.entries(nearest: word, most: 3)
    // An assistant gets data instead of a sentence, because a title in a sentence could look like
    // advice.
    let isForAssistant = context.audience != nil
    let suggestions = near.map {
      isPath ? catalog.snapshot.path($0).description : catalog.name(of: $0)
    }
    let advice =
      switch isForAssistant ? 0 : suggestions.count {
      case 0: ""
      case 1: "; did you mean `\(suggestions[0])`?"
      default: "; did you mean one of these?" + suggestions.map { "\n  \($0)" }.joined()
      }
    var refusal = Refusal(
      "capture-unknown", "no capture matches `\(word)`\(advice)", .nothingFound)
    if isForAssistant { refusal.candidates = near.map { candidate($0, in: catalog) } }
    if ShownRow.number(word) != nil, !context.canAsk, !isForAssistant {
      refusal.hint = "On a terminal, `\(word)` names a row of the last list."
    } else if word.count < 4, !catalog.entries(withIDPrefix: word).isEmpty {
      refusal.hint = "Pass four or more characters of an id, or `id:\(word)`."
    } else if takesQueries, !Selector.isPath(word), !word.contains(where: { "\"'".contains($0) }) {
      refusal.hint = "To choose captures by their text, put it in quotes: '\"\(word)\"'."
    }
    return refusal
  }
}

extension Catalog {
  /// Returns the handle and the title of a capture, on one line.
  func name(of entry: Snapshot.Entry) -> String {
    let title = TerminalText.shortened(TerminalText.line(row(entry)?.title ?? ""), to: 50)
    return "\(handle(of: entry))  \(title)"
  }
}

// MARK: - Names in messages and lists

extension Workspace {
  /// Returns the short handle of the capture at a path, as lists show it, quoted for a shell.
  func word(for path: NotePath) -> String { handle(at: path).quotedForShell }

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

  /// Passes the caller a note for each capture that is about to be written, but only if the caller
  /// can ask a person. Names at most ten captures.
  func announce(_ captures: [Capture]) {
    guard context.canAsk else { return }
    for capture in captures.prefix(10) { note(name(at: capture.path)) }
    if captures.count > 10 { note("… and \(captures.count - 10) more") }
  }
}
