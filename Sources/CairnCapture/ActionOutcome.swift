import CairnText

/// The state of an action: open, done or cancelled.
public enum ActionOutcome: String, CaseIterable, Sendable {
  /// To be done; also without a status, or with a status of the user's own.
  case open
  /// Completed.
  case done
  /// Cancelled.
  case cancelled

  /// Creates the outcome that a status means, ignoring case.
  public init(status: String?) {
    switch status?.folded {
    case "done": self = .done
    case "cancelled", "canceled": self = .cancelled
    default: self = .open
    }
  }

  /// Whether nothing is left to do.
  public var isFinished: Bool { self != .open }
}

extension Capture {
  /// The outcome according to the capture's status.
  public var outcome: ActionOutcome { ActionOutcome(status: status) }
}
