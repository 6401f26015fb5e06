public import CairnCapture
public import CairnFiles
public import CairnNotebook
import CairnQuery
import CairnText

// Requests of programs, which cannot be asked anything.

extension Workspace {
  /// Adds the text of a request without asking questions. If the request is to split the text, adds
  /// all pieces.
  ///
  /// Throws an ``AddFailure`` if the text cannot be added; the text is then saved as a draft.
  public func add(_ request: AddRequest) async throws -> AddResult {
    try apply(try settled(try await plan(request)))
  }

  /// Splits a capture without asking questions.
  ///
  /// Throws an ``AddFailure`` if the captures cannot be added.
  public func split(_ request: SplitRequest) async throws -> AddResult {
    try apply(try settled(try await plan(request)))
  }

  /// Returns a plan whose question about pieces is answered with all pieces. Only this question is
  /// put to callers that cannot be asked.
  private func settled(_ plan: AddPlan) throws -> AddPlan {
    guard case .pieces(let pieces, _)? = plan.question else { return plan }
    return try self.plan(plan, answering: .pieces(pieces))
  }

  /// Moves a capture to the trash, together with media files to which no other capture refers.
  ///
  /// Throws a ``Refusal`` if the file changed since the capture was read, or `FileError` if nothing
  /// could be removed.
  public func remove(_ capture: Capture) throws -> ChangeReport {
    let request = RemoveRequest(SelectRequest([], paths: [capture.path.bytes]))
    let report = try apply(try plan(request), .write)
    if report.changed.isEmpty, let refused = report.refused.first { throw refused }
    return report
  }

  /// Sets the outcome of one action or of one checkbox, named as `garden/beds.md:12`.
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
    if result.report.changed.isEmpty, let refused = result.report.refused.first { throw refused }
    return result
  }
}

// MARK: - Looking up

extension Workspace {
  /// Returns the people that the field `person` of captures names, those named most often first,
  /// and then the other captures of the type `person`.
  ///
  /// Throws an error if the index is damaged.
  public func people() throws -> [(name: String, count: Int)] {
    let catalog = catalog()
    let named = try catalog.usedValues(of: .field("person")).map { ($0.text, $0.count) }
    let known = Set(named.map(\.0.folded))
    let cards = try catalog.select(
      try Query(arguments: ["type:person"]), in: catalog.context(clock)
    ).entries.compactMap { catalog.label(of: $0)?.title }
    return named + cards.filter { !known.contains($0.folded) }.sorted().map { ($0, 0) }
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

  /// Returns the id of the last operation that undid another one and was not undone itself.
  ///
  /// Throws a ``Refusal`` if there is none.
  public func lastUndo() throws -> String {
    guard let last = try operations().first(where: { !$0.undoes.isEmpty && !$0.isUndone }) else {
      throw Refusal("redo-nothing", "there is nothing to redo", .nothingFound)
    }
    return last.id
  }

  /// Returns a classifier with the notebook's settings and habits.
  ///
  /// Throws a ``Refusal`` if there is no provider with the requested name.
  public func classifier(_ choice: ProviderChoice) throws -> TextClassifier {
    let root = NotebookRoot(notebook.store.root)
    return try TextClassifier(in: { root }, isRequired: true, context, choice)
  }
}
