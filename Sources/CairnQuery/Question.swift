import CairnText

/// A natural-language question to a notebook: its significant words and the query for them.
///
///     Question("When did I sow the beans?")?.query.description   // "sow OR bean"
///
/// Stop words (``StopWords``) are omitted. All other words of the question are searched as the
/// beginnings of words. English words lose a final `s`, `ed`, `ing`, `e` or `y`, so that *beans*
/// finds *bean*, *anjalis* finds *Anjali*, *sowing* finds *sowed*, and *prune* finds *pruning*.
/// Irregular forms count as the same word, but only whole words match: *buy* finds *bought*, and
/// *won* finds *win* but not *window* (``IrregularForms``).
public struct Question: Sendable {
  /// The distinct significant words, in the form in which they are searched for.
  public let words: [String]
  /// For each of ``words``, the folded word as it occurs in the question, with its ending.
  public let written: [String]
  /// The other forms in which words are searched for, each with the index of its word in ``words``.
  let forms: [(word: Int, form: String)]
  /// Whether the answer is probably a number, a date or a time: `how many …`, `when …`.
  public let asksForNumber: Bool
  /// Whether the answer is probably a person: `who …`.
  public let asksForPerson: Bool
  /// The query for captures that contain any of the words.
  public var query: Query { query(for: words, forms.map(\.form)) }

  /// Returns the query for captures that contain the word with this index in ``words``.
  public func query(forWord index: Int) -> Query {
    query(for: [words[index]], forms.filter { $0.word == index }.map(\.form))
  }

  private func query(for words: [String], _ forms: [String]) -> Query {
    Query(
      .disjunction(
        words.map { .text(Term(.wordStart, $0)) } + forms.map { .text(Term(.phrase, $0)) }))
  }

  /// The maximum number of words that are searched for.
  private static let mostWords = 32

  /// Creates a question, or returns nil if the text contains no significant words.
  public init?(_ text: String) {
    let pieces = Self.pieces(of: text)
    let wanted = pieces.filter { !StopWords.contains($0.utf8) }.uniqued(by: Self.stem)
    written = Array(wanted.prefix(Self.mostWords))
    words = written.map(Self.stem)
    forms = zip(words.indices, zip(written, words)).flatMap { index, word in
      let others = IrregularForms.others(of: word.0)
      return (others.isEmpty ? IrregularForms.others(of: word.1) : others).map {
        (word: index, form: $0)
      }
    }
    asksForNumber =
      pieces.contains("when")
      || pieces.first == "how" && pieces.count > 1
        && Self.amounts.contains(pieces[1])
    asksForPerson = pieces.first == "who" || pieces.first == "whose"
    if words.isEmpty { return nil }
  }

  /// Returns whether a text contains any words, significant or not.
  public static func hasWords(_ text: String) -> Bool { !pieces(of: text).isEmpty }

  private static func pieces(of text: String) -> [String] {
    let folded = FoldedText(text).bytes
    return Words.pieces(of: folded).map { String(decoding: folded[$0], as: UTF8.self) }
  }

  /// Words after "how" that ask for a number.
  private static let amounts: Set<String> = [
    "many", "much", "long", "old", "often", "far", "deep", "heavy", "thick", "high", "tall", "big",
    "wide", "large", "late", "early", "hot", "warm", "expensive",
  ]

  /// Returns the weight of each word for rating passages: the fewer captures contain a word, the
  /// greater its weight. `frequencies` has the number of captures with each word, out of
  /// `captures`.
  public func weights(frequencies: [Int], of captures: Int) -> [Double] {
    frequencies.map { Ranking.rarity(min($0, captures), of: captures) }
  }

  /// Returns a folded word without common English endings. An ending is removed only if at least
  /// three letters, one of them a vowel, remain; a final `e` or `y` only if four remain.
  private static func stem(_ word: String) -> String {
    guard word.utf8.allSatisfy({ $0 &- 0x61 < 26 }) else { return word }
    var stem = word[...]
    let endings = [("ing", ""), ("ed", "eed"), ("s", "ss")]
    for (ending, exception) in endings where word.hasSuffix(ending) {
      let rest = word.dropLast(ending.count)
      let isWord = rest.utf8.count >= 3 && rest.contains(where: "aeiouy".contains)
      guard isWord, exception.isEmpty || !word.hasSuffix(exception) else { break }
      stem = rest
      // Removes a doubled letter, as in `stopped`.
      if ending != "s", stem.last == stem.dropLast().last, !"lsz".contains(stem.last ?? "l") {
        stem = stem.dropLast()
      }
      break
    }
    if stem.hasSuffix("ie") { stem = stem.dropLast(2) }
    if stem.utf8.count > 4, stem.hasSuffix("e") || stem.hasSuffix("y") { stem = stem.dropLast() }
    return String(stem)
  }
}
