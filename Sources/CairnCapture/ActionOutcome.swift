import CairnText

/// The state of an action: open, done or cancelled.
public enum ActionOutcome: String, CaseIterable, Sendable {
  /// The action is not finished, or its status is missing or custom.
  case open
  /// The action is completed.
  case done
  /// The action is cancelled.
  case cancelled

  /// Creates the outcome for a status such as `done`, ignoring case. A missing or custom status
  /// gives ``open``.
  public init(status: String?) {
    switch status?.folded {
    case "done": self = .done
    case "cancelled", "canceled": self = .cancelled
    default: self = .open
    }
  }

  /// Whether the action is done or cancelled.
  public var isFinished: Bool { self != .open }
}

extension Capture {
  /// The outcome given by the capture's status.
  public var outcome: ActionOutcome { ActionOutcome(status: status) }
}
