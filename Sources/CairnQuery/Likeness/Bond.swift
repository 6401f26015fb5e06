/// A relationship between two captures.
public enum Bond: Hashable, Sendable {
  /// The first capture's telling words (``TellingWords``) that also occur in the second capture,
  /// spelled as in the first. `share` is the similarity that these words give the second capture
  /// (``Likeness``).
  case words([String], share: Double)
  /// The first capture links to the second.
  case link
  /// The second capture links to the first.
  case backlink
  /// Both captures have this tag. `frequency` is the number of captures with the tag, and `of` is
  /// the number of all captures.
  case tag(String, frequency: Int, of: Int)
  /// Both captures are about this person. `frequency` is the number of captures about the person,
  /// and `of` is the number of all captures.
  case person(String, frequency: Int, of: Int)
  /// A user put both captures into the circle with this name.
  case circle(String)
  /// The texts of both captures have similar vectors. The value is the similarity of the vectors.
  case vectors(Double)

  /// The strength of the bond, from 0 to 1. Rarer tags and persons count more.
  public var strength: Double {
    switch self {
    case .words(_, let share): share
    case .link, .backlink: 0.5
    case .tag(_, let frequency, let captures), .person(_, let frequency, let captures):
      0.4 * Ranking.rarity(max(2, frequency), of: captures) / Ranking.rarity(2, of: captures)
    case .circle: 0.6
    case .vectors(let similarity): max(0, similarity)
    }
  }

  /// Returns the combined strength of several bonds, from 0 to 1: bonds of strengths a, b, … give 1
  /// − (1 − a)(1 − b)….
  public static func closeness(_ bonds: some Sequence<Bond>) -> Double {
    1 - bonds.reduce(1) { $0 * (1 - min(1, $1.strength)) }
  }
}
