public import CairnFiles
public import CairnText

extension Notice {
  /// Returns the notice in sentences, not escaped for a terminal. Empty for a notice that needs no
  /// report: a successful write, or an interrupted command that had not changed anything.
  public func sentences(_ clock: LocalClock) -> [String] {
    switch self {
    case .recovering(let time, let words, let steps):
      let name = "`\(CommandWords(words))` from \(clock.shown(time))"
      return [
        "recovering from the interrupted \(name): \(steps.of("step")); if you stop this command, "
          + "the next command continues the recovery"
      ]
    case .recovered(let recovery):
      let changedNothing = recovery.outcome == .takenBack && recovery.files == 0
      if changedNothing, recovery.left.isEmpty { return [] }
      let name = "`\(CommandWords(recovery.words))` from \(clock.shown(recovery.time))"
      let outcome =
        switch recovery.outcome {
        case .finished: "was completed"
        case .takenBack: "was undone"
        }
      return ["the interrupted \(name) \(outcome): \(recovery.files.of("file"))"]
        + recovery.left.map { "\($0.path): left unchanged: \($0.code)" }
    case .journalDamaged(let kept):
      return ["the journal of an interrupted command cannot be read; it is saved in \(kept)"]
    case .waiting(let holder): return ["waiting for \(holder), which is writing to this notebook"]
    case .leftOver(let error):
      return ["a temporary file was not removed: \(error); run `cairn doctor --fix` to remove it"]
    case .wrote: return []
    }
  }
}
