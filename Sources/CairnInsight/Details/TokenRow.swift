/// A row of tokens, with accessors that accept any index.
struct TokenRow {
  let tokens: [Token]

  init(_ tokens: [Token]) { self.tokens = tokens }

  /// Returns the word at `index`; an empty string if `index` is out of bounds.
  func word(_ index: Int) -> String {
    tokens.indices.contains(index) ? tokens[index].word : ""
  }

  /// Returns the text of the number at `index`; nil if the token is not a number or `index` is out
  /// of bounds.
  func number(_ index: Int) -> Substring? {
    guard tokens.indices.contains(index), tokens[index].kind == .number else { return nil }
    return tokens[index].text
  }
}
