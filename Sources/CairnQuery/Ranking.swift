import CairnCapture
import CairnText

/// How well captures fit the words of a query: BM25 over the zones of a capture.
///
/// A word counts five times in the title, three times in the meaning, tags and aliases, once in
/// other fields and the body (§3.6); rare words more than common ones; short captures more than
/// long ones (§3.4, with k₁ 1.2 and b 0.75; sections are those of Robertson & Zaragoza 2009, *The
/// Probabilistic Relevance Framework: BM25 and Beyond*). A title that is the first line of the body
/// counts as the body does.
///
/// A word that may go on is two terms: the whole word, and the longer words that begin so. These
/// have a quarter of the weight, and are as rare as both together. So a whole word adds more than
/// longer words, however many, unless its capture is more than three times as long as the average.
///
/// Words of the query that stand side by side in that order add up to half the score. What the
/// query excludes and regular expressions do not count.
struct Ranking {
  private static let saturation = 1.2
  private static let lengthWeight = 0.75
  private static let longerWeight = 0.25

  /// What a result is ranked by.
  let needles: [Needle]
  /// In how many captures each needle is.
  private var frequencies: [Frequency]
  private var captures = 0
  private var totalLength = 0

  /// How often a needle is in one capture, weighted by zone.
  struct Count {
    /// As a whole word, or as it was asked for.
    var whole = 0
    /// As the beginning of a longer word.
    var longer = 0
  }

  /// In how many captures a needle is.
  struct Frequency {
    /// As a whole word, or as it was asked for.
    var whole = 0
    /// So or as the beginning of a longer word.
    var any = 0
  }

  /// What is known of one capture.
  struct Match {
    /// How often each needle is in it.
    var counts: [Count]
    /// How many neighbours in the query are neighbours in it.
    var pairs: Int
    /// How many words it has.
    var length: Int
  }

  init(_ condition: Condition) {
    needles = condition.rankedTerms.map(Needle.init)
    frequencies = needles.map { _ in Frequency() }
  }

  /// Counts the needles in a capture.
  func match(_ reading: CaptureReading) -> Match {
    var match = Match(counts: needles.map { _ in Count() }, pairs: 0, length: 0)
    var pairs = Set<Int>()
    for zone in reading.countedZones {
      for text in reading.texts(zone) {
        match.length += text.pieces.count
        let positions = needles.map { $0.positions(in: text) }
        for index in needles.indices {
          let whole = needles[index].closed.positions(in: text).count
          match.counts[index].whole += zone.weight * whole
          match.counts[index].longer += zone.weight * (positions[index].count - whole)
          guard index > 0, needles[index - 1].wordPattern != nil, needles[index].wordPattern != nil
          else { continue }
          let follows = Set(positions[index - 1].map { $0 + needles[index - 1].pieceCount })
          if !follows.isDisjoint(with: positions[index]) { pairs.insert(index) }
        }
      }
    }
    match.pairs = pairs.count
    return match
  }

  /// Takes captures into account: all there are, so that rare words are known.
  mutating func count(captures: Int, totalLength: Int, frequencies: [Frequency]) {
    self.captures += captures
    self.totalLength += totalLength
    for index in needles.indices {
      self.frequencies[index].whole += frequencies[index].whole
      self.frequencies[index].any += frequencies[index].any
    }
  }

  /// Takes one capture into account.
  mutating func count(_ match: Match) {
    count(
      captures: 1, totalLength: match.length, frequencies: match.counts.map(Frequency.init))
  }

  /// How well captures fit, once all were counted.
  var scorer: Scorer {
    Scorer(
      rarities: frequencies.map {
        (Self.rarity($0.whole, of: captures), Self.rarity($0.any, of: captures) * Self.longerWeight)
      },
      average: max(1, Double(totalLength) / Double(max(1, captures))))
  }

  /// Says how well one capture fits.
  struct Scorer {
    /// What whole words and longer ones weigh, for each needle.
    fileprivate let rarities: [(whole: Double, longer: Double)]
    fileprivate let average: Double

    func score(_ match: Match) -> Double {
      func saturated(_ count: Int) -> Double {
        Ranking.saturated(count, length: match.length, average: average)
      }
      let sum = zip(match.counts, rarities).reduce(0) { sum, word in
        sum + word.1.whole * saturated(word.0.whole) + word.1.longer * saturated(word.0.longer)
      }
      return sum * (1 + 0.5 * Double(match.pairs) / Double(max(1, rarities.count - 1)))
    }
  }

  /// What a word that counts so much adds, before its rarity, in a capture of so many words.
  static func saturated(_ count: Int, length: Int, average: Double) -> Double {
    let norm = 1 - lengthWeight + lengthWeight * Double(length) / average
    return Double(count) * (saturation + 1) / (Double(count) + saturation * norm)
  }

  /// The weight of a word that is in so many of all captures: greater the fewer they are.
  static func rarity(_ frequency: Int, of captures: Int) -> Double {
    let (found, all) = (Double(frequency), Double(captures))
    return Logarithm.natural(1 + (all - found + 0.5) / (found + 0.5))
  }
}

extension Ranking.Frequency {
  /// That of a needle in one capture.
  init(_ count: Ranking.Count) {
    whole = count.whole > 0 ? 1 : 0
    any = count.whole + count.longer > 0 ? 1 : 0
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
