/// A test for text that stops before an expected word: `Remember to tell`, `Ask about`.
public enum OpenEnd {
  /// Words that cannot be the last word of a complete text.
  private static let openings: Set<String> = """
    a about against an and as at between by for from her his in like my near of on or our than the
    their to via with without your
    """.words()
  /// Verbs whose object is a person.
  private static let verbs: Set<String> = """
    ask call congratulate email help invite meet message phone remind ring see tell text thank visit
    """.words()
  /// Words that may precede a verb in the imperative.
  private static let orders: Set<String> = [
    "and", "can", "i'll", "let's", "must", "or", "please", "should", "then", "to", "we'll", "will",
  ]

  /// Returns whether a person or thing is missing at the end of `text`.
  ///
  /// - Parameter isPerson: Whether the missing word would be a person.
  public static func wants(_ text: String, isPerson: Bool) -> Bool {
    let words = Tokens.read(text, Lexicon.shared)
    guard let last = words.last, last.kind == .word else { return false }
    if openings.contains(last.word) { return true }
    guard isPerson, verbs.contains(last.word) else { return false }
    return words.count == 1 || orders.contains(words[words.count - 2].word)
  }
}
