/// Words between somebody and what they want or like: `would love`, `keeps eyeing`, `is into`.
struct GiftWish {
  /// The token behind them.
  let end: Int
  /// Whether they say what somebody likes in general, and not what they want.
  let isInterest: Bool

  /// The wish that begins at a token; nil where none does, or nothing follows.
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
