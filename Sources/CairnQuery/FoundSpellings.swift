import CairnCapture
import CairnIndex
import CairnText

/// The spellings in which a mistyped word of a query was found.
public struct FoundSpellings: Hashable, Sendable {
  /// The word as written in the query, without `~`.
  public let word: String
  /// The spellings in folded form, those with the fewest errors first, then in alphabetical order.
  public let spellings: [String]
}

/// A collector of the spellings in which the mistyped words of a condition occur in captures.
struct SpellingFinder {
  /// A mistyped word of the condition, and the zone in which the condition looks for it. The zone
  /// is nil if the condition looks for the word in all zones.
  private struct Wanted: Hashable {
    let text: String
    let word: MistypedWord
    let zone: Zone?
  }

  private let wanted: [Wanted]
  /// For each mistyped word, the spellings found so far, in folded form as UTF-8.
  private var collected: [Set<[UInt8]>]

  /// Creates a collector for the mistyped words that a condition searches for. Excluded words are
  /// left out.
  init(_ condition: Condition) {
    wanted = condition.similarTerms.compactMap { text, zone in
      MistypedWord(text).map { Wanted(text: text, word: $0, zone: zone) }
    }
    collected = wanted.map { _ in [] }
  }

  /// Creates a collector for one part of an explanation. If the part consists of other parts, the
  /// collector has no words, because each of the other parts has a collector of its own.
  init(part: Condition) {
    switch part {
    case .text, .test: self.init(part)
    default: self.init(.all)
    }
  }

  /// The spellings found so far for each mistyped word, in the order of the query. Words that were
  /// not found are left out.
  var found: [FoundSpellings] {
    var words: [String] = []
    var spellings: [String: Set<[UInt8]>] = [:]
    for (wanted, collected) in zip(wanted, collected) where !collected.isEmpty {
      if spellings[wanted.text] == nil { words.append(wanted.text) }
      spellings[wanted.text, default: []].formUnion(collected)
    }
    return words.map { text in
      let word = MistypedWord(text)
      let sorted = (spellings[text] ?? [])
        .map { (errors: word?.errors(for: $0) ?? 0, text: String(decoding: $0, as: UTF8.self)) }
        .sorted { $0 < $1 }
      return FoundSpellings(word: text, spellings: sorted.map(\.text))
    }
  }

  /// Adds the words of a capture that match the query's mistyped words.
  mutating func add(_ reading: CaptureReading) {
    for (index, wanted) in wanted.enumerated() {
      for zone in wanted.zone.map({ [$0] }) ?? Zone.allCases {
        for text in reading.texts(zone) {
          for piece in text.pieces where wanted.word.errors(for: text.folded.bytes[piece]) != nil {
            collected[index].insert(Array(text.folded.bytes[piece]))
          }
        }
      }
    }
  }

  /// Returns the spellings in which the mistyped words occur in the captures `entries` of a
  /// snapshot.
  func found(
    in entries: [Snapshot.Entry], of snapshot: Snapshot
  ) throws(IndexDamage) -> [FoundSpellings] {
    if wanted.isEmpty { return [] }
    var finder = self
    var documents = snapshot.layers.map { DocumentSet(capacity: $0.segment.count) }
    for entry in entries {
      switch entry {
      case .document(let layer, let document): documents[layer].insert(document)
      case .changed(let place): finder.add(CaptureReading(snapshot.changed[place]))
      }
    }
    for (layer, documents) in zip(snapshot.layers, documents) where !documents.isEmpty {
      for (index, wanted) in wanted.enumerated() {
        finder.collected[index].formUnion(
          try layer.segment.spellings(of: wanted.word, in: wanted.zone, among: documents))
      }
    }
    return finder.found
  }
}

extension Condition {
  /// The mistyped words that the condition searches for, each with the zone that is searched; nil
  /// stands for all zones. Leaves out excluded words, and words in attributes without a zone, such
  /// as `path`.
  fileprivate var similarTerms: [(text: String, zone: Zone?)] {
    switch self {
    case .and(let parts), .or(let parts): return parts.flatMap(\.similarTerms)
    case .text(let term) where term.kind == .similar: return [(term.text, nil)]
    case .test(let attribute, .matches(let term)) where term.kind == .similar:
      switch attribute {
      case .title: return [(term.text, .title)]
      case .meaning: return [(term.text, .meaning)]
      case .tag, .alias: return [(term.text, .names)]
      case .body: return [(term.text, .body)]
      case .field: return [(term.text, .fields)]
      default: return []
      }
    default: return []
    }
  }
}
