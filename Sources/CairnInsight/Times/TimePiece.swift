/// A word, a number or another character that ``TimeGrammar`` parses.
struct TimePiece {
  /// The text in lower case, with straight apostrophes.
  let word: String
  let kind: Token.Kind
  let range: Range<String.Index>
  /// Whether the piece directly follows the previous piece, without white space between them.
  let isJoined: Bool
  let isCapitalised: Bool
  /// Whether all letters are capitals: `EST`.
  let isCapitals: Bool
}

extension TimePiece {
  /// Returns the pieces of `text`: its tokens, except that hyphenated words of times are split
  /// (`mid-November`, `half-past`). Weekdays or months joined by a hyphen are a range and stay one
  /// piece.
  ///
  /// Misspelled days and months are corrected (`septmber`), `2day` is one piece, and `tn` becomes
  /// `tonight`.
  static func read(_ text: String) -> [TimePiece] {
    let pieces = Tokens.read(text, Lexicon.shared).flatMap { token -> [TimePiece] in
      let parts = token.kind == .word ? token.word.split(separator: "-") : []
      let isKnown =
        parts.count > 1 && parts.allSatisfy { TimeNames.hyphenated.contains(String($0)) }
      guard isKnown, parts.count(where: TimeNames.isCalendarName) < 2 else {
        return [TimePiece(token, token.text, isJoined: token.isJoined)]
      }
      let pieces = token.text.split(separator: "-")
      return pieces.enumerated().map { TimePiece(token, $1, isJoined: $0 == 0 && token.isJoined) }
    }
    return joined(pieces)
  }

  /// Returns the pieces, with each `2` joined to the rest of its word: `2` and `moro` become the
  /// single piece `2moro`.
  private static func joined(_ pieces: [TimePiece]) -> [TimePiece] {
    var found: [TimePiece] = []
    for piece in pieces {
      if piece.isJoined, piece.kind == .word, let last = found.last, last.word == "2",
        TimeNames.days["2" + piece.word] != nil || piece.word == "nite"
      {
        found[found.count - 1] = TimePiece(joining: last, piece)
      } else {
        found.append(piece)
      }
    }
    for place in found.indices where isTonight(place, in: found) {
      found[place] = TimePiece(found[place], as: "tonight")
    }
    return found
  }

  /// Returns whether a piece is `tn` in the sense of `tonight`: at the end of the text, or before a
  /// sign or a word such as `with`. Returns false for `TN`, `5 tn` and `tn.gov`.
  private static func isTonight(_ place: Int, in pieces: [TimePiece]) -> Bool {
    let piece = pieces[place]
    guard piece.word == "tn", !piece.isCapitalised, !piece.isJoined,
      place == 0 || pieces[place - 1].kind != .number
    else { return false }
    let rest = pieces[(place + 1)...].prefix(2)
    guard let next = rest.first else { return true }
    if next.kind == .word { return next.word == "w" || TimeGrammar.joints.contains(next.word) }
    let isPart = next.isJoined && rest.count > 1 && rest.last?.isJoined ?? false
    return next.kind == .sign && !(isPart && rest.last?.kind != .sign)
  }

  private init(_ piece: TimePiece, as word: String) {
    self.word = word
    (kind, range, isJoined) = (piece.kind, piece.range, piece.isJoined)
    (isCapitalised, isCapitals) = (piece.isCapitalised, piece.isCapitals)
  }

  private init(joining first: TimePiece, _ last: TimePiece) {
    word = last.word == "nite" ? "tonight" : first.word + last.word
    kind = .word
    range = first.range.lowerBound..<last.range.upperBound
    isJoined = first.isJoined
    (isCapitalised, isCapitals) = (false, false)
  }

  private init(_ token: Token, _ text: Substring, isJoined: Bool) {
    let isWhole = text.startIndex == token.text.startIndex && text.endIndex == token.text.endIndex
    let word = isWhole ? token.word : text.lowercased()
    let isUnknown = isWhole && token.kind == .word && token.classes.isEmpty
    let corrected =
      isUnknown ? TimeNames.corrected(word, isCapitalised: token.isCapitalised) : nil
    self.word = corrected.flatMap { CommonWords.contains(word) ? nil : $0 } ?? word
    kind = token.kind
    range = text.startIndex..<text.endIndex
    self.isJoined = isJoined
    isCapitalised = token.isCapitalised
    isCapitals = token.isCapitalised && !text.contains(where: \.isLowercase)
  }
}
