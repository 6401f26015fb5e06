/// A relationship between two captures.
public enum Bond: Hashable, Sendable {
  /// Telling words of the first, as written there, and their share of all its telling words.
  case words([String], share: Double)
  /// The first links to the second.
  case link
  /// The second links to the first.
  case backlink
  /// Both have this tag, which `frequency` of all captures have.
  case tag(String, frequency: Int, of: Int)
  /// Both are about this person, as are `frequency` of all captures.
  case person(String, frequency: Int, of: Int)
  /// A person put both into this circle.
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

  /// Returns the combined strength of several bonds: each closes its share of the gap left to 1.
  public static func closeness(_ bonds: some Sequence<Bond>) -> Double {
    1 - bonds.reduce(1) { $0 * (1 - min(1, $1.strength)) }
  }
}
