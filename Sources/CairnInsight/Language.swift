/// Determines whether a text is in the language that the classifier was trained on: English.
package enum Language {
  /// The minimum number of words for which the share of known words indicates the language.
  private static let few = 4
  /// If another language is this likely, half or a sixth (respectively) of the words must be known.
  private static let (likely, possible) = (0.5, 0.1)

  /// Returns whether a text appears to be in English.
  ///
  /// - Parameter outcomes: the likelihood of each outcome according to ``Weights``.
  package static func isUnderstood(_ text: String, _ outcomes: [Double]) -> Bool {
    isUnderstood(Tokens.read(text, Lexicon.shared), outcomes)
  }

  /// Returns whether tokens appear to be in English.
  ///
  /// A text counts as English if the weights consider it English, or if enough of its words are
  /// known: half of them, as in `silage wrap`, or a sixth if the weights are undecided. Names are
  /// not counted, because they are the same in all languages. A text mostly in another alphabet is
  /// never English; single words in another alphabet do no harm.
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
