/// Statistics that a classifier learns from a notebook's captures: for each word, the number of
/// captures of each type that contain it. Only types chosen by a person count.
///
/// A word used as in the training lines has no effect. A word mostly in captures of one type makes
/// that type more likely, by as much as its use differs from the training (``WordPrior``). A few
/// corrections thus teach a habit, and nothing else changes.
public struct Experience: Sendable {
  /// The number of captures of each type.
  private let captures: KindCounts
  private let counts: @Sendable (UInt32) -> KindCounts
  private let prior: WordPrior

  /// Creates the experience of a notebook.
  ///
  /// - Parameters:
  ///   - captures: the number of captures of each type.
  ///   - counts: returns the number of captures of each type that contain a word, given its hash
  ///     (``TaughtWords``).
  public init(captures: KindCounts, counts: @escaping @Sendable (UInt32) -> KindCounts) {
    self.init(captures: captures, prior: .trained, counts: counts)
  }

  /// Creates the experience of a notebook for a classifier trained on other lines.
  package init(
    captures: KindCounts, prior: WordPrior, counts: @escaping @Sendable (UInt32) -> KindCounts
  ) {
    self.captures = captures.replacing(with: 0, where: captures .< 0)
    self.prior = prior
    self.counts = counts
  }

  /// Creates an experience from captures and their types.
  package init(
    of captures: some Sequence<(text: String, kind: CaptureKind)>, prior: WordPrior = .trained
  ) {
    var total = KindCounts.zero
    var words: [UInt32: KindCounts] = [:]
    for capture in captures {
      let one = KindCounts(one: capture.kind)
      total &+= one
      for word in TaughtWords.hashes(of: capture.text) { words[word, default: .zero] &+= one }
    }
    self.init(captures: total, prior: prior) { [words] in words[$0] ?? .zero }
  }
}

// MARK: - Applying the experience

extension Experience {
  /// The number of extra captures assumed for each type, so that the first few captures do not
  /// determine which types are rare.
  private static let others = 20.0
  /// The number of extra occurrences of a word assumed for each type.
  private static let unseen = 0.1
  /// The number of extra lines assumed for each type, because the training did not fully learn a
  /// rare word.
  private static let blunted = 10.0
  /// The number of training lines at which a word counts as half as many captures. A rarer word
  /// counts for far fewer, a frequent one for nearly all.
  private static let usual = 200.0
  /// The number of most telling words that count. Each has half the weight of the previous one.
  private static let telling = 5
  /// The exponent of a word's factor, in quarters. It is `least` plus a share of `most`. The share
  /// grows with the number of captures that contain the word, and is one half at `half` captures.
  /// Many captures show a habit; few may be chance.
  private static let (least, most, half) = (1.2, 20.0, 25.0)

  /// Returns the likelihood of each type, in the order of ``CaptureKind``, given the `likelihoods`
  /// of the trained model. The rest up to 1 is the likelihood of "unclear".
  package func likelihoods(_ likelihoods: [Double], of words: [UInt32]) -> [Double] {
    guard captures.max() > 0, likelihoods.count == CaptureKind.allCases.count else {
      return likelihoods
    }
    let factors = factors(for: words)
    let unclear = max(1 - likelihoods.reduce(0, +), 0) * factors.min().squareRoot()
    let scores = likelihoods.enumerated().map { $0.element * factors[$0.offset] }
    let sum = scores.reduce(unclear, +)
    return sum > 0 ? scores.map { $0 / sum } : likelihoods
  }

  /// Returns the factor by which the words change each likelihood. Only the ``telling`` most
  /// telling words count, each with half the weight of the previous one, because words of a text
  /// are rarely independent.
  private func factors(for words: [UInt32]) -> SIMD4<Double> {
    let known = words.compactMap(factor).sorted { Self.weight($0) > Self.weight($1) }
    var product = SIMD4<Double>(repeating: 1)
    for (rank, factor) in known.prefix(Self.telling).enumerated() {
      var factor = factor
      for _ in 0..<rank { factor = factor.squareRoot() }
      product *= factor
    }
    return product
  }

  /// Returns the number of captures that this number of training lines with a word counts as.
  private static func say(ofLines lines: Double) -> Double {
    unseen * 4 + lines * lines / (lines + usual)
  }

  /// Returns how clearly a word distinguishes types.
  private static func weight(_ factor: SIMD4<Double>) -> Double { factor.max() / factor.min() }

  /// Returns the factor by which a word changes each likelihood, or nil if no capture contains it.
  ///
  /// Captures of a type that is frequent in the notebook count less.
  private func factor(of word: UInt32) -> SIMD4<Double>? {
    let found = counts(word)
    guard found.max() > 0 else { return nil }
    let all = SIMD4<Double>(captures) + Self.others
    let local = SIMD4<Double>(found.replacing(with: 0, where: found .< 0)) * (all.sum() / 4) / all
    let lines = prior[word]
    let blunt = lines + Self.unseen + Self.blunted
    let trained = blunt / blunt.sum() * Self.say(ofLines: lines.sum())
    let together = trained + local
    let factor = together / together.sum() / (trained / trained.sum())
    let captures = Double(max(found.wrappedSum(), 0))
    return factor.power(quarters: Self.least + Self.most * captures / (captures + Self.half))
  }
}

extension SIMD4<Double> {
  /// Returns each number raised to an exponent in quarters, which is rounded to a whole number.
  fileprivate func power(quarters: Double) -> Self {
    let root = squareRoot().squareRoot()
    var power = Self(repeating: 1)
    for _ in 0..<Int(quarters.rounded()) { power *= root }
    return power
  }
}
