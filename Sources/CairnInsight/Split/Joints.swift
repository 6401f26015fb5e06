/// Words that only join a sentence to the preceding text: `also`, `oh and`, `btw`.
enum Joints {
  /// Words that announce another subject.
  static let openings: Set<String> = """
    also oh btw anyway ps additionally besides plus separately unrelated
    """.words()
  /// All joining words: ``openings``, and words that may begin any sentence.
  private static let words = openings.union(["and", "ah", "um", "uh", "right", "ok", "okay", "ugh"])
  /// Returns the end of the joining words at the start of `text`. Returns the start of `text` if
  /// `text` does not begin with joining words, or consists only of joining words.
  ///
  /// - Parameter isClause: Whether `text` continues a sentence. If so, `so` and `then` are joining
  ///   words too.
  static func end(of text: Substring, isClause: Bool) -> Substring.Index {
    var end = text.startIndex
    let tokens = Tokens.read(text.prefix(longest), Lexicon.shared)
    var place = 0
    while place < tokens.count {
      let token = tokens[place]
      let isNote = tokens[place...].prefix(3).map(\.word) == ["note", "to", "self"]
      let last = tokens[place + (isNote ? 2 : 0)]
      let isLabel = isNote && isLabelled(text[last.text.endIndex...])
      let isTalk =
        token.word == "so" && tokens.count > place + 1 && talk.contains(tokens[place + 1].word)
      let isLink = (isClause || place > 0 || isTalk) && links.contains(token.word)
      if token.kind == .sign {
        guard place > 0, [",", ":", "-", "–"].contains(token.word) else { break }
      } else {
        guard words.contains(token.word) || isLabel || isLink else { break }
        end = last.text.endIndex
        place += isNote ? 2 : 0
      }
      place += 1
    }
    return text[end...].hasWord ? end : text.startIndex
  }

  private static let links: Set<String> = ["so", "then"]
  /// If one of these words follows "so", then "so" is only a joining word: `so i was thinking`, but
  /// not `so far so good`.
  private static let talk: Set<String> = ["i", "i'm", "we", "we're", ",", ":"]

  /// Returns whether `rest` begins with a colon, or with a dash between spaces.
  private static func isLabelled(_ rest: Substring) -> Bool {
    rest.first == ":" || [" - ", " – ", " — "].contains { rest.hasPrefix($0) }
  }

  /// The number of characters that are searched for joining words.
  private static let longest = 60

  /// Returns whether a sentence is only a greeting or an introduction: `Hi me.`, `ok.`,
  /// `Three things:`.
  static func isGreeting(_ tokens: [Token]) -> Bool {
    let said = tokens.filter { $0.kind != .sign }.map(\.word)
    guard !said.isEmpty, said.count <= 4 else { return false }
    let isCount = said.last == "things" && said.dropLast().allSatisfy(isAmount)
    return isCount && said.count > 1 || said.allSatisfy(greetings.contains)
  }

  private static func isAmount(_ word: String) -> Bool {
    TimeNames.numbers[word] != nil || word.allSatisfy(\.isNumber)
      || ["a", "few", "couple", "of", "some", "more"].contains(word)
  }

  private static let greetings: Set<String> = words.union([
    "hi", "hello", "hey", "me", "self", "ok", "okay", "ugh", "well", "so", "hmm", "argh", "phew",
  ])

  /// Returns the offset after a label of up to four words and a colon: in `car: book the MOT`, the
  /// start of `book`. Without a label, returns the start of `text`.
  static func labelEnd(_ text: Substring, _ tokens: [Token]) -> Substring.Index {
    guard let colon = tokens.prefix(5).first(where: { $0.kind == .sign }), colon.word == ":",
      colon.text.endIndex < text.endIndex, text[colon.text.endIndex].isWhitespace
    else { return text.startIndex }
    return text[colon.text.endIndex...].drop(while: \.isWhitespace).startIndex
  }
}
