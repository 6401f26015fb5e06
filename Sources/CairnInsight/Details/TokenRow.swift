/// The tokens of a text, with safe access outside their bounds.
struct TokenRow {
  let tokens: [Token]

  init(_ tokens: [Token]) { self.tokens = tokens }

  /// Returns the word at `index`, or an empty string outside the text.
  func word(_ index: Int) -> String {
    tokens.indices.contains(index) ? tokens[index].word : ""
  }

  /// Returns the number at `index`, or nil if there is none.
  func number(_ index: Int) -> Substring? {
    guard tokens.indices.contains(index), tokens[index].kind == .number else { return nil }
    return tokens[index].text
  }
}
