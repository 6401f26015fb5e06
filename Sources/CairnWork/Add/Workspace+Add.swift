import CairnCapture
import CairnDocument
import CairnFiles
import CairnNotebook
import CairnText

extension Workspace {
  /// The maximum number of bytes to read as the text of a capture, so that an endless input cannot
  /// use up the memory. The limit leaves room for characters that consist of many bytes.
  public var longestText: Int {
    let characters = min(notebook.settings.count("capture.max_characters") ?? .max, 1 << 21)
    return max(characters * 32, 1 << 20)
  }

  /// Reads the values of a request. The error of the first invalid value is not thrown, but stored
  /// in ``PendingCapture/problem``.
  ///
  /// Throws `FileError` if the text of a draft, or a file that belongs to it, cannot be read.
  public func read(_ request: AddRequest) throws -> PendingCapture {
    var whole = request
    if case .draft(let draft) = request.text { whole.takeInvalidOptions(of: draft.notes) }
    var pending = PendingCapture(whole)
    do { try pending.readFields(self) } catch { pending.problem = error }
    if case .draft(let draft) = request.text {
      pending.hasAnswers = request.hasDetails
      try pending.take(draft, replacing: request.mediaRoles, self)
      pending.new.fields.removeAll { $0.value.text.isEmpty }
    }
    if pending.problem == nil, let type = pending.new.field("type") {
      do { try checkType(type, creates: pending.new.createsCollection) } catch {
        pending.problem = error
      }
    }
    return pending
  }

  /// Returns a plan for adding the text of a request. Detects the type of the text, and asks a
  /// provider if the request and the settings allow this.
  ///
  /// Throws the errors of ``read(_:)``, or an ``AddFailure`` if the text cannot be added; the text
  /// is then saved as a draft.
  public func plan(_ request: AddRequest) async throws -> AddPlan {
    try await plan(try read(request))
  }

  /// Returns a plan for adding a capture that ``read(_:)`` returned. Detects the type of the text,
  /// and asks a provider if the request and the settings allow this.
  ///
  /// Throws an ``AddFailure`` if the text cannot be added; the text is then saved as a draft.
  public func plan(_ pending: PendingCapture) async throws -> AddPlan {
    var plan = AddPlan(whole: pending)
    do {
      if let refusal = pending.refusal { throw refusal }
      let document = Document(Array(pending.new.text.utf8))
      tellUnreadable(document)
      try plan.whole.understandFields(of: document, self)
      if plan.whole.isSplit {
        try await cutUp(&plan)
      } else {
        try await plan.whole.askProvider(self)
        plan.captures = [plan.whole]
      }
      if plan.question == nil { try advance(&plan) }
      return plan
    } catch {
      throw failure(error, plan)
    }
  }

  /// Continues a plan with the answer to its question.
  ///
  /// Throws an ``AddFailure`` if the text cannot be added; the text is then saved as a draft.
  public func plan(_ plan: AddPlan, answering answer: AddAnswer) throws -> AddPlan {
    var plan = plan
    do {
      switch (plan.question, answer) {
      case (.pieces?, .pieces(let pieces)):
        guard let pieces, !pieces.isEmpty else {
          throw Refusal("split-stopped", "no part was chosen, so nothing was saved")
        }
        plan.takePieces(pieces)
      case (let question?, _):
        guard let index = plan.captures.firstIndex(where: { !$0.isPlanned }) else { break }
        try plan.captures[index].take(answer, to: question, self)
      case (nil, _): return plan
      }
      try advance(&plan)
      return plan
    } catch {
      throw failure(error, plan)
    }
  }

  /// Writes the captures of a plan that has no question, in one operation.
  ///
  /// Throws an ``AddFailure`` if the captures cannot be written; the text is then saved as a draft.
  public func apply(_ plan: AddPlan) throws -> AddResult {
    do {
      guard plan.question == nil else {
        throw Refusal("answer-missing", "a question about the text was not answered", .invalid)
      }
      let mode = plan.whole.request.mode
      let report = try write(plan, mode)
      if mode == .write, let draft = (plan.captures.first ?? plan.whole).draft {
        discardDraft(draft)
      }
      if mode == .write { removeDrafts(repeatedBy: plan.whole) }
      if mode == .write, plan.captures.contains(where: \.isExample) { learnIfSmall() }
      let isRemoved = report.changed.count > plan.captures.count
      return AddResult(
        report: report, captures: plan.captures, isSplit: plan.whole.isSplit,
        asked: plan.whole.asked,
        removed: isRemoved ? plan.whole.origin?.path : nil)
    } catch {
      throw failure(error, plan)
    }
  }

  private func write(_ plan: AddPlan, _ mode: Mode) throws -> ChangeReport {
    guard plan.whole.isSplit else {
      return try notebook.add(plan.captures[0].new, mode, using: &ids)
    }
    return try notebook.add(
      plan.captures.map(\.new), removing: plan.whole.removesOrigin ? plan.whole.origin : nil, mode,
      using: &ids, in: catalog(attachments: true))
  }

  /// Warns the caller if a text begins with malformed front matter, because this front matter
  /// becomes part of the capture's text.
  private func tellUnreadable(_ document: Document) {
    guard document.frontMatter.isFenced, let problem = document.editRefusal else { return }
    tell(problem.saying("\(problem.message); the front matter is saved as text", .warning))
  }

  /// Determines what to write for each capture in turn, up to the first question.
  private func advance(_ plan: inout AddPlan) throws {
    plan.question = nil
    for index in plan.captures.indices where plan.question == nil {
      plan.question = try plan.captures[index].advance(self, isPiece: plan.whole.isSplit)
    }
  }

  /// Saves the text as a draft, and returns the error to throw instead of the given error. The
  /// draft includes the user's answers, except if the text is being split into pieces.
  private func failure(_ error: any Error, _ plan: AddPlan) -> AddFailure {
    let pending = plan.whole.isSplit ? plan.whole : plan.captures.first ?? plan.whole
    return AddFailure(error, pending.rescue(self), remedy: pending.remedy(for: error))
  }
}
