public import CairnCapture
public import CairnNotebook
import CairnText

/// A plan to adopt captures: to add ids and types to files that other programs made.
public struct AdoptPlan: Sendable {
  /// The captures as they were read; empty if nothing matches.
  public let captures: [Capture]
  /// The changes, with the ids that will be written.
  public let preview: ChangeReport
  /// The question to ask first.
  public let question: Confirmation
}

extension Workspace {
  /// Selects captures to adopt, and determines what to write.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if the request is invalid.
  ///
  /// - Parameter all: Whether a request without conditions, which selects all captures, is allowed.
  public func planToAdopt(_ request: SelectRequest, all: Bool) throws -> AdoptPlan {
    let captures = try selectToWrite(request, all: all).captures
    // Uses a copy of the id source, so that the preview shows the same ids as the result.
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
