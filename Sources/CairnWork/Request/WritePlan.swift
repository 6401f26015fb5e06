public import CairnCapture
public import CairnNotebook

/// The captures that a request will change, and the questions to ask first.
public struct WritePlan<Request: Sendable>: Sendable {
  /// The request.
  public let request: Request
  /// The captures as they were read; empty if nothing matches.
  public let captures: [Capture]
  /// The questions to ask, in order.
  public let questions: [Confirmation]

  init(request: Request, captures: [Capture], questions: [Confirmation?]) {
    self.request = request
    self.captures = captures
    self.questions = questions.compactMap(\.self)
  }
}

/// The result of carrying out a plan; in a dry run, the changes that the plan would make.
public struct WriteResult: Sendable {
  /// The changed files.
  public let report: ChangeReport
  /// Sentences to show after the changes.
  public let notes: [String]
}
