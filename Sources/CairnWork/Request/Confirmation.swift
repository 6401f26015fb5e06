/// A decision that only a person can make before a plan is carried out.
public struct Confirmation: Hashable, Sendable {
  /// The question without its question mark: `Change 3 captures`.
  public let text: String
  /// The captures that it is about, one per line; only the first ten if there are more.
  public let details: [String]
  /// Whether a caller that cannot ask may carry out the plan without the answer. If false, it needs
  /// the person's consent beforehand.
  public let isOptional: Bool

  /// Creates a confirmation with the lines to show above its question.
  public init(_ text: String, details: [String] = [], isOptional: Bool = false) {
    self.text = text
    self.details = details
    self.isOptional = isOptional
  }
}
