import ArgumentParser
import CairnCapture
import CairnFiles
import CairnInsight
import CairnNotebook
import CairnText
import CairnWork

/// What `cairn add` was asked, with its options understood.
///
/// From the moment there is text, nothing may lose it: whatever goes wrong, it becomes a draft.
struct AddRequest {
  let command: AddCommand
  var new = NewCapture(text: "")
  /// Where the text lies while it is not in the notebook.
  var draft: CairnFiles.Draft?
  /// What the text was found to be, where nothing else says that.
  var finding: Classification?
  /// What a provider found the text to be.
  var provided: Classification?
  /// The provider that was asked, or in a dry run would be.
  var asked: AskedProvider?
  /// The provider that was asked which pieces the text has, or in a dry run would be.
  var cutter: AskedProvider?
  /// The text of the arguments, without the shorthand that was understood.
  var spoken: String
  /// What words were understood as, for people: `due Tuesday, 24 November 2026`.
  var understood: [String] = []
  /// Marks whose values were not understood, which stay in the text: `due:frday`.
  var unread: [String] = []
  /// What is wrong with the first option that was not understood.
  private var problem: (any Error)?
  /// Why not all of the text was read.
  private var shortfall: Failure?
  /// The bytes that were read, if they are not UTF-8.
  private var unreadable: [UInt8]?
  /// The capture that the text is cut from; nil for a new text.
  var origin: Capture?
  /// Whether each thought in it becomes a capture of its own.
  private var isSplit = false
  /// Whether the person has answered something that the draft does not have.
  var hasAnswers = false

  init(_ command: AddCommand, _ session: Session) {
    self.command = command
    isSplit = command.split
    spoken = command.words.joined(separator: " ")
    do { try understandOptions(session) } catch { problem = error }
  }

  /// Gets the text: from the draft that is retried, the arguments, standard input, or the editor.
  mutating func readText(_ session: Session) async throws {
    if draft != nil { return }
    new.text = spoken
    let isPiped = command.words.isEmpty && !command.edit && !session.surroundings.inputIsTerminal
    if command.words == ["-"] || isPiped {
      readFromInput(session)
    } else if command.words.isEmpty, command.edit || !command.hasMedia {
      if let problem { throw problem }
      try await readFromEditor(session, template: true)
    }
    if command.edit, !command.words.isEmpty { try await readFromEditor(session, template: false) }
  }

  /// Reads standard input, as far as it can be the text of a capture: a character may take many
  /// bytes, but an input without an end must not fill the memory.
  private mutating func readFromInput(_ session: Session) {
    let characters = min(session.notebook.settings.count("capture.max_characters") ?? .max, 1 << 21)
    let limit = max(characters * 32, 1 << 20)
    var bytes: [UInt8] = []
    // Ctrl-C must not lose what is typed already.
    Interruption.watch()
    do {
      bytes = try Console.readAll(limit: limit + 1) { _ in Interruption.code == nil }
    } catch {
      bytes = error.bytes
      shortfall = Failure(error)
    }
    Interruption.unwatch()
    new.text = String(decoding: bytes.prefix(limit), as: UTF8.self)
    if bytes.count <= limit, String(validating: bytes, as: UTF8.self) == nil {
      unreadable = bytes
      shortfall = shortfall ?? Self.notUTF8
    }
    if bytes.count > limit {
      shortfall = Failure(
        "text-too-long",
        "standard input goes on after \(limit) bytes, which is more than a capture holds; "
          + "it was read no further")
    }
  }

  private static let notUTF8 = Failure(
    "text-not-utf8", "the text is not UTF-8; convert it first, as with `iconv -f LATIN1 -t UTF-8`")

  /// Writes the capture, or keeps its text as a draft and says so.
  mutating func keep(_ session: Session) async throws {
    var isWaiting = false
    do {
      if let problem { throw problem }
      if let signal = Interruption.code { throw ExitCode(signal) }
      if let shortfall { throw shortfall }
      if isSplit {
        isWaiting = try await keepPieces(session)
      } else {
        try await askProvider(session)
        isWaiting = try keepWhole(session)
      }
    } catch let code as ExitCode {
      // Somebody did not want to wait.
      if let place = keepDraft(session) { session.console.say(TerminalText.escaped(place)) }
      throw code
    } catch {
      var failure = Failure(error)
      failure.hint = keepDraft(session)
      throw failure
    }
    try command.strictness.check(isUnclassified: isWaiting && !command.dryRun, session)
  }

  /// Writes one capture, and says whether it waits for somebody to say what it is.
  private mutating func keepWhole(_ session: Session) throws -> Bool {
    try findType(session)
    try findDetails(session)
    let added = try added(session)
    try removeDraft(session)
    show(added, session)
    if !command.dryRun, isExample { session.work.learnIfSmall() }
    return isWaiting
  }

  /// Writes the capture, and before that asks for what it must have, where somebody can be asked.
  private mutating func added(_ session: Session) throws -> ChangeReport {
    let mode: Mode = command.dryRun ? .dryRun : .write
    do {
      return try session.notebook.add(new, mode, using: &session.work.ids)
    } catch CaptureRefusal.fieldsMissing(let fields, let whose) where session.canAsk {
      try saveBeforeAsking(session)
      for field in fields {
        guard let answer = session.answer(for: field) else {
          throw CaptureRefusal.fieldsMissing([field], whose: whose)
        }
        new.fields.append((field.name, answer))
        hasAnswers = true
      }
      return try session.notebook.add(new, mode, using: &session.work.ids)
    }
  }
}

// MARK: - The editor

extension AddRequest {
  /// Lets the person write: from a template where there is no text yet.
  private mutating func readFromEditor(_ session: Session, template wantsTemplate: Bool)
    async throws
  {
    let source = wantsTemplate ? new.template ?? builtInTemplate(session) : nil
    let start =
      source.map { CaptureTemplate($0).filled(with: new, at: session.clock) } ?? new.text
    let (text, file) = try await session.edit(start, notes: notes, advice: Self.advice)
    try session.removeDraft(file)
    // What the person left as it was offered is no text.
    if wantsTemplate, text == start { throw Failure(CaptureRefusal.empty) }
    new.text = text
    guard source != nil else { return }
    new.template = nil
    new.wasOffered = true
    new.text = CaptureTemplate(start).withoutHints(text)
  }
}

// MARK: - Drafts

extension AddRequest {
  /// Takes up a draft; options given now count more than its own.
  mutating func take(_ found: CairnFiles.Draft, _ session: Session) throws {
    draft = found
    let bytes = try session.notebook.state.text(of: found)
    guard let text = String(validating: bytes, as: UTF8.self) else { throw Self.notUTF8 }
    new.text = text
    isSplit = isSplit || found.notes[Self.splitNote] != nil
    try new.take(found.notes) { try session.work.newMedia($0, as: $1) }
  }

  /// Keeps the text as a draft while the person is asked, who may leave in any way.
  mutating func saveBeforeAsking(_ session: Session) throws(FileError) {
    guard draft == nil, origin == nil, !command.dryRun, !new.text.trimmingBlanks.isEmpty else {
      return
    }
    draft = try saveDraft(session)
  }

  /// Lets go of the draft, once its text is in the notebook.
  func removeDraft(_ session: Session) throws(FileError) {
    if !command.dryRun, let draft { try session.removeDraft(draft) }
  }

  private func saveDraft(_ session: Session) throws(FileError) -> Draft {
    try session.saveDraft(
      unreadable ?? Array(new.text.utf8), notes: notes, advice: Self.advice)
  }

  /// What the draft keeps besides the text.
  private var notes: [String: String] {
    new.notes.merging(isSplit ? [Self.splitNote: "true"] : [:]) { $1 }
  }

  /// The note of a draft that several captures are to be made of.
  private static let splitNote = "split"

  /// What to do with a draft.
  private static let advice = "; `cairn add --retry` tries again."

  /// Keeps the text as a draft, and gives a sentence that says where it is; nil where there is nothing to
  /// keep.
  private func keepDraft(_ session: Session) -> String? {
    guard !new.text.trimmingBlanks.isEmpty, !command.dryRun else { return nil }
    do throws(FileError) {
      let kept = if let draft, !hasAnswers { draft } else { try saveDraft(session) }
      if let draft, draft != kept { try session.notebook.state.removeDraft(draft) }
      return kept.place + Self.advice
    } catch {
      return RescuedText(unreadable ?? Array(new.text.utf8)).keep(session.surroundings)
    }
  }
}
