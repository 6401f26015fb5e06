import CairnCapture
import CairnFiles
public import CairnGit
public import CairnNotebook
import CairnText

/// How to commit the notebook's changes, and whether to exchange them with the remote.
public struct SyncRequest: Sendable {
  /// The first line of the commit's message; if nil, it counts the files.
  public var subject: String?
  /// Whether commits are exchanged with the remote.
  public var exchanges: Bool
  /// Whether conflicts are left in the files, in a merge to be settled. If false, a conflict ends the
  /// exchange, and every file is as it was before.
  public var keepsConflicts: Bool

  /// A request to commit and, if `exchanges`, to exchange.
  public init(subject: String? = nil, exchanges: Bool = true, keepsConflicts: Bool = false) {
    self.subject = subject
    self.exchanges = exchanges
    self.keepsConflicts = keepsConflicts
  }
}

/// What a sync would commit, and the question to ask before.
public struct SyncPlan: Sendable {
  /// What was asked for.
  public let request: SyncRequest
  /// The files to commit, and those that stay uncommitted.
  public let files: CommitPlan
  /// The message of the commit; its first line is the subject.
  public let message: String
  /// The consent to commit here from now on, which is asked for once in each clone; nil if nothing is
  /// to be committed, if somebody agreed before, or in a dry run.
  public let question: Confirmation?
  let repository: Repository
}

// MARK: - Syncing

extension Workspace {
  /// Determines what a sync commits. Unless this is a dry run, it first ends a merge in which nothing
  /// is in conflict any more.
  ///
  /// Throws `GitFailure` if git cannot commit here now, or a ``Refusal`` if git is not installed or a
  /// capture has marks of a conflict in it.
  public func plan(_ request: SyncRequest, _ mode: Mode) async throws -> SyncPlan {
    let repository = try await repository()
    if mode == .write { try await endMerge(in: repository) }
    let files = commitPlan(
      try await repository.changes(mode == .dryRun ? .reading : .writing))
    try await refuseConflicts(files.changes, in: repository)
    var question: Confirmation?
    if mode == .write, !files.changes.isEmpty, try await !repository.isAgreed() {
      let count = files.changes.count
      question = Confirmation(
        "Commit \(count == 1 ? "this file" : "these \(count.of("file"))"), "
          + "and from now on what changes without asking",
        details: CommitPlan.shortened(files.changes.map(\.line)))
    }
    return SyncPlan(
      request: request, files: files,
      message: CommitMessage(files.changes, subject: request.subject).text, question: question,
      repository: repository)
  }

  /// Commits the files of a plan, and notes that the person agreed to that if it asked; hooks run.
  ///
  /// Throws `GitFailure` if nothing could be committed.
  public func commit(_ plan: SyncPlan) async throws {
    guard !plan.files.changes.isEmpty else { return }
    if plan.question != nil { try await plan.repository.agree() }
    try await plan.repository.commit(plan.files.changes, message: plan.message)
  }

  /// Exchanges commits with the remote if the plan's request asks for that: gets what the remote has,
  /// joins it with ours as the setting `git.join` says, and sends ours.
  ///
  /// Throws `GitFailure`, `FileError` if another process is writing here, or a ``Refusal`` if an editor
  /// has a capture open that the remote changed. What was committed before stays committed.
  public func exchange(_ plan: SyncPlan) async throws -> Repository.Exchange {
    guard plan.request.exchanges else { return Repository.Exchange() }
    let joining = Repository.Joining(rawValue: notebook.settings["git.join"]?.text ?? "")
    return try await plan.repository.exchange(
      joining ?? .merge, keepsConflicts: plan.request.keepsConflicts,
      holding: { incoming in
        let lock = try notebook.state.hold()
        try refuseEdited(Set(incoming))
        return lock
      })
  }

  /// Ends a merge in which nothing is in conflict any more, also if an editor settled it.
  ///
  /// Throws `GitFailure` if something is in conflict or something else is in progress, or a ``Refusal``
  /// if a capture has marks of a conflict in it.
  private func endMerge(in repository: Repository) async throws {
    let isMerge = repository.underWay == .merge
    if isMerge || repository.underWay == nil {
      // A stash that was applied leaves conflicts, too, and nothing in progress.
      let (conflicts, settled) = await unmergedFiles()
      if !conflicts.isEmpty, !isMerge { throw Self.disagreement(in: conflicts.map(\.path.bytes)) }
      if conflicts.isEmpty, isMerge || !settled.isEmpty {
        let plan = commitPlan(try await repository.changes())
        try await refuseConflicts(plan.changes, in: repository)
        if !settled.isEmpty { try await repository.markSettled(settled) }
      }
    }
    try await repository.settle()
  }

  /// Refuses to join changes of captures that an editor has open: the editor would overwrite them.
  private func refuseEdited(_ incoming: Set<[UInt8]>) throws {
    let edited = try notebook.state.editedPaths().filter { incoming.contains($0.bytes) }
    guard !edited.isEmpty else { return }
    let names = edited.sorted().map { "`\($0)`" }.joined(separator: ", ")
    throw Refusal(
      "git-edited",
      "\(names) \(edited.count == 1 ? "is" : "are") open in `cairn edit`, and the remote has changes "
        + "there; close the editor, then run `cairn sync` again")
  }

  /// Refuses to commit a capture with marks of a conflict in it.
  private func refuseConflicts(
    _ changes: [Repository.Change], in repository: Repository
  ) async throws {
    var marked: [[UInt8]] = []
    for change in changes where change.kind != .removed {
      if try await hasNewMarks(change.path, in: repository) { marked.append(change.path) }
    }
    if !marked.isEmpty { throw Self.disagreement(in: marked) }
  }

  /// Whether a note has marks of a conflict that are not in the last commit. Marks that are there are
  /// text: a note may explain how git writes them.
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
      "two versions disagree in \(names); `cairn conflicts` shows where, `cairn resolve` settles it"
    )
  }
}

// MARK: - Committing automatically

extension Workspace {
  /// Commits what the requests changed, if the setting `git.commit` asks for that.
  ///
  /// Hooks do not run, because nobody asked for a commit just now. If there is no repository, nothing is
  /// committed; any other failure is a warning, and the next commit includes these changes.
  func commitOperations() async {
    guard hasWritten, notebook.settings.isOn("git.commit") else { return }
    do {
      let repository = try await repository()
      if repository.underWay != nil { return }
      let changes = commitPlan(try await repository.changes()).changes
      if changes.isEmpty { return }
      try await repository.commit(
        changes, message: CommitMessage(changes, subject: nil).text, isAsked: false)
    } catch let failure as GitFailure {
      if failure.kind != .noRepository { warnNotCommitted(failure.kind.rawValue, failure.message) }
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
