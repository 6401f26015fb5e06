/// A test for whether a text is in English, the language that the classifier was trained on.
package enum Language {
  /// The minimum number of words in a text for the share of known words to be conclusive.
  private static let few = 4
  /// The likelihoods of another language from which a text counts as English only if enough of its
  /// words are known: half of them from `likely`, a sixth from `possible`.
  private static let (likely, possible) = (0.5, 0.1)

  /// Returns whether a text appears to be in English.
  ///
  /// - Parameter outcomes: The likelihood of each outcome, from ``Weights/likelihoods(of:)``.
  package static func isUnderstood(_ text: String, _ outcomes: [Double]) -> Bool {
    isUnderstood(Tokens.read(text, Lexicon.shared), outcomes)
  }

  /// Returns whether tokens appear to be in English.
  ///
  /// A text counts as English if another language is unlikely according to `outcomes`, or if enough
  /// of its words are known: half of them if another language is likely, otherwise a sixth. Names
  /// are not counted, because they are the same in all languages. A text of mostly words in another
  /// alphabet is never English.
  static func isUnderstood(_ tokens: [Token], _ outcomes: [Double]) -> Bool {
    let words = tokens.filter { $0.kind == .word && !$0.classes.contains(.name) }
    guard !words.isEmpty else { return true }
    if words.count(where: \.isOtherScript) * 2 > words.count { return false }
    let foreign = outcomes[Weights.foreign]
    if foreign >= likely { return words.count { !$0.classes.isEmpty } * 2 >= words.count }
    guard foreign >= possible, words.count >= few else { return true }
    return words.count { !$0.classes.subtracting(.shared).isEmpty } * 6 >= words.count
  }
}
