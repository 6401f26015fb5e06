/// A decision that only a person can make before a plan is carried out.
public struct Confirmation: Hashable, Sendable {
  /// What is asked, without the sign at its end: `Change 3 captures`.
  public let text: String
  /// The captures that it is about, one per line; the first ten of many.
  public let details: [String]
  /// Whether the plan may be carried out unasked by a caller that cannot ask. If false, such a caller
  /// needs the person's agreement beforehand.
  public let isOptional: Bool

  /// A confirmation, with the lines to show above its question.
  public init(_ text: String, details: [String] = [], isOptional: Bool = false) {
    self.text = text
    self.details = details
    self.isOptional = isOptional
  }
}
