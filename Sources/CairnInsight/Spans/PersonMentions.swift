/// A search for the person whom a text concerns: `Sarah`, `Dr Patel`, `my sister`,
/// `the window cleaner`, `boss's wife`.
struct PersonMentions {
  private let tokens: [Token]
  private let text: String

  init(_ tokens: [Token], _ text: String) {
    self.tokens = tokens
    self.text = text
  }

  /// Returns the person whom a capture of type `kind` concerns: the person whom an action involves,
  /// or the person whom information is about. Returns nil if there is no such person, or if no
  /// candidate is likely enough.
  ///
  /// Always returns nil for ideas and facts.
  func person(of kind: CaptureKind) -> String? {
    guard kind == .action || kind == .person else { return nil }
    let candidates = PersonCandidates(tokens, text, kind)
    let shares = PersonWeights.probabilities(of: candidates.all)
    return candidates.choice(shares).map { candidates.all[$0].text }
  }
}
