/// Whether a text is in the language that the classifier was trained on: English.
package enum Language {
  /// Fewer words than this say too little about their language by what is known of them.
  private static let few = 4
  /// How likely the weights have to think another language, and how likely where hardly a word is known.
  private static let (likely, possible) = (0.5, 0.1)

  /// Whether a text is in English, as far as it can be told.
  ///
  /// - Parameter outcomes: how likely the ``Weights`` think each outcome.
  package static func isUnderstood(_ text: String, _ outcomes: [Double]) -> Bool {
    isUnderstood(Tokens.read(text, Lexicon.shared), outcomes)
  }

  /// The same of tokens.
  ///
  /// The weights and the words that are known have to agree: of a text in which every other word is
  /// known (`silage wrap`), or which the weights think English, nobody says that it is not. Names are left out
  /// of the count, since they are the same in all languages. A text in another alphabet is not
  /// understood; single words of it in an English text do no harm.
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
