import CairnText
import Glibc

/// The name of a circle that nobody named.
///
/// The name is the title of a capture to which half of the circle links, such as `Jonas`,
/// or a phrase of at most three words from a title or a tag, such as `Wheat starch paste`. If the
/// name applies to only some of the captures, it may have a second part that applies to others,
/// such as `Minjun, film club`. Prefers phrases that consist of words with high scores
/// (``CircleMembers/scores``), that occur in several titles or tags, or that are a whole title or
/// tag.
public struct CircleName: Sendable {
  /// The parts of the name, separated by a comma.
  public let text: String
  /// The significant words of the parts, as written in a title or tag; at most three, except in a
  /// longer title.
  public let words: [String]
  /// The captures to which the name applies, as indices in ``WordVectors/entries``. A title applies
  /// to its capture and to the captures that link to it. A phrase applies to captures that
  /// have at least two thirds of its words in their title, their tags or their telling words.
  let named: Set<Int>

  /// Determines the name of a circle. Of phrases that fit equally well, the first counts. If no
  /// phrase fits, the name consists of the best words (``CircleMembers/best``). Nil if the captures
  /// have nothing in common.
  init?(of circle: CircleMembers) {
    let subjects = Self.subjects(of: circle)
    let first = subjects.lazy.prefix(Self.most).compactMap { $0.completed(in: circle) }.first
    guard let first else {
      guard !circle.best.isEmpty else { return nil }
      words = circle.best.map { String(decoding: $0, as: UTF8.self) }
      text = words.joined(separator: ", ")
      named = circle.nodes(with: circle.best.prefix(1))
      return
    }
    let others =
      first.named.count >= Self.fewestOfFirst && first.named.count * 2 >= circle.nodes.count
      ? subjects.prefix { $0.value >= Self.leastValue * first.value } : []
    let second = others.lazy.filter { $0.phrase.goes(with: first.phrase) }.prefix(Self.most)
      .compactMap { $0.completed(in: circle) }
      .first { $0.named.subtracting(first.named).count >= Self.fewestMore }
    let chosen = [first, second].compactMap { $0 }
    text = chosen.map(\.phrase.text).joined(separator: ", ")
    words = chosen.flatMap(\.phrase.written)
    named = chosen.reduce(into: []) { $0.formUnion($1.named) }
  }

  /// The minimum value of the second part, as a fraction of the first part's value.
  private static let leastValue = 0.5
  /// The minimum number of captures to which the first part applies if there is a second part. It
  /// must also apply to at least half of the captures.
  private static let fewestOfFirst = 3
  /// The minimum number of captures to which only the second part of a name applies.
  private static let fewestMore = 2
  /// The maximum number of phrases to examine for each part. In a circle of thousands of captures,
  /// examining all phrases would take too long.
  private static let most = 100

  /// A phrase that can be a part of the name.
  private struct Subject {
    let phrase: Phrase
    /// How well the phrase fits the circle; greater is better.
    let value: Double
    /// The captures to which the phrase applies; empty if not determined yet.
    var named: Set<Int> = []

    /// Returns this subject with the captures to which it applies. Returns nil if fewer than two
    /// captures have all words of the phrase. Cost is linear in the number of captures.
    func completed(in circle: CircleMembers) -> Subject? {
      if !named.isEmpty { return self }
      guard circle.nodes(with: phrase.pieces, all: true).count > 1 else { return nil }
      return Subject(phrase: phrase, value: value, named: circle.nodes(with: phrase.pieces))
    }
  }

  /// Returns the titles and phrases that can name the circle, the best first.
  private static func subjects(of circle: CircleMembers) -> [Subject] {
    var phrases: [Phrase] = []
    var numbers: [[[UInt8]]: Int] = [:]
    for text in zip(circle.titles, circle.tags).flatMap({ [$0] + $1 }) {
      for phrase in TitleWords(text, circle.scores).phrases {
        if let number = numbers[phrase.words] {
          phrases[number].count += 1
        } else {
          numbers[phrase.words] = phrases.count
          phrases.append(phrase)
        }
      }
    }
    let subjects =
      hubs(of: circle)
      + phrases.map { Subject(phrase: $0, value: $0.value(among: circle.nodes.count)) }
    return subjects.enumerated()
      .sorted { (-$0.element.value, $0.offset) < (-$1.element.value, $1.offset) }.map(\.element)
  }

  /// Returns the short titles of captures to which at least half of the circle links.
  private static func hubs(of circle: CircleMembers) -> [Subject] {
    let nodes = Set(circle.nodes)
    return circle.nodes.indices.compactMap { place in
      let named = circle.backlinks[place].intersection(nodes).union([circle.nodes[place]])
      guard named.count >= 3, named.count * 2 >= nodes.count,
        let phrase = TitleWords(circle.titles[place], circle.scores).whole
      else { return nil }
      // The harmonic mean (F₁) of two fractions: how much of the circle links to the capture, and how
      // many of the linking captures are in the circle.
      let sum = nodes.count + circle.backlinks[place].count + 1
      return Subject(
        phrase: phrase, value: hubWeight * 2 * Double(named.count) / Double(sum), named: named)
    }
  }

  /// How much better a title with links names a circle than words that are equally typical.
  private static let hubWeight = 1.3
}

extension CircleMembers {
  /// Returns the captures that have at least two thirds of these words, or all of them.
  fileprivate func nodes(
    with words: some Collection<[UInt8]>, all isComplete: Bool = false
  ) -> Set<Int> {
    let fewest = isComplete ? words.count : (words.count * 2 + 2) / 3
    return Set(
      zip(nodes, self.words).filter { _, own in words.count(where: own.contains) >= fewest }
        .map(\.0))
  }
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
  /// The parts of these words that are in the index: in a dense script, the characters of a word.
  let pieces: [[UInt8]]
  /// The scores of the words that have one.
  let scores: [Double]
  /// How well the phrase stands for the title that contains it: greater for a whole title than for
  /// a few words of a sentence.
  let weight: Double
  /// The number of titles and tags that contain the phrase.
  var count = 1

  /// Returns how well the phrase names a circle; greater is better.
  ///
  /// - Parameter members: The number of captures in the circle.
  func value(among members: Int) -> Double {
    let recurring = count > 1 ? min(1, Double(count) / Double(members)) : 0
    // The geometric mean of the scores.
    let mean = pow(scores.reduce(1, *), 1 / Double(scores.count))
    // A word without a score says something about the circle only if many titles contain it. One
    // word says less than several.
    let share = max(Double(scores.count) / Double(words.count), min(1, 2 * recurring))
    let place = max(weight, recurring > 0 ? 1 + 0.5 * recurring : 0)
    return mean * share * place * (words.count > 1 ? 1 : recurring < 0.5 ? 0.7 : 0.75)
  }

  /// Returns whether this phrase can follow another one in a name: they must be short and in similar
  /// scripts, and the other one must not contain a word of this one.
  func goes(with first: Phrase) -> Bool {
    first.words.count + words.count <= Self.most && first.isLatin == isLatin
      && !words.contains { word in first.words.contains { $0.contains(word) } }
  }

  /// Whether the phrase is in a European script.
  private var isLatin: Bool { text.unicodeScalars.contains { $0.value > 0x40 && $0.value < 0x590 } }
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
      let isSignificant = !StopWords.contains(bytes) && !CircleMembers.isOfDate(bytes)
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

  /// The whole title; nil if it is a sentence, or has no significant word.
  var whole: Phrase? {
    let significant = words.filter(\.isSignificant)
    guard let first = words.first, let last = words.last, !significant.isEmpty,
      words.count <= Self.longest, words.allSatisfy({ $0.pieces.count <= Self.longestRun })
    else { return nil }
    return Phrase(
      text: String(text[first.range.lowerBound..<last.range.upperBound]),
      written: significant.map { String(text[$0.range]) },
      words: significant.map { Array($0.pieces.joined()) }, pieces: significant.flatMap(\.pieces),
      scores: significant.map(\.score).filter { $0 > 0 }, weight: 1)
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
      pieces: inside.flatMap { words[$0].pieces },
      scores: scores,
      weight: isWhole ? 1.15 : words.count > Self.longestTitle ? 0.5 : isPart(span) ? 1 : 0.7)
  }

  /// Returns whether punctuation or the end of the title is on both sides of these words.
  private func isPart(_ span: ClosedRange<Int>) -> Bool {
    let next = span.upperBound + 1
    return !words[span.lowerBound].isAttached && (next == words.count || !words[next].isAttached)
  }
}
