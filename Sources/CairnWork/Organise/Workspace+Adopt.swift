public import CairnCapture
public import CairnNotebook
import CairnText

/// What adopting captures would write: ids and types, into files that other programs made.
public struct AdoptPlan: Sendable {
  /// The captures, as they were read; none if nothing matches.
  public let captures: [Capture]
  /// What would be written, with the ids that it gets.
  public let preview: ChangeReport
  /// What to ask before.
  public let question: Confirmation
}

extension Workspace {
  /// Works out what adopting the captures that a request chooses would write.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if the request is invalid.
  public func planToAdopt(_ request: SelectRequest, all: Bool) throws -> AdoptPlan {
    let captures = try selectToWrite(request, all: all).captures
    // With a copy of the ids, so that those that are shown are those that are written.
    var ids = ids
    let preview = try notebook.adopt(captures, .dryRun, using: &ids)
    return AdoptPlan(
      captures: captures, preview: preview,
      question: Confirmation("Adopt \(preview.changed.count.of("file"))"))
  }

  /// Adopts the captures of a plan.
  public func apply(_ plan: AdoptPlan) throws -> ChangeReport {
    try notebook.adopt(plan.captures, using: &ids)
  }
}
