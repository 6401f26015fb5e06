public import CairnFiles
import CairnNotebook
import CairnText
import SystemPackage

extension Workspace {
  /// Saves text as a draft, and passes the draft to the caller as a remark.
  public func saveDraft(
    _ text: [UInt8], notes: [String: String] = [:]
  ) throws(FileError) -> Draft {
    let draft = try notebook.state.saveDraft(text, notes: notes, at: clock.now)
    context.tell(.draft(draft))
    return draft
  }

  /// Removes a draft once its text is saved.
  public func removeDraft(_ draft: Draft) throws(FileError) {
    try notebook.state.removeDraft(draft)
    context.tell(.draft(nil))
  }

  /// Returns the text of a draft.
  public func text(of draft: Draft) throws(FileError) -> String {
    String(decoding: try notebook.state.text(of: draft), as: UTF8.self)
  }

  /// Returns the drafts of this notebook and those outside any notebook, newest first.
  public func drafts() throws(FileError) -> [Draft] {
    try notebook.state.removeNeedlessCopies()
    let loose = try StateFolder.drafts(in: context.folders.state)
    return (try notebook.state.drafts() + loose).sorted { $0.id > $1.id }
  }

  /// Returns the first line of a draft that is not blank, safe for a terminal.
  public func firstLine(of draft: Draft) -> String {
    let line = (try? text(of: draft))?.split(whereSeparator: \.isNewline).first {
      !$0.allSatisfy(\.isWhitespace)
    }
    return TerminalText.line(String(line ?? ""))
  }

  /// Returns the command to suggest for a draft. For a new capture, the command adds it. For the
  /// earlier text of an edited file, it compares the draft with the file or, if the file does not
  /// exist, restores the file. For any other draft, it prints the text.
  public func command(for draft: Draft) -> CommandWords {
    if draft.isCapture { return CommandWords(["cairn", "add", "--retry", draft.id]) }
    guard let path = draft.editedPath else { return CommandWords(["cat", draft.file.string]) }
    // The file may be newer than the draft and must not be overwritten.
    let note = notebook.store.absolute(path).string
    let isThere = (try? notebook.store.kind(path)) ?? nil != nil
    return CommandWords(
      isThere ? ["diff", "-u", draft.file.string, note] : ["cp", "-n", draft.file.string, note])
  }

  /// Returns the named drafts of new captures. Without names, returns all drafts of new captures,
  /// oldest first, or only the newest one if `onlyLast`.
  ///
  /// Throws a ``Refusal`` if there is no draft, or if a name does not belong to exactly one draft
  /// of a new capture.
  public func captureDrafts(named names: [String], onlyLast: Bool) throws -> [Draft] {
    let all = try drafts()
    if names.isEmpty {
      let captures = all.filter(\.isCapture)
      guard let last = captures.first else {
        throw Refusal("draft-unknown", "there is no draft to retry", .nothingFound)
      }
      return onlyLast ? [last] : captures.reversed()
    }
    return try names.map { name throws(Refusal) in
      let found = all.filter { $0.isNamed(name) }
      guard let draft = found.first, found.count == 1 else {
        let what = found.isEmpty ? "no draft is called" : "\(found.count) drafts begin with"
        throw Refusal(
          "draft-unknown", "\(what) `\(name)`; run `cairn drafts` to list the drafts", .nothingFound
        )
      }
      guard draft.isCapture else {
        throw Refusal(
          "draft-other", "the draft `\(name)` is not a new capture; its text is in \(draft.file)",
          .invalid)
      }
      return draft
    }
  }
}

extension Draft {
  /// Returns whether a word is the draft's name, the start of the name, or the draft's path.
  fileprivate func isNamed(_ word: String) -> Bool {
    let path = FilePath(word)
    if word.contains("/") { return file == path || path.lastComponent == file.lastComponent }
    return !word.isEmpty && id.hasPrefix(path.stem ?? word)
  }
}

extension Draft {
  /// The beginning of a sentence that says that the text is saved in the draft's file.
  public var place: String { "The text is saved as a draft in \(file)" }

  /// Returns a sentence that names the draft's file and, for a new capture, the command to continue
  /// with, which passes `options`.
  public func sentence(passing options: [String] = []) -> String {
    let command = (["cairn", "add", "--retry", id] + options).joined(separator: " ")
    return place + (isCapture ? "; run `\(command)` to add it." : ".")
  }
}
