/// A decision that only a person can make before a plan is carried out.
public struct Confirmation: Hashable, Sendable {
  /// The question without its question mark: `Change 3 captures`.
  public let text: String
  /// The captures that the question is about, one per line, but no more than ten.
  public let details: [String]
  /// Whether a caller that cannot ask the person may carry out the plan anyway. If false, such a
  /// caller needs the person's consent beforehand.
  public let isOptional: Bool

  /// Creates a confirmation with the lines to show above its question.
  public init(_ text: String, details: [String] = [], isOptional: Bool = false) {
    self.text = text
    self.details = details
    self.isOptional = isOptional
  }
}
