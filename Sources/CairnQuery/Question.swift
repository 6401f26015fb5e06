import CairnText

/// A natural-language question to a notebook: its significant words and the query for them.
///
///     Question("When did I sow the beans?")?.query.description   // "sow OR bean"
///
/// Stop words (``StopWords``) are omitted, unless there are no other words. The remaining words
/// also match longer words that begin with them. English words lose a final `s`, `ed` or `ing`, so
/// that *beans* finds *bean*, *anjalis* finds *Anjali*, and *sowing* finds *sowed*.
public struct Question: Sendable {
  /// The distinct significant words, as searched for.
  public let words: [String]
  /// The query for captures that contain any of the words.
  public var query: Query {
    Query(.disjunction(words.map { .text(Term(.wordStart, $0)) }))
  }

  /// The maximum number of words that are searched for.
  private static let mostWords = 32

  /// Creates a question, or returns nil if the text contains no words.
  public init?(_ text: String) {
    let folded = FoldedText(text).bytes
    let pieces = Words.pieces(of: folded).map { folded[$0] }
    let telling = pieces.filter { !StopWords.contains($0) }
    let wanted = (telling.isEmpty ? pieces : telling).map {
      Self.stem(String(decoding: $0, as: UTF8.self))
    }
    var seen: Set<String> = []
    words = Array(wanted.filter { seen.insert($0).inserted }.prefix(Self.mostWords))
    if words.isEmpty { return nil }
  }

  /// Returns the weight of each word for rating passages: the fewer captures contain a word, the
  /// greater its weight. `frequencies` has the number of captures that contain each word;
  /// `captures` is the number of all captures.
  public func weights(frequencies: [Int], of captures: Int) -> [Double] {
    frequencies.map { Ranking.rarity(min($0, captures), of: captures) }
  }

  /// Returns a folded word without a common English ending. The ending is removed only if at least
  /// three letters, one of them a vowel, remain.
  private static func stem(_ word: String) -> String {
    guard word.utf8.allSatisfy({ $0 &- 0x61 < 26 }) else { return word }
    let endings = [("ing", []), ("ed", ["eed"]), ("s", ["ss"])]
    for (ending, exceptions) in endings where word.hasSuffix(ending) {
      let stem = word.dropLast(ending.count)
      if exceptions.contains(where: word.hasSuffix) || stem.utf8.count < 3 { return word }
      return stem.contains(where: "aeiouy".contains) ? String(stem) : word
    }
    return word
  }
}
