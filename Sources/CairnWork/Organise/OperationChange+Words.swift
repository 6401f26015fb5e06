public import CairnFiles

extension CairnFiles.Operation {
  /// The state of the operation: `interrupted` or `undone`; nil if it is neither.
  public var state: String? { isTakenBack ? "interrupted" : isUndone ? "undone" : nil }
}

extension OperationChange {
  /// The change on one line, not escaped for a terminal.
  public var words: String {
    switch kind {
    case .changed: from.map { "Moved and changed \($0) → \(path)" } ?? "Changed \(path)"
    case .moved: "Moved \(from ?? path) → \(path)"
    case .added: "Added \(path)"
    case .removed: "Removed \(path)"
    case .restored: "Restored \(path)"
    }
  }

  /// Whether enough bytes are known to show a diff of the change.
  public var hasDifference: Bool {
    switch kind {
    case .changed: before != nil && after != nil
    case .added, .restored: after != nil
    case .removed: before != nil
    case .moved: false
    }
  }
}
