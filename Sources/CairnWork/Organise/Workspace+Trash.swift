import CairnCapture
public import CairnFiles
public import CairnNotebook
import CairnText

/// A request to restore removed files.
public enum RestoreRequest: Sendable {
  /// All files that were removed by the last operation that removed files.
  case last
  /// The files with these names. ``Workspace/restore(_:to:_:)`` says what a name can be.
  case named([String])
}

/// A file or folder in the trash and, for a capture, the capture's id and title.
public struct RemovedFile: Sendable {
  /// The trash entry.
  public let entry: TrashEntry
  /// The id of the capture; nil if the capture has no id, or if the entry is not a capture.
  public let captureID: String?
  /// The title of the capture; nil if the entry is not a capture.
  public let title: String?

  init(_ entry: TrashEntry, _ capture: Capture?) {
    self.entry = entry
    captureID = capture?.id
    title = capture?.title
  }

  /// The title or, if the entry is not a capture, the name of the file or folder.
  public var shownTitle: String { title ?? entry.path.name + (entry.isFolder ? "/" : "") }
}

extension Workspace {
  /// Returns the contents of the trash, most recently removed first. Warns of unreadable entries.
  public func trash() throws -> [TrashEntry] {
    let (entries, problems) = try notebook.state.trash()
    for problem in problems { tell(Diagnostic(.warning, "trash-damaged", "\(problem)")) }
    return entries
  }

  /// Returns the contents of the trash with titles, most recently removed first. Reads every file.
  public func removedFiles() throws -> [RemovedFile] {
    try trash().map { RemovedFile($0, notebook.capture(in: $0)) }
  }

  /// Moves removed files back to their paths.
  ///
  /// A name is one of the following:
  ///
  /// - the id of a trash entry;
  /// - a path relative to the caller's folder or the root; the path of a folder stands for all
  ///   files in the folder;
  /// - the id of a capture, or at least its first four characters;
  /// - a title;
  /// - if the caller can be asked, a row of the last list, or a part of a title (``PartOfTitle``).
  ///
  /// If several files were removed from the same path, a name can stand only for the file that was
  /// removed last, unless the name is the id of a trash entry or a row of the trash.
  ///
  /// - Parameter place: The collection to which to restore the files, as typed; `/` is the inbox.
  ///   If nil, each file returns to its old path.
  ///
  /// Throws a ``Refusal`` if a name matches nothing in the trash, if an id, title or row matches
  /// files from several paths, or if the collection does not exist.
  public func restore(
    _ request: RestoreRequest, to place: String? = nil, _ mode: Mode
  ) throws -> ChangeReport {
    let folder = try place.map(existingCollection)
    let chosen: [TrashEntry]
    switch request {
    case .last:
      let entries = try trash()
      chosen = entries.filter { $0.operation == entries.first?.operation }
    case .named(let names):
      let files = try removedFiles()
      chosen = try names.flatMap { try trashEntries(named: $0, in: files) }
    }
    guard !chosen.isEmpty else {
      throw Refusal("trash-empty", "the trash is empty", .nothingFound)
    }
    return try notebook.restore(chosen, to: folder, mode)
  }

  private func existingCollection(_ name: String) throws -> NotePath {
    guard !namesInbox(name) else { return .root }
    if let typed = NotePath(name), !typed.isRoot {
      let path = try existingPath(typed, named: name)
      if try notebook.store.kind(path) == .folder { return path }
    }
    throw Refusal(
      "collection-unknown",
      "there is no collection `\(TerminalText.line(name))`; run `cairn collection create` to "
        + "create it", .invalid)
  }

  /// Returns the trash entries that a word names. ``restore(_:to:_:)`` says what a name can be.
  private func trashEntries(
    named word: String, in files: [RemovedFile]
  ) throws(Refusal) -> [TrashEntry] {
    if let file = files.first(where: { $0.entry.shortID == word || $0.entry.id == word }) {
      return [file.entry]
    }
    let latest = files.uniqued { $0.entry.path }
    for path in TypedPaths(self).candidates(Array(word.utf8)) where !path.isRoot {
      let found = latest.filter { $0.entry.path.isInside(path) }
      guard found.isEmpty else { return found.map(\.entry) }
    }
    let found = try captures(named: word, in: latest, among: files)
    if found.count == 1 { return [found[0].entry] }
    if found.count > 1 {
      throw Self.ambiguous(
        word, "removed files; pass the id or path of one of them",
        found.map { [$0.entry.shortID, $0.shownTitle, "\($0.entry.path)"] })
    }
    let known = latest.map(\.entry.path.description) + latest.compactMap(\.title)
    throw Refusal(
      "trash-unknown",
      "nothing in the trash has the id, path or title `\(word)`"
        + Nearest.advice(to: word, among: known), .nothingFound)
  }

  /// Returns the removed captures that a word names: by id, by title, or by the number of a row
  /// (`%3`). `files` are the files that were removed last from their paths; a row of the trash can
  /// also be an earlier one of `all`.
  private func captures(
    named word: String, in files: [RemovedFile], among all: [RemovedFile]
  ) throws(Refusal) -> [RemovedFile] {
    let (lower, folded) = (word.lowercased(), word.folded)
    let whole = files.filter { $0.captureID == word || $0.captureID == lower }
    if !whole.isEmpty { return whole }
    let found = files.filter { file in
      word.utf8.count >= 4 && file.captureID?.hasPrefix(lower) ?? false
        || file.title?.folded == folded
    }
    guard found.isEmpty, context.canAsk else { return found }
    if let number = ShownRow.number(word) {
      let row = try shownRow(number, typed: word)
      if case .removed = row { return all.filter { row.isShown(of: $0) } }
      return files.filter { row.isShown(of: $0) }
    }
    return PartOfTitle(word).choose(from: files) { $0.title }
  }
}

extension ShownRow {
  /// Returns whether this row of a list stands for `file`. A row in a list of the trash shows the
  /// file itself. A row in an earlier list may have shown the capture before it was removed.
  fileprivate func isShown(of file: RemovedFile) -> Bool {
    switch self {
    case .id(let id): file.captureID == id
    case .path(let path, let title):
      file.entry.path == path && file.title.map(Self.storable) == title
    case .removed(let id): file.entry.id == id
    case .other: false
    }
  }
}

// MARK: - Emptying

/// A plan to delete entries of the trash permanently.
public struct EmptyTrashPlan: Sendable {
  /// The entries to delete permanently.
  public let entries: [TrashEntry]
  /// The minimum age in days of the entries to delete; 0 for all.
  public let days: Int
  /// The question to ask first.
  public let question: Confirmation
}

extension Workspace {
  /// Selects the entries that were removed more than `days` days ago; 0 selects all entries. Nil
  /// means the setting `trash.days` or, if it is not set, 30.
  public func planToEmptyTrash(olderThan days: Int?) throws -> EmptyTrashPlan {
    let days = days ?? notebook.settings.count("trash.days") ?? 30
    let limit = clock.now.minus(days: days)
    let entries = try trash().filter { days == 0 || $0.time < limit }
    return EmptyTrashPlan(
      entries: entries, days: days,
      question: Confirmation("Permanently delete \(entries.count.of("removed capture"))"))
  }

  /// Deletes the entries of a plan permanently.
  public func apply(_ plan: EmptyTrashPlan, _ mode: Mode) throws -> ChangeReport {
    try notebook.discard(plan.entries, mode)
  }
}
