/// The statistics that a classifier learns from a notebook's captures: for each word, the number of
/// captures of each type that contain it. Only types chosen by the user count.
///
/// Suppose that 60 percent of the notebook's captures with a word are actions, but only 30 percent
/// of the training lines with that word. Then the word makes the type action more likely. The
/// effect grows with the difference (``WordPrior``). Thus a few corrections by the user change how
/// similar captures are classified, and do not affect other captures.
public struct Experience: Sendable {
  /// The number of captures of each type.
  private let captures: KindCounts
  private let counts: @Sendable (UInt32) -> KindCounts

  /// Creates the experience of a notebook.
  ///
  /// - Parameters:
  ///   - captures: The number of captures of each type.
  ///   - counts: A callback that receives the hash of a word (``TaughtWords``), and returns, for
  ///     each type, the number of captures that contain the word.
  public init(captures: KindCounts, counts: @escaping @Sendable (UInt32) -> KindCounts) {
    self.captures = captures.replacing(with: 0, where: captures .< 0)
    self.counts = counts
  }

  /// Creates an experience from the text and the type of each capture.
  package init(of captures: some Sequence<(text: String, kind: CaptureKind)>) {
    var total = KindCounts.zero
    var words: [UInt32: KindCounts] = [:]
    for capture in captures {
      let one = KindCounts(one: capture.kind)
      total &+= one
      for word in TaughtWords.hashes(of: capture.text) { words[word, default: .zero] &+= one }
    }
    self.init(captures: total) { [words] in words[$0] ?? .zero }
  }
}

// MARK: - Applying the experience

extension Experience {
  /// A number added to the number of captures of each type, so that the first few captures do not
  /// determine which types are rare.
  private static let others = 20.0
  /// This number is added to each count of training lines that contain a word, so that no sum is 0.
  private static let unseen = 0.1
  /// This number, like ``unseen``, is added to each count of training lines that contain a word. It
  /// gives captures more influence for rare words, about which the trained model has learned
  /// little.
  private static let blunted = 10.0
  /// If a word is in this number of training lines, each of these lines weighs half as much as a
  /// capture. If the word is in fewer lines, each line weighs less; if in more lines, more.
  private static let usual = 200.0
  /// The maximum number of words that change the likelihoods of a capture. The words that
  /// distinguish types most clearly are used.
  private static let telling = 5
  /// The parameters of the exponent of a word's factor. The exponent, in quarters, is
  /// `least + most × n ÷ (n + half)` for a word in n captures. Many captures show a habit; a few
  /// may be a coincidence.
  private static let (least, most, half) = (1.2, 20.0, 25.0)

  /// Returns the likelihood of each type, in the order of ``CaptureKind``, according to the trained
  /// model and the notebook's captures. `likelihoods` are the likelihoods according to the trained
  /// model alone. `words` are the hashes of the text's words. The likelihood of "unclear" is 1
  /// minus the sum of the others.
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

  /// Returns the factors by which the words of the text change the likelihood of each type. Only
  /// the clearest words count, at most ``telling``, each with half the weight of the previous one,
  /// because the words of a text are rarely independent.
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

  /// Returns the number of captures with a word that have the same effect as `lines` training lines
  /// with the word.
  private static func say(ofLines lines: Double) -> Double {
    unseen * 4 + lines * lines / (lines + usual)
  }

  /// Returns a measure, at least 1, of how clearly a word with these factors distinguishes types. A
  /// greater number means a clearer distinction.
  private static func weight(_ factor: SIMD4<Double>) -> Double { factor.max() / factor.min() }

  /// Returns the factors by which a word changes the likelihood of each type; nil if no capture
  /// contains the word.
  ///
  /// A capture counts for less if its type is frequent in the notebook.
  private func factor(of word: UInt32) -> SIMD4<Double>? {
    let found = counts(word)
    guard found.max() > 0 else { return nil }
    let all = SIMD4<Double>(captures) + Self.others
    let local = SIMD4<Double>(found.replacing(with: 0, where: found .< 0)) * (all.sum() / 4) / all
    let lines = WordPrior.trained[word]
    let blunt = lines + Self.unseen + Self.blunted
    let trained = blunt / blunt.sum() * Self.say(ofLines: lines.sum())
    let together = trained + local
    let factor = together / together.sum() / (trained / trained.sum())
    let captures = Double(max(found.wrappedSum(), 0))
    return factor.power(quarters: Self.least + Self.most * captures / (captures + Self.half))
  }
}

extension SIMD4<Double> {
  /// Returns each number raised to the power of `quarters` ÷ 4. Rounds `quarters` to a whole
  /// number.
  fileprivate func power(quarters: Double) -> Self {
    let root = squareRoot().squareRoot()
    var power = Self(repeating: 1)
    for _ in 0..<Int(quarters.rounded()) { power *= root }
    return power
  }
}
