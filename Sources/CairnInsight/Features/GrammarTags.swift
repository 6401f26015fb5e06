/// Tags that express the structure of text. The tag of a grammatical word is the word itself; the
/// tag of any other word is its class. A word without a class is an `X` if it looks like a name,
/// otherwise an `x` with a common ending (`xing`).
///
/// The tags of `Call Sarah by Friday` are `chore name by weekday`. Many other sentences have the
/// same tags.
enum GrammarTags {
  /// Returns the tags of `tokens`, one for each token.
  static func of(_ tokens: [Token]) -> [String] {
    tokens.indices.map { index in
      tag(of: tokens[index], after: index > 0 ? tokens[index - 1].word : nil)
    }
  }

  /// Words and punctuation after which a verb may be an imperative. At the start of the text, a
  /// verb may be an imperative too.
  private static let beforeOrders: Set<String> = [
    "to", "and", "please", "or", ",", "then", ".", ";", "dont", "don't", "need", "-", "–", "—", ":",
  ]
  /// Punctuation after which a capital letter does not indicate a name.
  private static let sentenceEnds: Set<String> = [".", ":", "!", "?"]
  private static let suffixes = ["ing", "ed", "ly", "tion", "ness", "er", "s"]

  private static func tag(of token: Token, after last: String?) -> String {
    switch token.kind {
    case .number: return shape(ofNumber: token.text)
    case .sign:
      let isCommon = token.text.unicodeScalars.first.map { $0.value < 0x2100 } ?? true
      return isCommon ? String(token.text) : "symbol"
    case .word: break
    }
    if token.classes.contains(.grammar) { return token.word }
    if last.map(beforeOrders.contains) ?? true, let order = order(token, isFirst: last == nil) {
      return order
    }
    let owner = token.isPossessive ? "'s" : ""
    if let (_, name) = WordClasses.named.first(where: { token.classes.contains($0.0) }) {
      return name + owner
    }
    let isNameLike = token.isCapitalised && last.map { !sentenceEnds.contains($0) } ?? false
    let letter = isNameLike ? "X" : "x"
    if token.isPossessive { return letter + owner }
    return letter
      + (suffixes.first { token.word.count > $0.count + 2 && token.word.hasSuffix($0) } ?? "")
  }

  /// Returns the tag `order`, `chore` or `proposal` for a word where a verb may be an imperative;
  /// nil if the word is not in ``WordLists/chores`` or ``WordLists/proposals``. A capitalized word
  /// that is also a name is `chore` only at the start of the text (`isFirst`).
  private static func order(_ token: Token, isFirst: Bool) -> String? {
    let isChore = token.classes.contains(.chore)
    let isProposal = token.classes.contains(.proposal)
    let isName = token.classes.contains(.name)
    if isChore, isProposal, !isName { return "order" }
    if isChore, isFirst || !isName || !token.isCapitalised { return "chore" }
    return isProposal ? "proposal" : nil
  }

  /// Returns the tag of a number: `#` and the number with each digit replaced by a 9, such as
  /// `#99:99` for `17:30`. In a run of digits, digits after the third are left out.
  private static func shape(ofNumber text: Substring) -> String {
    var shape = "#"
    var run = 0
    for character in text {
      run = character.isNumber ? run + 1 : 0
      if run <= 3 { shape.append(character.isNumber ? "9" : character) }
    }
    return shape
  }
}
