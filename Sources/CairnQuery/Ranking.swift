import CairnText

/// How well captures fit the words of a query: BM25 over the zones of a capture.
///
/// A word counts five times in the title, three times in the meaning, tags and aliases, once in
/// other fields and the body; rare words more than common ones; short captures more than long ones
/// (Robertson & Zaragoza 2009, §3.4, with k₁ 1.2 and b 0.75). Words of the query that stand side by
/// side in that order add up to half the score. What the query excludes and regular expressions
/// do not count.
struct Ranking {
  private static let saturation = 1.2
  private static let lengthWeight = 0.75

  private let needles: [Needle]
  /// In how many captures each word is.
  private var frequencies: [Int]
  private var captures = 0
  private var totalLength = 0
  private var matches: [Match] = []

  /// What is known of a capture that the query chose.
  private struct Match {
    /// How often each word is in it, weighted by zone.
    var counts: [Double]
    /// How many neighbours in the query are neighbours in it.
    var pairs: Int
    var length: Int
  }

  init(_ condition: Condition) {
    needles = condition.rankedTerms.map(Needle.init)
    frequencies = needles.map { _ in 0 }
  }

  /// Takes a capture into account: all there are, so that rare words are known.
  mutating func count(_ reading: CaptureReading, isMatch: Bool) {
    guard !needles.isEmpty else { return }
    var match = Match(counts: needles.map { _ in 0 }, pairs: 0, length: 0)
    var pairs = Set<Int>()
    for zone in CaptureReading.Zone.allCases {
      for text in reading.texts(zone) {
        match.length += text.pieces.count
        let positions = needles.map { $0.positions(in: text) }
        for index in needles.indices {
          match.counts[index] += zone.weight * Double(positions[index].count)
          guard index > 0 else { continue }
          let follows = Set(positions[index - 1].map { $0 + needles[index - 1].pieceCount })
          if !follows.isDisjoint(with: positions[index]) { pairs.insert(index) }
        }
      }
    }
    match.pairs = pairs.count
    captures += 1
    totalLength += match.length
    for index in needles.indices where match.counts[index] > 0 { frequencies[index] += 1 }
    if isMatch { matches.append(match) }
  }

  /// The scores of the captures that matched, in the order they were counted; nil where the query has
  /// no words to rank by.
  func scores() -> [Double]? {
    guard !needles.isEmpty else { return nil }
    let average = max(1, Double(totalLength) / Double(max(1, captures)))
    return matches.map { match in
      let norm = 1 - Self.lengthWeight + Self.lengthWeight * Double(match.length) / average
      let sum = zip(match.counts, frequencies).reduce(0) { sum, word in
        sum + Self.rarity(word.1, of: captures) * word.0 * (Self.saturation + 1)
          / (word.0 + Self.saturation * norm)
      }
      return sum * (1 + 0.5 * Double(match.pairs) / Double(max(1, needles.count - 1)))
    }
  }

  /// The weight of a word that is in so many of all captures: greater the fewer they are.
  private static func rarity(_ frequency: Int, of captures: Int) -> Double {
    let (found, all) = (Double(frequency), Double(captures))
    return Logarithm.natural(1 + (all - found + 0.5) / (found + 0.5))
  }
}

extension CaptureReading.Zone {
  /// How much a word in this zone counts.
  fileprivate var weight: Double {
    switch self {
    case .title: 5
    case .meaning, .names: 3
    case .fields, .body: 1
    }
  }
}

extension Condition {
  /// The terms that a result is ranked by: what it was chosen for, as far as that is text.
  var rankedTerms: [Term] {
    switch self {
    case .and(let parts), .or(let parts): parts.flatMap(\.rankedTerms)
    case .text(let term): [term]
    case .test(.title, .matches(let term)), .test(.meaning, .matches(let term)),
      .test(.body, .matches(let term)), .test(.tag, .matches(let term)),
      .test(.alias, .matches(let term)):
      [term]
    default: []
    }
  }
}
