import CairnText

extension Classifier {
  /// The sentence of a text that says best what it is, as it stands there: of an action what is to be
  /// done, of an idea the idea. Nil where the text is one sentence, or in a language that is not
  /// understood.
  ///
  /// That is the one which is likeliest to be of the type that all of it was found to be, and has words
  /// enough to stand alone; of equal ones the first. Only the first ``mostSentences`` are looked at;
  /// each costs as much as ``classify(_:)``.
  ///
  /// - Parameter found: What the text was found to be.
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

  /// More sentences are not looked at: what a capture is, it says early.
  private static let mostSentences = 24

  /// Whether it begins with what is to be done. Of an action that counts double: what is broken is not
  /// yet the errand.
  private static func isOrder(_ tokens: [Token]) -> Bool {
    GrammarTags.of(tokens).first.map { $0 == "chore" || $0 == "order" } ?? false
  }

  /// How much a sentence says by itself, from 0 to 1: few words that are more than grammar say little.
  private static func substance(_ tokens: [Token]) -> Double {
    let words = Double(tokens.count { $0.kind != .sign && !$0.classes.contains(.grammar) })
    return words / (words + 3)
  }
}
