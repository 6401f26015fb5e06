import CairnFiles

extension Workspace {
  /// Selects the operation to redo: the last undo that has not been redone, provided that nothing
  /// else changed the notebook since. Carry the plan out with ``apply(_:_:)``.
  ///
  /// Throws a ``Refusal`` if there is nothing to redo.
  public func planToRedo() throws -> UndoPlan {
    let all = try operations().filter { !$0.isTakenBack }
    let undoing = Set(all.filter { !$0.undoes.isEmpty }.map(\.id))
    for operation in all {
      // A redo undoes an undo.
      let isRedo = operation.undoes.contains(where: undoing.contains)
      if isRedo || !operation.undoes.isEmpty && operation.isUndone { continue }
      guard !operation.undoes.isEmpty else { break }
      return UndoPlan(request: UndoRequest([operation.id]), operations: [operation], question: nil)
    }
    throw Refusal(
      "redo-nothing",
      "there is nothing to redo; `cairn redo` repeats what `cairn undo` has just undone",
      .nothingFound)
  }

  /// Returns the command lines, as arrays of words, of the commands that `plan` redoes.
  public func redoneCommands(of plan: UndoPlan) throws -> [[String]] {
    let undone = Set(plan.operations.flatMap(\.undoes))
    return try operations().filter { undone.contains($0.id) }.map(\.words)
  }
}
