/// A question that asks the user for consent before a plan is carried out.
public struct Confirmation: Hashable, Sendable {
  /// The question without its question mark: `Change 3 captures`.
  public let text: String
  /// The lines to show above the question, such as one for each of the first ten captures.
  public let details: [String]
  /// Whether the plan may be carried out without consent if the caller cannot ask a person. If
  /// false, such a caller needs the person's consent beforehand.
  public let isOptional: Bool

  /// Creates a confirmation from its question and the lines to show above the question.
  public init(_ text: String, details: [String] = [], isOptional: Bool = false) {
    self.text = text
    self.details = details
    self.isOptional = isOptional
  }
}
