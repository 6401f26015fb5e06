public import CairnCapture
public import CairnNotebook
public import CairnText

/// A request to resolve conflicts.
public struct ResolveRequest: Sendable {
  /// The file: its id, path or title; nil for all files in conflict.
  public var capture: String?
  /// The side to take for everything that ``fields`` does not list; nil if none was chosen.
  public var side: Conflicts.Side?
  /// The side to take for each named field: ours or theirs.
  public var fields: [String: Conflicts.Side]
  /// Whether to keep files that were removed in one of the two copies; nil if the user did not
  /// choose.
  public var keeps: Bool?

  /// Creates a request to resolve the conflicts of a capture or of all files.
  public init(
    _ capture: String?, side: Conflicts.Side? = nil, fields: [String: Conflicts.Side] = [:],
    keeps: Bool? = nil
  ) {
    self.capture = capture
    self.side = side
    self.fields = fields
    self.keeps = keeps
  }

  /// Parses the choice of a side for a field, such as `score=theirs`; returns nil for any other
  /// word.
  public static func choice(_ word: String) -> (field: String, side: Conflicts.Side)? {
    guard let sign = word.lastIndex(of: "="),
      let side = Conflicts.Side(rawValue: String(word[word.index(after: sign)...]))
    else { return nil }
    return (String(word[..<sign]), side)
  }

  /// Parses choices such as `score=theirs`, and returns the chosen sides, keyed by field name.
  ///
  /// Throws a ``Refusal`` for a word that is not a choice.
  public static func choices(_ words: [String]) throws(Refusal) -> [String: Conflicts.Side] {
    var choices: [String: Conflicts.Side] = [:]
    for word in words {
      guard let (field, side) = choice(word) else {
        throw Refusal(
          "choice-invalid", "`\(word)` is not a choice; pass FIELD=ours or FIELD=theirs", .invalid)
      }
      choices[field] = side
    }
    return choices
  }

  /// Whether the request makes any choice. Without a choice, files that one copy removed are kept,
  /// and a person is asked about everything else.
  public var isAnswered: Bool { side != nil || !fields.isEmpty || keeps != nil }
}

/// The conflicts of a request, and the question to ask before resolving them.
public struct ResolvePlan: Sendable {
  /// The request.
  public let request: ResolveRequest
  /// The conflicts, at least one.
  public let conflicts: [FileConflict]
  /// The question to ask first; nil for a single file, or if the request makes no choice.
  public let question: Confirmation?
}

/// The user's choices for resolving the conflicts in one file.
public struct ConflictAnswer: Sendable {
  /// The conflict to resolve.
  public let conflict: FileConflict
  /// The side for every difference that ``fields`` and ``passages`` do not list. If nil, these
  /// differences stay in conflict.
  public var side: Conflicts.Side?
  /// For a file that both copies moved, the side whose path is kept; nil to use ``side``.
  public var place: Conflicts.Side?
  /// The sides chosen for fields, keyed by field name.
  public var fields: [String: Conflicts.Side] = [:]
  /// The sides chosen for passages, keyed by ``FileConflict/Passage/bytes``.
  public var passages: [[UInt8]: Conflicts.Side] = [:]
  /// Whether to keep a file that one copy removed; nil leaves the file in conflict.
  public var keeps: Bool?

  /// Creates an answer that leaves the file in conflict.
  public init(_ conflict: FileConflict) { self.conflict = conflict }

  /// This answer in git's terms. During a rebase, git and its conflict markers call the remote's
  /// version *ours*, so the two sides are swapped.
  var inGitTerms: ConflictAnswer {
    guard conflict.isReplaying else { return self }
    var answer = self
    answer.side = side?.opposite
    answer.place = place?.opposite
    answer.fields = fields.mapValues(\.opposite)
    answer.passages = passages.mapValues(\.opposite)
    return answer
  }
}

extension Conflicts.Side {
  fileprivate var opposite: Conflicts.Side {
    switch self {
    case .ours: .theirs
    case .theirs: .ours
    case .both: .both
    }
  }
}

/// The result of resolving conflicts; in a dry run, the result that resolving them would have.
public struct ResolveResult: Sendable {
  /// The changed files.
  public let report: ChangeReport
  /// The files that were kept unchanged, and are no longer in conflict.
  public let kept: [NotePath]
}

// MARK: - Resolving

extension Workspace {
  /// Selects the conflicts of a request.
  ///
  /// Throws a ``Refusal`` if nothing is in conflict, or if a capture or field is unknown.
  public func plan(_ request: ResolveRequest) async throws -> ResolvePlan {
    for (key, side) in request.fields where side == .both {
      throw Refusal(
        "choice-invalid",
        "`\(key)=both` is not a choice: a field takes `ours` or `theirs`; --both is for text",
        .invalid)
    }
    let conflicts = try await conflicts(named: request.capture)
    let keys = conflicts.flatMap { $0.marks.fields.map(\.key) }
    for key in request.fields.keys.sorted() where !keys.contains(key) {
      let near = Nearest.advice(to: key, among: keys)
      throw Refusal("choice-unknown", "the field `\(key)` is not in conflict\(near)", .invalid)
    }
    if request.side == .both { try checkSides(of: conflicts, in: request) }
    // Without any choice, files are only kept. This loses nothing, so there is no question.
    let question = request.isAnswered ? question("Settle", conflicts.map(\.path)) : nil
    return ResolvePlan(request: request, conflicts: conflicts, question: question)
  }

  /// Throws a ``Refusal`` if the request takes both sides but does not choose one for each field in
  /// conflict. A field can have only one value.
  private func checkSides(
    of conflicts: [FileConflict], in request: ResolveRequest
  ) throws(Refusal) {
    for conflict in conflicts {
      let field = conflict.openFields.first { request.fields[$0.key] == nil }
      guard let field else { continue }
      throw Refusal(
        "answer-wanted",
        "nothing changed; --both cannot keep two values of the field `\(field.key)` of "
          + "\(conflict.path); also pass \(field.key)=ours or \(field.key)=theirs", .invalid)
    }
  }

  /// Resolves the conflicts of a plan, and tells git which files are no longer in conflict.
  ///
  /// Throws a ``Refusal`` if the request makes no choice and a conflict needs one, or a
  /// `Diagnostic` if a conflict cannot be resolved as chosen. Throws `GitFailure` if git fails, or
  /// `FileError` if nothing could be written. The report has the errors of single files.
  ///
  /// - Parameter answers: A person's answers, which replace the sides in the request.
  public func apply(
    _ plan: ResolvePlan, answers: [ConflictAnswer]? = nil, _ mode: Mode
  ) async throws -> ResolveResult {
    let request = plan.request
    let isAnswered = answers != nil || request.isAnswered
    guard isAnswered || !plan.conflicts.contains(where: \.needsSide) else {
      throw Refusal(
        "answer-wanted",
        "nothing changed; pass --ours, --theirs, --both, FIELD=ours or FIELD=theirs",
        .invalid)
    }
    let answers =
      answers
      ?? plan.conflicts.map { conflict in
        var answer = ConflictAnswer(conflict)
        answer.side = request.side
        answer.fields = request.fields
        answer.keeps = request.keeps ?? (request.fields.isEmpty ? true : nil)
        return answer
      }
    let resolution = try await resolution(of: answers)
    let report = try notebook.settle(
      resolution.steps, isKeeping: !resolution.kept.isEmpty, mode)
    if mode == .write, report.refused.isEmpty {
      try await markSettled(answers, resolution, by: report.operation)
    }
    return ResolveResult(report: report, kept: resolution.kept)
  }

  /// Returns the conflicts of the named file, or all conflicts if the name is nil; never empty.
  private func conflicts(named word: String?) async throws -> [FileConflict] {
    let found = await conflicts()
    guard let word else {
      if found.isEmpty { throw await nothingInConflict() }
      return found
    }
    let at = { (path: NotePath) in found.filter { $0.path == path || $0.other?.path == path } }
    let paths = TypedPaths(self).candidates(Array(word.utf8))
    if let conflicts = paths.lazy.map(at).first(where: { !$0.isEmpty }) { return conflicts }
    let called = found.filter { $0.isCalled(word) }
    if called.count == 1 { return called }
    let (capture, _) = try capture(named: word)
    let conflicts = at(capture.path)
    guard !conflicts.isEmpty else {
      throw Refusal(
        "nothing-found", "there are no conflicts in `\(capture.path)`", .nothingFound)
    }
    return conflicts
  }
}
