/// A relationship between two captures.
public enum Bond: Hashable, Sendable {
  /// Telling words of the first capture that the second also contains, as written in the first, and
  /// their share of all telling words of the first.
  case words([String], share: Double)
  /// The first capture links to the second.
  case link
  /// The second capture links to the first.
  case backlink
  /// Both have this tag, which `frequency` of the `of` captures have.
  case tag(String, frequency: Int, of: Int)
  /// Both are about this person, like `frequency` of the `of` captures.
  case person(String, frequency: Int, of: Int)
  /// A person put both captures into this circle.
  case circle(String)

  /// The strength from 0 to 1. Rarer tags and persons count more.
  public var strength: Double {
    switch self {
    case .words(_, let share): share
    case .link, .backlink: 0.5
    case .tag(_, let frequency, let captures), .person(_, let frequency, let captures):
      0.4 * Ranking.rarity(max(2, frequency), of: captures) / Ranking.rarity(2, of: captures)
    case .circle: 0.6
    }
  }

  /// Returns the combined strength of several bonds. Each bond reduces the gap to 1 by a fraction
  /// equal to its strength.
  public static func closeness(_ bonds: some Sequence<Bond>) -> Double {
    1 - bonds.reduce(1) { $0 * (1 - min(1, $1.strength)) }
  }
}
