import CairnCapture
import CairnDocument
import CairnNotebook
import CairnProvider

// MARK: - Texts

extension Workspace {
  /// Returns a splitter for text that does not come from a capture in the notebook.
  ///
  /// Throws a ``Refusal`` if there is no provider with the requested name.
  public func splitter(_ choice: ProviderChoice) throws(Refusal) -> TextSplitter {
    try TextSplitter(notebook, providers(choice))
  }

  /// Splits the body of a note that is not in the notebook. A private note (`private: true`) is not
  /// sent to a provider, and the caller is told so. A dry run sends nothing.
  ///
  /// Throws a ``Refusal`` if there is no text, or no provider with the requested name.
  public func pieces(
    ofNote bytes: [UInt8], _ choice: ProviderChoice, dryRun: Bool
  ) async throws -> (pieces: [ProposedPiece], asked: AskedProvider?, splitter: TextSplitter) {
    let note = Document(bytes)
    let all = providers(choice)
    var splitter = try TextSplitter(notebook, all)
    if Privacy(of: note).isPrivate, all.isAsked(for: .split) {
      tellWithheld(1)
      splitter = try TextSplitter(notebook, all.withoutAny)
    }
    let text = String(decoding: note.bytes[note.body], as: UTF8.self)
    let (pieces, asked) = try await splitter.pieces(of: text, dryRun: dryRun)
    guard !pieces.isEmpty else {
      throw Refusal("text-empty", "there is no text to split", .invalid)
    }
    return (pieces, asked, splitter)
  }
}

// MARK: - Captures

extension Workspace {
  /// Returns a plan for splitting a capture. The pieces get the collection, the tags, the date
  /// and the visibility of the capture.
  ///
  /// Throws an ``AddFailure`` if the pieces cannot be added, or a ``Refusal`` if there is not
  /// exactly one capture with the requested name.
  public func plan(_ request: SplitRequest) async throws -> AddPlan {
    let (capture, _) = try captureToWrite(named: request.capture)
    let text = String(decoding: capture.body, as: UTF8.self)
    var add = AddRequest(.plain(text))
    (add.isSplit, add.provider, add.mode) = (true, request.provider, request.mode)
    add.fields = request.fields
    var pending = try read(add)
    if pending.invalid.contains(where: { $0.name == "set" }), let problem = pending.problem {
      throw problem
    }
    // A missing template does not prevent splitting.
    pending.problem = nil
    pending.origin = capture
    pending.removesOrigin = request.removesCapture
    if let pieces = request.pieces {
      // The pages and the API propose the pieces that the built-in rules find.
      pending.approvedPieces = try ProposedPiece.approved(pieces, of: text, by: splitter(.none))
    }
    for type in (pending.approvedPieces ?? []).compactMap(\.type) {
      try checkType(type, creates: false)
    }
    pending.new.collection = capture.collection
    pending.new.tags = capture.fieldTags
    if let created = capture.writtenCreation {
      pending.new.fields.append(("created", TypedValue(created)))
    }
    if let text = capture.text("draft") { pending.new.fields.append(("draft", TypedValue(text))) }
    pending.new.inherited = try catalog().privacy(of: capture, clock)
    return try await plan(pending)
  }

  /// Splits the text of a plan. If there are several pieces, the plan then asks which of them to
  /// keep. It does not ask in a dry run, or if a person has already approved the pieces.
  func cutUp(_ plan: inout AddPlan) async throws {
    try plan.whole.checkSplit()
    if let approved = plan.whole.approvedPieces {
      guard !approved.isEmpty else {
        throw Refusal("split-stopped", "no part was chosen, so nothing was saved", .invalid)
      }
      return plan.takePieces(approved)
    }
    try plan.whole.saveBeforeAsking(self)
    var splitter = try TextSplitter(notebook, plan.whole.openProviders(self, for: [.split]))
    let (pieces, asked) = try await splitter.pieces(of: plan.text, dryRun: plan.whole.isDryRun)
    plan.whole.asked = asked
    if let asked, asked.isSent, asked.failure == nil {
      note("Split by the provider `\(asked.provider.name)`.")
    }
    guard !pieces.isEmpty else { throw CaptureRefusal.empty }
    if plan.whole.origin != nil, pieces.count == 1 {
      throw Refusal(
        "split-single", "the text has only one part; there is nothing to split", .nothingFound)
    }
    if pieces.count == 1 || plan.whole.isDryRun {
      plan.takePieces(pieces)
    } else {
      plan.question = .pieces(pieces, splitter)
    }
  }
}

extension AddPlan {
  /// Sets the captures to write: one for each of these pieces.
  mutating func takePieces(_ pieces: [ProposedPiece]) {
    // The link is made here, because it needs the title, which can come from the whole text.
    let link = whole.removesOrigin ? nil : whole.origin?.wikilink
    if whole.origin == nil {
      whole.new.inherited = Privacy(of: Document(Array(whole.new.text.utf8)))
    }
    captures = pieces.map { whole.piece($0, of: link) }
  }
}

extension PendingCapture {
  /// The first option that applies only to a single capture; nil if no such option was passed, now
  /// or with the draft.
  var optionOfSingleCapture: String? {
    if let key = ["title", "meaning", "url"].first(where: { new.field($0) != nil }) {
      return "--\(key)"
    }
    return new.media.contains { $0.role == .image && $0.source != nil }
      ? "--image" : new.media.isEmpty ? nil : "--file"
  }

  /// Throws a ``Refusal`` if the request has an option or a file that applies only to a single
  /// capture, or if the text begins with front matter.
  fileprivate func checkSplit() throws {
    if let option = optionOfSingleCapture {
      throw Refusal(
        "split-option",
        "\(option) is for a single capture, but --split adds several; change the new captures "
          + "afterwards",
        .invalid)
    }
    let kind = Document(Array(new.text.utf8)).frontMatter.kind
    if kind != .none, !new.text.hasPrefix("{") {
      throw Refusal(
        "split-fields",
        "text that begins with front matter cannot be added with --split; "
          + "add it first, then run `cairn split` on the capture", .invalid)
    }
  }

  /// Returns the capture for a piece. Its field `source` is `origin`, the link to the
  /// original capture; if `origin` is nil, the field is the heading of the piece.
  fileprivate func piece(_ piece: ProposedPiece, of origin: String?) -> PendingCapture {
    var pending = self
    pending.new.text = piece.text
    if let type = piece.type.map(TypeWord.spelled) {
      pending.new.fields.append(("type", TypedValue(type, isText: true)))
    }
    if piece.isTicked == true, new.field("status") == nil {
      pending.new.fields.append(
        ("status", TypedValue(ActionOutcome.done.rawValue, isText: true)))
    }
    if let source = origin ?? piece.heading, new.field("source") == nil {
      pending.new.fields.append(("source", TypedValue(source, isText: true)))
    }
    return pending
  }
}
