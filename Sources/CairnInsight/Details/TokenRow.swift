/// The tokens of a text, asked by their places, also beyond its ends.
struct TokenRow {
  let tokens: [Token]

  init(_ tokens: [Token]) { self.tokens = tokens }

  /// The word at `index`; nothing beyond the ends.
  func word(_ index: Int) -> String {
    tokens.indices.contains(index) ? tokens[index].word : ""
  }

  /// The number at `index`.
  func number(_ index: Int) -> Substring? {
    guard tokens.indices.contains(index), tokens[index].kind == .number else { return nil }
    return tokens[index].text
  }
}
