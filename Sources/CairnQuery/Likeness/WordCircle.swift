public import CairnIndex
import CairnText

/// A group of related captures, found by their words and links. Also contains the words that
/// characterize the group, usually words in the titles and tags of the captures.
public struct WordCircle: Sendable {
  /// The captures of the circle. The capture with the strongest ties to the others comes first;
  /// captures with equally strong ties are sorted by path.
  public let members: [Snapshot.Entry]
  /// At most three folded words, most telling first. Empty only if the circle has a pin, or if
  /// links connect most of its captures.
  public let words: [String]
  /// How well each word characterizes the circle, keyed by folded word: 1 for the best word, and
  /// less for others. Lacks words that characterize nothing.
  let scores: [[UInt8]: Double]
  /// The number of the circle to which a user pinned some of the members, or nil if no member is
  /// pinned.
  public let pin: Int?

  /// The minimum size of a circle without pinned captures.
  private static let fewest = 3
  private static let wordCount = 3
  /// The minimum score of the second and third word, as a fraction of the best word's score. The
  /// second word must also be telling for at least a third of the circle's captures, and the third
  /// word for at least half of them.
  private static let leastScore = 0.3
  /// The minimum fraction of a group's captures in which the best word occurs, unless links connect
  /// most of the captures. Groups with less in common are mostly due to chance.
  private static let leastShare = 0.4

  /// Returns all circles, the largest first. Circles of the same size are sorted by the first path
  /// in each. A group of fewer than three captures is a circle only if one of them is pinned.
  ///
  /// - Parameters:
  ///   - links: The links between captures. A capture is given by its index in
  ///     ``WordVectors/entries``.
  ///   - pins: For each capture, the number of the circle to which a user pinned it, or nil.
  ///   - names: A callback that returns the folded words in the title and the tags of the capture
  ///     with a given number.
  public static func all(
    in vectors: WordVectors, links: [(from: Int, to: Int)], pins: [Int?],
    names: (Int) -> Set<[UInt8]>
  ) -> [WordCircle] {
    let graph = CaptureGraph(vectors, links: links)
    let groups = Communities.groups(of: graph, pins: pins)
    var members: [[Int]] = Array(repeating: [], count: (groups.max() ?? -1) + 1)
    for (node, group) in groups.enumerated() { members[group].append(node) }
    return members.compactMap { members -> WordCircle? in
      let pin = members.lazy.compactMap { pins[$0] }.first
      guard members.count >= Self.fewest || pin != nil else { return nil }
      let words = words(of: members, vectors, names)
      let isChance = words.chosen.isEmpty || words.chosen[0].share < leastShare
      guard pin != nil || !isChance || isLinked(members, links) else { return nil }
      return WordCircle(
        members, pin, words.chosen.map(\.word), words.scores, groups, graph, vectors)
    }.enumerated().sorted {
      (-$0.element.members.count, $0.offset) < (-$1.element.members.count, $1.offset)
    }.map(\.element)
  }

  private init(
    _ nodes: [Int], _ pin: Int?, _ words: [String], _ scores: [[UInt8]: Double],
    _ groups: [Int], _ graph: CaptureGraph, _ vectors: WordVectors
  ) {
    let degrees = nodes.map { node in
      graph.ties[node].reduce(0) { groups[$1.node] == groups[node] ? $0 + $1.weight : $0 }
    }
    members = nodes.indices.sorted { (-degrees[$0], nodes[$0]) < (-degrees[$1], nodes[$1]) }
      .map { vectors.entries[nodes[$0]] }
    self.words = words
    self.scores = scores
    self.pin = pin
  }

  /// Returns whether links connect most of the captures with the numbers `nodes`.
  private static func isLinked(_ nodes: [Int], _ links: [(from: Int, to: Int)]) -> Bool {
    let members = Set(nodes)
    let linked = links.filter { members.contains($0.from) && members.contains($0.to) }
    return Set(linked.flatMap { [$0.from, $0.to] }).count * 3 >= nodes.count * 2
  }

  /// Returns whether a word looks like the start of an id at the end of a file name: a letter and
  /// three more characters, at least one of them a digit. Such words come from links and say
  /// nothing about the subject.
  private static func isEndOfName(_ word: [UInt8]) -> Bool {
    let hasDigit = word.contains { $0 &- 0x30 < 10 }
    let isLettered = word.first.map { $0 &- 0x61 < 26 } ?? false
    return word.count == 4 && hasDigit && isLettered
  }

  /// Returns whether a word is a number such as `5` or `5th`, the name of a month or a day of the
  /// week, or a unit. These words come from the titles of daily notes, or from measures, and say
  /// nothing about the subject.
  static func isOfDate(_ word: [UInt8]) -> Bool {
    let rest = word.drop { $0 &- 0x30 < 10 }
    return rest.isEmpty || rest.count < word.count && ordinals.contains(Array(rest))
      || dateNames.contains(word)
  }

  private static let ordinals = Set(["st", "nd", "rd", "th"].map { Array($0.utf8) })
  private static let dateNames = Set(
    (calendarNames + calendarNames.map { String($0.prefix(3)) } + units)
      .map { Array($0.lowercased().utf8) })
  private static let calendarNames = CalendarNames.months + CalendarNames.weekdays
  private static let units = [
    "mm", "cm", "km", "mg", "kg", "ml", "cl", "dl", "min", "mins", "hrs", "kb", "mb", "gb",
  ]

  /// Returns at most three words that characterize the captures `nodes`, each with the fraction of
  /// these captures for which it is telling, and the scores of all words that were considered.
  /// Considers words in titles and tags that are telling for many of these captures and for few
  /// others. If all such words are parts of dates (``isOfDate(_:)``), considers other words of the
  /// captures instead.
  private static func words(
    of nodes: [Int], _ vectors: WordVectors, _ names: (Int) -> Set<[UInt8]>
  ) -> (chosen: [(word: String, share: Double)], scores: [[UInt8]: Double]) {
    struct Tally {
      var count = 0
      /// The number of captures with the word in the title or a tag.
      var named = 0
    }
    var tallies: [Int: Tally] = [:]
    for node in nodes {
      let names = names(node)
      for part in vectors.parts[node] {
        tallies[part.word, default: Tally()].count += 1
        if names.contains(vectors.words[part.word]) {
          tallies[part.word, default: Tally()].named += 1
        }
      }
    }
    let shared = tallies.filter { word, tally in
      tally.count > 1 && !isEndOfName(vectors.words[word])
    }
    let named = shared.filter { $0.value.named > 0 }
    let isUndated = { (word: Int, _: Tally) in !isOfDate(vectors.words[word]) }
    let choices = [named.filter(isUndated), named.isEmpty ? [:] : shared.filter(isUndated)]
    let scored = (choices.first { !$0.isEmpty } ?? [:]).map { word, tally in
      let frequency = vectors.frequencies[word]
      let rarity = Ranking.rarity(frequency, of: vectors.entries.count)
      let share = Double(tally.count) / Double(frequency)
      let score = Double(tally.count + tally.named) * share * rarity
      return (word: word, score: score, tally: tally)
    }.sorted { (-$0.score, $0.word) < (-$1.score, $1.word) }
    let chosen = scored.enumerated().filter { place, found in
      // A word that only a few of the captures contain does not describe the other captures.
      place == 0
        || found.score >= leastScore * scored[0].score
          && found.tally.count * (place == 1 ? 3 : 2) >= nodes.count
    }.prefix(wordCount).map(\.element)
    let words = chosen.map {
      (
        word: String(decoding: vectors.words[$0.word], as: UTF8.self),
        share: Double($0.tally.count) / Double(nodes.count)
      )
    }
    // The harmonic mean (F₁) of the word's share of the circle and the circle's share of the word.
    let scores = scored.map { found in
      let sum = nodes.count + vectors.frequencies[found.word]
      return (vectors.words[found.word], 2 * Double(found.tally.count) / Double(sum))
    }
    return (words, Dictionary(uniqueKeysWithValues: scores))
  }
}
