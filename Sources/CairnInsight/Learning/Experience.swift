/// What a notebook's own captures say of words: of those whose type a person chose, how many of each
/// type have a word.
///
/// A word that they use as the lines of the training do says nothing new. A word that is mostly in
/// captures of one type makes that type likelier for the texts that have it, by as much as it
/// differs from the training (``WordPrior``). So a few corrections teach a habit, and nothing else
/// changes.
public struct Experience: Sendable {
  /// How many captures there are of each type.
  private let captures: KindCounts
  private let counts: @Sendable (UInt32) -> KindCounts
  private let prior: WordPrior

  /// What captures say.
  ///
  /// - Parameters:
  ///   - captures: how many there are of each type.
  ///   - counts: how many of each type have a word, by its hash (``TaughtWords``).
  public init(captures: KindCounts, counts: @escaping @Sendable (UInt32) -> KindCounts) {
    self.init(captures: captures, prior: .trained, counts: counts)
  }

  /// What captures say, after a training on other lines than those of the built-in one.
  package init(
    captures: KindCounts, prior: WordPrior, counts: @escaping @Sendable (UInt32) -> KindCounts
  ) {
    self.captures = captures.replacing(with: 0, where: captures .< 0)
    self.prior = prior
    self.counts = counts
  }

  /// What captures say that are given here, with the type of each.
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

// MARK: - Applying it

extension Experience {
  /// How many captures of each type a notebook is thought to have besides its own, so that the
  /// first few do not say which types are rare in it.
  private static let others = 20.0
  /// How often a word is thought to be in the training by each type besides what is counted.
  private static let unseen = 0.1
  /// How many lines of each type take the edge off what the training says of a word, since it
  /// did not learn a rare one by heart.
  private static let blunted = 10.0
  /// A word that this many lines of the training have counts for half as many beside captures; a
  /// rarer one for far fewer, a frequent one for nearly all.
  private static let usual = 200.0
  /// How many words of a text count; each has half of the weight of the one before.
  private static let telling = 5
  /// The power to which a word's say is raised, in quarters: `least` and, where many captures have the
  /// word, up to `most` more; half of that with `half` captures. A habit shows in many, chance in few.
  private static let (least, most, half) = (1.2, 20.0, 25.0)

  /// How likely each type is, in the order of ``CaptureKind``, for a text for which the training
  /// says `likelihoods`; "unclear" has the rest of both.
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

  /// How many times likelier the words make each type: those that tell most, each with half of the
  /// weight of the one before, since words of one text seldom tell different things.
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

  /// For how many captures the lines of the training with a word count.
  private static func say(ofLines lines: Double) -> Double {
    unseen * 4 + lines * lines / (lines + usual)
  }

  /// How far a word tells types apart.
  private static func weight(_ factor: SIMD4<Double>) -> Double { factor.max() / factor.min() }

  /// How many times likelier a word makes each type than the training thought; nil for a word that
  /// no capture has.
  ///
  /// Captures count less where the notebook has many of their type.
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
  /// Each number to the power of so many quarters, rounded to a whole number of them.
  fileprivate func power(quarters: Double) -> Self {
    let root = squareRoot().squareRoot()
    var power = Self(repeating: 1)
    for _ in 0..<Int(quarters.rounded()) { power *= root }
    return power
  }
}
