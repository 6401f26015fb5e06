public import CairnText

/// What is counted of a capture: the facts from which figures and charts are made.
///
/// They come from a capture, or from an index without reading its file.
public struct CaptureFacts: Hashable, Sendable {
  /// The folder that holds it.
  public let collection: NotePath
  /// What kind it is, as written.
  public let type: String?
  /// The verdict; an entry without one is undecided.
  public let score: Score?
  /// When it was made.
  public let created: FieldTime
  /// When it was last changed, where a field says it.
  public let updated: FieldTime?
  /// How far it is, where it is an action.
  public let action: ActionState?

  /// The facts of a capture whose fields are known.
  ///
  /// - Parameters:
  ///   - score: the verdict that is written.
  ///   - status: where it stands; it counts only for actions.
  ///   - updated: when it was last changed.
  ///   - closed: when it was completed, or else changed, where fields say so.
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

  /// The facts of a capture. Does not read its body.
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

/// How far an action is.
public enum ActionState: Hashable, Sendable {
  /// Neither done nor cancelled: also one without a status, or with a word of the user's own.
  case open
  /// Done, on the day that a field says.
  case done(FieldTime?)
  /// Given up, on the day that a field says.
  case cancelled(FieldTime?)

  /// The state that a status says, in any case.
  init(status: String?, closed: FieldTime?) {
    switch ActionOutcome(status: status) {
    case .open: self = .open
    case .done: self = .done(closed)
    case .cancelled: self = .cancelled(closed)
    }
  }
}
