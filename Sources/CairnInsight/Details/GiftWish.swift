/// Words between a person and what they want or like: `would love`, `keeps eyeing`, `is into`.
struct GiftWish {
  /// The index of the first token after the words.
  let end: Int
  /// Whether the words express a general interest rather than a wish.
  let isInterest: Bool

  /// Creates the wish that begins at a token. Returns nil unless a wish and another word follow.
  init?(in tokens: ArraySlice<Token>, from start: Int) {
    var index = start
    while tokens.indices.contains(index), GiftWords.wishing.contains(tokens[index].word) {
      index += 1
    }
    guard index > start, index < tokens.endIndex else { return nil }
    let said = tokens[start..<index].map(\.word)
    let isWish = said.contains(where: GiftWords.wishes.contains)
    guard isWish || said.contains(where: GiftWords.interests.contains) else { return nil }
    end = index
    isInterest = !isWish
  }
}
