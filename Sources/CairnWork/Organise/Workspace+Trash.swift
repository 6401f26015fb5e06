public import CairnFiles
public import CairnNotebook
import CairnText

/// Which removed files to restore.
public enum RestoreRequest: Sendable {
  /// All that the last operation removed.
  case last
  /// Those with these short ids, or at or below these paths, from the working folder or the root.
  case named([String])
}

extension Workspace {
  /// What is in the trash, the last removed first. Tells what could not be read there.
  public func trash() throws -> [TrashEntry] {
    let (entries, problems) = try notebook.state.trash()
    for problem in problems { tell(Diagnostic(.warning, "trash-damaged", "\(problem)")) }
    return entries
  }

  /// Restores what was removed to where it was.
  ///
  /// Throws a ``Refusal`` if nothing in the trash has a name.
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

  /// The entries that a word names: by the short id, by the path they had, or by a folder in which
  /// they were. Of several with one path, the last removed.
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

/// What emptying the trash would delete for good.
public struct EmptyTrashPlan: Sendable {
  /// The entries.
  public let entries: [TrashEntry]
  /// The age in days from which entries are deleted.
  public let days: Int
  /// What to ask before.
  public let question: Confirmation
}

extension Workspace {
  /// Works out what is older than so many days, by default those of the setting `trash.days`.
  public func planToEmptyTrash(olderThan days: Int?) throws -> EmptyTrashPlan {
    let days = days ?? notebook.settings.count("trash.days") ?? 30
    let limit = clock.now.minus(days: days)
    let entries = try trash().filter { days == 0 || $0.time < limit }
    return EmptyTrashPlan(
      entries: entries, days: days,
      question: Confirmation("Throw \(entries.count.of("removed capture")) away for good"))
  }

  /// Deletes what is in a plan for good.
  public func apply(_ plan: EmptyTrashPlan, _ mode: Mode) throws -> ChangeReport {
    try notebook.discard(plan.entries, mode)
  }
}
