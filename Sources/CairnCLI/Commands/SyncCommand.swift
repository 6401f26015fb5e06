import ArgumentParser
import CairnCapture
import CairnDigest
import CairnFiles
import CairnGit
import CairnNotebook
import CairnText

struct SyncCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Commit what changed, and exchange it with the remote by git.",
    discussion: """
      Commits the captures that changed, the files that captures link to, and the notebook's \
      settings; gets what the remote has, joins it with ours, and sends ours. Other files are \
      listed and left alone. Before the first commit in a clone it asks, unless `cairn git setup` was \
      run there. What cannot be joined is left alone and named; with --keep-conflicts it comes into \
      the files, to be settled with `cairn resolve`.

      EXAMPLES
        cairn sync
        cairn sync --message 'After the meeting'
        cairn sync --no-exchange            commit only
      """)

  @Option(name: .shortAndLong, help: "What to say of the commit.")
  var message: String?

  @Flag(inversion: .prefixedNo, help: "Talk to the remote.")
  var exchange = true

  @Flag(help: "Leave conflicts in the files, to be settled.")
  var keepConflicts = false

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let repository = try await session.repository()
    if !write.dryRun { try await session.endMerge(in: repository) }
    let plan = session.commitPlan(try await repository.changes(write.dryRun ? .reading : .writing))
    try await session.refuseConflicts(plan.changes, in: repository)
    let text = CommitMessage(plan.changes, saying: message).text
    if write.dryRun {
      if common.json { return session.console.line(Self.json(plan, .init()).description) }
      return session.showCommit(text, plan, isDone: false)
    }
    if !plan.changes.isEmpty {
      try await session.agree(to: plan, in: repository, write)
      try await repository.commit(plan.changes, message: text)
    }
    if !common.json { session.showCommit(text, plan, isDone: true) }
    var done = Repository.Exchange()
    if exchange {
      let joining = Repository.Joining(rawValue: session.notebook.settings["git.join"]?.text ?? "")
      done = try await repository.exchange(
        joining ?? .merge, keepsConflicts: keepConflicts,
        holding: { incoming in
          let lock = try session.notebook.state.hold()
          try session.refuseEdited(Set(incoming))
          return lock
        })
    }
    if common.json {
      session.console.line(Self.json(plan, done).description)
    } else if exchange {
      session.show(done)
    }
  }

  private static func json(
    _ plan: CommitPlan, _ done: Repository.Exchange
  ) -> JSONValue {
    JSONDocument.document([
      .init("committed", .array(plan.changes.map { JSONValue(bytes: $0.path) })),
      .init("uncommitted", plan.leftJSON),
      .init("upstream", JSONValue(done.upstream)), .init("received", .integer(done.received)),
      .init("sent", .integer(done.sent)),
    ])
  }
}

extension Session {
  /// Ends a merge in which nothing is left in conflict, also where an editor settled it.
  ///
  /// Throws where something is, or where something else is in progress.
  fileprivate func endMerge(in repository: Repository) async throws {
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

  /// Refuses to join changes of captures that an editor has open: it would write over them.
  fileprivate func refuseEdited(_ incoming: Set<[UInt8]>) throws {
    let edited = try notebook.state.editedPaths().filter { incoming.contains($0.bytes) }
    guard !edited.isEmpty else { return }
    let names = edited.sorted().map { "`\($0)`" }.joined(separator: ", ")
    throw Failure(
      "git-edited",
      "\(names) \(edited.count == 1 ? "is" : "are") open in `cairn edit`, and the remote has changes "
        + "there; close the editor, then run `cairn sync` again")
  }

  /// Refuses to commit a capture with marks of a conflict in it.
  fileprivate func refuseConflicts(
    _ changes: [Repository.Change], in repository: Repository
  ) async throws {
    var marked: [[UInt8]] = []
    for change in changes where change.kind != .removed {
      if try await hasNewMarks(change.path, in: repository) { marked.append(change.path) }
    }
    if !marked.isEmpty { throw Self.disagreement(in: marked) }
  }

  /// Whether a note has marks of a conflict that are not committed. Marks that were committed are text:
  /// a note may tell how git writes them.
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

  private static func disagreement(in paths: [[UInt8]]) -> Failure {
    let names = paths.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
    return Failure(
      "git-conflicts",
      "two versions disagree in \(names); `cairn conflicts` shows where, `cairn resolve` settles it"
    )
  }

  fileprivate func showCommit(_ text: String, _ plan: CommitPlan, isDone: Bool) {
    defer { say(left: plan, isDone: isDone) }
    guard !plan.changes.isEmpty else {
      return say(plan.left.isEmpty ? "Everything is committed already." : "Nothing to commit.")
    }
    let subject = text.prefix { !$0.isNewline }
    console.line(TerminalText.escaped("\(isDone ? "Committed" : "Would commit"): \(subject)"))
    if !isDone { for change in plan.changes { console.line("  \(change.listed)") } }
  }

  fileprivate func show(_ done: Repository.Exchange) {
    guard let upstream = done.upstream else {
      return say("There is no remote; `git remote add origin ADDRESS` names one.")
    }
    let counts = "\(done.received.of("commit")) received, \(done.sent.of("commit")) sent"
    console.line(TerminalText.escaped("\(upstream): \(counts)"))
  }

  /// Commits what the command changed, where the user's settings ask for that.
  ///
  /// Hooks do not run, since nobody asked for a commit just now. A commit that cannot be made is
  /// said and harms nothing: the next one has it all.
  func commitOperation() async {
    guard hasWritten, notebook.settings.isOn("git.commit") else { return }
    do {
      let repository = try await repository()
      if repository.underWay != nil { return }
      let changes = commitPlan(try await repository.changes()).changes
      if changes.isEmpty { return }
      let text = CommitMessage(changes, saying: nil).text
      try await repository.commit(changes, message: text, isAsked: false)
    } catch let failure as GitFailure where failure.kind == .noRepository {
    } catch {
      let failure = Failure(error)
      warn(Diagnostic(.warning, failure.code, "nothing was committed: \(failure.message)"))
    }
  }
}

// MARK: - The message

/// What is said of a commit: how many captures came, changed and went, and which.
struct CommitMessage {
  let text: String

  private static let mostNames = 100

  init(_ changes: [Repository.Change], saying subject: String?) {
    let count = { (kind: Repository.Change.Kind) in changes.count { $0.kind == kind } }
    let parts = [("add", count(.added)), ("change", count(.changed)), ("remove", count(.removed))]
      .filter { $0.1 > 0 }
    let names = changes.map { "\($0.sign) " + String(decoding: $0.path, as: UTF8.self) }
    var counted = parts.map { "\($0.0) \($0.1.of("file"))" }.joined(separator: ", ")
    if let only = changes.first, changes.count == 1, let part = parts.first {
      counted = "\(part.0) " + String(decoding: only.path, as: UTF8.self)
    }
    let head = subject ?? counted.prefix(1).uppercased() + counted.dropFirst()
    let shown = names.prefix(Self.mostNames) + (names.count > Self.mostNames ? ["…"] : [])
    text =
      head + "\n"
      + (changes.count > 1 || subject != nil ? "\n\(shown.joined(separator: "\n"))\n" : "")
  }
}
