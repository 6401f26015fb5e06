public import CairnCapture
public import CairnIndex

/// How like the captures of a snapshot are to one of them, by their words.
///
/// It is the share of what tells most of that capture (``TellingWords``) that another one says too:
/// the score of the other for these words (``Ranking``) by its own, from 0 to 1. Words that no other
/// capture has count in its own, so that who says much that nobody else says is like nobody.
///
///     let likeness = try Likenesses(snapshot).likeness(to: capture, at: entry)
///     likeness.nearest             // 0.62
///     likeness.share(of: other)    // 0.41
///     likeness.words(in: other)    // ["lamp", "projector"]
public struct Likeness: Sendable {
  private let entry: Snapshot.Entry
  private let words: [String]
  /// For each layer and document, and for each changed capture: its share, and which of the words it
  /// has, a bit for each.
  private var layers: [[Double]] = []
  private var layerWords: [[UInt32]] = []
  private var changed: [Double]
  private var changedWords: [UInt32]

  /// Whether the capture has a word that tells anything of it.
  public let isTelling: Bool

  init(
    of words: CaptureWords, at entry: Snapshot.Entry, in corpus: Corpus
  ) throws(IndexDamage) {
    let telling = try TellingWords(of: words, in: corpus)
    let all = (telling.shared + telling.own).reduce(0) { $0 + $1.share }
    self.entry = entry
    self.words = telling.shared.map(\.written)
    isTelling = all > 0
    changed = corpus.changed.map { _ in 0 }
    changedWords = corpus.changed.map { _ in 0 }
    for (index, layer) in corpus.snapshot.layers.enumerated() {
      let lengths = corpus.lengths[index]
      var shares = [Double](repeating: 0, count: lengths.count)
      var marks = [UInt32](repeating: 0, count: lengths.count)
      for (number, word) in telling.shared.enumerated() where !layer.isSpent {
        let found = try layer.segment.counts(of: word.piece, among: layer.live)
        for (document, weight) in zip(found.documents, found.weights) {
          let fit = corpus.saturated(Int(weight), length: Int(lengths[document]))
          shares[document] += word.rarity * fit
          marks[document] |= 1 << UInt32(number)
        }
      }
      layers.append(shares)
      layerWords.append(marks)
    }
    for (place, other) in corpus.changed.enumerated() {
      for (number, word) in telling.shared.enumerated() {
        let count = other.count(of: word.piece)
        guard count > 0 else { continue }
        changed[place] += word.rarity * corpus.saturated(count, length: other.length)
        changedWords[place] |= 1 << UInt32(number)
      }
    }
    scale(by: all)
  }

  /// Makes shares of scores. What fits better than the capture itself is wholly like it.
  private mutating func scale(by all: Double) {
    func share(_ score: Double) -> Double { score > 0 ? min(1, score / all) : 0 }
    for layer in layers.indices { layers[layer] = layers[layer].map(share) }
    changed = changed.map(share)
    switch entry {
    case .document(let layer, let document): layers[layer][document] = 0
    case .changed(let place): changed[place] = 0
    }
  }
}

// MARK: - Asking

extension Likeness {
  /// How like a capture is, from 0 to 1; 0 for the one itself.
  public func share(of other: Snapshot.Entry) -> Double {
    switch other {
    case .document(let layer, let document): layers[layer][document]
    case .changed(let place): changed[place]
    }
  }

  /// The telling words that a capture has too, as they are written in the one, the most telling first.
  public func words(in other: Snapshot.Entry) -> [String] {
    let marks =
      switch other {
      case .document(let layer, let document): layerWords[layer][document]
      case .changed(let place): changedWords[place]
      }
    return words.indices.filter { marks & 1 << UInt32($0) != 0 }.map { words[$0] }
  }

  /// How like the most like capture is, from 0 to 1.
  public var nearest: Double {
    max(layers.joined().max() ?? 0, changed.max() ?? 0)
  }

  /// Calls `body` with each capture that is like it at all, and how like it is.
  public func forEach(_ body: (Snapshot.Entry, Double) -> Void) {
    for (layer, shares) in layers.enumerated() {
      for (document, share) in shares.enumerated() where share > 0 {
        body(.document(layer: layer, document), share)
      }
    }
    for (place, share) in changed.enumerated() where share > 0 { body(.changed(place), share) }
  }
}

/// How like the captures of one snapshot are to each other. What was counted for one is known for
/// the next. For one thread.
///
/// Briefings are like nothing: they say again what other captures say.
public final class Likenesses {
  private let corpus: Corpus
  private let briefings: Set<Snapshot.Entry>

  /// Costs one pass over the lengths of all captures.
  ///
  /// - Parameter wanted: the one that is asked about, which counts also where it is a briefing.
  public init(_ snapshot: Snapshot, wanted: Snapshot.Entry? = nil) throws(IndexDamage) {
    let briefings = try snapshot.briefings()
    self.briefings = briefings
    corpus = try Corpus(snapshot, leavingOut: briefings.filter { $0 != wanted })
  }

  /// How like all others are to the capture at an entry. Costs the postings of its words, of none more
  /// than one capture in twenty.
  public func likeness(
    to capture: Capture, at entry: Snapshot.Entry
  ) throws(IndexDamage) -> Likeness {
    try likeness(to: CaptureReading(capture), at: entry)
  }

  private func likeness(
    to reading: CaptureReading, at entry: Snapshot.Entry
  ) throws(IndexDamage) -> Likeness {
    try Likeness(of: CaptureWords(reading), at: entry, in: corpus)
  }

  /// How unlike everything else a capture is, from 0 to 1: what its nearest lacks to be like it; nil
  /// where it has no word that tells anything of it, and for a briefing.
  public func novelty(
    of capture: Capture, at entry: Snapshot.Entry
  ) throws(IndexDamage) -> Double? {
    try novelty(of: CaptureReading(capture), at: entry)
  }

  func novelty(
    of reading: CaptureReading, at entry: Snapshot.Entry
  ) throws(IndexDamage) -> Double? {
    if briefings.contains(entry) { return nil }
    let likeness = try likeness(to: reading, at: entry)
    return likeness.isTelling ? 1 - likeness.nearest : nil
  }

  /// In more captures than these a word, a tag or a person in common tells nothing.
  public var mostCaptures: Int { corpus.mostCaptures }
}
