public import CairnFiles
import CairnGit
public import CairnNotebook
import CairnText

/// Which operations to undo.
public struct UndoRequest: Sendable {
  /// Short or whole ids of operations; the last one that can be undone if there are none.
  public var ids: [String]
  /// Whether files that were changed since are left as they are, and the others undone.
  public var isPartial: Bool

  /// A request to undo operations.
  public init(_ ids: [String] = [], isPartial: Bool = false) {
    self.ids = ids
    self.isPartial = isPartial
  }
}

/// What undoing would take back, and the question to ask before.
public struct UndoPlan: Sendable {
  /// What was asked for.
  public let request: UndoRequest
  /// The operations, in the order asked for.
  public let operations: [CairnFiles.Operation]
  /// What to ask if the operation may not be the one that was meant; nil otherwise.
  public let question: Confirmation?
}

extension Workspace {
  /// The operations in the journal, the last first. Tells what could not be read there.
  public func operations() throws -> [CairnFiles.Operation] {
    let (operations, problems) = try notebook.state.operations()
    for problem in problems { tell(Diagnostic(.warning, "journal-damaged", "\(problem)")) }
    return operations
  }

  /// The operation with an id, short or whole.
  ///
  /// Throws a ``Refusal`` if there is none.
  public func operation(
    _ id: String, in all: [CairnFiles.Operation]
  ) throws(Refusal) -> CairnFiles.Operation {
    if let operation = all.first(where: { $0.shortID == id || $0.id == id }) { return operation }
    let near = Nearest.name(to: id, among: all.map(\.shortID))
    throw Refusal(
      "operation-unknown",
      "no operation in the journal has the id `\(id)`"
        + (near.map { "; did you mean `\($0)`?" } ?? ""), .nothingFound)
  }

  /// How many files an operation changed; nil if its journal cannot be read.
  public func fileCount(of operation: CairnFiles.Operation) -> Int? {
    try? notebook.state.changes(of: operation, withBytes: false).count
  }
}

// MARK: - Undoing

extension Workspace {
  /// Chooses the operations to undo.
  ///
  /// Throws a ``Refusal`` if there is none.
  public func plan(_ request: UndoRequest) throws -> UndoPlan {
    let all = try operations()
    guard request.ids.isEmpty else {
      let chosen = try request.ids.map { try operation($0, in: all) }
      return UndoPlan(request: request, operations: chosen, question: nil)
    }
    let last = all.first { !$0.isUndone && !$0.isTakenBack && $0.undoes.isEmpty }
    guard let last else {
      throw Refusal("undo-nothing", "there is nothing to undo", .nothingFound)
    }
    return UndoPlan(
      request: request, operations: [last],
      question: doubt(about: last).map { Confirmation("\($0) Take it back", isOptional: true) })
  }

  /// Why an operation may not be the one that the caller means; nil for no reason.
  private func doubt(about operation: CairnFiles.Operation) -> String? {
    guard let terminal = notebook.state.caller.terminal else { return nil }
    if operation.terminal != terminal { return "This command was not given in this terminal." }
    return notebook.state.isIdle
      ? "Your last command here left nothing to undo, so this is an earlier one." : nil
  }

  /// Takes back the operations of a plan: each file gets the bytes and the place that it had. If one
  /// settled conflicts, git counts the files as in conflict again, as far as it remembers them.
  ///
  /// Throws a ``Refusal`` if a file cannot be written; then all is as before.
  public func apply(_ plan: UndoPlan, _ mode: Mode) async throws -> Notebook.Undoing {
    let undoing: Notebook.Undoing
    do {
      undoing = try notebook.undo(plan.operations, isPartial: plan.request.isPartial, mode)
    } catch let failure as UndoFailure {
      throw Refusal("file-error", failure.description, .failed)
    }
    if mode == .write, plan.operations.contains(where: \.isResolution) {
      try? await repository().unsettle()
    }
    return undoing
  }
}

extension CairnFiles.Operation {
  /// Whether it settled conflicts.
  fileprivate var isResolution: Bool { words.dropFirst().contains("resolve") }
}
