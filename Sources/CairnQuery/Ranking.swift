import CairnCapture

/// The relevance of captures to the words of a query: BM25 over the zones of a capture.
///
/// A word counts five times in the title, three times in the meaning, tags and aliases, and once in
/// other fields and the body (§3.6). A title that is the first line of the body counts like the
/// body. Rare words count more than common ones, and words in short captures more than words in
/// long ones (§3.4, with k₁ 1.2 and b 0.75). Section numbers refer to Robertson & Zaragoza (2009),
/// *The Probabilistic Relevance Framework: BM25 and Beyond*.
///
/// A query word that also matches longer words is ranked as two terms: the whole word, and the
/// longer words that begin with it. The second term has a quarter of the weight, and its rarity
/// depends on the captures that match either term. So a whole word adds more to the score than any
/// number of longer words, unless the capture is more than three times as long as the average.
/// Other spellings of a mistyped word are ranked like longer words.
///
/// Words that are adjacent both in the query and in a capture increase the score by up to half.
/// Excluded text and regular expressions do not affect the score.
struct Ranking {
  private static let saturation = 1.2
  private static let lengthWeight = 0.75
  private static let inexactWeight = 0.25

  /// The terms to rank by.
  let needles: [Needle]
  /// The number of captures that contain each needle.
  private var frequencies: [Frequency]
  private var captures = 0
  private var totalLength = 0

  /// The occurrences of a needle in one capture, weighted by zone.
  struct Count {
    /// The weighted number of occurrences as a whole word. For a needle that is not a word, the
    /// weighted number of its exact occurrences.
    var whole = 0
    /// The weighted number of occurrences as the beginning of a longer word, or in another
    /// spelling.
    var inexact = 0
  }

  /// The number of captures that contain a needle.
  struct Frequency {
    /// The number of captures that contain the needle as a whole word. For a needle that is not a
    /// word, the number of captures that contain it exactly.
    var whole = 0
    /// The number of captures counted in ``whole``, plus those that contain the needle only as the
    /// beginning of a longer word, or in another spelling.
    var any = 0
  }

  /// The occurrences of all needles in one capture.
  struct Match {
    /// The occurrences of each needle.
    var counts: [Count]
    /// The number of pairs of adjacent words in the query that are also adjacent in the capture.
    var pairs: Int
    /// The number of words in the capture.
    var length: Int
  }

  init(_ condition: Condition) {
    needles = condition.rankedTerms.map(Needle.init)
    frequencies = needles.map { _ in Frequency() }
  }

  /// Counts the occurrences of the needles in a capture.
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
          match.counts[index].inexact += zone.weight * (positions[index].count - whole)
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

  /// Adds captures to the statistics: the number of captures, the total number of their words and,
  /// for each needle, how many of the captures contain it. Rarity is correct only once all captures
  /// have been added.
  mutating func count(captures: Int, totalLength: Int, frequencies: [Frequency]) {
    self.captures += captures
    self.totalLength += totalLength
    for index in needles.indices {
      self.frequencies[index].whole += frequencies[index].whole
      self.frequencies[index].any += frequencies[index].any
    }
  }

  /// Adds one capture to the statistics.
  mutating func count(_ match: Match) {
    count(
      captures: 1, totalLength: match.length, frequencies: match.counts.map(Frequency.init))
  }

  /// The scorer for these statistics. Valid only once all captures have been added.
  var scorer: Scorer {
    Scorer(
      rarities: frequencies.map {
        (
          Self.rarity($0.whole, of: captures),
          Self.rarity($0.any, of: captures) * Self.inexactWeight
        )
      },
      average: max(1, Double(totalLength) / Double(max(1, captures))))
  }

  /// A scorer that computes the relevance of one capture.
  struct Scorer {
    /// For each needle, the weights of whole words and of other matches.
    fileprivate let rarities: [(whole: Double, inexact: Double)]
    fileprivate let average: Double

    func score(_ match: Match) -> Double {
      func saturated(_ count: Int) -> Double {
        Ranking.saturated(count, length: match.length, average: average)
      }
      let sum = zip(match.counts, rarities).reduce(0) { sum, word in
        sum + word.1.whole * saturated(word.0.whole) + word.1.inexact * saturated(word.0.inexact)
      }
      return sum * (1 + 0.5 * Double(match.pairs) / Double(max(1, rarities.count - 1)))
    }
  }

  /// Returns the contribution of a word to a capture's score, before it is multiplied by the word's
  /// rarity. `count` is the word's count in the capture, and `length` is the capture's number of
  /// words. `average` is the average number of words per capture.
  static func saturated(_ count: Int, length: Int, average: Double) -> Double {
    let norm = 1 - lengthWeight + lengthWeight * Double(length) / average
    return Double(count) * (saturation + 1) / (Double(count) + saturation * norm)
  }

  /// Returns the weight of a word. `frequency` is the number of captures that contain the word, and
  /// `captures` is the number of all captures. The lower the frequency, the greater the weight.
  static func rarity(_ frequency: Int, of captures: Int) -> Double {
    let (found, all) = (Double(frequency), Double(captures))
    return Logarithm.natural(1 + (all - found + 0.5) / (found + 0.5))
  }
}

extension Ranking.Frequency {
  /// Creates the frequency of a needle from its occurrences in a single capture: 1 if the capture
  /// contains the needle, otherwise 0.
  init(_ count: Ranking.Count) {
    whole = count.whole > 0 ? 1 : 0
    any = count.whole + count.inexact > 0 ? 1 : 0
  }
}

extension Condition {
  /// The terms used to rank results. Leaves out excluded terms. Also leaves out terms that are
  /// searched for in a single field, unless this field is the title, meaning, body, tags or
  /// aliases.
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
