import CairnText

extension Classifier {
  /// Returns the sentence that best summarizes `text`, such as the sentence that states an action's
  /// task. Returns nil if `text` has fewer than two sentences or is in a language that is not
  /// understood.
  ///
  /// The best sentence has enough words to stand alone and is likely to have the type of the whole
  /// text; the first one wins a tie. Only the first ``mostSentences`` sentences are considered.
  /// Each sentence costs as much as ``classify(_:)``.
  ///
  /// - Parameter found: The classification of the text.
  public func summary(of text: String, _ found: Classification) -> String? {
    let sentences = Sentences.read(text).prefix(Self.mostSentences)
    guard let kind = found.kind, sentences.count > 1 else { return nil }
    let weighed = sentences.map { sentence in
      let share = classify(String(sentence)).candidates.first { $0.kind == kind }?.share ?? 0
      let tokens = Tokens.read(String(sentence), Lexicon.shared)
      let says = kind == .action && Self.isOrder(tokens) ? 2.0 : 1
      return share * says * Self.substance(tokens)
    }
    guard let best = weighed.indices.max(by: { (weighed[$0], $1) < (weighed[$1], $0) }) else {
      return nil
    }
    return String(sentences[best])
  }

  /// The maximum number of sentences considered, counted from the start. The first sentences
  /// usually determine the type, so more are not needed.
  private static let mostSentences = 24

  /// Returns whether a sentence begins like a task. When an action is summarized, such a sentence
  /// counts double, because the others often only describe the problem.
  private static func isOrder(_ tokens: [Token]) -> Bool {
    GrammarTags.of(tokens).first.map { $0 == "chore" || $0 == "order" } ?? false
  }

  /// Returns a measure of how much a sentence says, from 0 to 1. It grows with the number of words
  /// that are not grammatical words.
  private static func substance(_ tokens: [Token]) -> Double {
    let words = Double(tokens.count { $0.kind != .sign && !$0.classes.contains(.grammar) })
    return words / (words + 3)
  }
}
