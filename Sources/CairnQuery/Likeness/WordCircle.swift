public import CairnIndex
public import CairnText

/// A group of related captures, found by their words and links.
public struct WordCircle: Sendable {
  /// The captures of the circle. The capture with the strongest ties to the others comes first;
  /// captures with equally strong ties are sorted by path.
  public let members: [Snapshot.Entry]
  /// The name. Nil only if the circle has a pin and its captures have nothing in common.
  public let name: CircleName?
  /// The number of the circle to which a user pinned some of the members, or nil if no member is
  /// pinned.
  public let pin: Int?

  /// The minimum size of a circle without pinned captures.
  static let fewest = 3
  /// The minimum fraction of a group's captures to which its name applies. Groups with less in
  /// common are mostly due to chance.
  private static let leastShare = 0.5
  /// A capture to which the name does not apply, or that seems to be about something else, stays in
  /// the circle if it has ties to this number of the captures to which the name applies.
  private static let fewestTies = 3

  /// Returns all circles, the largest first. The order is always the same for the same captures.
  ///
  /// A group of tied captures is a circle if a name applies to at least half of them, and to at
  /// least three. The circle contains the captures to which the name applies, unless they only
  /// mention it (``CircleMembers/isAside(_:_:)``), and those with ties to three of these. If the
  /// name is a tag, other captures with the tag join the circle. A group with pinned captures is
  /// always a circle, and stays complete.
  ///
  /// - Parameters:
  ///   - links: The links between captures. A capture is given by its index in
  ///     ``WordVectors/entries``.
  ///   - similar: Pairs of captures that are tied like captures with a link.
  ///   - pins: For each capture, the number of the circle to which a user pinned it, or nil.
  public static func all(
    in vectors: WordVectors, links: [(from: Int, to: Int)],
    similar: [(from: Int, to: Int)] = [], pins: [Int?], texts: CircleTexts
  ) -> [WordCircle] {
    let graph = CaptureGraph(vectors, links: links + similar)
    var backlinks: [Set<Int>] = Array(repeating: [], count: vectors.entries.count)
    for (from, to) in links where from != to { backlinks[to].insert(from) }
    let groups = Communities.groups(of: graph, pins: pins)
    var members: [[Int]] = Array(repeating: [], count: (groups.max() ?? -1) + 1)
    for (node, group) in groups.enumerated() { members[group].append(node) }
    var found = members.compactMap { members -> (nodes: [Int], name: CircleName?, pin: Int?)? in
      let pin = members.lazy.compactMap { pins[$0] }.first
      guard members.count >= Self.fewest || pin != nil else { return nil }
      let degrees = members.map { node in
        graph.ties[node].reduce(0) { groups[$1.node] == groups[node] ? $0 + $1.weight : $0 }
      }
      let nodes = members.indices.sorted {
        (-degrees[$0], members[$0]) < (-degrees[$1], members[$1])
      }.map { members[$0] }
      let circle = CircleMembers(nodes, vectors, backlinks, texts)
      let name = CircleName(of: circle)
      guard pin == nil else { return (nodes, name, pin) }
      guard let name, name.named.count >= Self.fewest,
        Double(name.named.count) >= leastShare * Double(nodes.count)
      else { return nil }
      let kept = nodes.enumerated().filter { place, node in
        name.named.contains(node) && !circle.isAside(place, name)
          || graph.ties[node].count { name.named.contains($0.node) } >= Self.fewestTies
      }.map(\.element)
      return kept.count < Self.fewest ? nil : (kept, name, nil)
    }.enumerated().sorted {
      (-$0.element.nodes.count, $0.offset) < (-$1.element.nodes.count, $1.offset)
    }.map(\.element)

    var isLone = [Bool](repeating: true, count: vectors.entries.count)
    for node in found.lazy.flatMap(\.nodes) { isLone[node] = false }
    var tagged: [String: Int] = [:]
    for (place, circle) in found.enumerated() where circle.pin == nil {
      if let tag = circle.name?.tag, tagged[tag] == nil { tagged[tag] = place }
    }
    for node in isLone.indices where isLone[node] && !tagged.isEmpty {
      let levels = texts.tags(node).lazy.flatMap(CirclePhrase.levels(ofTag:))
      guard let place = levels.compactMap({ tagged[$0] }).first else { continue }
      found[place].nodes.append(node)
      isLone[node] = false
    }
    // In a large notebook, words and links find enough circles.
    if isLone.count <= WordVectors.mostCaptures {
      let names = CircleName.shared(
        by: isLone.indices.filter { isLone[$0] }, in: vectors,
        most: min(20, isLone.count / 3), texts)
      found += names.map { ($0.named.sorted(), $0, nil) }
    }
    return found.map { nodes, name, pin in
      WordCircle(members: nodes.map { vectors.entries[$0] }, name: name, pin: pin)
    }.enumerated().sorted {
      (-$0.element.members.count, $0.offset) < (-$1.element.members.count, $1.offset)
    }.map(\.element)
  }
}

/// The texts of captures from which circles get their names. Each callback is passed the index of a
/// capture in ``WordVectors/entries``.
public struct CircleTexts {
  /// Returns the path, the title and the tags of a capture.
  let names: (Int) -> (path: NotePath, title: String, tags: [String])
  /// Returns only the tags of a capture.
  let tags: (Int) -> [String]
  /// Returns the text that the body of a capture shows.
  let body: (Int) -> String

  /// Creates the texts from three callbacks.
  public init(
    names: @escaping (Int) -> (path: NotePath, title: String, tags: [String]),
    tags: @escaping (Int) -> [String], body: @escaping (Int) -> String
  ) { (self.names, self.tags, self.body) = (names, tags, body) }
}

/// What the captures of a group have in common, to find a name for the group.
struct CircleMembers {
  /// The captures as indices in ``WordVectors/entries``. The capture with the strongest ties comes
  /// first.
  let nodes: [Int]
  /// The title of each capture.
  let titles: [String]
  /// The tags of each capture.
  let tags: [[String]]
  /// The folder of each capture.
  private let folders: [NotePath]
  /// Returns the text that the body of a capture shows.
  let body: (Int) -> String
  /// The folded words in the title and the tags of each capture.
  let named: [Set<[UInt8]>]
  /// The folded words in the title, the tags and the file name of each capture, and its telling
  /// words.
  let words: [Set<[UInt8]>]
  /// The captures in and outside the group that link to each capture.
  let backlinks: [Set<Int>]
  /// How well each word characterizes the group, keyed by folded word: 1 for a word that is telling
  /// for all captures of the group and for no other, and less for others. Lacks words that
  /// characterize nothing.
  let scores: [[UInt8]: Double]
  /// The words with the highest scores that are telling for many captures of the group; at most
  /// three.
  let best: [[UInt8]]

  private static let wordCount = 3
  /// The maximum number of bodies to read to find words that are shown.
  private static let mostBodies = 20
  /// The minimum score of the second and third word, as a fraction of the best word's score. The
  /// second word must also be telling for at least a third of the group's captures, and the third
  /// word for at least half of them.
  private static let leastScore = 0.3

  fileprivate init(
    _ nodes: [Int], _ vectors: WordVectors, _ backlinks: [Set<Int>], _ texts: CircleTexts
  ) {
    let found = nodes.map(texts.names)
    let named = found.map { found in
      Set(([found.title] + found.tags).flatMap(CirclePhrase.pieces(of:)))
    }
    self.nodes = nodes
    titles = found.map(\.title)
    tags = found.map(\.tags)
    words = nodes.indices.map { place in
      named[place].union(CirclePhrase.pieces(of: found[place].path.stem))
        .union(vectors.parts[nodes[place]].map { vectors.words[$0.word] })
    }
    folders = found.map(\.path.parent)
    body = texts.body
    self.named = named
    self.backlinks = nodes.map { backlinks[$0] }
    (best, scores) = Self.words(of: nodes, vectors, named) {
      Set(nodes.prefix(Self.mostBodies).flatMap { CirclePhrase.pieces(of: texts.body($0)) })
    }
  }

  /// Returns whether a capture only mentions the subject of the circle: it has no word of the name in
  /// its title or tags, none of its tags and not its folder in common with another capture to which
  /// the name applies, and no links in both directions with one of these captures. A capture
  /// without tags in the main folder is never aside.
  fileprivate func isAside(_ place: Int, _ name: CircleName) -> Bool {
    let node = nodes[place]
    if name.titled.contains(node) || folders[place].isRoot && tags[place].isEmpty { return false }
    let own = Set(tags[place].map(\.folded))
    return nodes.indices.allSatisfy { other in
      if other == place || !name.named.contains(nodes[other]) { return true }
      return (folders[other] != folders[place] || folders[place].isRoot)
        && !tags[other].contains { own.contains($0.folded) }
        && !(backlinks[place].contains(nodes[other]) && backlinks[other].contains(node))
    }
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
  /// week, a unit, or an abbreviation that introduces a post. These words come from the titles of
  /// daily notes, from measures, or from headlines, and say nothing about the subject.
  static func isOfDate(_ word: [UInt8]) -> Bool {
    let rest = word.drop { $0 &- 0x30 < 10 }
    return rest.isEmpty || rest.count < word.count && ordinals.contains(Array(rest))
      || dateNames.contains(word)
  }

  private static let ordinals = Set(["st", "nd", "rd", "th"].map { Array($0.utf8) })
  private static let dateNames = Set(
    (calendarNames + calendarNames.map { String($0.prefix(3)) } + units + introductions)
      .map { Array($0.lowercased().utf8) })
  private static let calendarNames = CalendarNames.months + CalendarNames.weekdays
  private static let units = [
    "mm", "cm", "km", "mg", "kg", "ml", "cl", "dl", "min", "mins", "hrs", "kb", "mb", "gb",
  ]
  private static let introductions = ["fyi", "icymi", "psa", "til"]

  /// Returns at most three words that characterize the captures `nodes`, and the scores of all words
  /// that were considered. Considers words in titles and tags that are telling for many of these
  /// captures and for few others. If all such words are parts of dates (``isOfDate(_:)``), considers
  /// other words that the captures show instead, but not those that only the addresses of links and
  /// pictures contain.
  ///
  /// - Parameters:
  ///   - names: The folded words in the title and the tags of each of the captures.
  ///   - shown: Returns the folded words that the bodies of the first few captures show.
  private static func words(
    of nodes: [Int], _ vectors: WordVectors, _ names: [Set<[UInt8]>], shown: () -> Set<[UInt8]>
  ) -> (best: [[UInt8]], scores: [[UInt8]: Double]) {
    struct Tally {
      var count = 0
      /// The number of captures with the word in the title or a tag.
      var named = 0
    }
    var tallies: [Int: Tally] = [:]
    for (node, names) in zip(nodes, names) {
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
    var choices = named.filter(isUndated)
    if choices.isEmpty, !named.isEmpty {
      let shown = shown()
      choices = shared.filter(isUndated).filter { shown.contains(vectors.words[$0.key]) }
    }
    let scored = choices.map { word, tally in
      let frequency = vectors.frequencies[word]
      let rarity = Ranking.rarity(frequency, of: vectors.entries.count)
      let share = Double(tally.count) / Double(frequency)
      let score = Double(tally.count + tally.named) * share * rarity
      return (word: word, score: score, tally: tally)
    }.sorted { (-$0.score, $0.word) < (-$1.score, $1.word) }
    let best = scored.enumerated().filter { place, found in
      // A word that only a few of the captures contain does not describe the other captures.
      place == 0
        || found.score >= leastScore * scored[0].score
          && found.tally.count * (place == 1 ? 3 : 2) >= nodes.count
    }.prefix(wordCount).map { vectors.words[$0.element.word] }
    // The harmonic mean (F₁) of the word's share of the circle and the circle's share of the word.
    let scores = scored.map { found in
      let sum = nodes.count + vectors.frequencies[found.word]
      return (vectors.words[found.word], 2 * Double(found.tally.count) / Double(sum))
    }
    return (best, Dictionary(uniqueKeysWithValues: scores))
  }
}
