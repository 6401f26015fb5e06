/// The words of a text that may be the name on somebody's card, in any case: `sarah jones` in `call sarah
/// jones tomorrow`.
public enum CalledNames {
  /// The runs of one to three words to look for, the longest of each place first: those that begin where a
  /// person was found; where none was, those behind words that reach somebody, and behind the first word.
  ///
  /// - Parameter person: The person that was found in the text, as it stands there; nil for none.
  public static func all(in text: String, person: String?) -> [String] {
    let tokens = Array(Tokens.read(text, Lexicon.shared).prefix(most))
    let starts = person.map { places(of: $0, in: tokens) } ?? places(in: tokens)
    return starts.flatMap { names(from: $0, tokens, text) }
  }

  /// More words are not looked at.
  private static let most = 60
  /// No name has more words.
  private static let longest = 3

  private static func places(of person: String, in tokens: [Token]) -> [Int] {
    let words = Tokens.read(person, Lexicon.shared)
    guard !words.isEmpty, tokens.count >= words.count else { return [] }
    let start = (0...(tokens.count - words.count)).first { start in
      words.indices.allSatisfy { tokens[start + $0].owner == words[$0].owner }
    }
    return start.map { start in words.indices.map { start + $0 } } ?? []
  }

  private static func places(in tokens: [Token]) -> [Int] {
    tokens.indices.filter { index in
      guard index > 0, tokens[index].classes.isDisjoint(with: [.grammar, .time]) else {
        return false
      }
      return index == 1 || PersonMentions.reaching.contains(tokens[index - 1].word)
    }
  }

  private static func names(from start: Int, _ tokens: [Token], _ text: String) -> [String] {
    let words = tokens[start...].prefix(longest).prefix { $0.kind == .word }
    return words.indices.reversed().filter { end in
      words[start..<end].allSatisfy { !$0.isPossessive }
    }.map { String(text[tokens[start].text.startIndex..<tokens[$0].ownerEnd]) }
  }
}
