import CairnText

/// A question put to a notebook in plain words: which of them matter, and what is looked for.
///
///     Question("When did I sow the beans?")?.query.description   // "sow OR bean"
///
/// Words that hold sentences together (``StopWords``) are left out, unless there are no others. The
/// rest is looked for at the beginnings of words; of an English word without `s`, `ed` or `ing` at
/// its end, so that *beans* finds *bean*, *anjalis* finds *Anjali*, and *sowing* finds *sowed*.
public struct Question: Sendable {
  /// The words that matter, as they are looked for, each once.
  public let words: [String]
  /// The captures that have any of them.
  public var query: Query {
    Query(.disjunction(words.map { .text(Term(.wordStart, $0)) }))
  }

  /// More words than these of a question are not looked for.
  private static let mostWords = 32

  /// Nil where there is not one word in it.
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

  /// How much it tells that a passage has each of the words, by how many of all captures have it.
  public func weights(frequencies: [Int], of captures: Int) -> [Double] {
    frequencies.map { Ranking.rarity(min($0, captures), of: captures) }
  }

  /// A folded word without the ending that English puts to many; what is left has a vowel and three
  /// letters at least.
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
