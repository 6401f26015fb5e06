/// A word, a number or another character that ``TimeGrammar`` parses.
struct TimePiece {
  /// The text in lower case, with straight apostrophes.
  let word: String
  let kind: Token.Kind
  let range: Range<String.Index>
  /// Whether the piece touches the one before it.
  let isJoined: Bool
  let isCapitalised: Bool
  /// Whether all letters are capitals: `EST`.
  let isCapitals: Bool
}

extension TimePiece {
  /// Returns the pieces of `text`: its tokens, except that hyphenated words of times are split
  /// (`mid-November`, `half-past`). Weekdays or months joined by a hyphen are a range and stay one
  /// piece.
  static func read(_ text: String) -> [TimePiece] {
    Tokens.read(text, Lexicon.shared).flatMap { token -> [TimePiece] in
      let parts = token.kind == .word ? token.word.split(separator: "-") : []
      let isKnown =
        parts.count > 1 && parts.allSatisfy { TimeNames.hyphenated.contains(String($0)) }
      guard isKnown, parts.count(where: TimeNames.isCalendarName) < 2 else {
        return [TimePiece(token, token.text, isJoined: token.isJoined)]
      }
      let pieces = token.text.split(separator: "-")
      return pieces.enumerated().map { TimePiece(token, $1, isJoined: $0 == 0 && token.isJoined) }
    }
  }

  private init(_ token: Token, _ text: Substring, isJoined: Bool) {
    let isWhole = text.startIndex == token.text.startIndex && text.endIndex == token.text.endIndex
    word = isWhole ? token.word : text.lowercased()
    kind = token.kind
    range = text.startIndex..<text.endIndex
    self.isJoined = isJoined
    isCapitalised = token.isCapitalised
    isCapitals = token.isCapitalised && !text.contains(where: \.isLowercase)
  }
}
