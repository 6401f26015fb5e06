/// Tells what the text of a capture is: an action, an idea, a fact, or about a person.
///
///     let found = Classifier().classify("Call Sarah by Friday")
///     found.kind          // .action
///     found.confidence    // 0.97
///     found.person        // "Sarah"
///     found.due           // "by Friday"
///
/// It is a logistic regression over the ``Features`` of a text, trained on the lines of
/// `Training/captures`; docs/insight.md says how, and how often it is right. The same text always
/// gets the same answer: scores are sums of whole numbers.
///
/// A capture costs less than half a millisecond, and making a classifier about as much. Of long
/// texts only the first ``Tokens/limit`` words are read.
public struct Classifier: Sendable {
  /// The confidence below which a person is asked, where nothing else is set.
  public static let threshold = 0.7

  /// What a text in another language is by itself: each type as likely as "unclear". Only habits
  /// tell more.
  private static let anything = CaptureKind.allCases.map { _ in
    1 / Double(CaptureKind.allCases.count + 1)
  }

  private let lexicon = Lexicon.shared
  private let experience: Experience?

  /// The built-in classifier, and what a notebook's own captures teach besides.
  public init(_ experience: Experience? = nil) {
    self.experience = experience
  }

  /// When a text says that something is due, if it is an action, as written; nil where it says no time,
  /// or is in a language that is not understood.
  public func due(in text: String) -> String? {
    let tokens = Tokens.read(text, lexicon)
    let outcomes = Weights.likelihoods(of: Features(tokens, text))
    guard Language.isUnderstood(tokens, outcomes) else { return nil }
    return TimeMentions(text).due(of: .action)
  }

  /// What is found in `text` where somebody says that it is of this type.
  public func classify(_ text: String, as kind: CaptureKind) -> Classification {
    let tokens = Tokens.read(text, lexicon)
    let outcomes = Weights.likelihoods(of: Features(tokens, text))
    let isUnderstood = Language.isUnderstood(tokens, outcomes)
    return Classification(
      candidates: [Classification.Candidate(kind: kind, share: 1)], confidence: 1,
      person: isUnderstood ? PersonMentions(tokens, text).person(of: kind) : nil,
      due: isUnderstood && kind != .idea ? TimeMentions(text).due(of: kind) : nil)
  }

  /// What `text` is. Costs time in the order of its length, up to a limit.
  public func classify(_ text: String) -> Classification {
    let tokens = Tokens.read(text, lexicon)
    let outcomes = Weights.likelihoods(of: Features(tokens, text))
    let isUnderstood = Language.isUnderstood(tokens, outcomes)
    var likelihoods =
      isUnderstood ? Array(outcomes.prefix(CaptureKind.allCases.count)) : Self.anything
    if let experience {
      likelihoods = experience.likelihoods(likelihoods, of: TaughtWords.hashes(of: text))
    }
    guard isUnderstood || likelihoods.contains(where: { $0 >= Self.threshold }) else {
      return Classification(candidates: [], confidence: 0, person: nil, due: nil)
    }
    let sum = likelihoods.reduce(0, +)
    let candidates = zip(CaptureKind.allCases, likelihoods)
      .map { Classification.Candidate(kind: $0, share: $1 / sum) }
      .enumerated()
      .sorted { ($1.element.share, $0.offset) < ($0.element.share, $1.offset) }
      .map(\.element)
    let kind = candidates[0].kind
    return Classification(
      candidates: candidates, confidence: likelihoods.max() ?? 0,
      person: PersonMentions(tokens, text).person(of: kind),
      due: kind == .idea ? nil : TimeMentions(text).due(of: kind))
  }
}
