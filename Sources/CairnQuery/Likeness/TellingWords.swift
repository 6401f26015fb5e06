import CairnIndex

/// The words that tell most of one capture among all: those that count much in it and are in few
/// others, as ``Ranking`` weighs them.
///
/// Of a capture with more than a thousand different words, the thousand that count most are looked
/// at; a word tells nothing where more than one capture in twenty has it, and more than twenty do.
/// So the cost is bounded, however long the capture is and however many there are.
struct TellingWords {
  /// So many are chosen of each kind.
  static let wanted = 16
  private static let most = 1000

  /// A word, with how telling it is.
  struct Word {
    /// The word, folded, and as it is written.
    let piece: [UInt8]
    let written: String
    /// Its weight, greater the fewer captures have it.
    let rarity: Double
    /// What it adds to how well its own capture fits.
    let share: Double
  }

  /// Those that other captures have too, the most telling first.
  private(set) var shared: [Word] = []
  /// Those that no other capture has, the most telling first.
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

/// What is known of all captures of a snapshot, to tell what is rare among them.
final class Corpus {
  let snapshot: Snapshot
  /// How many captures there are.
  let captures: Int
  /// For each layer, how many words its documents have.
  let lengths: [[UInt32]]
  /// The words of the captures that are in no layer.
  let changed: [CaptureWords]
  private let average: Double
  /// The frequencies of words that were asked for; nil within for those that are in too many.
  private var frequencies: [[UInt8]: Int?] = [:]

  /// All captures of a snapshot, but for those that are left out: they have no words then. Costs one
  /// pass over the lengths of all captures.
  init(_ snapshot: Snapshot, leavingOut others: Set<Snapshot.Entry> = []) throws(IndexDamage) {
    let snapshot = snapshot.withoutDocuments(others)
    self.snapshot = snapshot
    captures = snapshot.count - snapshot.changed.indices.count { others.contains(.changed($0)) }
    changed = snapshot.changed.enumerated().map { place, capture in
      others.contains(.changed(place)) ? CaptureWords() : CaptureWords(CaptureReading(capture))
    }
    var total = changed.reduce(0) { $0 + $1.length }
    var lengths: [[UInt32]] = []
    for layer in snapshot.layers {
      let found = layer.isSpent ? [] : try layer.segment.lengths()
      if !layer.isSpent { layer.live.forEach { total += Int(found[$0]) } }
      lengths.append(found)
    }
    self.lengths = lengths
    average = max(1, Double(total) / Double(max(1, captures)))
  }

  /// How many words a capture has.
  func length(of entry: Snapshot.Entry) -> Int {
    switch entry {
    case .document(let layer, let document): Int(lengths[layer][document])
    case .changed(let place): changed[place].length
    }
  }

  /// In more captures than these a word tells nothing.
  var mostCaptures: Int { max(20, captures / 20) }

  /// In how many captures a folded word is; nil where there are so many that it tells nothing.
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

  /// What a word that counts so much adds, before its rarity, in a capture of so many words.
  func saturated(_ count: Int, length: Int) -> Double {
    Ranking.saturated(count, length: length, average: average)
  }
}
