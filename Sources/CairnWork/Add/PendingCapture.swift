import CairnCapture
import CairnFiles
public import CairnInsight
public import CairnNotebook
import CairnText

/// A capture that is being added, with everything that was detected in its text.
public struct PendingCapture: Sendable {
  /// The request to add the text.
  public let request: AddRequest
  /// The capture to write.
  public internal(set) var new = NewCapture(text: "")
  /// The likely types of the text; nil if the text was not classified.
  public internal(set) var finding: Classification?
  /// Human-readable descriptions of the values that were understood:
  /// `due Tuesday, 24 November 2026`.
  public internal(set) var understood: [String] = []
  /// Shorthand that stays in the text because its value was not understood: `due:frday`.
  public internal(set) var unread: [String] = []
  /// The error for the first invalid value; nil if all values are valid.
  public internal(set) var problem: (any Error)?
  /// The options whose values are not valid. A draft saves these options, so that a person can
  /// correct their values.
  var invalid: [InvalidOption] = []
  /// The bytes of the text if they are not valid UTF-8; otherwise nil. A draft saves these bytes
  /// unchanged.
  var unreadable: [UInt8]?
  /// The provider that was asked or, in a dry run, would be asked; nil if there is none.
  var asked: AskedProvider?
  /// The likely types according to a provider; nil if no provider determined them.
  var provided: Classification?
  /// The likelihood of each type according to the vector of the text; nil if no vector was made.
  var opinion: [Double]?
  /// The name of the model that made the vector of ``opinion``; nil if no vector was made.
  public internal(set) var opinionModel: String?
  /// The draft that contains the text until it is in the notebook; nil if none was saved.
  var draft: Draft?
  /// The lock that keeps other commands from adding ``draft``; nil if there is no draft.
  private var claim: HeldLock?
  /// Whether a person gave answers that are not yet saved in the draft.
  var hasAnswers = false
  /// The capture that is being split, if the text comes from one; nil for new text.
  var origin: Capture?
  /// Whether to move ``origin`` to the trash.
  var removesOrigin = false
  /// The pieces of ``origin`` that a person has approved; nil if none were proposed yet.
  var approvedPieces: [ProposedPiece]?
  /// Whether the capture is saved without a type because its type is uncertain or was not detected.
  /// False if the type is given, or if text of this kind is never classified.
  var lacksType = false
  /// Whether the text and fields come from a service that looked the entry up, or from a page on
  /// the web. If so, neither the fields nor the type are read from the text.
  var isFilled = false
  /// Whether a service looked the entry up. A draft saved before the lookup lacks the details from
  /// the service.
  var isLookedUp = false
  /// Whether each thought in the text becomes a separate capture.
  var isSplit: Bool
  /// A sentence that says why the capture is not in its default collection:
  /// `Not saved in movies, which requires director.`; nil if there is none.
  public internal(set) var setback: String?
  /// The recorded reason why no likely types were found; nil if there is none.
  public internal(set) var silence: Silence?
  private var step = Step.type
  /// The missing required fields, and a phrase that says which captures require them. Nil if none
  /// is missing, or before the fields are determined.
  private var missing: (fields: [Schema.Field], whose: String)?

  /// A step in determining what to write.
  private enum Step { case type, details, fields, nothing }

  init(_ request: AddRequest) {
    self.request = request
    isSplit = request.isSplit
  }

  /// Whether everything is determined and every question is answered.
  var isPlanned: Bool { step == .nothing }

  /// The reason why the text cannot be added; nil if no reason is known.
  var refusal: (any Error)? {
    problem ?? request.shortfall ?? (unreadable == nil ? nil : Self.notUTF8)
  }

  private static let notUTF8 = Refusal(
    "text-not-utf8",
    "the text is not valid UTF-8; convert it first, as in `iconv -f LATIN1 -t UTF-8`")

  /// Whether this is a dry run, which writes nothing, saves no draft, and asks neither a person nor
  /// a provider.
  var isDryRun: Bool { request.mode == .dryRun }
}

// MARK: - Detecting types and fields

extension PendingCapture {
  /// Determines everything that can be determined without asking a person.
  ///
  /// - Parameter isPiece: Whether this is a piece of a split text. Nobody is asked for a piece's
  ///   missing required fields.
  /// - Returns: The question to ask next; nil if the capture can be written.
  mutating func advance(_ work: Workspace, isPiece: Bool) throws -> AddQuestion? {
    while step != .nothing {
      switch step {
      case .type:
        step = .details
        if let found = try findType(work) { return .type(found) }
      case .details:
        step = .fields
        if let (details, schema) = try findDetails(work) { return .details(details, schema) }
      case .fields:
        if isPiece || !work.context.canAsk {
          try leaveIfIncomplete(work)
        } else if missing == nil {
          missing = try work.missingFields(of: new)
          if missing != nil { try saveBeforeAsking(work) }
        }
        if let missing, let field = missing.fields.first {
          return .field(field, whose: missing.whose)
        }
        step = .nothing
      case .nothing: break
      }
    }
    return nil
  }

  /// Leaves the capture without a type if the detected type requires fields that the capture lacks,
  /// because nobody can be asked for them.
  private mutating func leaveIfIncomplete(_ work: Workspace) throws {
    guard case .found(let type, _, _)? = new.filing,
      work.notebook.settings.schema(ofType: type)?.fields.contains(where: \.isRequired) == true,
      let missing = try work.missingFields(of: new)
    else { return }
    let names = missing.fields.map(\.name).joined(separator: " and ")
    setback = "Not filed as \(type), which requires \(names)."
    (new.time, lacksType) = (nil, true)
    new.filing = marksUnclassified(work) ? .unsure : nil
  }

  /// Applies the answer to a question.
  ///
  /// Throws a ``CaptureRefusal`` if the person cancelled the question for a required field, and a
  /// ``Refusal`` if the answer does not fit the question.
  mutating func take(_ answer: AddAnswer, to question: AddQuestion, _ work: Workspace) throws {
    hasAnswers = true
    switch (question, answer) {
    case (.type, .type(let type)):
      guard let type else { return }
      new.fields.append(("type", TypedValue(type, isText: true)))
      new.filing = nil
      step = .type
    case (.details, .details(let details)): if let details { take(details, work) }
    case (.field(let field, let whose), .field(let value)):
      guard let value else { throw CaptureRefusal.fieldsMissing([field], whose: whose) }
      new.fields.append((field.name, value))
      missing?.fields.removeFirst()
    default:
      throw Refusal("answer-unexpected", "the answer does not fit the question", .invalid)
    }
  }
}

extension Workspace {
  /// Returns the required fields that a new capture lacks, and a phrase that says which captures
  /// require these fields. Returns nil if the new capture lacks no required field.
  ///
  /// Throws the same errors as adding the capture.
  func missingFields(
    of new: NewCapture
  ) throws -> (fields: [Schema.Field], whose: String)? {
    var trial = ids
    do {
      _ = try notebook.add(new, .dryRun, using: &trial)
      return nil
    } catch CaptureRefusal.fieldsMissing(let fields, let whose) {
      // The next capture gets a different id from the one in this trial.
      ids = trial
      return (fields, whose)
    }
  }
}

// MARK: - The editor

extension Workspace {
  /// Returns the text to open in an editor: the text so far, or a template if nothing was typed.
  public func textToEdit(_ pending: PendingCapture) -> String {
    guard pending.request.isEmpty, let source = template(toEdit: pending) else {
      return pending.new.text
    }
    return CaptureTemplate(source).filled(with: pending.new, at: clock)
  }

  /// Replaces the text of `pending` with the text that a person edited in an editor. `start` is the
  /// text that the editor contained at first.
  ///
  /// Throws ``CaptureRefusal/empty`` if the person left a template unchanged.
  public func take(
    edited text: String, from start: String, into pending: inout PendingCapture
  ) throws {
    if pending.request.isEmpty, text.hasSameLetters(as: start) { throw CaptureRefusal.empty }
    pending.new.text = text
    guard pending.request.isEmpty, template(toEdit: pending) != nil else { return }
    pending.new.template = nil
    pending.new.wasOffered = true
    let template = CaptureTemplate(start)
    pending.new.text = template.withFrontMatterFirst(template.withoutHints(text))
  }

  private func template(toEdit pending: PendingCapture) -> String? {
    pending.new.template ?? pending.builtInTemplate(self)
  }
}

extension String {
  /// Returns whether two texts differ only in whitespace.
  fileprivate func hasSameLetters(as other: String) -> Bool {
    filter { !$0.isWhitespace } == other.filter { !$0.isWhitespace }
  }
}

// MARK: - Drafts

extension PendingCapture {
  /// Copies the text of a draft and the values stored with it into this capture. Values of the
  /// request take precedence. Except in a dry run, also locks the draft.
  ///
  /// If an attached file cannot be read, it becomes an invalid option, so that the values of the
  /// request are kept in the draft.
  ///
  /// - Parameter roles: The roles of the files that the request replaces or removes.
  mutating func take(
    _ found: Draft, replacing roles: Set<NewMedia.Role>, _ work: Workspace
  ) throws {
    if !isDryRun { claim = try work.claim(found) }
    draft = found
    let bytes = try work.notebook.state.text(of: found)
    guard let text = String(validating: bytes, as: UTF8.self) else { throw Self.notUTF8 }
    new.text = text
    isSplit = isSplit || found.notes[Self.splitNote] != nil
    isFilled = found.notes[Self.filledNote] != nil
    // The text of a page may be long.
    new.mayBeLong = isFilled
    var unread: [(option: InvalidOption, error: any Error)] = []
    new.take(found.notes, replacing: roles) { name, role in
      do { return try work.newMedia(name, as: role) } catch {
        unread.append((InvalidOption(name: role.option, value: name), error))
        return nil
      }
    }
    guard let first = unread.first else { return }
    problem = problem ?? first.error
    invalid += unread.map(\.option)
    hasAnswers = true
  }

  /// Saves the text as a draft, before a question, a lookup, a download or a recording, because
  /// each can be interrupted.
  ///
  /// Does nothing in a dry run, if nobody typed anything, if there already is a draft, or if the
  /// text comes from a capture that is being split.
  mutating func saveBeforeAsking(_ work: Workspace) throws(FileError) {
    let hasWords = !new.text.isBlank || ["title", "url"].contains { new.field($0) != nil }
    guard draft == nil, origin == nil, !isDryRun, hasWords else { return }
    let saved = try saveDraft(work)
    draft = saved
    claim = try? work.claim(saved)
  }

  /// Replaces the draft, if there is one, with the present text and values.
  mutating func renewDraft(_ work: Workspace) throws(FileError) {
    guard let old = draft, !isDryRun else { return }
    draft = nil
    try saveBeforeAsking(work)
    if draft != old { try work.notebook.state.removeDraft(old) }
  }

  private func saveDraft(_ work: Workspace) throws(FileError) -> Draft {
    try work.saveDraft(bytes, notes: notes)
  }

  /// The bytes to save in a draft.
  private var bytes: [UInt8] { unreadable ?? Array(new.text.utf8) }

  /// The values to save in a draft besides the text, keyed by name.
  public var notes: [String: String] {
    var notes = new.notes
    if isSplit { notes[Self.splitNote] = "true" }
    if isFilled { notes[Self.filledNote] = "true" }
    for (index, option) in invalid.enumerated() {
      notes[DraftNote.key(.option, index, option.name)] = option.value
    }
    return notes
  }

  /// The key that a draft contains if its text is to be split.
  private static let splitNote = "split"
  /// The key that a draft contains if its text comes from a service or a page.
  private static let filledNote = "filled"

  /// Saves the text of a failed request as a draft, unless the existing draft is up to date.
  /// Returns the place of the draft; nil in a dry run, without text, or if the text is already in
  /// the notebook.
  func rescue(_ work: Workspace) -> RescuedText? {
    guard origin == nil, draft != nil || !new.text.isBlank, !isDryRun else { return nil }
    do throws(FileError) {
      let saved = if let draft, !hasAnswers { draft } else { try saveDraft(work) }
      if draft != saved, isLookedUp, new.media.contains(where: { $0.source == nil }) {
        work.tell(
          Diagnostic(
            .warning, "draft-pictures",
            "the pictures that were looked up are not in the draft; after you add the draft, run "
              + "`cairn lookup --fill CAPTURE` to add them"))
      }
      // If this fails, the text is in two drafts, which is better than an error about the draft.
      if let draft, draft != saved { try? work.notebook.state.removeDraft(draft) }
      return .draft(saved)
    } catch {
      return RescuedText(saving: bytes, in: work.context.folders, at: work.clock.now)
    }
  }
}
