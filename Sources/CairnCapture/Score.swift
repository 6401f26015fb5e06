public import CairnDocument

/// How good a thing was found to be: 0 undecided, 1 bad, 2 okay, 3 great.
public enum Score: Int, CaseIterable, Comparable, Sendable {
  /// No verdict yet.
  case undecided = 0
  /// Not worth the time.
  case bad = 1
  /// Good enough.
  case okay = 2
  /// Worth recommending.
  case great = 3

  /// The name people write: `great`.
  public var name: String { "\(self)" }

  /// A score by its number or its name, in any case; nil for anything else.
  public init?(_ text: String) {
    guard
      let score = Self.allCases.first(where: {
        $0.name == text.lowercased() || String($0.rawValue) == text
      })
    else { return nil }
    self = score
  }

  /// The score a field's value names; nil where it is neither a number from 0 to 3 nor a name.
  public init?(_ value: FieldValue) {
    switch value {
    case .integer(let number): self.init(rawValue: number)
    case .string(let text): self.init(text)
    default: return nil
    }
  }

  /// Orders from undecided to great.
  public static func < (left: Score, right: Score) -> Bool { left.rawValue < right.rawValue }
}
