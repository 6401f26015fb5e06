/// Words that only join what follows to what stands before: `also`, `oh and`, `btw`.
enum Joints {
  /// Words that say that something else follows.
  static let openings: Set<String> = [
    "also", "oh", "btw", "anyway", "ps", "additionally", "besides", "plus", "separately",
    "unrelated",
  ]
  /// Words that join, and begin a sentence as often as not.
  private static let words = openings.union(["and", "ah", "um", "uh", "right"])
  /// Names of what follows, in front of a colon.
  private static let labels: Set<String> = ["thought", "also", "ps", "btw", "note", "fyi"]

  /// Where the joining words at the beginning of a text end; its start where it has none, or no others.
  ///
  /// - Parameter isClause: Whether it goes on with a sentence, so that `so` and `then` join.
  static func end(of text: Substring, isClause: Bool) -> Substring.Index {
    var end = text.startIndex
    for (place, token) in Tokens.read(text.prefix(longest), Lexicon.shared).enumerated() {
      if token.kind == .sign, place > 0, [",", ":", "-", "–"].contains(token.word) { continue }
      let isLabel =
        labels.contains(token.word) && text[token.text.endIndex...].first == ":"
      let isLink = (isClause || place > 0) && ["so", "then"].contains(token.word)
      guard words.contains(token.word) || isLabel || isLink else { break }
      end = token.text.endIndex
    }
    return text[end...].hasWord ? end : text.startIndex
  }

  /// No run of joining words is longer, in characters.
  private static let longest = 60
}
