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

  /// Finds a damaged index. Only `index --verify` compares the index with the files.
  func damagedIndex() -> [Finding] {
    notebook.indexDamage().map { damage in
      Finding(
        Diagnostic(
          .warning, "index-damaged",
          "\(damage); `cairn doctor --fix` removes it, and the next command makes it anew"),
        fix: .removeIndex)
    }
  }

  /// Finds journals, trash and drafts of notebooks that no longer exist at their path.
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
          "the notebook \(state.root) is gone, and its journal, trash and drafts are still here; if "
            + "it was moved, say `cairn doctor --take-over \(state.root)` where it is now, and if it "
            + "will not come back, remove this folder")
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
      "the journal of an operation is not as it was written, and what it did cannot be undone; "
        + "`cairn doctor --fix` puts it aside"
    case .journalPutAside:
      "this journal is damaged; remove it when nothing in it is wanted any more"
    case .journalUnfinished:
      "an operation was interrupted; the next command that can write here brings it to an end, or "
        + "takes it back"
    case .trashDamaged:
      "nothing says where this was in the notebook; take out of `contents` what is wanted, and "
        + "remove the folder"
    case .trashHollow:
      "an entry of the trash has nothing in it; `cairn doctor --fix` removes it"
    case .unreadable(let code): "it cannot be read: \(code)"
    }
  }
}
