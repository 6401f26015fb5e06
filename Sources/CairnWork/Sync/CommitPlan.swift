import CairnCapture
import CairnFiles
public import CairnGit
import CairnNotebook
import CairnText

/// The changed files of a work tree: the files that `sync` will commit, and the files that it will
/// not.
public struct CommitPlan: Sendable {
  /// The reason why a changed file is not committed.
  public enum Reason: String, Sendable {
    case notLinked = "not-linked"
    case ignored
    case hidden
    case hiddenFile = "hidden-file"
    case repository
    case symbolicLink = "symbolic-link"
    case takenOut = "taken-out"
    case tooLarge = "too-large"

    /// The reason, as human-readable text.
    public var words: String {
      switch self {
      case .notLinked: "no capture links to this file"
      case .ignored: "ignored by `.cairnignore`"
      case .hidden: "in a hidden folder"
      case .hiddenFile: "a hidden file"
      case .repository: "a separate git repository; run git in that folder"
      case .symbolicLink: "a symbolic link"
      case .takenOut: "removed from git by hand; run `git add` to track it again"
      case .tooLarge: "larger than `git.max_file_bytes`"
      }
    }
  }

  /// The files to commit.
  public var changes: [Repository.Change] = []
  /// The files not to commit, with the reasons.
  public var left: [(change: Repository.Change, reason: Reason)] = []

  /// The maximum number of lines in a list of files.
  private static let mostLines = 20

  /// The first 20 files not to commit, one per line with the reason; then a count of the others.
  public var leftLines: [String] {
    Self.shortened(left.map { "\($0.change.line)  (\($0.reason.words))" })
  }

  /// Returns the first 20 lines, followed by a line that counts the others if there are any.
  static func shortened(_ lines: [String]) -> [String] {
    let rest = lines.count - mostLines
    let end = rest > 0 ? ["… and \(rest) more; run `git status` to list all"] : []
    return lines.prefix(mostLines) + end
  }
}

extension Workspace {
  /// Returns the changes to commit, which belong to the notebook: captures, collection pages,
  /// settings, files that captures link to, and files in the folders for media.
  func commitPlan(_ changes: [Repository.Change]) -> CommitPlan {
    var plan = CommitPlan()
    if changes.isEmpty { return plan }
    let catalog = catalog(attachments: true)
    let judge = CommitJudge(notebook, catalog)
    // After `git rm --cached`, git lists a file twice: as removed and as new.
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

/// The rules that `sync` uses to determine whether a changed file belongs to the notebook.
private struct CommitJudge {
  private let store: Store
  private let catalog: Catalog
  private let attachments: Set<NotePath>
  private let mostBytes: Int

  /// The names of folders for attached files: Cairn's own name, and the name that most other
  /// programs use.
  private static let mediaFolders = [Capture.mediaFolder, "attachments"]
  /// The names of the hidden files that are committed. These files configure Cairn or git.
  private static let ownNames = [".cairnignore", ".gitattributes", ".gitignore"]

  init(_ notebook: Notebook, _ catalog: Catalog) {
    store = notebook.store
    self.catalog = catalog
    attachments = Set(catalog.attachments)
    mostBytes = notebook.settings.count("git.max_file_bytes") ?? .max
  }

  /// Returns the path of a changed file that is committed only if a capture links to it; nil for
  /// any other file.
  func fileInQuestion(_ change: Repository.Change) -> NotePath? {
    guard change.kind != .removed, let path = NotePath(bytes: change.path),
      !store.isNote(path.nameBytes), attachments.contains(path),
      !isInMediaFolder(path)
    else { return nil }
    return path
  }

  /// Returns the reason not to commit a change; nil to commit it.
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
    // git lists a folder only if the folder is a repository, such as a submodule.
    if change.kind != .removed, (try? store.kind(path)) == .folder { return .repository }
    let folders = path.components.dropLast()
    if folders.first?.elementsEqual(".cairn".utf8) ?? false { return nil }
    if folders.contains(where: FileName.isHidden) { return .hidden }
    if Self.ownNames.contains(path.name) { return nil }
    // The catalog may lack a capture that was removed or is in conflict.
    let isThere = change.kind != .removed && change.kind != .unmerged
    if store.isNote(path.nameBytes) {
      let isKnown =
        !isThere || catalog.entry(at: path) != nil || path.name == CollectionPage.fileName
      return isKnown ? nil : isLink(path) ? .symbolicLink : .ignored
    }
    if FileName.isHidden(path.nameBytes) { return .hiddenFile }
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

extension Repository.Change {
  /// The change on one line, not escaped: `+ a.md`, `~ a.md` or `- a.md`.
  public var line: String {
    let sign =
      switch kind {
      case .added: "+"
      case .changed, .unmerged: "~"
      case .removed: "-"
      }
    return "\(sign) \(String(decoding: path, as: UTF8.self))"
  }
}
