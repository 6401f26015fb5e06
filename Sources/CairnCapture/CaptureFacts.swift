public import CairnText

/// The facts of a capture for statistics and charts.
///
/// The facts come from a capture or, without reading its file, from an index.
public struct CaptureFacts: Hashable, Sendable {
  /// The folder that contains the capture.
  public let collection: NotePath
  /// The type as written.
  public let type: String?
  /// The score. If none is given: undecided for a capture of type `entry`, nil for other captures.
  public let score: Score?
  /// The time of creation.
  public let created: FieldTime
  /// The time of the last change, if a field contains it.
  public let updated: FieldTime?
  /// The state of the action, if the capture is one.
  public let action: ActionState?

  /// Creates the facts of a capture from its fields.
  ///
  /// - Parameters:
  ///   - score: The score as written.
  ///   - status: The status, which is used only for actions.
  ///   - updated: The time of the last change.
  ///   - closed: The time of completion or, if unknown, of the last change; nil if no field has
  ///     either.
  public init(
    collection: NotePath, type: String?, score: Score?, status: String?, created: FieldTime,
    updated: FieldTime? = nil, closed: @autoclosure () -> FieldTime?
  ) {
    let kind = type?.folded
    self.collection = collection
    self.type = type
    self.score = score ?? (kind == "entry" ? .undecided : nil)
    self.created = created
    self.updated = updated
    action = kind == "action" ? ActionState(status: status, closed: closed()) : nil
  }

  /// Creates the facts of a capture. Does not read its body.
  public init(_ capture: Capture) {
    self.init(
      collection: capture.collection, type: capture.type, score: capture.score,
      status: capture.status, created: capture.created, updated: capture.writtenUpdate,
      closed: capture.time("completed") ?? capture.writtenUpdate)
  }
}

extension ActionState {
  /// Whether there is something left to do.
  public var isOpen: Bool { self == .open }
}

/// The state of an action.
public enum ActionState: Hashable, Sendable {
  /// Neither done nor cancelled. Also the state if the status is missing or custom.
  case open
  /// Done, at the time recorded in a field, if any.
  case done(FieldTime?)
  /// Cancelled, at the time recorded in a field, if any.
  case cancelled(FieldTime?)

  /// Creates the state for a status, ignoring case.
  init(status: String?, closed: FieldTime?) {
    switch ActionOutcome(status: status) {
    case .open: self = .open
    case .done: self = .done(closed)
    case .cancelled: self = .cancelled(closed)
    }
  }
}
