import CairnCapture
import CairnDigest
import CairnDocument
import CairnInsight
import CairnNotebook
import CairnProvider
import CairnText
import CairnWork

extension AddRequest {
  /// Writes a capture for each thought in the text, in one operation, once the person has had a say.
  /// Says whether one of them waits for somebody to say what it is.
  ///
  /// - Parameter removes: Whether the capture that the text is cut from goes into the trash.
  mutating func keepPieces(_ session: Session, removes: Bool = false) async throws -> Bool {
    try checkSplit()
    try saveBeforeAsking(session)
    let judge = PieceJudge(session)
    let proposed = try await proposals(judge, session)
    return try keep(proposed, judge, session, removes: removes)
  }

  /// Writes a capture for each of the pieces that the person wants.
  private mutating func keep(
    _ proposed: [ProposedPiece], _ judge: PieceJudge, _ session: Session, removes: Bool
  ) throws -> Bool {
    guard
      let approved = try session.approve(
        proposed, of: new.text, judge, command.answers)
    else {
      throw Failure("split-stopped", "nothing was kept")
    }
    var requests = approved.map { request(for: $0, hasOrigin: !removes) }
    for index in requests.indices {
      try requests[index].findType(session)
      try requests[index].findDetails(session)
    }
    let report = try session.notebook.add(
      requests.map(\.new), removing: removes ? origin : nil, command.dryRun ? .dryRun : .write,
      using: &session.work.ids, in: session.work.catalog(attachments: true).library)
    try removeDraft(session)
    show(report, of: requests, session)
    if !command.dryRun, requests.contains(where: \.isExample) { session.work.learnIfSmall() }
    return requests.contains(where: \.isWaiting)
  }

  /// Throws where something was said that is of one capture alone, or there is more than a text.
  private func checkSplit() throws {
    let single = [
      ("--title", command.title != nil), ("--meaning", command.meaning != nil),
      ("--image", !command.images.isEmpty), ("--file", !command.files.isEmpty),
      ("--url", command.url != nil),
    ]
    if let (option, _) = single.first(where: { $0.1 }) {
      throw Failure(
        "split-option", "\(option) is of one capture, and --split makes several; set it afterwards",
        status: .usage)
    }
    let document = Document(Array(new.text.utf8))
    if document.frontMatter.kind != .none {
      throw Failure(
        "split-fields",
        "the text begins with front matter, which is of one capture; "
          + "add it without --split, and split the capture", status: .usage)
    }
  }

  /// The pieces of the text; says which provider cut it up.
  private mutating func proposals(
    _ judge: PieceJudge, _ session: Session
  ) async throws -> [ProposedPiece] {
    var maker = try PieceMaker(judge, openProviders(session, for: [.split]))
    let (pieces, asked) = try await maker.pieces(of: new.text, dryRun: command.dryRun)
    cutter = asked
    if let asked, asked.isSent, asked.failure == nil {
      session.say("Cut up by the provider `\(TerminalText.line(asked.provider.name))`.")
    }
    guard !pieces.isEmpty else { throw Failure(CaptureRefusal.empty) }
    if origin != nil, pieces.count == 1 {
      throw Failure(
        "split-single", "this says one thing; there is nothing to split", status: .nothingFound)
    }
    return pieces
  }

  /// What is asked for one of the pieces.
  private func request(for piece: ProposedPiece, hasOrigin: Bool) -> AddRequest {
    var request = self
    request.new.text = piece.text
    if piece.isTicked == true, new.field("status") == nil {
      request.new.fields.append(
        ("status", TypedValue(ActionOutcome.done.rawValue, isText: true)))
    }
    let source = hasOrigin ? origin?.wikilink ?? piece.heading : piece.heading
    if let source, new.field("source") == nil {
      request.new.fields.append(("source", TypedValue(source, isText: true)))
    }
    return request
  }

  /// Says which captures there are now, and what each was found to be.
  private func show(_ report: ChangeReport, of requests: [AddRequest], _ session: Session) {
    if session.options.json {
      let pieces = zip(requests, report.changed).map { request, added in
        JSONValue.object(request.members(of: Document(added.after)))
      }
      let others = [.init("pieces", .array(pieces))] + (cutter.map { [$0.member] } ?? [])
      return session.console.line(JSONDocument.changes(report, others: others).description)
    }
    if command.dryRun {
      if let cutter { session.console.show(cutter) }
      return session.show(report, .dryRun)
    }
    // What each was found to be stands below it, also where long output goes to a pager.
    session.console.isHeld = false
    for (request, added) in zip(requests, report.changed) { request.show(added, session) }
    guard let origin, report.changed.count > requests.count else { return }
    session.say(
      TerminalText.line(
        "Removed \(origin.path); `cairn undo` brings it back, and takes these away."))
  }
}

extension AddRequest {
  /// The request to cut a capture up: its text in its collection, with its tags and as old as it is.
  init(splitting capture: Capture, _ command: AddCommand, _ session: Session) {
    self.init(command, session)
    origin = capture
    new.text = String(decoding: capture.body, as: UTF8.self)
    new.collection = capture.collection
    new.tags = capture.fieldTags
    if let created = capture.text("created") {
      new.fields.append(("created", TypedValue(created)))
    }
  }
}
