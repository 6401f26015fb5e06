public import CairnText

/// The facts about a capture that statistics and charts need.
///
/// The facts come from a capture or, without reading the capture's file, from an index.
public struct CaptureFacts: Hashable, Sendable {
  /// The folder that contains the capture.
  public let collection: NotePath
  /// The type as written, or the first of several types; nil if there is none.
  public let type: String?
  /// The score. A capture without a score counts as undecided if its type is `entry`; otherwise its
  /// score is nil.
  public let score: Score?
  /// The time of creation.
  public let created: FieldTime
  /// The time of the last change; nil if no field contains it.
  public let updated: FieldTime?
  /// The outcome of the action; nil if the capture is not an action.
  public let outcome: ActionOutcome?
  /// The time of completion or cancellation; nil if the action is open, or if no field contains the
  /// time.
  public let closed: FieldTime?

  /// Creates the facts of a capture from its fields.
  ///
  /// - Parameters:
  ///   - types: The types as written; usually one.
  ///   - score: The score as written.
  ///   - status: The status, which is used only for actions.
  ///   - updated: The time of the last change.
  ///   - closed: The time of completion or, if unknown, of the last change; nil if no field
  ///     contains either time. Used only for actions.
  public init(
    collection: NotePath, types: [String], score: Score?, status: String?, created: FieldTime,
    updated: FieldTime? = nil, closed: @autoclosure () -> FieldTime?
  ) {
    let kinds = types.map(\.folded)
    self.collection = collection
    type = types.first
    self.score = score ?? (kinds.contains("entry") ? .undecided : nil)
    self.created = created
    self.updated = updated
    outcome = kinds.contains("action") ? ActionOutcome(status: status) : nil
    self.closed = outcome?.isFinished == true ? closed() : nil
  }

  /// Creates the facts of a capture. Does not parse the capture's body.
  public init(_ capture: Capture) {
    self.init(
      collection: capture.collection, types: capture["type"]?.names ?? [], score: capture.score,
      status: capture.status, created: capture.created, updated: capture.writtenUpdate,
      closed: capture.time("completed") ?? capture.writtenUpdate)
  }
}
