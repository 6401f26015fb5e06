public import CairnFiles
public import CairnNotebook
import CairnText

/// A request to restore removed files.
public enum RestoreRequest: Sendable {
  /// All files that the last operation removed.
  case last
  /// Files with these short ids or former paths. A path is relative to the caller's folder or the
  /// root. A folder's path stands for all files that were in the folder.
  case named([String])
}

extension Workspace {
  /// Returns the contents of the trash, most recently removed first. Warns of unreadable entries.
  public func trash() throws -> [TrashEntry] {
    let (entries, problems) = try notebook.state.trash()
    for problem in problems { tell(Diagnostic(.warning, "trash-damaged", "\(problem)")) }
    return entries
  }

  /// Moves removed files back to their paths.
  ///
  /// Throws a ``Refusal`` if a name matches nothing in the trash.
  public func restore(_ request: RestoreRequest, _ mode: Mode) throws -> ChangeReport {
    let entries = try trash()
    let chosen =
      switch request {
      case .last: entries.filter { $0.operation == entries.first?.operation }
      case .named(let names): try names.flatMap { try trashEntries(named: $0, in: entries) }
      }
    guard !chosen.isEmpty else {
      throw Refusal("trash-empty", "the trash is empty", .nothingFound)
    }
    return try notebook.restore(chosen, mode)
  }

  /// Returns the trash entries that a word names by short id, former path or former folder. If
  /// several entries have the same former path, returns only the one that was removed last.
  private func trashEntries(
    named word: String, in entries: [TrashEntry]
  ) throws(Refusal) -> [TrashEntry] {
    if let entry = entries.first(where: { $0.shortID == word || $0.id == word }) { return [entry] }
    for path in TypedPaths(self).candidates(Array(word.utf8)) where !path.isRoot {
      var seen: Set<NotePath> = []
      let found = entries.filter {
        $0.path.isInside(path) && seen.insert($0.path).inserted
      }
      guard found.isEmpty else { return found }
    }
    let near = Nearest.name(to: word, among: entries.map(\.path.description))
    throw Refusal(
      "trash-unknown",
      "nothing in the trash has the id or path `\(word)`"
        + (near.map { "; did you mean `\($0)`?" } ?? ""), .nothingFound)
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
