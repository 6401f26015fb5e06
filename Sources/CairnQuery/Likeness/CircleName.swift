import CairnText
import Glibc

/// The name of a circle that nobody named.
///
/// The name is a phrase of at most three words from a title or a tag, such as `Wheat starch paste`,
/// or two shorter phrases, such as `Priya, Summer Book`. Prefers phrases that consist of words with
/// high scores (``WordCircle/scores``), that occur in several titles or tags, or that are a whole
/// title or tag.
public struct CircleName {
  /// The phrases, separated by a comma.
  public let text: String
  /// The significant words of the phrases, as written in a title or tag; at most three.
  public let words: [String]

  /// Determines the name of a circle. `texts` are the titles and tags of its captures. Of phrases
  /// that fit equally well, the first counts. If no phrase fits, the name consists of the circle's
  /// words (``WordCircle/words``).
  public init(of circle: WordCircle, _ texts: some Sequence<String>) {
    var phrases: [Phrase] = []
    var numbers: [[[UInt8]]: Int] = [:]
    for text in texts {
      for phrase in TitleWords(text, circle.scores).phrases {
        if let number = numbers[phrase.words] {
          phrases[number].count += 1
        } else {
          numbers[phrase.words] = phrases.count
          phrases.append(phrase)
        }
      }
    }
    let values = phrases.map { $0.value(among: circle.members.count) }
    let best = { (isWanted: (Int) -> Bool) in
      phrases.indices.filter(isWanted).max { values[$0] < values[$1] }
    }
    guard let first = best({ _ in true }) else {
      words = circle.words
      text = words.joined(separator: ", ")
      return
    }
    let second = best { number in
      let (one, other) = (phrases[first], phrases[number])
      return one.words.count + other.words.count <= Phrase.most
        && values[number] >= Self.leastValue * values[first] && one.isLatin == other.isLatin
        && !other.words.contains { word in one.words.contains { $0.contains(word) } }
    }
    let chosen = [first, second].compactMap { $0.map { phrases[$0] } }.sorted { $0.mean > $1.mean }
    text = chosen.map(\.text).joined(separator: ", ")
    words = chosen.flatMap(\.written)
  }

  /// The minimum value of the second phrase, as a fraction of the first phrase's value.
  private static let leastValue = 0.5
}

/// A part of a title or a tag that can name a circle.
private struct Phrase {
  /// The maximum number of significant words.
  static let most = 3

  /// The phrase as written in the first title that contains it.
  let text: String
  /// The significant words as written in that title.
  let written: [String]
  /// The folded significant words.
  let words: [[UInt8]]
  /// The scores of the words that have one.
  let scores: [Double]
  /// How well the phrase stands for the title that contains it: greater for a whole title than for
  /// a few words of a sentence.
  let weight: Double
  /// The number of titles and tags that contain the phrase.
  var count = 1

  /// The geometric mean of the scores.
  var mean: Double { pow(scores.reduce(1, *), 1 / Double(scores.count)) }

  /// Returns how well the phrase names a circle; greater is better.
  ///
  /// - Parameter members: The number of captures in the circle.
  func value(among members: Int) -> Double {
    let recurring = count > 1 ? min(1, Double(count) / Double(members)) : 0
    // A word without a score says something about the circle only if many titles contain it. One
    // word says less than several.
    let share = max(Double(scores.count) / Double(words.count), min(1, 2 * recurring))
    let place = max(weight, recurring > 0 ? 1 + 0.5 * recurring : 0)
    return mean * share * place * (words.count > 1 ? 1 : recurring < 0.5 ? 0.7 : 0.75)
  }

  /// Whether the phrase is in a European script. Two phrases of a name must agree in this.
  var isLatin: Bool { text.unicodeScalars.contains { $0.value > 0x40 && $0.value < 0x590 } }
}

/// The words of a title or a tag.
private struct TitleWords {
  /// A word; in a dense script, a run of characters without a space.
  private struct Word {
    var pieces: [[UInt8]]
    var range: Range<String.Index>
    /// The greatest score of a piece.
    var score: Double
    /// Whether a piece is neither a stop word nor a part of a date.
    var isSignificant: Bool
    /// Whether only a space, a hyphen or an apostrophe separates the word from the previous one.
    var isAttached: Bool
  }

  private let text: String
  private var words: [Word] = []

  /// The maximum number of words in a phrase, together with stop words inside it.
  private static let longest = 5
  /// The maximum number of characters in a word of a dense script.
  private static let longestRun = 12
  /// Longer titles are usually sentences.
  private static let longestTitle = 7

  init(_ text: String, _ scores: [[UInt8]: Double]) {
    let search = SearchText(text)
    self.text = search.original
    for piece in search.pieces {
      let bytes = Array(search.folded.bytes[piece])
      let range = search.folded.originalRange(piece)
      let score = scores[bytes] ?? 0
      let isSignificant = !StopWords.contains(bytes) && !WordCircle.isOfDate(bytes)
      // The ranges of pieces overlap if a character becomes several pieces, such as `㌔`.
      if let last = words.last, last.range.upperBound >= range.lowerBound {
        words[words.count - 1].pieces.append(bytes)
        words[words.count - 1].range =
          last.range.lowerBound..<max(last.range.upperBound, range.upperBound)
        words[words.count - 1].score = max(last.score, score)
        words[words.count - 1].isSignificant = last.isSignificant || isSignificant
      } else {
        let gap = words.last.map { search.original[$0.range.upperBound..<range.lowerBound] }
        words.append(
          Word(
            pieces: [bytes], range: range, score: score, isSignificant: isSignificant,
            isAttached: gap?.allSatisfy { " -'’_".contains($0) } ?? false))
      }
    }
  }

  /// The phrases that begin and end with a significant word and contain a word with a score.
  var phrases: [Phrase] {
    let significant = words.indices.filter { words[$0].isSignificant }
    return significant.flatMap { first -> [Phrase] in
      significant.compactMap { last in
        first <= last && last - first < Self.longest ? phrase(first...last, significant) : nil
      }
    }
  }

  /// Returns the phrase with these words; nil if they cannot name a circle.
  private func phrase(_ span: ClosedRange<Int>, _ significant: [Int]) -> Phrase? {
    let inside = significant.filter(span.contains)
    let scores = inside.map { words[$0].score }.filter { $0 > 0 }
    guard !scores.isEmpty, inside.count <= Phrase.most,
      words[span].dropFirst().allSatisfy(\.isAttached),
      words[span].allSatisfy({ $0.pieces.count <= Self.longestRun })
    else { return nil }
    let isWhole = inside.count == significant.count && words.count <= Self.longest
    let range =
      isWhole
      ? words[0].range.lowerBound..<words[span.upperBound].range.upperBound
      : words[span.lowerBound].range.lowerBound..<words[span.upperBound].range.upperBound
    return Phrase(
      text: String(text[range]), written: inside.map { String(text[words[$0].range]) },
      words: inside.map { Array(words[$0].pieces.joined()) },
      scores: scores,
      weight: isWhole ? 1.15 : words.count > Self.longestTitle ? 0.5 : isPart(span) ? 1 : 0.7)
  }

  /// Returns whether punctuation or the end of the title is on both sides of these words.
  private func isPart(_ span: ClosedRange<Int>) -> Bool {
    let next = span.upperBound + 1
    return !words[span.lowerBound].isAttached && (next == words.count || !words[next].isAttached)
  }
}
