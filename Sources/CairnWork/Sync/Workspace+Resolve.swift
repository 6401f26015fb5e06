public import CairnCapture
public import CairnNotebook
public import CairnText

/// Which conflicts to settle, and how.
public struct ResolveRequest: Sendable {
  /// The file: its id, path or title; every file in conflict if nil.
  public var capture: String?
  /// The side to take wherever ``fields`` does not name one; nil if a person has not chosen.
  public var side: Conflicts.Side?
  /// The sides to take for fields, by their names: ours or theirs.
  public var fields: [String: Conflicts.Side]
  /// Whether files that one copy removed are kept; nil if a person has not chosen.
  public var keeps: Bool?

  /// A request to settle the conflicts of a capture, or of every file.
  public init(
    _ capture: String?, side: Conflicts.Side? = nil, fields: [String: Conflicts.Side] = [:],
    keeps: Bool? = nil
  ) {
    self.capture = capture
    self.side = side
    self.fields = fields
    self.keeps = keeps
  }

  /// The side that a word chooses for a field: `score=theirs`; nil for another word.
  public static func choice(_ word: String) -> (field: String, side: Conflicts.Side)? {
    guard let sign = word.lastIndex(of: "="),
      let side = Conflicts.Side(rawValue: String(word[word.index(after: sign)...]))
    else { return nil }
    return (String(word[..<sign]), side)
  }

  /// The sides that words choose for fields.
  ///
  /// Throws a ``Refusal`` for a word that chooses none.
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

  /// Whether the request chooses anything; if not, files that one copy removed are kept, and a person
  /// answers the rest.
  public var isAnswered: Bool { side != nil || !fields.isEmpty || keeps != nil }
}

/// The conflicts of a request, and the question to ask before they are settled.
public struct ResolvePlan: Sendable {
  /// What was asked for.
  public let request: ResolveRequest
  /// The conflicts, at least one.
  public let conflicts: [FileConflict]
  /// What to ask; nil if one file is settled, or if a person answers each conflict.
  public let question: Confirmation?
}

/// How the conflicts of one file are settled.
public struct ConflictAnswer: Sendable {
  /// The file.
  public let conflict: FileConflict
  /// The side of all that has no answer of its own; nil leaves it in conflict.
  public var side: Conflicts.Side?
  /// The copy whose path a file keeps that both moved; ``side`` if nil.
  public var place: Conflicts.Side?
  /// The sides of fields, by their names.
  public var fields: [String: Conflicts.Side] = [:]
  /// The sides of passages, by their bytes.
  public var passages: [[UInt8]: Conflicts.Side] = [:]
  /// Whether a file that one copy removed is kept; nil if it stays in conflict.
  public var keeps: Bool?

  /// An answer that leaves the file in conflict.
  public init(_ conflict: FileConflict) { self.conflict = conflict }

  /// This answer with the sides as marks and git have them.
  var asGitHasIt: ConflictAnswer {
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

/// What settling conflicts did, or in a dry run would do.
public struct ResolveResult: Sendable {
  /// The files.
  public let report: ChangeReport
  /// The files that stay as they are here, and are not in conflict any more.
  public let kept: [NotePath]
}

// MARK: - Resolving

extension Workspace {
  /// Finds the conflicts of a request.
  ///
  /// Throws a ``Refusal`` if nothing is in conflict, or if the request names an unknown capture or field.
  public func plan(_ request: ResolveRequest) async throws -> ResolvePlan {
    for (key, side) in request.fields where side == .both {
      throw Refusal(
        "choice-invalid", "`\(key)=both`: a field takes `ours` or `theirs`; --both is for text",
        .invalid)
    }
    let conflicts = try await conflicts(named: request.capture)
    let keys = conflicts.flatMap { $0.marks.fields.map(\.key) }
    for key in request.fields.keys.sorted() where !keys.contains(key) {
      let near = Nearest.name(to: key, among: keys).map { "; did you mean `\($0)`?" } ?? ""
      throw Refusal("choice-unknown", "the field `\(key)` is not in conflict\(near)", .invalid)
    }
    if request.side == .both { try checkSides(of: conflicts, in: request) }
    // Keeping files loses nothing.
    let question = request.isAnswered ? question("Settle", conflicts.map(\.path)) : nil
    return ResolvePlan(request: request, conflicts: conflicts, question: question)
  }

  /// Throws a ``Refusal`` if both sides are to be taken where a field needs one.
  private func checkSides(
    of conflicts: [FileConflict], in request: ResolveRequest
  ) throws(Refusal) {
    for conflict in conflicts {
      let field = conflict.openFields.first { request.fields[$0.key] == nil }
      guard let field else { continue }
      throw Refusal(
        "answer-wanted",
        "\(conflict.path): the field `\(field.key)` takes one value; with --both, also pass "
          + "\(field.key)=ours or \(field.key)=theirs; nothing was changed", .invalid)
    }
  }

  /// Settles the conflicts of a plan, and tells git which files have none any more.
  ///
  /// Throws a ``Refusal`` if the request chooses nothing and a conflict needs a side, a `Diagnostic` if
  /// a conflict cannot be settled as chosen, `GitFailure`, or `FileError` if nothing could be written;
  /// refusals of single files are in the report.
  ///
  /// - Parameter answers: a person's answers, instead of the sides in the request; nil if there are none.
  public func apply(
    _ plan: ResolvePlan, answers: [ConflictAnswer]? = nil, _ mode: Mode
  ) async throws -> ResolveResult {
    let request = plan.request
    let isAnswered = answers != nil || request.isAnswered
    guard isAnswered || !plan.conflicts.contains(where: \.needsSide) else {
      throw Refusal(
        "answer-wanted", "pass --ours, --theirs, --both or FIELD=SIDE; nothing was changed",
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
    let report = try notebook.settle(resolution.steps, mode)
    if mode == .write, report.refused.isEmpty { try await markSettled(answers, resolution) }
    return ResolveResult(report: report, kept: resolution.kept)
  }

  /// The conflicts of the file that a word names, or all if it is nil; at least one.
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
        "nothing-found", "nothing is in conflict in `\(capture.path)`", .nothingFound)
    }
    return conflicts
  }
}
