public import CairnFiles

extension CairnFiles.Operation {
  /// What there is to say of it besides its command; nil for nothing.
  public var state: String? { isTakenBack ? "interrupted" : isUndone ? "undone" : nil }
}

extension OperationChange {
  /// The change in a line, not escaped.
  public var words: String {
    switch kind {
    case .changed: from.map { "Moved and changed \($0) → \(path)" } ?? "Changed \(path)"
    case .moved: "Moved \(from ?? path) → \(path)"
    case .added: "Added \(path)"
    case .removed: "Removed \(path)"
    case .restored: "Restored \(path)"
    }
  }

  /// Whether both versions are known as far as there are any, so that they can be compared.
  public var hasDifference: Bool {
    switch kind {
    case .changed: before != nil && after != nil
    case .added, .restored: after != nil
    case .removed: before != nil
    case .moved: false
    }
  }
}
