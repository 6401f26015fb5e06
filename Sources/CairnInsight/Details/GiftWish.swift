/// The words between a person and the thing that the person wants or likes: `would love`,
/// `keeps eyeing`, `is into`.
struct GiftWish {
  /// The index of the first token after these words.
  let end: Int
  /// Whether the words express a general interest (`is into`) rather than a wish.
  let isInterest: Bool

  /// Creates the wish that begins at the token `start`. Returns nil if no wish begins there, or if
  /// no token follows the wish.
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
