/// A decision that only a person can make before a plan is carried out. A caller that cannot ask
/// carries the plan out only if the person agreed beforehand.
public struct Question: Hashable, Sendable {
  /// What is asked, without the sign at its end: `Change 3 captures`.
  public let text: String
  /// The captures that it is about, one per line; the first ten of many.
  public let details: [String]

  /// A question, with the lines to show above it.
  public init(_ text: String, details: [String] = []) {
    self.text = text
    self.details = details
  }
}
