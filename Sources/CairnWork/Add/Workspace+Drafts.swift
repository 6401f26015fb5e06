import CairnCapture
import CairnDocument
public import CairnFiles
public import CairnNotebook
import CairnText
import SystemPackage

extension Workspace {
  /// Saves text as a draft, and passes the draft to the caller as a remark. `notes` contains the
  /// values to store with the text, keyed by name.
  public func saveDraft(
    _ text: [UInt8], notes: [String: String] = [:]
  ) throws(FileError) -> Draft {
    let draft = try notebook.state.saveDraft(text, notes: notes, at: clock.now)
    context.tell(.draft(draft))
    return draft
  }

  /// Saves the text of a new capture as a draft, before anything that takes time or can be
  /// interrupted. Does nothing if there is no text, or if there already is a draft.
  public func keep(_ pending: inout PendingCapture) throws(FileError) {
    try pending.saveBeforeAsking(self)
  }

  /// Removes the draft of a new capture that a person decided not to add. Keeps the draft if it
  /// contains text.
  public func forget(_ pending: inout PendingCapture) throws(FileError) {
    guard pending.new.text.isBlank, let draft = pending.draft else { return }
    try removeDraft(draft)
    pending.draft = nil
  }

  /// Attaches a file to a new capture, and to its draft if there is one. Returns whether there is a
  /// draft.
  ///
  /// Throws the error that prevents attaching the file.
  public func attach(_ file: String, to pending: inout PendingCapture) throws -> Bool {
    pending.new.media.append(try newMedia(file, as: .file))
    try pending.renewDraft(self)
    return pending.draft != nil
  }

  /// Removes a draft whose text has been saved elsewhere, and tells the caller that the draft no
  /// longer exists.
  public func removeDraft(_ draft: Draft) throws(FileError) {
    try notebook.state.removeDraft(draft)
    context.tell(.draft(nil))
  }

  /// Removes a draft that is no longer needed, because a change to the notebook was written. If that
  /// fails, only warns the caller: an error would suggest making the same change again.
  public func discardDraft(_ draft: Draft) {
    do throws(FileError) {
      try notebook.state.removeDraft(draft)
    } catch {
      if error.code != .notFound {
        tell(
          Diagnostic(
            .warning, "draft-kept",
            "the draft `\(draft.id)` is no longer needed but could not be removed: \(error.code); "
              + "run `cairn drafts rm \(draft.id)` to remove it"))
      }
    }
    context.tell(.draft(nil))
  }

  /// Removes the draft with this id, but only if its text is among `saved`, because a removed draft
  /// cannot be restored. For a draft without text, `saved` must contain its title and address. Does
  /// nothing if there is no such draft.
  ///
  /// - Parameter saved: The texts that are saved elsewhere. White space around them is ignored.
  public func removeDraft(_ id: String, ifSavedAs saved: [String]) throws(FileError) {
    do throws(FileError) {
      guard let draft = try drafts().first(where: { $0.id == id }) else { return }
      let text = try self.text(of: draft)
      let values = DraftNote.all(.field, in: draft.notes).filter {
        ["title", "url"].contains($0.name)
      }
      let typed = text.isBlank ? values.map { String($0.value.dropFirst()) } : [text]
      let known = Set(saved.map(\.trimmingBlanks))
      if typed.allSatisfy({ known.contains($0.trimmingBlanks) }) { try removeDraft(draft) }
    } catch  where error.code == .notFound {
      // Another request has removed the draft in the meantime.
    }
  }

  /// Removes drafts of earlier attempts to add a capture that is saved now: those with the same
  /// text, and without other fields or files. Keeps drafts that cannot be read. If the capture
  /// itself comes from a draft, keeps the other drafts, because the caller may add them too.
  func removeDrafts(repeatedBy pending: PendingCapture) {
    if case .draft = pending.request.text { return }
    let new = pending.new
    let values = Set(new.notes.map(DraftNote.init))
    for draft in (try? drafts()) ?? [] where draft.isCapture {
      let isCovered = draft.notes.map(DraftNote.init).allSatisfy { note in
        switch note.kind {
        case .option: new.replaces(InvalidOption(name: note.name, value: note.value))
        case .field, .media: values.contains(note)
        case nil: note.name != "tags" || values.contains(note)
        }
      }
      guard isCovered,
        let text = try? self.text(of: draft), text.trimmingBlanks == new.text.trimmingBlanks,
        let claim = try? claim(draft)
      else { continue }
      withExtendedLifetime(claim) { try? notebook.state.removeDraft(draft) }
    }
  }

  /// Locks a draft until the returned value is destroyed, so that no other command adds the draft.
  ///
  /// Throws a ``Refusal`` if another command is adding the draft or has removed it.
  func claim(_ draft: Draft) throws -> HeldLock {
    let claim: HeldLock?
    do throws(FileError) {
      claim = try notebook.state.claim(draft)
    } catch {
      guard error.code == .notFound else { throw error }
      throw Refusal(
        "draft-unknown", "another command has already added or removed the draft `\(draft.id)`",
        .nothingFound)
    }
    if let claim { return claim }
    throw Refusal("draft-busy", "another command is adding the draft `\(draft.id)` now")
  }

  /// Returns the text of a draft.
  public func text(of draft: Draft) throws(FileError) -> String {
    String(decoding: try notebook.state.text(of: draft), as: UTF8.self)
  }

  /// Returns the drafts of this notebook and the drafts outside any notebook, newest first.
  public func drafts() throws(FileError) -> [Draft] {
    try notebook.state.removeNeedlessCopies()
    let loose = try StateFolder.drafts(in: context.folders.state)
    return (try notebook.state.drafts() + loose).sorted { $0.id > $1.id }
  }

  /// Returns the first nonblank line of a draft's text, safe for a terminal. Without text, returns
  /// the draft's title or address; empty if there is none.
  public func firstLine(of draft: Draft) -> String {
    let bytes = (try? notebook.state.text(of: draft)) ?? []
    let document = Document(bytes)
    let body = document.frontMatter.isFenced ? bytes[document.body] : bytes[...]
    let line = String(decoding: body, as: UTF8.self).split(whereSeparator: \.isNewline).first {
      !$0.allSatisfy(\.isWhitespace)
    }
    let fields = DraftNote.all(.field, in: draft.notes)
    let field = fields.first { $0.name == "title" } ?? fields.first { $0.name == "url" }
    return TerminalText.line(line.map { String($0) } ?? String((field?.value ?? "").dropFirst()))
  }

  /// Returns the command to suggest for a draft:
  ///
  /// - for text to add or insert, the command that does so;
  /// - for the earlier text of an edited file, the command that compares it with the file, or
  ///   restores it if the file is gone;
  /// - for any other draft, the command that prints the text.
  public func command(for draft: Draft) -> CommandWords {
    if let retry = draft.retry { return CommandWords(retry) }
    guard let path = draft.editedPath else { return CommandWords(["cat", draft.file.string]) }
    // The file may be newer than the draft and must not be overwritten.
    let note = notebook.store.absolute(path).string
    return CommandWords(
      notebook.isMissing(path)
        ? ["cp", "-n", draft.file.string, note] : ["diff", "-u", draft.file.string, note])
  }

  /// Returns the drafts of new captures with these names. Without names, returns all drafts of new
  /// captures, oldest first; if `onlyLast` is true, only the newest one.
  ///
  /// Throws a ``Refusal`` if there is no draft, or if a name does not belong to exactly one draft
  /// of a new capture.
  public func captureDrafts(named names: [String], onlyLast: Bool) throws -> [Draft] {
    try drafts(named: names, onlyLast: onlyLast, that: \.isCapture, are: "a new capture")
  }

  /// Returns the drafts that have these names and contain text to insert. Without names, returns
  /// all drafts of text to insert, oldest first; if `onlyLast` is true, only the newest one.
  ///
  /// Throws a ``Refusal`` if there is no draft, or if a name does not belong to exactly one draft
  /// of text to insert.
  public func insertionDrafts(named names: [String], onlyLast: Bool) throws -> [Draft] {
    try drafts(
      named: names, onlyLast: onlyLast, that: \.isInsertion, are: "text for an existing capture")
  }

  private func drafts(
    named names: [String], onlyLast: Bool, that isWanted: (Draft) -> Bool, are what: String
  ) throws -> [Draft] {
    let all = try drafts()
    if names.isEmpty {
      let wanted = all.filter(isWanted)
      guard let last = wanted.first else {
        let problem =
          all.isEmpty
          ? "there is no draft to retry"
          : "there is no draft of \(what); run `cairn drafts` to list all drafts"
        throw Refusal("draft-unknown", problem, .nothingFound)
      }
      return onlyLast ? [last] : wanted.reversed()
    }
    return try names.map { name throws(Refusal) in
      let draft = try draft(named: name, in: all)
      if isWanted(draft) { return draft }
      throw Refusal(
        "draft-other",
        "`\(name)` is not a draft of \(what); "
          + (draft.retry.map { "run `\(CommandWords($0))` to add it" }
            ?? "its text is in \(draft.file)"),
        .invalid)
    }
  }
}

extension Workspace {
  /// Returns the drafts that `words` name. A word is a draft's name, the start of its name, or its
  /// path.
  ///
  /// Throws a ``Refusal`` if a word does not name exactly one draft.
  public func drafts(named words: [String]) throws -> [Draft] {
    let all = try drafts()
    return try words.map { try draft(named: $0, in: all) }
  }

  private func draft(named word: String, in all: [Draft]) throws(Refusal) -> Draft {
    let found = all.filter { $0.isNamed(word) }
    if let draft = found.first, found.count == 1 { return draft }
    let what = found.isEmpty ? "no draft is called" : "\(found.count) drafts begin with"
    throw Refusal(
      "draft-unknown", "\(what) `\(word)`; run `cairn drafts` to list the drafts", .nothingFound)
  }

  /// Returns the question to ask before drafts are permanently deleted; nil if `drafts` is empty.
  public func questionToRemove(_ drafts: [Draft]) -> Confirmation? {
    drafts.isEmpty
      ? nil
      : Confirmation(
        "Permanently delete \(drafts.count.of("draft"))",
        details: drafts.prefix(10).map { "\($0.id)  \(firstLine(of: $0))" })
  }
}

// MARK: - Restoring an edited file

extension Workspace {
  /// Returns the question to ask before a draft with the earlier text of a file replaces that file;
  /// nil if the file does not exist.
  ///
  /// Throws a ``Refusal`` if the draft does not contain the earlier text of a file.
  public func questionToRestore(_ draft: Draft) throws -> Confirmation? {
    let path = try path(ofEdited: draft)
    guard try notebook.store.kind(path) != nil else { return nil }
    return Confirmation("Replace the text of `\(path)` with the draft")
  }

  /// Writes a draft back to the file that it was saved from, and then removes the draft. A dry run
  /// only reports the change.
  ///
  /// Throws a ``Refusal`` if the draft does not contain the earlier text of a file, or `FileError`
  /// if the file cannot be written.
  public func restore(_ draft: Draft, _ mode: Mode) throws -> ChangeReport {
    let path = try path(ofEdited: draft)
    let bytes = try notebook.state.text(of: draft)
    let report = try notebook.replace(path, with: bytes, mode)
    if mode == .write, report.refused.isEmpty { discardDraft(draft) }
    return report
  }

  private func path(ofEdited draft: Draft) throws(Refusal) -> NotePath {
    if let path = draft.editedPath { return path }
    throw Refusal(
      "draft-other",
      "the draft `\(draft.id)` cannot be restored, because it contains new text, not the earlier "
        + "text of a capture; open \(draft.file) to copy the text", .invalid)
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
  /// The beginning of a sentence that names the file in which the text is saved.
  public var place: String { "The text is saved as a draft in \(file)" }

  /// The command that adds the draft's text to a notebook; nil for a draft of another kind.
  public var retry: [String]? {
    if isCapture { return ["cairn", "add", "--retry", id] }
    guard isInsertion, let command = notes[Self.purpose] else { return nil }
    return ["cairn", command, "--retry", id]
  }

  /// Returns a sentence that names the draft's file. If a command can add the text, the sentence
  /// also suggests that command with `options`.
  public func sentence(passing options: [String] = []) -> String {
    let command = retry.map { ($0 + options).joined(separator: " ") }
    return place + (command.map { "; run `\($0)` to add it." } ?? ".")
  }
}
