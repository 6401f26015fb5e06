public import CairnCapture
public import CairnNotebook

/// The captures that a request to write chose, and what to ask before it is carried out.
public struct WritePlan<Request: Sendable>: Sendable {
  /// What was asked for.
  public let request: Request
  /// The captures, as they were read; none if nothing matches.
  public let captures: [Capture]
  /// What to ask, in order.
  public let questions: [Confirmation]

  init(request: Request, captures: [Capture], questions: [Confirmation?]) {
    self.request = request
    self.captures = captures
    self.questions = questions.compactMap(\.self)
  }
}

/// What carrying out a plan did, or in a dry run would do.
public struct WriteResult: Sendable {
  /// The files.
  public let report: ChangeReport
  /// Sentences that a person should read after that.
  public let notes: [String]
}
