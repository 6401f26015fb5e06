/// A test for whether text is in English, the language that the classifier was trained on.
package enum Language {
  /// A text with fewer words than this is too short to be judged by its share of known words.
  private static let few = 4
  /// Two thresholds for the likelihood that text is in a language other than English. If the
  /// likelihood is at least `likely`, half of the words must be known for the text to count as
  /// English. If the likelihood is at least `possible`, a sixth of the words must be known.
  private static let (likely, possible) = (0.5, 0.1)

  /// The likelihood of another language below which even a short text counts as English.
  private static let unlikely = 0.02

  /// Returns whether tokens may be in a language other than English. If so, the tokens are also
  /// searched for times in other languages.
  static func mayBeForeign(_ tokens: [Token], _ outcomes: [Double]) -> Bool {
    outcomes[Weights.foreign] >= possible || !isUnderstood(tokens, outcomes)
  }

  /// Returns whether tokens are clearly in English. This test is stricter than
  /// ``isUnderstood(_:_:)`` for texts of few words, such as lines about gifts: unless another
  /// language is unlikely, half of the words must be common English words.
  static func isClearlyEnglish(_ tokens: [Token], _ outcomes: [Double]) -> Bool {
    let foreign = outcomes[Weights.foreign]
    guard foreign >= unlikely else { return isUnderstood(tokens, outcomes) }
    let words = tokens.filter(\.isWordButNoName)
    let common = words.count { CommonWords.contains($0.owner) }
    return common * 2 >= words.count + (foreign >= likely ? 1 : 0)
  }

  /// Returns whether `text` appears to be in English.
  ///
  /// - Parameter outcomes: The likelihood of each outcome, from ``Weights/likelihoods(of:)``.
  package static func isUnderstood(_ text: String, _ outcomes: [Double]) -> Bool {
    isUnderstood(Tokens.read(text, Lexicon.shared), outcomes)
  }

  /// Returns whether tokens appear to be in English.
  ///
  /// The likelihood of another language in `outcomes` determines how many words must be known: half
  /// if another language is likely, a sixth if possible, none if unlikely. Names do not count,
  /// because they are the same in all languages. Text of only names counts as English. Text of
  /// fewer than ``few`` words also counts as English if another language is not likely. Text in
  /// which most words are in another alphabet never counts as English.
  static func isUnderstood(_ tokens: [Token], _ outcomes: [Double]) -> Bool {
    let words = tokens.filter(\.isWordButNoName)
    guard !words.isEmpty else { return true }
    if words.count(where: \.isOtherScript) * 2 > words.count { return false }
    let foreign = outcomes[Weights.foreign]
    if foreign >= likely { return words.count { !$0.classes.isEmpty } * 2 >= words.count }
    guard foreign >= possible, words.count >= few else { return true }
    return words.count { !$0.classes.subtracting(.shared).isEmpty } * 6 >= words.count
  }
}
