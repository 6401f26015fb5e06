public import CairnCapture
public import CairnIndex
import CairnText

/// A group of related captures, found by their words and links, and the words that characterize it.
public struct WordCircle: Sendable {
  /// A word that characterizes a circle.
  public struct Word: Sendable {
    fileprivate let piece: [UInt8]
    /// The capture of the circle for which the word is most telling.
    public let source: Snapshot.Entry

    /// Returns the word as written in `capture`, which should be the ``source``; in folded form if
    /// `capture` does not contain the word.
    public func written(in capture: Capture) -> String {
      CaptureWords(CaptureReading(capture)).written(piece)
        ?? String(decoding: piece, as: UTF8.self)
    }
  }

  /// The captures, those with the strongest ties to the others first, then by path.
  public let members: [Snapshot.Entry]
  /// The words, most telling first; at most three.
  public let words: [Word]
  /// The number of the circle to which a person pinned some of the members, or nil if no member is
  /// pinned.
  public let pin: Int?

  /// The minimum size of a circle without pinned captures.
  private static let fewest = 3
  private static let wordCount = 3

  /// Returns all circles, the largest first. Circles of the same size are sorted by the first path
  /// in each. A group of fewer than three captures is a circle only if one of them is pinned.
  ///
  /// - Parameters:
  ///   - links: The links between captures. A capture is given by its index in
  ///     ``WordVectors/entries``.
  ///   - pins: For each capture, the number of the circle into which a person put it, or nil.
  public static func all(
    in vectors: WordVectors, links: [(from: Int, to: Int)], pins: [Int?]
  ) -> [WordCircle] {
    let graph = CaptureGraph(vectors, links: links)
    let groups = Communities.groups(of: graph, pins: pins)
    var members: [[Int]] = Array(repeating: [], count: (groups.max() ?? -1) + 1)
    for (node, group) in groups.enumerated() { members[group].append(node) }
    return members.compactMap { members -> WordCircle? in
      let pin = members.lazy.compactMap { pins[$0] }.first
      guard members.count >= Self.fewest || pin != nil else { return nil }
      return WordCircle(members, pin, groups, graph, vectors)
    }.enumerated().sorted {
      (-$0.element.members.count, $0.offset) < (-$1.element.members.count, $1.offset)
    }.map(\.element)
  }

  private init(
    _ nodes: [Int], _ pin: Int?, _ groups: [Int], _ graph: CaptureGraph, _ vectors: WordVectors
  ) {
    let degrees = nodes.map { node in
      graph.ties[node].reduce(0) { groups[$1.node] == groups[node] ? $0 + $1.weight : $0 }
    }
    members = nodes.indices.sorted { (-degrees[$0], nodes[$0]) < (-degrees[$1], nodes[$1]) }
      .map { vectors.entries[nodes[$0]] }
    words = Self.words(of: nodes, vectors)
    self.pin = pin
  }

  /// Returns whether a word looks like the start of the id with which a file name ends: a letter
  /// and three more characters, one of them a digit. These words come from links and say nothing
  /// about the subject.
  private static func isEndOfName(_ word: [UInt8]) -> Bool {
    let hasDigit = word.contains { $0 &- 0x30 < 10 }
    let isLettered = word.first.map { $0 &- 0x61 < 26 } ?? false
    return word.count == 4 && hasDigit && isLettered
  }

  /// Returns whether a word is a number, or the name of a month or a day of the week. These words
  /// come from the titles of daily notes and say nothing about the subject.
  private static func isOfDate(_ word: [UInt8]) -> Bool {
    word.allSatisfy { $0 &- 0x30 < 10 } || dateNames.contains(word)
  }

  private static let dateNames = Set(
    (CalendarNames.months + CalendarNames.weekdays).map { Array($0.lowercased().utf8) })

  /// Returns at most three words that are telling for many of the captures with the numbers `nodes`
  /// and for few others. Returns parts of dates (``isOfDate(_:)``) only if there are no other
  /// words.
  private static func words(of nodes: [Int], _ vectors: WordVectors) -> [Word] {
    struct Tally {
      var count = 0
      var best = (weight: 0.0, node: 0)
    }
    var tallies: [Int: Tally] = [:]
    for node in nodes {
      for part in vectors.parts[node] {
        var tally = tallies[part.word] ?? Tally()
        tally.count += 1
        if part.weight > tally.best.weight { tally.best = (part.weight, node) }
        tallies[part.word] = tally
      }
    }
    let fewest = min(2, nodes.count)
    let scored = tallies.filter { word, tally in
      tally.count >= fewest && !Self.isEndOfName(vectors.words[word])
    }.map { word, tally in
      let frequency = vectors.frequencies[word]
      let rarity = Ranking.rarity(frequency, of: vectors.entries.count)
      let share = Double(tally.count) / Double(frequency)
      return (word: word, score: Double(tally.count) * share * rarity, node: tally.best.node)
    }
    let named = scored.filter { !isOfDate(vectors.words[$0.word]) }
    return (named.isEmpty ? scored : named).sorted { (-$0.score, $0.word) < (-$1.score, $1.word) }
      .prefix(wordCount).map {
        Word(piece: vectors.words[$0.word], source: vectors.entries[$0.node])
      }
  }
}
