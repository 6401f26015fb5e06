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
    abstract: "Commit what changed, and exchange it with the other side by git.",
    discussion: """
      Commits the captures, their media and the notebook's settings that changed, and nothing else \
      that may lie around; gets what the other side has, joins it with ours, and sends ours. What \
      cannot be joined is left alone and named; with --keep-conflicts it comes into the files, to \
      be settled with `cairn resolve`.

      EXAMPLES
        cairn sync
        cairn sync --message 'After the meeting'
        cairn sync --no-exchange            commit only
      """)

  @Option(name: .shortAndLong, help: "What to say of the commit.")
  var message: String?

  @Flag(inversion: .prefixedNo, help: "Talk to the other side.")
  var exchange = true

  @Flag(help: "Leave conflicts in the files, to be settled.")
  var keepConflicts = false

  @Flag(help: "Change nothing, say what would be committed.")
  var dryRun = false

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let repository = try await session.repository()
    if !dryRun { try await session.endMerge(in: repository) }
    let changes = session.ofNotebook(try await repository.changes(dryRun ? .reading : .writing))
    try await session.refuseConflicts(changes, in: repository)
    let text = CommitMessage(changes, saying: message).text
    if dryRun {
      if common.json { return session.console.line(Self.json(changes, .init()).description) }
      return session.showCommit(text, changes, isDone: false)
    }
    if !changes.isEmpty { try await repository.commit(changes, message: text) }
    var done = Repository.Exchange()
    if exchange {
      let joining = Repository.Joining(rawValue: session.notebook.settings["git.join"]?.text ?? "")
      done = try await repository.exchange(
        joining ?? .merge, keepsConflicts: keepConflicts,
        holding: { try session.notebook.state.hold() })
    }
    if common.json {
      return session.console.line(Self.json(changes, done).description)
    }
    session.showCommit(text, changes, isDone: true)
    session.show(done, wanted: exchange)
  }

  private static func json(
    _ changes: [Repository.Change], _ done: Repository.Exchange
  ) -> JSONValue {
    JSONDocument.document([
      .init("committed", .array(changes.map { JSONValue(bytes: $0.path) })),
      .init("upstream", JSONValue(done.upstream)), .init("received", .integer(done.received)),
      .init("sent", .integer(done.sent)),
    ])
  }
}

extension Session {
  /// The changes that are the notebook's: captures, pages of collections, media, settings.
  func ofNotebook(_ changes: [Repository.Change]) -> [Repository.Change] {
    if changes.isEmpty { return [] }
    let catalog = catalog(attachments: true)
    return changes.filter { change in
      guard let path = NotePath(bytes: change.path) else { return false }
      let folders = path.components.dropLast()
      if folders.first?.elementsEqual(".cairn".utf8) ?? false { return true }
      if folders.contains(where: FileName.isHidden) { return false }
      let name = String(decoding: path.nameBytes, as: UTF8.self)
      if [".cairnignore", ".gitattributes"].contains(name) { return true }
      let isMedia = folders.last?.elementsEqual(Capture.mediaFolder.utf8) ?? false
      if path.isMarkdown {
        // One that is ignored is no capture; one that is gone may have been one.
        return change.kind == .removed || change.kind == .unmerged
          || catalog.entry(at: path) != nil || name == "_collection.md"
      }
      return isMedia && !FileName.isHidden(path.nameBytes)
    }
  }

  /// Ends a merge in which nothing is left in conflict, also where an editor settled it.
  ///
  /// Throws where something is, or where something else is in progress.
  fileprivate func endMerge(in repository: Repository) async throws {
    if repository.underWay == .merge {
      let (conflicts, settled) = await unmergedFiles()
      if conflicts.isEmpty {
        try await refuseConflicts(ofNotebook(try await repository.changes()), in: repository)
        if !settled.isEmpty { try await repository.markSettled(settled) }
      }
    }
    try await repository.settle()
  }

  /// Refuses to commit a capture with marks of a conflict in it. Marks that were committed are text:
  /// a note may tell how git writes them.
  fileprivate func refuseConflicts(
    _ changes: [Repository.Change], in repository: Repository
  ) async throws {
    var marked: [Repository.Change] = []
    for change in changes where change.kind != .removed {
      guard let path = NotePath(bytes: change.path), path.isMarkdown,
        let bytes = try? notebook.store.read(path).bytes
      else { continue }
      let conflicts = Conflicts(bytes)
      if conflicts.isEmpty { continue }
      let committed = try await repository.file(change.path, at: "HEAD") ?? []
      let known = Set(ConflictHunk.all(in: committed).map { committed[$0.range] })
      if conflicts.fields.isEmpty, conflicts.hunks.allSatisfy({ known.contains(bytes[$0.range]) }) {
        continue
      }
      marked.append(change)
    }
    guard marked.isEmpty else {
      let names = marked.map { String(decoding: $0.path, as: UTF8.self) }
      throw Failure(
        "git-conflicts",
        "two versions disagree in \(names.joined(separator: ", ")); `cairn conflicts` shows where, "
          + "`cairn resolve` settles it")
    }
  }

  fileprivate func showCommit(_ text: String, _ changes: [Repository.Change], isDone: Bool) {
    guard !changes.isEmpty else { return say("Everything is committed already.") }
    let subject = text.prefix { !$0.isNewline }
    console.line(TerminalText.escaped("\(isDone ? "Committed" : "Would commit"): \(subject)"))
    if !isDone {
      for change in changes {
        console.line(
          "  \(change.sign) \(TerminalText.escaped(String(decoding: change.path, as: UTF8.self)))")
      }
    }
  }

  fileprivate func show(_ done: Repository.Exchange, wanted: Bool) {
    guard wanted else { return }
    guard let upstream = done.upstream else {
      return say("There is no other side; `git remote add origin ADDRESS` names one.")
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
      let changes = ofNotebook(try await repository.changes())
      if changes.isEmpty { return }
      let text = CommitMessage(changes, saying: nil).text
      try await repository.commit(changes, message: text, runsHooks: false)
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

extension Repository.Change {
  /// `+`, `~` or `-`.
  fileprivate var sign: String {
    switch kind {
    case .added: "+"
    case .changed, .unmerged: "~"
    case .removed: "-"
    }
  }
}
