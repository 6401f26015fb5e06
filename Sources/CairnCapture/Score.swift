public import CairnDocument

/// A rating: 0 undecided, 1 bad, 2 okay, 3 great.
public enum Score: Int, CaseIterable, Comparable, Sendable {
  /// There is no verdict yet.
  case undecided = 0
  /// A bad rating: not worth the time.
  case bad = 1
  /// A medium rating: good enough.
  case okay = 2
  /// The best rating: worth recommending.
  case great = 3

  /// The name as people write it: `great`.
  public var name: String { "\(self)" }

  /// Creates a score from its number or its name, ignoring case; nil for anything else.
  public init?(_ text: String) {
    guard
      let score = Self.allCases.first(where: {
        $0.name == text.lowercased() || String($0.rawValue) == text
      })
    else { return nil }
    self = score
  }

  /// Reads a score from a field's value. Nil if the value is neither a number from 0 to 3 nor the
  /// name of a score.
  public init?(_ value: FieldValue) {
    switch value {
    case .integer(let number): self.init(rawValue: number)
    case .string(let text): self.init(text)
    default: return nil
    }
  }

  /// Returns whether `left` is the lower score. The order is undecided, bad, okay, great.
  public static func < (left: Score, right: Score) -> Bool { left.rawValue < right.rawValue }
}
