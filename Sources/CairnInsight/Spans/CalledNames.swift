/// A search for words that may be the name on a contact card, capitalized or not: `sarah jones` in
/// `call sarah jones tomorrow`.
public enum CalledNames {
  /// Returns the runs of one to five words in `text` that may be names. The runs are in the order
  /// of the text; of the runs that begin at the same word, the longest comes first.
  ///
  /// - Parameter person: The person found in the text, as written. Runs begin only at the words of
  ///   this person; if nil, at the second word of the text, at capitalized words, and after words
  ///   that may precede a person (`call`).
  public static func all(in text: String, person: String?) -> [String] {
    let tokens = Array(Tokens.read(text, Lexicon.shared).prefix(most))
    let starts = person.map { places(of: $0, in: tokens) } ?? places(in: tokens)
    return starts.flatMap { names(from: $0, tokens, text) }
  }

  /// Words that may precede the person whom an action concerns: `with Sarah`, `let Tom …`.
  private static let reaching = PersonWords.asking.union(PersonWords.beforePersons).union([
    "@", "about", "and", "apologise", "bring", "bug", "collect", "congratulate", "drive", "fetch",
    "get", "mail", "post", "return", "see", "show", "take", "teach", "tip", "venmo", "wish",
    "write",
  ])
  /// The maximum number of tokens searched, from the start of the text.
  private static let most = 60
  /// The maximum number of words in a name.
  private static let longest = 5

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
      guard tokens[index].classes.isDisjoint(with: [.grammar, .time]) else { return false }
      if index == 1 || tokens[index].isCapitalised { return true }
      return index > 0 && reaching.contains(tokens[index - 1].word)
    }
  }

  /// Returns whether a whole text may be the name on a contact card: `Sarah Jones`, `mum`,
  /// `Dr. van der Berg`. A name has at most five words. Each word is a known name, title or
  /// relative, a particle such as `van`, or a capitalized word that is not a verb.
  public static func isName(_ text: String) -> Bool {
    let tokens = Tokens.read(text, Lexicon.shared)
    guard 1...longest ~= tokens.count(where: { $0.kind == .word }) else { return false }
    let particles = PersonWords.nameParticles.union(PersonWords.furtherParticles)
    return tokens.indices.allSatisfy { index in
      let token = tokens[index]
      switch PersonForm(tokens, index).base {
      case .title, .relative, .group, .name, .nameOrWord, .rareName, .family: return true
      case .sign: return token.word == "."
      case .grammar, .calendar, .number:
        return particles.contains(token.word) && index > 0 && index + 1 < tokens.count
      case .role, .agent, .place, .ordinary, .unknown:
        return particles.contains(token.word)
          || token.text.first?.isLowercase == false
            && token.classes.isDisjoint(with: [.presentThird, .pastForm])
      }
    }
  }

  /// Returns whether `person` contains a known given name, title, relative or role. If not, a
  /// contact card that matches other words of the text is better evidence of the person.
  public static func isKnown(_ person: String) -> Bool {
    Tokens.read(person, Lexicon.shared).contains {
      !$0.classes.isDisjoint(with: [.name, .title, .relative, .role])
    }
  }

  private static func names(from start: Int, _ tokens: [Token], _ text: String) -> [String] {
    let words = tokens[start...].prefix(longest).prefix { $0.kind == .word }
    return words.indices.reversed().filter { end in
      words[start..<end].allSatisfy { !$0.isPossessive }
    }.map { String(text[tokens[start].text.startIndex..<tokens[$0].ownerEnd]) }
  }
}
