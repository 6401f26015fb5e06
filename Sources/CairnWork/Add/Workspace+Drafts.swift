public import CairnFiles
import CairnNotebook
import CairnText
import SystemPackage

extension Workspace {
  /// Saves a text as a draft, and tells the caller which.
  public func saveDraft(
    _ text: [UInt8], notes: [String: String] = [:]
  ) throws(FileError) -> Draft {
    let draft = try notebook.state.saveDraft(text, notes: notes, at: clock.now)
    context.tell(.draft(draft))
    return draft
  }

  /// Removes a draft, whose text is where it belongs.
  public func removeDraft(_ draft: Draft) throws(FileError) {
    try notebook.state.removeDraft(draft)
    context.tell(.draft(nil))
  }

  /// The text of a draft.
  public func text(of draft: Draft) throws(FileError) -> String {
    String(decoding: try notebook.state.text(of: draft), as: UTF8.self)
  }

  /// The drafts of this notebook and those of no notebook, the latest first.
  public func drafts() throws(FileError) -> [Draft] {
    try notebook.state.removeNeedlessCopies()
    let loose = try StateFolder.drafts(in: context.folders.state)
    return (try notebook.state.drafts() + loose).sorted { $0.id > $1.id }
  }

  /// The first line of a draft that is not blank, safe for a terminal.
  public func firstLine(of draft: Draft) -> String {
    let line = (try? text(of: draft))?.split(whereSeparator: \.isNewline).first {
      !$0.allSatisfy(\.isWhitespace)
    }
    return TerminalText.line(String(line ?? ""))
  }

  /// The command that goes on with a draft.
  public func command(for draft: Draft) -> CommandWords {
    if draft.isCapture { return CommandWords(["cairn", "add", "--retry", draft.id]) }
    guard let path = draft.editedPath else { return CommandWords(["cat", draft.file.string]) }
    // The capture may have newer text, which must not be lost.
    let note = notebook.store.absolute(path).string
    let isThere = (try? notebook.store.kind(path)) ?? nil != nil
    return CommandWords(
      isThere ? ["diff", "-u", draft.file.string, note] : ["cp", "-n", draft.file.string, note])
  }

  /// The drafts of new captures with these names, the oldest first; without names all, or the last one.
  ///
  /// Throws a ``Refusal`` if there is none.
  public func captureDrafts(named names: [String], onlyLast: Bool) throws -> [Draft] {
    let all = try drafts()
    if names.isEmpty {
      let captures = all.filter(\.isCapture)
      guard let last = captures.first else {
        throw Refusal("draft-unknown", "there is no draft to try again", .nothingFound)
      }
      return onlyLast ? [last] : captures.reversed()
    }
    return try names.map { name throws(Refusal) in
      let found = all.filter { $0.isNamed(name) }
      guard let draft = found.first, found.count == 1 else {
        let what = found.isEmpty ? "no draft is called" : "\(found.count) drafts begin with"
        throw Refusal(
          "draft-unknown", "\(what) `\(name)`; `cairn drafts` lists them", .nothingFound)
      }
      guard draft.isCapture else {
        throw Refusal(
          "draft-other", "`\(name)` is not the text of a new capture; it is in \(draft.file)",
          .invalid)
      }
      return draft
    }
  }
}

extension Draft {
  /// Whether a word is its name, the beginning of that, or its path.
  fileprivate func isNamed(_ word: String) -> Bool {
    let path = FilePath(word)
    if word.contains("/") { return file == path || path.lastComponent == file.lastComponent }
    return !word.isEmpty && id.hasPrefix(path.stem ?? word)
  }
}

extension Draft {
  /// The file it is in, as the beginning of a sentence.
  public var place: String { "The text is kept in \(file)" }

  /// The file it is in, and the command to go on with.
  public var sentence: String {
    place + (isCapture ? "; `cairn add --retry` tries again." : ".")
  }
}
