public import CairnFiles
import CairnGit
public import CairnNotebook
import CairnText

/// A request to undo operations.
public struct UndoRequest: Sendable {
  /// The short or full ids of the operations; empty for the last command that can be undone.
  public var ids: [String]
  /// Whether to skip files that changed after the operation, and to undo only the changes to other
  /// files.
  public var isPartial: Bool

  /// Creates a request to undo operations.
  public init(_ ids: [String] = [], isPartial: Bool = false) {
    self.ids = ids
    self.isPartial = isPartial
  }
}

/// The operations to undo, and the question to ask first.
public struct UndoPlan: Sendable {
  /// The request.
  public let request: UndoRequest
  /// The operations, in the order of the request.
  public let operations: [CairnFiles.Operation]
  /// The question to ask if the user perhaps means another operation; nil otherwise.
  public let question: Confirmation?
}

extension Workspace {
  /// Returns the operations in the journal, most recent first. Warns of operations that cannot be
  /// read.
  public func operations() throws -> [CairnFiles.Operation] {
    let (operations, problems) = try notebook.state.operations()
    for problem in problems { tell(Diagnostic(.warning, "journal-damaged", "\(problem)")) }
    return operations
  }

  /// Returns the operation with this short or full id.
  ///
  /// Throws a ``Refusal`` if there is none.
  public func operation(
    _ id: String, in all: [CairnFiles.Operation]
  ) throws(Refusal) -> CairnFiles.Operation {
    if let operation = all.first(where: { $0.shortID == id || $0.id == id }) { return operation }
    throw Refusal(
      "operation-unknown",
      "no operation in the journal has the id `\(id)`"
        + Nearest.advice(to: id, among: all.map(\.shortID)), .nothingFound)
  }

  /// Returns the number of files that an operation changed; nil if its journal cannot be read.
  public func fileCount(of operation: CairnFiles.Operation) -> Int? {
    try? notebook.state.changes(of: operation, withBytes: false).count
  }
}

// MARK: - Undoing

extension Workspace {
  /// Selects the operations to undo.
  ///
  /// Throws a ``Refusal`` if there are none.
  public func plan(_ request: UndoRequest) throws -> UndoPlan {
    let all = try operations()
    guard request.ids.isEmpty else {
      let chosen = try request.ids.map { try operation($0, in: all) }
      return UndoPlan(request: request, operations: chosen, question: nil)
    }
    let standing = all.filter { !$0.isUndone && !$0.isTakenBack && $0.undoes.isEmpty }
    guard let last = standing.first else {
      throw Refusal("undo-nothing", "there is nothing to undo", .nothingFound)
    }
    return UndoPlan(
      request: request, operations: standing.filter { $0 == last || $0.isPart(ofCommandOf: last) },
      question: doubt(about: last).map { Confirmation("\($0) Undo it", isOptional: true) })
  }

  /// Returns a reason to doubt that the user means this operation, as a sentence; nil if there is
  /// none.
  private func doubt(about operation: CairnFiles.Operation) -> String? {
    guard let terminal = notebook.state.caller.terminal else { return nil }
    if operation.terminal != terminal {
      return "The command that would be undone was not run in this terminal."
    }
    return notebook.state.isIdle
      ? "Your last command in this terminal changed nothing, so an earlier command would be undone."
      : nil
  }

  /// Undoes the operations of a plan by restoring the earlier bytes and path of each file. If an
  /// operation resolved conflicts, also tells git, if possible, that the files are in conflict
  /// again.
  ///
  /// Throws a ``Refusal`` if another command has meanwhile undone one of the operations, or if a
  /// file cannot be written. The changes made so far are then reversed; if that fails too, the next
  /// command reverses them.
  public func apply(_ plan: UndoPlan, _ mode: Mode) async throws -> Notebook.Undoing {
    let undoing: Notebook.Undoing
    do {
      undoing = try notebook.undo(plan.operations, isPartial: plan.request.isPartial, mode)
    } catch let meanwhile as UndoneMeanwhile {
      let words = CommandWords(meanwhile.operation.words)
      throw Refusal(
        "undo-done",
        "another command has just undone `\(words)`; nothing else was undone", .nothingFound)
    } catch let failure as OperationFailure {
      throw Refusal("file-error", failure.description, .failed)
    }
    let resolutions = plan.operations.filter(\.isResolution)
    if mode == .write, !resolutions.isEmpty {
      let gone = undoing.changes.filter { $0.kind == .removed }
      try? await repository().unsettle(Set(resolutions.map(\.id)), gone: gone.map(\.path.bytes))
    }
    return undoing
  }
}

extension CairnFiles.Operation {
  /// Whether the operation resolved conflicts.
  fileprivate var isResolution: Bool { words.dropFirst().contains("resolve") }

  /// Returns whether the same run of a command with `--retry` made both operations. Such a command
  /// makes one operation for each draft.
  fileprivate func isPart(ofCommandOf other: CairnFiles.Operation) -> Bool {
    words.contains("--retry") && words == other.words && time == other.time
      && folder == other.folder
      && terminal == other.terminal
  }
}
