/// A classifier that determines the type of a capture from its text: action, idea, fact or person.
///
///     let found = Classifier().classify("Call Sarah by Friday")
///     found.kind          // .action
///     found.confidence    // 0.97
///     found.person        // "Sarah"
///     found.due           // "by Friday"
///
/// The classifier is a logistic regression over the ``Features`` of text, trained on the lines of
/// `Training/captures`. docs/insight.md describes the training and the accuracy. The same text
/// always gives the same result, because scores are sums of integers.
///
/// Classifying a capture takes less than half a millisecond, and so does creating a classifier.
/// Only the first ``Tokens/limit`` words of the text are read.
public struct Classifier: Sendable {
  /// The default confidence below which the user is asked to confirm the type.
  public static let threshold = 0.7

  private let lexicon = Lexicon.shared
  private let experience: Experience?

  /// Creates a classifier. If `experience` is not nil, the classifier also uses the captures of a
  /// notebook.
  public init(_ experience: Experience? = nil) {
    self.experience = experience
  }

  /// Returns the words for the time at which `text` is due, assuming that the text is an action.
  /// Returns nil if the text mentions no such time.
  ///
  /// - Parameter language: The language in which the time may be written if the text does not seem
  ///   to be English.
  public func due(in text: String, _ language: TimeLanguageChoice = .detected) -> String? {
    let tokens = Tokens.read(text, lexicon)
    let outcomes = Weights.likelihoods(of: Features(tokens, text))
    return times(in: text, tokens, outcomes, language).due(of: .action)
  }

  /// Finds the times in a text. Tries other languages only if one is set, or if the text may not be
  /// English.
  private func times(
    in text: String, _ tokens: [Token], _ outcomes: [Double],
    _ language: TimeLanguageChoice = .detected
  ) -> TimeMentions {
    let mayBeForeign = language != .detected || Language.mayBeForeign(tokens, outcomes)
    return TimeMentions(text, mayBeForeign ? language.languages(for: text) : [])
  }

  /// Returns the classification of `text` when the user has already chosen the type `kind`. The
  /// only candidate is this type, with confidence 1. The person and the time are those that fit the
  /// type.
  public func classify(_ text: String, as kind: CaptureKind) -> Classification {
    let tokens = Tokens.read(text, lexicon)
    let outcomes = Weights.likelihoods(of: Features(tokens, text))
    let isUnderstood = Language.isUnderstood(tokens, outcomes)
    return Classification(
      candidates: [Classification.Candidate(kind: kind, share: 1)], confidence: 1,
      person: isUnderstood ? PersonMentions(tokens, text).person(of: kind) : nil,
      due: kind == .idea ? nil : times(in: text, tokens, outcomes).due(of: kind))
  }

  /// Returns the classification of `text`. Costs time proportional to the length of the text, up to
  /// ``Tokens/limit`` words.
  ///
  /// - Parameter opinion: The likelihood of each type according to the vector of the text
  ///   (``MeaningTypes``); nil to use only the words.
  public func classify(_ text: String, _ opinion: [Double]? = nil) -> Classification {
    let tokens = Tokens.read(text, lexicon)
    let outcomes = Weights.likelihoods(of: Features(tokens, text))
    let isUnderstood = Language.isUnderstood(tokens, outcomes)
    var likelihoods =
      isUnderstood
      ? Array(outcomes.prefix(CaptureKind.allCases.count)) : ForeignKinds.likelihoods(of: tokens)
    if let experience {
      likelihoods = experience.likelihoods(likelihoods, of: TaughtWords.hashes(of: text))
    }
    if let opinion { likelihoods = MeaningTypes.fused(likelihoods, opinion) }
    guard isUnderstood || likelihoods.contains(where: { $0 >= Self.threshold }) else {
      return Classification(
        candidates: [], confidence: 0, person: nil,
        due: times(in: text, tokens, outcomes).due(of: .action))
    }
    let sum = likelihoods.reduce(0, +)
    let candidates = zip(CaptureKind.allCases, likelihoods)
      .map { Classification.Candidate(kind: $0, share: $1 / sum) }
      .enumerated()
      .sorted { ($1.element.share, $0.offset) < ($0.element.share, $1.offset) }
      .map(\.element)
    let kind = candidates[0].kind
    // In other languages, persons and days that are not deadlines cannot be detected reliably.
    let saysDue = isUnderstood ? kind != .idea : kind == .action
    let mayHavePerson = candidates.filter { [.action, .person].contains($0.kind) }
      .reduce(0) { $0 + $1.share }
    let persons = PersonMentions(tokens, text)
    return Classification(
      candidates: candidates, confidence: likelihoods.max() ?? 0,
      person: isUnderstood ? persons.person(of: kind, confidence: mayHavePerson) : nil,
      due: saysDue ? times(in: text, tokens, outcomes).due(of: kind) : nil)
  }
}
