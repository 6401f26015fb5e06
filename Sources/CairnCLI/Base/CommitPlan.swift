import CairnCapture
import CairnDigest
import CairnFiles
import CairnGit
import CairnNotebook
import CairnText
import CairnWork

/// What of the changes in a work tree `sync` commits, and what it leaves there.
struct CommitPlan {
  /// Why a changed file is not committed.
  enum Reason: String {
    case notLinked = "not-linked"
    case ignored
    case hidden
    case symbolicLink = "symbolic-link"
    case takenOut = "taken-out"
    case tooLarge = "too-large"

    /// The reason, for people.
    var words: String {
      switch self {
      case .notLinked: "no capture links to it"
      case .ignored: "ignored by `.cairnignore`"
      case .hidden: "in a hidden folder"
      case .symbolicLink: "a symbolic link"
      case .takenOut: "taken out of git by hand; `git add` takes it in again"
      case .tooLarge: "larger than `git.max_file_bytes`"
      }
    }
  }

  /// What is committed.
  var changes: [Repository.Change] = []
  /// What is not.
  var left: [(change: Repository.Change, reason: Reason)] = []

  /// What is not, for scripts.
  var leftJSON: JSONValue {
    .array(
      left.map {
        ["path": JSONValue(bytes: $0.change.path), "reason": .string($0.reason.rawValue)]
      })
  }
}

extension Session {
  /// Decides which changes are the notebook's: captures, pages of collections, settings, and the files
  /// that captures link to or that lie in folders for such files.
  func commitPlan(_ changes: [Repository.Change]) -> CommitPlan {
    var plan = CommitPlan()
    if changes.isEmpty { return plan }
    let catalog = work.catalog(attachments: true)
    let judge = CommitJudge(self, catalog)
    // Removed for git alone (`git rm --cached`), a file is there twice: as gone, and as new.
    let counts = Dictionary(changes.map { ($0.path, 1) }, uniquingKeysWith: +)
    let linked = catalog.linkedFiles(among: Set(changes.compactMap(judge.fileInQuestion)))
    for change in changes {
      if counts[change.path] != 1 {
        if change.kind != .removed { plan.left.append((change, .takenOut)) }
      } else if let reason = judge.reason(against: change, linked) {
        plan.left.append((change, reason))
      } else {
        plan.changes.append(change)
      }
    }
    return plan
  }
}

/// Says of changed files whether they are the notebook's.
private struct CommitJudge {
  private let store: Store
  private let catalog: Catalog
  private let attachments: Set<NotePath>
  private let mostBytes: Int

  /// Folders for files that captures name: ours, and the one that other programs use most.
  private static let mediaFolders = [Capture.mediaFolder, "attachments"]
  /// Files of a notebook that are no captures and say how it is to be treated.
  private static let ownNames = [".cairnignore", ".gitattributes", ".gitignore"]

  init(_ session: Session, _ catalog: Catalog) {
    store = session.notebook.store
    self.catalog = catalog
    attachments = Set(catalog.attachments)
    mostBytes = session.notebook.settings.count("git.max_file_bytes") ?? .max
  }

  /// The file of a change that is the notebook's only if a capture links to it; nil for others.
  func fileInQuestion(_ change: Repository.Change) -> NotePath? {
    guard change.kind != .removed, let path = NotePath(bytes: change.path),
      !store.isNote(path.nameBytes), attachments.contains(path),
      !isInMediaFolder(path)
    else { return nil }
    return path
  }

  /// Why a change is not committed; nil where it is.
  func reason(
    against change: Repository.Change, _ linked: Set<NotePath>
  ) -> CommitPlan.Reason? {
    guard let path = NotePath(bytes: change.path) else { return .notLinked }
    if let reason = reason(against: change, path, linked) { return reason }
    let size = change.kind == .removed ? nil : (try? store.stamp(path)) ?? nil
    return size.map { $0.size > mostBytes } ?? false ? .tooLarge : nil
  }

  private func reason(
    against change: Repository.Change, _ path: NotePath, _ linked: Set<NotePath>
  ) -> CommitPlan.Reason? {
    let folders = path.components.dropLast()
    if folders.first?.elementsEqual(".cairn".utf8) ?? false { return nil }
    if folders.contains(where: FileName.isHidden) { return .hidden }
    if Self.ownNames.contains(path.name) { return nil }
    // What is gone, or in conflict, may have been one.
    let isThere = change.kind != .removed && change.kind != .unmerged
    if store.isNote(path.nameBytes) {
      let isKnown =
        !isThere || catalog.entry(at: path) != nil || path.name == CollectionPage.fileName
      return isKnown ? nil : isLink(path) ? .symbolicLink : .ignored
    }
    if FileName.isHidden(path.nameBytes) { return .hidden }
    guard isThere else {
      let isMedia = isInMediaFolder(path) || MediaType(fileEnding: path.fileExtension) != nil
      return isMedia || change.kind == .unmerged ? nil : .notLinked
    }
    guard attachments.contains(path) else { return isLink(path) ? .symbolicLink : .ignored }
    return isInMediaFolder(path) || linked.contains(path) ? nil : .notLinked
  }

  private func isLink(_ path: NotePath) -> Bool { (try? store.kind(path)) == .link }

  private func isInMediaFolder(_ path: NotePath) -> Bool {
    path.components.dropLast().contains {
      Self.mediaFolders.contains(String(decoding: $0, as: UTF8.self).lowercased())
    }
  }
}

// MARK: - Agreeing

extension Session {
  /// Asks before the first commit in this clone, having said what it includes; once somebody agreed,
  /// here or by `git setup`, never again.
  ///
  /// Throws a ``Failure`` where nobody can be asked.
  func agree(to plan: CommitPlan, in repository: Repository, _ write: WriteOptions) async throws {
    if try await repository.isAgreed() { return }
    if !write.yes {
      if !options.json {
        console.say("The first commit here would include:")
        list(plan.changes) { $0.listed }
      }
      let them = plan.changes.count == 1 ? "this file" : "these \(plan.changes.count.of("file"))"
      try confirm("Commit \(them), and from now on what changes without asking?", write)
    }
    try await repository.agree()
  }

  /// Says which changed files were not committed, and why.
  func say(left plan: CommitPlan, isDone: Bool) {
    guard !plan.left.isEmpty, !options.quiet else { return }
    console.say("Not \(isDone ? "" : "to be ")committed: \(plan.left.count.of("file"))")
    list(plan.left) { "\($0.change.listed)  (\($0.reason.words))" }
  }

  /// The most lines that are shown of such a list.
  private static let mostLines = 20

  private func list<Element>(_ elements: [Element], _ line: (Element) -> String) {
    for element in elements.prefix(Self.mostLines) { console.say("  \(line(element))") }
    let rest = elements.count - Self.mostLines
    if rest > 0 { console.say("  … and \(rest) more; `git status` lists all") }
  }
}

extension Repository.Change {
  /// The change on a line: `+ a.md`.
  var listed: String {
    TerminalText.escaped("\(sign) \(String(decoding: path, as: UTF8.self))")
  }

  /// `+`, `~` or `-`.
  var sign: String {
    switch kind {
    case .added: "+"
    case .changed, .unmerged: "~"
    case .removed: "-"
    }
  }
}
