import CairnCapture
import CairnFiles
public import CairnGit
public import CairnNotebook
import CairnText

/// A request to commit the notebook's changes and optionally exchange commits with the remote.
public struct SyncRequest: Sendable {
  /// The first line of the commit message; nil to describe the changed files: `Add 2 files`.
  public var subject: String?
  /// Whether to exchange commits with the remote.
  public var exchanges: Bool
  /// Whether to leave conflicts in the files, as part of a merge, for a person to resolve. If
  /// false, a conflict ends the exchange, and every file is restored.
  public var keepsConflicts: Bool

  /// Creates a request to commit and, if `exchanges` is true, to exchange commits.
  public init(subject: String? = nil, exchanges: Bool = true, keepsConflicts: Bool = false) {
    self.subject = subject
    self.exchanges = exchanges
    self.keepsConflicts = keepsConflicts
  }
}

/// The files that `sync` will commit, and the question to ask first.
public struct SyncPlan: Sendable {
  /// The request.
  public let request: SyncRequest
  /// The files to commit, and those not to commit.
  public let files: CommitPlan
  /// The commit message; its first line is the subject.
  public let message: String
  /// The question that asks whether `sync` is allowed to commit in this clone, now and later. Nil
  /// in a dry run, if there is nothing to commit, or if a person already agreed in this clone.
  public let question: Confirmation?
  /// Whether planning committed a merge whose conflicts were resolved.
  public let hasEndedMerge: Bool
  let repository: Repository
}

// MARK: - Syncing

extension Workspace {
  /// Determines the files to commit. If a merge is in progress and no conflicts remain, first
  /// completes the merge. A dry run does not complete the merge.
  ///
  /// Throws `GitFailure` if git cannot commit here now, or a ``Refusal`` if git is not installed or
  /// a capture contains conflict markers.
  public func plan(_ request: SyncRequest, _ mode: Mode) async throws -> SyncPlan {
    let repository = try await repository()
    let hasEndedMerge = mode == .write ? try await endMerge(in: repository) : false
    let files = commitPlan(
      try await repository.changes(mode == .dryRun ? .reading : .writing))
    try await refuseConflicts(files.changes, in: repository)
    var question: Confirmation?
    if mode == .write, !files.changes.isEmpty, try await !repository.isAgreed() {
      let count = files.changes.count
      question = Confirmation(
        "Commit \(count == 1 ? "this file" : "these \(count.of("file"))"), "
          + "and commit later changes without asking",
        details: CommitPlan.shortened(files.changes.map(\.line)))
    }
    return SyncPlan(
      request: request, files: files,
      message: try await message(files.changes, subject: request.subject, in: repository),
      question: question, hasEndedMerge: hasEndedMerge, repository: repository)
  }

  /// Returns the message for a commit of these changes. Without `subject`, the message for the
  /// first commit of a repository says that the notebook starts.
  private func message(
    _ changes: [Repository.Change], subject: String? = nil, in repository: Repository
  ) async throws -> String {
    let captures = changes.count { change in
      guard let path = NotePath(bytes: change.path) else { return false }
      return notebook.store.isNote(path.nameBytes) && !CollectionPage.isPage(path)
    }
    let isFirst = try await !repository.hasCommits()
    return CommitMessage(changes, subject: subject, starting: isFirst ? captures : nil).text
  }

  /// Commits the files of a plan, and runs git hooks. If the plan had a question, first records
  /// that the user agreed.
  ///
  /// Throws `GitFailure` if nothing could be committed.
  public func commit(_ plan: SyncPlan) async throws {
    guard !plan.files.changes.isEmpty else { return }
    if plan.question != nil { try await plan.repository.agree() }
    try await plan.repository.commit(plan.files.changes, message: plan.message)
  }

  /// Exchanges commits with the remote if the request asks for it. Fetches the remote's commits,
  /// combines them with ours as the setting `git.join` specifies, and pushes ours.
  ///
  /// Throws `GitFailure` if the exchange fails, or `FileError` if another process is writing here.
  /// Throws a ``Refusal`` if the remote changed a capture that is open in an editor. Commits
  /// already made are kept.
  ///
  /// - Parameter setsUpstream: The answer to ``upstreamQuestion(_:)``. If false, a branch without
  ///   an upstream is an error.
  public func exchange(
    _ plan: SyncPlan, settingUpstream setsUpstream: Bool = false
  ) async throws -> Repository.Exchange {
    guard plan.request.exchanges else { return Repository.Exchange() }
    let joining = Repository.Joining(rawValue: notebook.settings["git.join"]?.text ?? "")
    return try await plan.repository.exchange(
      joining ?? .merge, setsUpstream: setsUpstream, keepsConflicts: plan.request.keepsConflicts,
      holding: { incoming in
        let lock = try notebook.state.hold()
        try refuseEdited(Set(incoming))
        return lock
      })
  }

  /// Returns advice to set up git after the first sync in a clone; nil for a later sync, or if git
  /// is set up.
  public func advice(after plan: SyncPlan) async -> String? {
    guard plan.question != nil, (try? await plan.repository.mergesFields()) == false else {
      return nil
    }
    return "run `cairn git setup`, so that git merges captures field by field in this clone"
  }

  /// Returns the question that asks whether to set an upstream for the branch. Nil if the branch
  /// has an upstream, or if there is not exactly one remote to choose from. Ask the question after
  /// the commit.
  public func upstreamQuestion(_ plan: SyncPlan) async throws -> Confirmation? {
    guard plan.request.exchanges, let new = try await plan.repository.newUpstream() else {
      return nil
    }
    return Confirmation(
      "The branch has no upstream. Exchange commits with `\(new.upstream)` from now on")
  }

  /// Completes a merge in progress if no conflicts remain, for example because a person resolved
  /// them in an editor. Returns whether a merge was committed.
  ///
  /// Throws `GitFailure` if a merge has conflicts, another operation is in progress or no branch is
  /// checked out. Throws a ``Refusal`` if there are conflicts without a merge, or if a capture
  /// contains conflict markers.
  private func endMerge(in repository: Repository) async throws -> Bool {
    let isMerge = repository.underWay == .merge
    if isMerge || repository.underWay == nil {
      // `git stash apply` can also leave conflicts, although no operation is in progress afterward.
      let (conflicts, settled) = await unmergedFiles()
      if !conflicts.isEmpty, !isMerge { throw Self.disagreement(in: conflicts.map(\.path.bytes)) }
      if conflicts.isEmpty, isMerge || !settled.isEmpty {
        let plan = commitPlan(try await repository.changes())
        try await refuseConflicts(plan.changes, in: repository)
        if !settled.isEmpty { try await repository.markSettled(settled) }
      }
    }
    return try await repository.settle()
  }

  /// Throws a ``Refusal`` if the remote changed captures that are open in an editor, because the
  /// editor would overwrite the remote's changes when it saves.
  private func refuseEdited(_ incoming: Set<[UInt8]>) throws {
    let edited = try notebook.state.editedPaths().filter { incoming.contains($0.bytes) }
    guard !edited.isEmpty else { return }
    let names = edited.sorted().map { "`\($0)`" }.joined(separator: ", ")
    throw Refusal(
      "git-edited",
      "\(names) \(edited.count == 1 ? "is" : "are") open in `cairn edit`, but changed on the "
        + "remote; close the editor, then run `cairn sync` again")
  }

  /// Throws a ``Refusal`` if a capture to commit contains conflict markers that
  /// ``hasNewMarks(_:in:)`` counts as new.
  private func refuseConflicts(
    _ changes: [Repository.Change], in repository: Repository
  ) async throws {
    var marked: [[UInt8]] = []
    for change in changes where change.kind != .removed {
      if try await hasNewMarks(change.path, in: repository) { marked.append(change.path) }
    }
    if !marked.isEmpty { throw Self.disagreement(in: marked) }
  }

  /// Returns whether a note contains conflict markers that the user still has to resolve. Ignores
  /// markers in the text that the last commit also contains, because a note may explain conflict
  /// markers.
  private func hasNewMarks(_ path: [UInt8], in repository: Repository) async throws -> Bool {
    guard let note = NotePath(bytes: path), notebook.store.isNote(note.nameBytes),
      let bytes = try? notebook.store.read(note).bytes
    else { return false }
    let conflicts = Conflicts(bytes)
    if conflicts.isEmpty { return false }
    let committed = try await repository.file(path, at: "HEAD") ?? []
    let known = Set(ConflictHunk.all(in: committed).map { committed[$0.range] })
    return !conflicts.fields.isEmpty
      || !conflicts.hunks.allSatisfy { known.contains(bytes[$0.range]) }
  }

  private static func disagreement(in paths: [[UInt8]]) -> Refusal {
    let names = paths.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
    return Refusal(
      "git-conflicts",
      "there are conflicts in \(names); run `cairn conflicts` to list them, and `cairn resolve` to "
        + "resolve them"
    )
  }
}

// MARK: - Committing automatically

extension Workspace {
  /// Commits the changes of this workspace's requests if the setting `git.commit` is on.
  ///
  /// Hooks do not run, because nobody requested this commit. Does nothing if there is no
  /// repository, or if a merge or a similar operation is in progress. Any other failure is a
  /// warning, and the next commit includes these changes.
  func commitOperations() async {
    guard hasWritten, notebook.settings.isOn("git.commit") else { return }
    do {
      let repository = try await repository()
      if repository.underWay != nil { return }
      let changes = commitPlan(try await repository.changes()).changes
      if changes.isEmpty { return }
      try await repository.commit(
        changes, message: try await message(changes, in: repository), isAsked: false)
    } catch let failure as GitFailure {
      let reason = failure.details.split(whereSeparator: \.isNewline).first.map { ": \($0)" } ?? ""
      if failure.kind != .noRepository {
        warnNotCommitted(failure.kind.rawValue, failure.message + reason)
      }
    } catch let refusal as Refusal {
      warnNotCommitted(refusal.code, refusal.message)
    } catch {
      warnNotCommitted("internal", "\(error)")
    }
  }

  private func warnNotCommitted(_ code: String, _ reason: String) {
    tell(Diagnostic(.warning, code, "nothing was committed: \(reason)"))
  }
}
