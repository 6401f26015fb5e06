import CairnFiles
import CairnNotebook
import CairnText

extension Session {
  /// Keeps a text as a draft, and has a signal that ends the process say where it is.
  ///
  /// - Parameter advice: How to go on with it, as the end of a sentence.
  func saveDraft(
    _ text: String, notes: [String: String] = [:], advice: String = ""
  ) throws(FileError) -> Draft {
    let draft = try notebook.state.saveDraft(Array(text.utf8), notes: notes, at: clock.now)
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
    do {
      let result = try await body()
      for draft in drafts { try notebook.state.removeDraft(draft) }
      return result
    } catch {
      var failure = Failure(error)
      failure.hint = "The text before is kept; `cairn drafts` lists it."
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
    let draft = try saveDraft(text, notes: notes, advice: advice)
    let code = try await Programs.run(editor, [draft.file])
    guard code == 0 else {
      throw Failure("editor-failed", "the editor ended with \(code); the text is in \(draft.file)")
    }
    return (String(decoding: try notebook.state.text(of: draft), as: UTF8.self), draft)
  }
}

extension Draft {
  /// Where it is, as the beginning of a sentence.
  var place: String { "The text is kept in \(file)" }
}
