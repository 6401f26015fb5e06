import CairnText
import Glibc

/// The name of a circle that nobody named.
///
/// The name is a phrase of at most four words from a title or a tag, such as `Wheat starch paste`.
/// The whole title of a capture to which half of the circle links, such as `Jonas`, is a phrase that
/// also applies to the captures with these links. Prefers phrases that consist of words with high
/// scores (``CircleMembers/scores``), that occur in several captures' titles or tags, or that are a
/// whole title or tag.
public struct CircleName: Sendable {
  /// The name as it is written in a title, in a tag or in most of the text.
  public let text: String
  /// The significant words of the name, as written; at most four, except in a longer title.
  public let words: [String]
  /// The captures to which the name applies, as indices in ``WordVectors/entries``: those that
  /// have at least two thirds of its words in their title, their tags or their telling words. A
  /// title also applies to the captures that link to it.
  let named: Set<Int>
  /// The captures that have a word of the name in their title or a tag.
  let titled: Set<Int>
  /// The name as a folded tag, with the levels above it; nil if the name is not a tag of a member.
  let tag: String?

  /// Determines the name of a circle. Of phrases that fit equally well, the first counts. If no
  /// phrase fits, the name consists of the best words (``CircleMembers/best``). Nil if the captures
  /// have nothing in common.
  init?(of circle: CircleMembers) {
    let subjects = Self.subjects(of: circle)
    guard let first = subjects.lazy.prefix(Self.most).compactMap({ $0.completed(in: circle) }).first
    else {
      let words = circle.writtenBest
      guard let best = circle.best.first else { return nil }
      self.init(
        text: words.joined(separator: ", "), words: words, named: circle.nodes(with: [best]),
        titled: circle.titled(circle.best), tag: nil)
      return
    }
    let owners = circle.nodes(with: first.phrase.pieces, all: true)
    let bodies = circle.nodes.lazy.filter(owners.contains).map(circle.body)
    let phrase = first.phrase.spelled(as: bodies)
    self.init(phrase, named: first.named, titled: circle.titled(phrase.pieces))
  }

  private init(_ phrase: CirclePhrase, named: Set<Int>, titled: Set<Int>) {
    self.init(
      text: phrase.text, words: phrase.written, named: named, titled: titled, tag: phrase.tag)
  }

  private init(
    text: String, words: [String], named: Set<Int>, titled: Set<Int>, tag: String?
  ) {
    (self.text, self.words, self.named) = (text, words, named)
    (self.titled, self.tag) = (titled, tag)
  }

  /// Returns names for captures that are in no circle yet, each a tag, or a phrase of at least two
  /// words from a title, that at least three of these captures share. The name that most captures
  /// share comes first. Each name applies to other captures.
  ///
  /// - Parameters:
  ///   - lone: The captures, as indices in ``WordVectors/entries``.
  ///   - most: The maximum number of captures in the notebook that share a name.
  static func shared(
    by lone: [Int], in vectors: WordVectors, most: Int, _ texts: CircleTexts
  ) -> [CircleName] {
    var phrases = CirclePhrases()
    for node in vectors.entries.indices {
      let names = texts.names(node)
      let title = TitleWords(names.title).phrases.filter { $0.wordCount > 1 }
      let tags = names.tags.flatMap { CirclePhrase.all(inTag: $0) }.filter { $0.tag != nil }
      phrases.add(title + tags, of: node)
    }
    var free = Set(lone)
    return phrases.closed.filter { phrase in
      phrase.count >= WordCircle.fewest && phrase.count <= most
        && (phrase.wordCount > 1 || phrase.pieces.contains(where: vectors.distinctive.contains))
    }.enumerated().sorted { (-$0.element.count, $0.offset) < (-$1.element.count, $1.offset) }
      .compactMap { _, phrase in
        let named = free.intersection(phrase.owners)
        guard named.count >= WordCircle.fewest, named.count * 2 >= phrase.count else { return nil }
        free.subtract(named)
        return CircleName(
          phrase.spelled(as: named.sorted().lazy.map(texts.body)), named: named, titled: named)
      }
  }

  /// The maximum number of phrases to examine. In a circle of thousands of captures, examining all
  /// phrases would take too long.
  private static let most = 100

  /// A phrase that can be the name.
  private struct Subject {
    let phrase: CirclePhrase
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

  /// Returns the titles and phrases that can name the circle, the best first. Leaves out a phrase
  /// that is only a part of a longer phrase in as many captures.
  private static func subjects(of circle: CircleMembers) -> [Subject] {
    var phrases = CirclePhrases()
    for (place, title) in circle.titles.enumerated() {
      let tags = circle.tags[place].flatMap { CirclePhrase.all(inTag: $0, circle.scores) }
      phrases.add(TitleWords(title, circle.scores).phrases + tags, of: place)
    }
    let closed = phrases.closed
    let subjects =
      hubs(of: circle, closed)
      + closed.map { Subject(phrase: $0, value: $0.value(among: circle.nodes.count)) }
    return subjects.enumerated()
      .sorted { (-$0.element.value, $0.offset) < (-$1.element.value, $1.offset) }.map(\.element)
  }

  /// Returns the short titles of captures to which at least half of the circle links, if the words
  /// of the title are in one of these captures, and half of the circle does not share only a part of
  /// the title.
  private static func hubs(of circle: CircleMembers, _ phrases: [CirclePhrase]) -> [Subject] {
    let nodes = Set(circle.nodes)
    let shared = Set(
      phrases.filter { $0.count > 1 && $0.count * 2 >= nodes.count }.map(\.key))
    return circle.nodes.indices.compactMap { place in
      let linking = circle.backlinks[place].intersection(nodes).subtracting([circle.nodes[place]])
      guard linking.count >= 2, (linking.count + 1) * 2 >= nodes.count else { return nil }
      let title = TitleWords(circle.titles[place], circle.scores)
      guard let phrase = title.whole,
        !title.phrases.contains(where: {
          $0.key.count < phrase.key.count && shared.contains($0.key)
        })
      else { return nil }
      let fitting = circle.nodes(with: phrase.pieces).intersection(linking).count
      if fitting == 0 { return nil }
      // The harmonic mean (F₁) of two fractions: how much of the circle links to the capture, and how
      // many of the linking captures are in the circle.
      let sum = nodes.count + circle.backlinks[place].count + 1
      let fit = (1 + Double(fitting) / Double(linking.count)) / 2
      return Subject(
        phrase: phrase, value: hubWeight * fit * 2 * Double(linking.count + 1) / Double(sum),
        named: linking.union([circle.nodes[place]]))
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

  /// Returns the captures that have one of these words in their title or a tag.
  fileprivate func titled(_ words: [[UInt8]]) -> Set<Int> {
    Set(zip(nodes, named).filter { _, own in words.contains(where: own.contains) }.map(\.0))
  }

  /// The words of ``best``, as written in a title or a tag. Neighbouring characters of a dense
  /// script are one word.
  fileprivate var writtenBest: [String] {
    let wanted = Set(best)
    var written: [String] = []
    for word in best {
      let texts = zip(titles, tags).lazy.flatMap { [$0] + $1 }
      let found = texts.compactMap { TitleWords($0, scores).run(with: word, of: wanted) }.first
      let text = found ?? String(decoding: word, as: UTF8.self)
      if !written.contains(where: { $0.contains(text) || text.contains($0) }) {
        written.append(text)
      }
    }
    return written
  }
}
