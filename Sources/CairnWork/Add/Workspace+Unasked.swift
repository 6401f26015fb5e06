public import CairnCapture
public import CairnFiles
public import CairnNotebook
public import CairnProvider
import CairnQuery
public import CairnText

// Requests from programs, which cannot answer questions.

extension Workspace {
  /// Adds the text of a request, and files that a program sent, without asking questions. If the
  /// request is to split the text, adds all pieces.
  ///
  /// Throws an ``AddFailure`` if the text cannot be added, or if a file is not accepted; the text
  /// is then saved as a draft. Throws a ``Refusal`` if the request requires a new address, but
  /// another capture already has this address.
  public func add(
    _ request: AddRequest, with files: [UploadedFile] = []
  ) async throws -> AddResult {
    var pending = try read(request)
    do { pending.new.media += try files.map(newMedia) } catch { throw failure(error, pending) }
    if pending.problem == nil, let address = address(of: pending) {
      if request.hasNewAddress { try checkIsNew(address) }
      if request.fetchesPage {
        do { try await addPage(at: address, to: &pending) } catch { throw failure(error, pending) }
      }
    }
    return try apply(try settled(try await plan(pending)))
  }

  /// Throws a ``Refusal`` that names the capture with this web address, if there is one.
  private func checkIsNew(_ address: String) throws {
    guard let same = try captures(at: address).first else { return }
    throw Refusal(
      "bookmark-exists",
      "the address is already saved in “\(same.title)” (`\(handle(at: same.path))`)")
  }

  /// Adds an entry about a work that a search found, without asking questions. The request's values
  /// take precedence over the work's. If the work's usual collection requires a field that the
  /// entry lacks, adds the entry to the inbox and warns the caller.
  ///
  /// Throws an ``AddFailure`` if the entry cannot be added. Throws a ``Refusal`` if the entry would
  /// be private, because the service would learn which work was chosen.
  public func add(_ request: AddRequest, about option: LookupOption) async throws -> AddResult {
    var pending = try read(request)
    if pending.problem == nil {
      guard !isPrivate(pending) else {
        throw Refusal(
          "lookup-private",
          "captures in this collection are private, so nothing about them may be sent to a service",
          .invalid)
      }
      do {
        try keep(&pending)
        take(try await complete(option, pictures: picturesToLookUp(pending)), into: &pending)
      } catch {
        throw failure(error, pending)
      }
      if request.collection == nil { leaveIfIncomplete(&pending) }
    }
    return try apply(try settled(try await plan(pending)))
  }

  /// Moves a new capture to the inbox if the capture lacks fields that its collection requires.
  private func leaveIfIncomplete(_ pending: inout PendingCapture) {
    guard let folder = pending.new.collection, !folder.isRoot else { return }
    // If there is another error, adding the capture reports it.
    guard let (fields, _) = (try? missingFields(of: pending.new)) ?? nil else { return }
    pending.new.collection = nil
    let names = fields.map { "`\($0.name)`" }.joined(separator: ", ")
    tell(
      Diagnostic(
        .warning, "fields-missing",
        "the collection `\(folder)` requires \(names), so the entry is in the inbox; set the "
          + "missing fields, then move the entry"))
  }

  /// Splits a capture without asking questions.
  ///
  /// Throws an ``AddFailure`` if the captures cannot be added.
  public func split(_ request: SplitRequest) async throws -> AddResult {
    try apply(try settled(try await plan(request)))
  }

  /// Returns the plan with every question answered by default. Text of uncertain type stays
  /// unclassified, and all detected details and pieces are kept. A missing required field is an
  /// error.
  private func settled(_ plan: AddPlan) throws -> AddPlan {
    var plan = plan
    while let question = plan.question {
      switch question {
      case .type: plan = try self.plan(plan, answering: .type(nil))
      case .details(let details, _): plan = try self.plan(plan, answering: .details(details))
      case .field: plan = try self.plan(plan, answering: .field(nil))
      case .pieces(let pieces, _): plan = try self.plan(plan, answering: .pieces(pieces))
      }
    }
    return plan
  }

  /// Adds text as a capture of the given type. If an unclassified capture has the same text, sets
  /// that capture's type instead. Returns the capture.
  ///
  /// Throws an ``AddFailure`` if the text cannot be added, or a ``Refusal`` if there is no such
  /// type.
  public func settleOrAdd(_ text: String, as type: String) async throws -> Capture {
    let same = try unclassified().map(\.capture).first {
      $0.textToClassify.trimmingBlanks == text.trimmingBlanks
    }
    if let same {
      let report = try settle([same], as: type)
      try report.checkSuccess()
      learn()
      return try notebook.capture(at: same.path)
    }
    var request = AddRequest(.plain(text))
    (request.type, request.provider) = (type, .none)
    let result = try await add(request)
    guard let path = result.report.changed.first?.path else {
      throw Refusal("add-failed", "the text was not saved")
    }
    return try notebook.capture(at: path)
  }

  /// Finds a meaning for the capture at `path` and adds it, if the capture has none. Uses the
  /// provider in the settings or the built-in rules. Does nothing if no meaning is found, or if the
  /// caller ends the wait.
  public func addMeaning(to path: NotePath) async {
    let request = MeaningRequest(
      SelectRequest(["\(path)"]), .find(again: false, .ofSettings), .write)
    guard let plan = try? plan(request) else { return }
    _ = try? await findMeanings(plan)
  }

  /// Throws a ``Refusal`` if ``move(_:to:)`` would refuse the collection.
  public func checkMove(of capture: Capture, to collection: String) throws {
    _ = try move(capture, to: collection, .dryRun)
  }

  /// Moves a capture to a collection that exists, and returns the moved capture.
  ///
  /// Throws a ``Refusal``, a `Diagnostic` or `FileError` if the capture cannot be moved.
  public func move(_ capture: Capture, to collection: String) throws -> Capture {
    let report: ChangeReport = try move(capture, to: collection, .write)
    let moved = report.changed.first { $0.from == capture.path }
    return try notebook.capture(at: moved?.path ?? capture.path)
  }

  private func move(
    _ capture: Capture, to collection: String, _ mode: Mode
  ) throws -> ChangeReport {
    let selection = SelectRequest([], paths: [capture.path.bytes])
    let report = try apply(try plan(MoveRequest(selection, to: collection)), mode)
    try report.checkSuccess()
    return report
  }

  /// Moves a capture to the trash, together with media files to which no other capture refers.
  ///
  /// Throws a ``Refusal`` if the file changed since the capture was read, or `FileError` if nothing
  /// could be removed.
  public func remove(_ capture: Capture) throws -> ChangeReport {
    let request = RemoveRequest(SelectRequest([], paths: [capture.path.bytes]))
    let report = try apply(try plan(request), .write)
    try report.checkSuccess()
    return report
  }

  /// Sets the outcome of one action or of one checkbox. `name` is the action's id, path or title,
  /// or the checkbox's path and line: `garden/beds.md:12`.
  ///
  /// Throws a ``Refusal`` if there is no such action or checkbox.
  public func settleAction(
    _ name: String, as outcome: ActionOutcome
  ) throws -> SettleResult {
    let isBox = name.split(separator: ":").count > 1
    let selection =
      isBox
      ? SelectRequest([name])
      : SelectRequest([], paths: [try capture(named: name).capture.path.bytes])
    let result = try apply(try plan(SettleRequest(selection, as: outcome)), .write)
    try result.report.checkSuccess()
    return result
  }
}

// MARK: - Looking up

extension Workspace {
  /// Returns the people named in captures (field `person`), each with the number of captures that
  /// name the person, highest first. A person whom no capture names, but who has a card, comes
  /// last, with the number 0.
  ///
  /// Throws `IndexDamage` if the index is damaged.
  public func people() throws -> [(name: String, count: Int)] {
    let catalog = catalog()
    let named = try catalog.usedValues(of: .field("person")).map { ($0.text, $0.count) }
    let known = Set(named.map(\.0.folded))
    let cards = catalog.cards(clock).map(\.name)
    return named + cards.filter { !known.contains($0.folded) }.sorted().map { ($0, 0) }
  }

  /// Returns the degree to which a capture differs from all others, from 0 to 1; nil if the degree
  /// is unknown.
  public func novelty(of capture: Capture) -> Double? {
    let catalog = catalog()
    return catalog.novelty(of: capture, nearestMeaning(in: catalog))
  }

  /// Returns the draft with this id.
  ///
  /// Throws a ``Refusal`` if there is none.
  public func draft(_ id: String) throws -> Draft {
    guard let draft = try drafts().first(where: { $0.id == id }) else {
      throw Refusal("draft-unknown", "there is no draft `\(id)`", .nothingFound)
    }
    return draft
  }

  /// Returns a classifier that uses the notebook's settings and has learned from its captures.
  ///
  /// Throws a ``Refusal`` if there is no provider with the requested name.
  public func classifier(_ choice: ProviderChoice) throws -> TextClassifier {
    let root = NotebookRoot(notebook.store.root)
    return try TextClassifier(in: { root }, isRequired: true, context, choice)
  }
}
