import CairnFiles
import CairnText

extension Examination {
  /// Finds damage in the notebook's journal and trash.
  func damagedState() -> [Finding] {
    notebook.state.problems().map { problem in
      Finding(
        problem.code, outside: problem.path, problem.message,
        fix: problem.isRepairable ? .repairState(problem) : nil)
    }
  }

  /// Finds damage in the index's own files. Only `cairn index --verify` compares the index with the
  /// notebook's files.
  func damagedIndex() -> [Finding] {
    notebook.indexDamage().map { damage in
      Finding(
        Diagnostic(
          .warning, "index-damaged",
          "\(damage); run `cairn doctor --fix` to remove the index; the next command rebuilds it"),
        fix: .removeIndex)
    }
  }

  /// Finds journals, trash and drafts whose notebook no longer exists at its path. The notebook may
  /// be on a drive that is not mounted.
  func forsakenStates() -> [Finding] {
    guard let states = try? StateFolder.all(in: notebook.state.base) else { return [] }
    return states.compactMap { state in
      do throws(FileError) {
        _ = try Store(root: state.root)
        return nil
      } catch {
        guard error.code == .notFound || error.code == .notFolder else { return nil }
        return Finding(
          "state-forsaken", outside: state.folder,
          "the notebook \(state.root) does not exist; if it is on a drive, mount the drive; if you "
            + "moved it, run `cairn doctor --take-over \(state.root)` in its new folder; delete "
            + "this state folder only if you need none of the notebook's removed captures, drafts "
            + "and undo history, because it contains the only copy")
      }
    }
  }
}

extension StateProblem {
  /// The code of the finding that reports this problem.
  fileprivate var code: String {
    switch kind {
    case .journalDamaged: "journal-damaged"
    case .journalPutAside: "journal-put-aside"
    case .journalUnfinished: "journal-unfinished"
    case .trashDamaged: "trash-damaged"
    case .trashHollow: "trash-hollow"
    case .unreadable: "state-unreadable"
    }
  }

  /// The description of the problem, with its remedy.
  fileprivate var message: String {
    switch kind {
    case .journalDamaged:
      "the journal of an operation is damaged, so the operation cannot be undone; run "
        + "`cairn doctor --fix` to set the journal aside"
    case .journalPutAside:
      "this journal is damaged; remove it when you no longer need its contents"
    case .journalUnfinished:
      "an operation was interrupted; the next command that can write to the notebook completes or "
        + "undoes it"
    case .trashDamaged:
      "the original path of this removed file is lost; copy what you need from `contents`, then "
        + "remove the folder"
    case .trashHollow:
      "this trash entry is empty; run `cairn doctor --fix` to remove it"
    case .unreadable(let code): "cannot be read: \(code)"
    }
  }
}
