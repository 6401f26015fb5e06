public import CairnCapture
public import CairnIndex

/// Captures that belong together, found by what they say and by their links, and the words that tell
/// most of them.
public struct WordCircle: Sendable {
  /// A word that tells much of a circle.
  public struct Word: Sendable {
    fileprivate let piece: [UInt8]
    /// The capture of the circle that it tells most of.
    public let source: Snapshot.Entry

    /// The word as it is written in that capture.
    public func written(in capture: Capture) -> String {
      CaptureWords(CaptureReading(capture)).written(piece)
        ?? String(decoding: piece, as: UTF8.self)
    }
  }

  /// The captures, those that are tied most to the others first, then by path.
  public let members: [Snapshot.Entry]
  /// The words, the most telling first; three at most.
  public let words: [Word]
  /// The circle that captures of it were put into, by its number.
  public let pin: Int?

  /// What is smaller is no circle, unless somebody says so.
  private static let fewest = 3
  private static let wordCount = 3

  /// All circles, the greatest first, then by the path of their first captures.
  ///
  /// - Parameters:
  ///   - links: the captures that link to another one, each with that one, by number.
  ///   - pins: for each capture the circle that a person put it into, by number, or nil.
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

  /// Whether a word is how an id begins, as the names of files have it at their ends: a link with such a
  /// name says nothing by it.
  private static func isEndOfName(_ word: [UInt8]) -> Bool {
    let hasDigit = word.contains { $0 &- 0x30 < 10 }
    let isLettered = word.first.map { $0 &- 0x61 < 26 } ?? false
    return word.count == 4 && hasDigit && isLettered
  }

  /// The words that most of some captures tell most of, and few others.
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
    return scored.sorted { (-$0.score, $0.word) < (-$1.score, $1.word) }
      .prefix(wordCount).map {
        Word(piece: vectors.words[$0.word], source: vectors.entries[$0.node])
      }
  }
}
