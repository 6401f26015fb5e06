import CairnText

/// What became of an action.
public enum ActionOutcome: String, CaseIterable, Sendable {
  /// It is to be done: also without a status, or with a word of the user's own.
  case open
  /// It was done.
  case done
  /// It was given up.
  case cancelled

  /// What a status says, in any case.
  public init(status: String?) {
    switch status?.folded {
    case "done": self = .done
    case "cancelled", "canceled": self = .cancelled
    default: self = .open
    }
  }

  /// Whether nothing is left to be done.
  public var isFinished: Bool { self != .open }
}

extension Capture {
  /// What became of it, by its status.
  public var outcome: ActionOutcome { ActionOutcome(status: status) }
}
