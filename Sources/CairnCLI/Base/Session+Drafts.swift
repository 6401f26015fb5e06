import CairnFiles
import CairnNotebook
import CairnText
import CairnWork
import SystemPackage

extension Session {
  /// Keeps a text as a draft, and has a signal that ends the process say where it is.
  ///
  /// - Parameter advice: How to go on with it, as the end of a sentence.
  func saveDraft(
    _ text: [UInt8], notes: [String: String] = [:], advice: String = ""
  ) throws(FileError) -> Draft {
    let draft = try notebook.state.saveDraft(text, notes: notes, at: clock.now)
    Interruption.say(TerminalText.escaped(draft.place + advice))
    return draft
  }

  /// Lets go of a draft, whose text is where it belongs.
  func removeDraft(_ draft: Draft) throws(FileError) {
    try notebook.state.removeDraft(draft)
    Interruption.say(nil)
  }

  /// Keeps copies of captures as drafts until `body` has returned.
  func keepingCopies<Result>(
    of opened: OpenedCaptures, _ body: () async throws -> Result
  ) async throws -> Result {
    let drafts = try opened.files.map { file in
      try notebook.state.saveDraft(
        file.bytes, notes: Draft.notes(edited: file.path), at: clock.now)
    }
    // `sync` does not change these files meanwhile.
    let locks = try notebook.state.hold(drafts)
    defer { withExtendedLifetime(locks) {} }
    do {
      let result = try await body()
      for draft in drafts { try notebook.state.removeDraft(draft) }
      return result
    } catch {
      var failure = Failure(error)
      failure.hint = "The text before is kept: `cairn drafts` lists it."
      throw failure
    }
  }

  /// Lets the person go over a text in the editor: what it is then, and the draft that has it until it is
  /// removed.
  ///
  /// Throws a ``Failure`` where the editor does.
  func edit(
    _ text: String, notes: [String: String] = [:], advice: String = ""
  ) async throws -> (text: String, draft: Draft) {
    let draft = try saveDraft(Array(text.utf8), notes: notes, advice: advice)
    let code = try await Programs.run(editor, [draft.file])
    guard code == 0 else {
      throw Failure("editor-failed", "the editor ended with \(code); the text is in \(draft.file)")
    }
    return (String(decoding: try notebook.state.text(of: draft), as: UTF8.self), draft)
  }
}

extension Session {
  /// The drafts of this notebook and those of which no notebook is known, the latest first.
  func drafts() throws -> [Draft] {
    try notebook.state.removeNeedlessCopies()
    let loose = try StateFolder.drafts(in: surroundings.folders.state)
    return (try notebook.state.drafts() + loose).sorted { $0.id > $1.id }
  }

  /// The drafts of new captures with these names, else all of them, or the last; the oldest first.
  ///
  /// Throws a ``Failure`` where there is none.
  func captureDrafts(named names: [String], isLast: Bool) throws -> [Draft] {
    let all = try drafts()
    if names.isEmpty {
      let captures = all.filter(\.isCapture)
      guard let last = captures.first else {
        throw Failure("draft-unknown", "there is no draft to try again", status: .nothingFound)
      }
      return isLast ? [last] : captures.reversed()
    }
    return try names.map { name in
      let found = all.filter { $0.isNamed(name) }
      guard let draft = found.first, found.count == 1 else {
        let what = found.isEmpty ? "no draft is called" : "\(found.count) drafts begin with"
        throw Failure(
          "draft-unknown", "\(what) `\(name)`; `cairn drafts` lists them", status: .nothingFound)
      }
      guard draft.isCapture else {
        throw Failure(
          "draft-other", "`\(name)` is not the text of a new capture; it is in \(draft.file)",
          status: .usage)
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

  /// Where it is, as the beginning of a sentence.
  var place: String { "The text is kept in \(file)" }
}
