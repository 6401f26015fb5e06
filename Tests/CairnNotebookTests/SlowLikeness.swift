import CairnCapture
import CairnMarkup
import CairnQuery
import CairnText
import Glibc

@testable import CairnNotebook

/// How like captures are to each other, the slow and obvious way: the words of all captures are
/// counted, and the formulas of docs/related.md are written out.
struct SlowLikeness {
  /// The words of one capture.
  private struct Words {
    var counts: [String: Int] = [:]
    var length = 0

    init(_ capture: Capture, withFiles: Bool = true, withAddresses: Bool = true) {
      let body = capture.bodyText
      let bodyTexts = [String(decoding: body.plainText, as: UTF8.self)]
      let unseen = withAddresses ? capture.unseenTexts(in: body) : []
      if !capture.titleIsFirstLine(of: body) { add([capture.title(in: body)], 5) }
      add([capture.meaning].compactMap(\.self), 3)
      add(capture.tags(in: body) + capture.aliases, 3)
      add((withFiles ? capture.ownTexts : capture.ownTextsWithoutFiles) + bodyTexts + unseen, 1)
    }

    private mutating func add(_ texts: [String], _ weight: Int) {
      for text in texts {
        let bytes = FoldedText(text).bytes
        for range in Words.pieces(of: bytes) {
          length += 1
          if StopWords.contains(bytes[range]) { continue }
          counts[String(decoding: bytes[range], as: UTF8.self), default: 0] += weight
        }
      }
    }

    private static func pieces(of bytes: [UInt8]) -> [Range<Int>] {
      CairnText.Words.pieces(of: bytes)
    }
  }

  let library: Library
  /// The captures that count: all but briefings, but for the one that is asked about.
  private let captures: [Capture]
  private let graph: LinkGraph
  private let words: [NotePath: Words]
  /// The words of each capture without those of the fields that name files.
  private let own: [NotePath: Words]
  private let average: Double
  private var most: Int { max(20, captures.count / 20) }

  init(_ library: Library, wanted: NotePath? = nil) {
    self.library = library
    let captures = library.captures.filter { $0.type != "briefing" || $0.path == wanted }
    self.captures = captures
    graph = LinkGraph(library)
    let words = Dictionary(
      captures.map { ($0.path, Words($0)) }, uniquingKeysWith: { first, _ in first })
    self.words = words
    own = Dictionary(
      captures.map { ($0.path, Words($0, withFiles: false)) },
      uniquingKeysWith: { first, _ in first })
    let total = words.values.reduce(0) { $0 + $1.length }
    average = max(1, Double(total) / Double(max(1, words.count)))
  }

  private func rarity(_ frequency: Int) -> Double {
    let (found, all) = (Double(frequency), Double(captures.count))
    return log(1 + (all - found + 0.5) / (found + 0.5))
  }

  private func fit(_ word: String, _ words: Words) -> Double {
    let count = Double(words.counts[word] ?? 0)
    let norm = 1 - 0.75 + 0.75 * Double(words.length) / average
    return count * 2.2 / (count + 1.2 * norm)
  }

  private func frequency(_ word: String) -> Int {
    words.values.count { $0.counts[word] != nil }
  }

  /// How like all others are to one, by path; nil where nothing tells of it.
  func shares(_ one: NotePath) -> [NotePath: Double]? {
    let one = captures.first { $0.path == one }
    guard let mine = one.map({ Words($0, withFiles: false, withAddresses: false) }) else {
      return nil
    }
    var telling = mine.counts.keys.map { word in
      let frequency = frequency(word)
      return (word: word, frequency: frequency, share: rarity(frequency) * fit(word, mine))
    }
    telling.removeAll { $0.frequency > most }
    telling.sort {
      abs($0.share - $1.share) > 1e-9
        ? $0.share > $1.share : Array($0.word.utf8).lexicographicallyPrecedes(Array($1.word.utf8))
    }
    let shared = telling.filter { $0.frequency > 1 }.prefix(16)
    let all = (shared + telling.filter { $0.frequency == 1 }.prefix(16)).reduce(0) { $0 + $1.share }
    guard all > 0 else { return nil }
    var shares: [NotePath: Double] = [:]
    for (path, other) in words where path != one?.path {
      let score = shared.reduce(0) { $0 + rarity($1.frequency) * fit($1.word, other) }
      shares[path] = min(1, score / all)
    }
    return shares
  }

  /// How unlike everything else a capture is.
  func novelty(_ one: NotePath) -> Double? {
    shares(one).map { 1 - ($0.values.max() ?? 0) }
  }

  /// How close all others are to one, by path.
  func closeness(_ one: Capture) -> [NotePath: Double] {
    var far: [NotePath: Double] = [:]
    for (path, share) in shares(one.path) ?? [:] { far[path] = 1 - share }
    func add(_ path: NotePath, _ strength: Double) {
      if path != one.path { far[path, default: 1] *= 1 - strength }
    }
    for path in Set(graph.links(from: one.path).compactMap(\.resolution.path)) { add(path, 0.5) }
    for path in Set(graph.links(to: one.path).map(\.source)) { add(path, 0.5) }
    for (names, strength) in [
      ({ (capture: Capture) in capture.tags }, nil as Double?),
      ({ $0.names(in: "person") }, nil), ({ $0.names(in: "circle") }, 0.6),
    ] {
      for name in Set(names(one).map(\.folded)) {
        let sharing = captures.filter { names($0).map(\.folded).contains(name) }
        if sharing.count > most { continue }
        let rare = 0.4 * rarity(max(2, sharing.count)) / rarity(2)
        for other in sharing { add(other.path, strength ?? rare) }
      }
    }
    let counted = Set(captures.map(\.path))
    return far.mapValues { 1 - $0 }.filter { $0.value >= 0.05 && counted.contains($0.key) }
  }

  /// What a capture is about: its most telling words, with the length 1.
  func vector(_ one: NotePath) -> [String: Double] {
    guard var mine = own[one] else { return [:] }
    mine.length = words[one]?.length ?? 0
    let most = max(20, captures.count / 200)
    let uses = { (word: String) in own.values.count { $0.counts[word] != nil } }
    let telling = mine.counts.keys.filter { uses($0) > 1 && frequency($0) <= most }
      .map { (word: $0, share: rarity(uses($0)) * fit($0, mine)) }
      .sorted {
        abs($0.share - $1.share) > 1e-9
          ? $0.share > $1.share : Array($0.word.utf8).lexicographicallyPrecedes(Array($1.word.utf8))
      }.prefix(12)
    let length = telling.reduce(0) { $0 + $1.share * $1.share }.squareRoot()
    return Dictionary(
      telling.map { ($0.word, $0.share / length) }, uniquingKeysWith: { first, _ in first })
  }
}

/// The novelty of captures, the slow way, made on first use. Only one thread asks.
final class SlowNovelty: NoveltyFacts, @unchecked Sendable {
  private let library: Library
  private lazy var slow = SlowLikeness(library)

  init(_ library: Library) { self.library = library }

  func novelty(of capture: Capture) -> Double? {
    capture.type == "briefing" ? nil : slow.novelty(capture.path)
  }
}
