import CairnText

/// The state of an action: open, done or cancelled.
public enum ActionOutcome: String, CaseIterable, Sendable {
  /// Not finished. Also the outcome if the status is missing or custom.
  case open
  /// Completed.
  case done
  /// Cancelled.
  case cancelled

  /// Creates the outcome for a status, ignoring case.
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
  /// The outcome given by the capture's status.
  public var outcome: ActionOutcome { ActionOutcome(status: status) }
}
