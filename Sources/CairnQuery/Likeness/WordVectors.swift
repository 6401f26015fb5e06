import CairnCapture
import CairnDocument
public import CairnIndex
import CairnText

/// The word vectors of a snapshot's captures. A capture's vector contains the weights of the
/// capture's most telling words. The length of the vector is 1, or 0 if the capture has no telling
/// words. The fields that name pictures and files do not count.
///
/// Captures are numbered by path and words by their bytes, so that a notebook always has the same
/// vectors, regardless of the layout of its index.
public struct WordVectors: Sendable {
  /// A component of a vector.
  struct Part {
    /// The index of the word in ``WordVectors/words``.
    let word: Int
    /// The weight, above 0 and at most 1.
    let weight: Double
  }

  /// The captures, sorted by path.
  public let entries: [Snapshot.Entry]
  /// The folded words of all vectors, in byte order.
  let words: [[UInt8]]
  /// The number of captures that contain each word, indexed like ``words``.
  let frequencies: [Int]
  /// The components of each capture's vector, sorted by word; indexed like ``entries``.
  let parts: [[Part]]
  /// All folded words that can be in a vector; empty if there are more than ``mostCaptures``
  /// captures.
  let distinctive: Set<[UInt8]>

  /// The maximum number of captures for which ``distinctive`` is determined.
  static let mostCaptures = 2000
  /// The maximum number of words in a vector.
  private static let size = 12
  /// A vector can contain only words that occur in at least this number of captures.
  private static let fewest = 2

  /// Creates the vectors of all captures except `others`.
  ///
  /// Reads the postings of all words once, except words that occur in more than twenty captures and
  /// in more than 0.5% of all captures.
  public init(
    _ snapshot: Snapshot, leavingOut others: Set<Snapshot.Entry> = []
  ) throws(IndexDamage) {
    let order = snapshot.entries.filter { !others.contains($0) }.map {
      (entry: $0, path: snapshot.path($0))
    }
    .sorted { $0.path < $1.path }
    entries = order.map(\.entry)
    var numbers: [Snapshot.Entry: Int] = [:]
    numbers.reserveCapacity(entries.count)
    for (number, entry) in entries.enumerated() { numbers[entry] = number }
    let corpus = try Corpus(snapshot, leavingOut: others)
    var builder = VectorBuilder(corpus, numbers, size: Self.size)
    try builder.addAll(fewest: Self.fewest, most: max(20, corpus.captures / 200))
    (words, frequencies, parts) = builder.vectors()
    distinctive = builder.distinctive
  }
}

/// A builder that chooses the most telling words of each capture while iterating over all words.
private struct VectorBuilder {
  private let corpus: Corpus
  private let numbers: [Snapshot.Entry: Int]
  private let size: Int
  /// See ``WordVectors/distinctive``.
  private(set) var distinctive: Set<[UInt8]> = []
  /// The chosen words, each with the number of captures that contain it.
  private var words: [(piece: [UInt8], frequency: Int)] = []
  /// The words chosen for each capture, most telling first; indexed by the capture's number. `word`
  /// is an index in ``words``.
  private var chosen: [[(word: Int, share: Double)]]

  init(_ corpus: Corpus, _ numbers: [Snapshot.Entry: Int], size: Int) {
    self.corpus = corpus
    self.numbers = numbers
    self.size = size
    chosen = Array(repeating: [], count: numbers.count)
  }

  private typealias Places = [(entry: Snapshot.Entry, weight: Int)]

  /// Adds every word that occurs in `fewest` to `most` captures.
  mutating func addAll(fewest: Int, most: Int) throws(IndexDamage) {
    var rest = changedPlaces()
    let isWanted = { (word: [UInt8]) in !StopWords.contains(word) }
    let layers = corpus.snapshot.layers
    // Gathers the words of all layers except the largest. Then adds the words of the largest layer,
    // and finally the gathered words that this layer does not contain.
    let greatest = layers.indices.max { layers[$0].segment.count < layers[$1].segment.count }
    for (index, layer) in layers.enumerated() where index != greatest && !layer.isSpent {
      let fileWords = try layer.segment.fileWords()
      try layer.segment.forEachWord(among: layer.live, upTo: .max, where: isWanted) {
        rest[$0, default: []] += Self.places($1, index, without: fileWords[$0])
      }
    }
    if let index = greatest, !layers[index].isSpent {
      let layer = layers[index]
      let fileWords = try layer.segment.fileWords()
      // `forEachWord` skips words that are too frequent in this layer. They must not be added from
      // the other layers either.
      var known: Set<[UInt8]> = []
      try layer.segment.forEachWord(among: layer.live, upTo: most, where: isWanted) {
        word, counts in
        let here = Self.places(counts, index, without: fileWords[word])
        if let others = rest[word] {
          known.insert(word)
          add(word, others + here, fewest, most)
        } else {
          add(word, here, fewest, most)
        }
      }
      for word in rest.keys where !known.contains(word) {
        let here = try layer.segment.frequency(of: word, among: layer.live, upTo: most + 1)
        if here > 0 { known.insert(word) }
      }
      for word in known { rest[word] = nil }
    }
    for (word, places) in rest.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      add(word, places, fewest, most)
    }
  }

  private func changedPlaces() -> [[UInt8]: Places] {
    var found: [[UInt8]: Places] = [:]
    for (place, words) in corpus.changed.enumerated() where !words.words.isEmpty {
      let reading = CaptureReading(corpus.snapshot.changed[place])
      let own = CaptureWords(reading, withFiles: false)
      for word in words.words {
        found[word.piece, default: []].append((.changed(place), own.count(of: word.piece)))
      }
    }
    return found
  }

  /// Returns the captures that contain a word, with its weights. `fileCounts` says how often a
  /// document contains the word in the names of its files, where it has no weight.
  private static func places(
    _ counts: WordCounts, _ layer: Int, without fileCounts: [Int: Int]?
  ) -> Places {
    zip(counts.documents, counts.weights).map { document, weight in
      let own = Int(weight) - (fileCounts?[document] ?? 0) * Zone.fields.weight
      return (.document(layer: layer, document), own)
    }
  }

  /// Adds a word that occurs in the given captures, unless it occurs in too many of them, or has a
  /// weight in too few.
  private mutating func add(_ piece: [UInt8], _ all: Places, _ fewest: Int, _ most: Int) {
    guard (fewest...most).contains(all.count) else { return }
    let places = all.contains { $0.weight <= 0 } ? all.filter { $0.weight > 0 } : all
    guard places.count >= fewest else { return }
    if numbers.count <= WordVectors.mostCaptures { distinctive.insert(piece) }
    let rarity = Ranking.rarity(places.count, of: corpus.captures)
    let word = words.count
    var isTaken = false
    for (entry, weight) in places {
      let share = rarity * corpus.saturated(weight, length: corpus.length(of: entry))
      guard share > 0, let number = numbers[entry] else { continue }
      if take(word, piece, share, number) { isTaken = true }
    }
    if isTaken { words.append((piece, places.count)) }
  }

  /// Adds a word to the chosen words of the capture with the index `number`, if there is room or if
  /// it is more telling than one of them. Returns whether the word was added.
  private mutating func take(
    _ word: Int, _ piece: [UInt8], _ share: Double, _ number: Int
  ) -> Bool {
    func precedes(_ other: (word: Int, share: Double)) -> Bool {
      share != other.share
        ? share > other.share : piece.lexicographicallyPrecedes(words[other.word].piece)
    }
    var place = chosen[number].count
    while place > 0, precedes(chosen[number][place - 1]) { place -= 1 }
    guard place < size else { return false }
    if chosen[number].count == size { chosen[number].removeLast() }
    chosen[number].insert((word, share), at: place)
    return true
  }

  /// Returns the words of all vectors, their frequencies, and the components of each vector. The
  /// words are renumbered in byte order.
  func vectors() -> (words: [[UInt8]], frequencies: [Int], parts: [[WordVectors.Part]]) {
    let used = Set(chosen.joined().map(\.word)).sorted {
      words[$0].piece.lexicographicallyPrecedes(words[$1].piece)
    }
    var renumbered = [Int](repeating: 0, count: words.count)
    for (number, word) in used.enumerated() { renumbered[word] = number }
    let parts = chosen.map { chosen -> [WordVectors.Part] in
      let length = chosen.reduce(0) { $0 + $1.share * $1.share }.squareRoot()
      return chosen.map { WordVectors.Part(word: renumbered[$0.word], weight: $0.share / length) }
        .sorted { $0.word < $1.word }
    }
    return (used.map { words[$0].piece }, used.map { words[$0].frequency }, parts)
  }
}

extension Segment {
  /// Returns the folded words in the fields that name pictures and files. For each word, returns
  /// how often each document contains it in these fields.
  fileprivate func fileWords() throws(IndexDamage) -> [[UInt8]: [Int: Int]] {
    var found: [[UInt8]: [Int: Int]] = [:]
    for name in Capture.fileFields {
      guard let column = try field(name) else { continue }
      var words: [[[UInt8]]] = []
      for number in 0..<column.valueCount {
        let texts = try column.value(number)?.scalars.compactMap(\.text) ?? []
        words.append(
          texts.map(SearchText.init).flatMap { text in
            text.pieces.map { Array(text.folded.bytes[$0]) }
          })
      }
      try column.forEachCell { document, value in
        for word in words[value] { found[word, default: [:]][document, default: 0] += 1 }
      }
    }
    return found
  }
}
