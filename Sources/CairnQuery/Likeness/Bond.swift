/// What two captures have in common, or one says of the other.
public enum Bond: Hashable, Sendable {
  /// Words that tell much of the one, as they are written there, and how much of it they say.
  case words([String], share: Double)
  /// The one links to the other.
  case link
  /// The other links to the one.
  case backlink
  /// Both have this tag, as so many captures of all.
  case tag(String, frequency: Int, of: Int)
  /// Both are about this person, as so many captures of all.
  case person(String, frequency: Int, of: Int)
  /// Both are in this circle, by a person's word.
  case circle(String)

  /// How close it makes the two, from 0 to 1. What few have in common counts more.
  public var strength: Double {
    switch self {
    case .words(_, let share): share
    case .link, .backlink: 0.5
    case .tag(_, let frequency, let captures), .person(_, let frequency, let captures):
      0.4 * Ranking.rarity(max(2, frequency), of: captures) / Ranking.rarity(2, of: captures)
    case .circle: 0.6
    }
  }

  /// How close several of them make two captures: each closes its part of what is left to 1.
  public static func closeness(_ bonds: some Sequence<Bond>) -> Double {
    1 - bonds.reduce(1) { $0 * (1 - min(1, $1.strength)) }
  }
}
