import CairnCapture
import CairnDocument
public import CairnFiles
import CairnText

extension Notebook {
  /// The result of an undo, or of its dry run.
  public struct Undoing: Sendable {
    /// The report of the changes, like that of any command that writes.
    public let report: ChangeReport
    /// The changes in ``report``, with details of each file.
    public let changes: [OperationChange]
  }

  /// Undoes all of the operations. If a file has been changed again since, undoes nothing. But if
  /// `isPartial` is true, undoes the changes to all other files.
  ///
  /// - Throws: ``UndoneMeanwhile`` if another command has undone one of the operations in the
  ///   meantime; ``OperationFailure`` if a file or the journal cannot be written; ``FileError`` if
  ///   a journal cannot be read or the notebook cannot be locked.
  public func undo(
    _ operations: [Operation], isPartial: Bool = false, _ mode: Mode = .write
  ) throws -> Undoing {
    guard mode == .write else { return undoing(try state.planToUndo(operations)) }
    return try state.transaction(at: clock.now) { transaction in
      if let undone = try state.undoneSince(operations) {
        throw UndoneMeanwhile(operation: undone)
      }
      let plan = try state.planToUndo(operations)
      guard isPartial || plan.refused.isEmpty else { return undoing(plan, isDone: false) }
      do {
        let (changes, refused) = try transaction.carryOut(plan, isPartial: isPartial)
        return undoing(changes, refused, changes.isEmpty ? nil : transaction.operation)
      } catch let error as FileError {
        throw OperationFailure(
          cause: error, isHalfDone: transaction.isHalfDone, unchanged: "nothing was undone",
          halfDone: "the undo is incomplete; the next command reverses it")
      }
    }
  }

  private func undoing(_ plan: InversePlan, isDone: Bool = true) -> Undoing {
    undoing(isDone ? plan.changes : [], plan.refused, nil)
  }

  private func undoing(
    _ changes: [OperationChange], _ refused: [FileError], _ operation: String?
  ) -> Undoing {
    var report = ChangeReport(operation: operation)
    report.changed = changes.map(reported)
    report.refused = refused.map { $0.diagnostic($0.notePath ?? .root, isReturn: true) }
    return Undoing(report: report, changes: changes)
  }

  /// Returns a change of a file in the form used by reports.
  public func reported(_ change: OperationChange) -> ChangeReport.Changed {
    let after = change.after ?? (change.kind == .removed ? nil : try? store.read(change.path).bytes)
    let before =
      change.before ?? (change.kind == .removed ? try? store.read(change.path).bytes : nil)
    let isCapture = store.isNote(change.path.nameBytes)
    let bytes = isCapture ? after ?? before : nil
    let id = bytes.flatMap {
      Capture(path: change.path, document: Document($0), modified: clock.now).id
    }
    let shown = change.kind == .moved
    return ChangeReport.Changed(
      id: id, path: change.path, from: change.from, before: shown ? [] : before ?? [],
      after: shown ? [] : after ?? [])
  }
}

/// The error thrown if an operation to undo was already undone by another command in the meantime.
public struct UndoneMeanwhile: Error {
  /// The operation.
  public let operation: Operation
}

/// The error thrown if writing fails in an operation that must be done completely or not at all.
public struct OperationFailure: Error, CustomStringConvertible {
  /// The error that caused the failure.
  public let cause: FileError
  /// Whether rolling back failed too. In that case, the next command completes the rollback.
  public let isHalfDone: Bool
  /// The words in ``description`` if nothing was changed, such as `nothing was undone`.
  let unchanged: String
  /// The words in ``description`` if ``isHalfDone`` is true.
  let halfDone: String

  /// The cause, and the state of the files.
  public var description: String { "\(cause); \(isHalfDone ? halfDone : unchanged)" }
}
