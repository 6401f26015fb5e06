public import CairnCapture
public import CairnIndex

/// The similarity of a snapshot's captures to one of them (the subject), by their words.
///
/// Only the subject's telling words (``TellingWords``) count. The similarity of another capture is
/// its score for these words (``Ranking``), divided by the subject's score for them, and at most 1.
/// The subject's score includes telling words that no other capture contains. With many such words,
/// no capture is similar to the subject.
///
///     let likeness = try Likenesses(snapshot).likeness(to: capture, at: entry)
///     likeness.nearest             // 0.62
///     likeness.share(of: other)    // 0.41
///     likeness.words(in: other)    // ["lamp", "projector"]
public struct Likeness: Sendable {
  private let entry: Snapshot.Entry
  private let words: [String]
  /// The similarity of each document, indexed by layer, then by document. ``layerWords`` says for
  /// each document which of ``words`` it contains: bit n is set if the document contains the word
  /// with the index n. ``changed`` and ``changedWords`` are the same for changed captures.
  private var layers: [[Double]] = []
  private var layerWords: [[UInt32]] = []
  private var changed: [Double]
  private var changedWords: [UInt32]

  /// Whether the subject has any telling word (``TellingWords``).
  public let isTelling: Bool
  /// The telling words that only the subject contains, as written, most telling first.
  public let ownWords: [String]

  init(
    of words: CaptureWords, at entry: Snapshot.Entry, in corpus: Corpus
  ) throws(IndexDamage) {
    let telling = try TellingWords(of: words, in: corpus)
    let all = (telling.shared + telling.own).reduce(0) { $0 + $1.share }
    self.entry = entry
    self.words = telling.shared.map(\.written)
    isTelling = all > 0
    ownWords = telling.own.map(\.written)
    changed = corpus.changed.map { _ in 0 }
    changedWords = corpus.changed.map { _ in 0 }
    for (index, layer) in corpus.snapshot.layers.enumerated() {
      let count = layer.isSpent ? 0 : layer.segment.count
      var shares = [Double](repeating: 0, count: count)
      var marks = [UInt32](repeating: 0, count: count)
      for (number, word) in telling.shared.enumerated() where !layer.isSpent {
        let found = try layer.segment.counts(of: word.piece, among: layer.live)
        for (document, weight) in zip(found.documents, found.weights) {
          let fit = corpus.saturated(
            Int(weight), length: corpus.length(of: .document(layer: index, document)))
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

  /// Divides all scores by `all`, the score of the subject. Captures that score higher get 1, and
  /// the subject itself gets 0.
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

// MARK: - Results

extension Likeness {
  /// Returns the similarity of a capture to the subject, from 0 to 1. Returns 0 for the subject.
  public func share(of other: Snapshot.Entry) -> Double {
    switch other {
    case .document(let layer, let document): layers[layer][document]
    case .changed(let place): changed[place]
    }
  }

  /// Returns the words that characterize the subject and that `other` also contains, most
  /// characteristic first. The words are spelled as in the subject.
  public func words(in other: Snapshot.Entry) -> [String] {
    let marks =
      switch other {
      case .document(let layer, let document): layerWords[layer][document]
      case .changed(let place): changedWords[place]
      }
    return words.indices.filter { marks & 1 << UInt32($0) != 0 }.map { words[$0] }
  }

  /// The similarity of the most similar capture, from 0 to 1.
  public var nearest: Double {
    max(layers.joined().max() ?? 0, changed.max() ?? 0)
  }

  /// Calls `body` with each capture whose similarity is above 0, and with that similarity.
  public func forEach(_ body: (Snapshot.Entry, Double) -> Void) {
    for (layer, shares) in layers.enumerated() {
      for (document, share) in shares.enumerated() where share > 0 {
        body(.document(layer: layer, document), share)
      }
    }
    for (place, share) in changed.enumerated() where share > 0 { body(.changed(place), share) }
  }
}

/// A calculator of the similarities between the captures of a snapshot. Caches how many captures
/// contain each word. Not thread-safe.
///
/// Briefings are left out of the comparison, because they repeat other captures.
public final class Likenesses {
  private let corpus: Corpus
  private let briefings: Set<Snapshot.Entry>

  /// Prepares the comparison. Costs one pass over the lengths of all captures.
  ///
  /// - Parameter wanted: A capture to compare even if it is a briefing. All other briefings are
  ///   left out.
  public init(_ snapshot: Snapshot, wanted: Snapshot.Entry? = nil) throws(IndexDamage) {
    let briefings = try snapshot.briefings()
    self.briefings = briefings
    corpus = try Corpus(snapshot, leavingOut: briefings.filter { $0 != wanted })
  }

  /// Returns the similarity of all other captures to `capture`. Cost is proportional to the number
  /// of postings of the capture's words; words in more than ``mostCaptures`` captures are ignored.
  public func likeness(
    to capture: Capture, at entry: Snapshot.Entry
  ) throws(IndexDamage) -> Likeness {
    try likeness(to: CaptureReading(capture), at: entry)
  }

  private func likeness(
    to reading: CaptureReading, at entry: Snapshot.Entry
  ) throws(IndexDamage) -> Likeness {
    let words = CaptureWords(reading, withFiles: false, withAddresses: false)
    return try Likeness(of: words, at: entry, in: corpus)
  }

  /// Returns how much a capture differs from all others, from 0 to 1: 1 minus its greatest
  /// similarity, by words or by vectors. Nil for a briefing, and for a capture with neither a
  /// telling word (``TellingWords``) nor a vector.
  ///
  /// - Parameter nearestMeaning: The similarity by vectors; nil to use none.
  public func novelty(
    of capture: Capture, at entry: Snapshot.Entry, _ nearestMeaning: NearestMeaning? = nil
  ) throws(IndexDamage) -> Double? {
    try novelty(of: CaptureReading(capture), at: entry, nearestMeaning)
  }

  func novelty(
    of reading: CaptureReading, at entry: Snapshot.Entry, _ nearestMeaning: NearestMeaning?
  ) throws(IndexDamage) -> Double? {
    if briefings.contains(entry) { return nil }
    let likeness = try likeness(to: reading, at: entry)
    let nearest = [likeness.isTelling ? likeness.nearest : nil, nearestMeaning?(entry, briefings)]
    return nearest.compactMap(\.self).max().map { 1 - $0 }
  }

  /// A word, tag or person counts only if at most this number of captures share it.
  public var mostCaptures: Int { corpus.mostCaptures }
}
