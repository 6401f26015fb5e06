import CairnIndex

/// The words that best distinguish one capture from the others: words that are frequent in the
/// capture and rare in other captures, weighted as in ``Ranking``.
///
/// Considers only the thousand words with the highest counts. A word is not telling if it occurs in
/// more than twenty captures and in more than 5% of all captures. These limits bound the cost for
/// long captures and large notebooks.
struct TellingWords {
  /// The maximum number of words in each of ``shared`` and ``own``.
  static let wanted = 16
  private static let most = 1000

  /// A telling word and its weights.
  struct Word {
    /// The folded word. ``written`` is the same word as the capture spells it.
    let piece: [UInt8]
    let written: String
    /// The weight of the word, greater if fewer captures contain it.
    let rarity: Double
    /// The weight of the word in the capture: its ``rarity``, multiplied by a number that grows
    /// with the word's count in the capture (``Corpus/saturated(_:length:)``).
    let share: Double
  }

  /// The words that other captures also contain, most telling first.
  private(set) var shared: [Word] = []
  /// The words that no other capture contains, most telling first.
  private(set) var own: [Word] = []

  init(of words: CaptureWords, in corpus: Corpus) throws(IndexDamage) {
    var candidates = words.words
    if candidates.count > Self.most {
      let order = candidates.indices.sorted {
        (-candidates[$0].count, $0) < (-candidates[$1].count, $1)
      }
      candidates = order.prefix(Self.most).map { candidates[$0] }
    }
    var found: [(word: CaptureWords.Word, frequency: Int, rarity: Double, share: Double)] = []
    for word in candidates {
      guard let frequency = try corpus.frequency(of: word.piece) else { continue }
      let rarity = Ranking.rarity(max(1, frequency), of: corpus.captures)
      let share = rarity * corpus.saturated(word.count, length: words.length)
      found.append((word, frequency, rarity, share))
    }
    found.sort { left, right in
      left.share != right.share
        ? left.share > right.share : left.word.piece.lexicographicallyPrecedes(right.word.piece)
    }
    func chosen(_ isWanted: (Int) -> Bool) -> [Word] {
      found.filter { isWanted($0.frequency) }.prefix(Self.wanted).map {
        Word(
          piece: $0.word.piece, written: $0.word.written, rarity: $0.rarity, share: $0.share)
      }
    }
    shared = chosen { $0 > 1 }
    own = chosen { $0 <= 1 }
  }
}

/// Statistics of all captures in a snapshot, used to find rare words.
final class Corpus {
  let snapshot: Snapshot
  /// The number of captures in the snapshot, not counting those passed to the initializer as
  /// `leavingOut`.
  let captures: Int
  /// The number of words in each document, indexed by layer, then by document; nil for a layer
  /// whose documents have all been replaced or removed.
  let lengths: [DocumentLengths?]
  /// For each of the snapshot's changed captures, its words; empty for a capture passed to the
  /// initializer as `leavingOut`.
  let changed: [CaptureWords]
  private let average: Double
  /// The frequencies computed so far, keyed by folded word. A value is nil if more than
  /// ``mostCaptures`` captures contain the word.
  private var frequencies: [[UInt8]: Int?] = [:]

  /// Collects the statistics of all captures except `others`, which are treated as empty. The first
  /// time, costs one pass over the lengths of all captures.
  init(_ snapshot: Snapshot, leavingOut others: Set<Snapshot.Entry> = []) throws(IndexDamage) {
    let snapshot = snapshot.withoutDocuments(others)
    self.snapshot = snapshot
    captures = snapshot.count - snapshot.changed.indices.count { others.contains(.changed($0)) }
    changed = snapshot.changed.enumerated().map { place, capture in
      others.contains(.changed(place)) ? CaptureWords() : CaptureWords(CaptureReading(capture))
    }
    var total = changed.reduce(0) { $0 + $1.length }
    var lengths: [DocumentLengths?] = []
    for layer in snapshot.layers {
      let found = layer.isSpent ? nil : try layer.segment.lengths()
      total += found?.total(of: layer.live) ?? 0
      lengths.append(found)
    }
    self.lengths = lengths
    average = max(1, Double(total) / Double(max(1, captures)))
  }

  /// Returns the number of words in a capture.
  func length(of entry: Snapshot.Entry) -> Int {
    switch entry {
    case .document(let layer, let document): lengths[layer]?[document] ?? 0
    case .changed(let place): changed[place].length
    }
  }

  /// A word can be telling only if at most this number of captures contain it (``TellingWords``).
  var mostCaptures: Int { max(20, captures / 20) }

  /// Returns how many captures contain a folded word, or nil if more than ``mostCaptures`` do.
  func frequency(of piece: [UInt8]) throws(IndexDamage) -> Int? {
    if let known = frequencies[piece] { return known }
    var frequency = changed.reduce(0) { $0 + ($1.count(of: piece) > 0 ? 1 : 0) }
    for layer in snapshot.layers where !layer.isSpent && frequency <= mostCaptures {
      frequency += try layer.segment.frequency(
        of: piece, among: layer.live, upTo: mostCaptures + 1 - frequency)
    }
    let known = frequency > mostCaptures ? nil : frequency
    frequencies[piece] = .some(known)
    return known
  }

  /// Returns the contribution of a word to a capture's score, not yet multiplied by the word's
  /// rarity. `count` is the word's count in the capture; `length` is the capture's number of words.
  func saturated(_ count: Int, length: Int) -> Double {
    Ranking.saturated(count, length: length, average: average)
  }
}
