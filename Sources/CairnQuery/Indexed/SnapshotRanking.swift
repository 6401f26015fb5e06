import CairnCapture
import CairnIndex
import CairnText

/// ``Ranking`` over a snapshot: the same scores, from postings.
struct SnapshotRanking {
  private let snapshot: Snapshot
  private let scorer: Ranking.Scorer
  private let layers: [Counts]
  private let changed: [Ranking.Match]

  /// What the words of a query count in the documents of a layer.
  private struct Counts {
    /// For each needle, for each document; empty for a needle that does not count.
    let weights: [WordWeights]
    /// For each document, how many words it has.
    let lengths: [UInt32]
    /// For each needle, where it is among the documents that were found; by need.
    var occurrences: [Occurrences?] = []
  }

  private let ranking: Ranking

  /// Nil where the query has no words to rank by.
  init?(
    _ condition: Condition, _ snapshot: Snapshot, _ context: QueryContext,
    _ read: @escaping CaptureReader
  ) throws(IndexDamage) {
    var ranking = Ranking(condition)
    guard !ranking.needles.isEmpty else { return nil }
    var layers: [Counts] = []
    for layer in snapshot.layers {
      if layer.isSpent {
        layers.append(Counts(weights: [], lengths: []))
        continue
      }
      let lengths = try layer.segment.lengths()
      var weights: [WordWeights] = []
      var frequencies: [Ranking.Frequency] = []
      for needle in ranking.needles {
        let counted = try Self.weights(of: needle, layer, context, read)
        weights.append(counted)
        frequencies.append(counted.frequency(in: layer.live))
      }
      var total = 0
      layer.live.forEach { total += Int(lengths[$0]) }
      ranking.count(captures: layer.live.count, totalLength: total, frequencies: frequencies)
      layers.append(Counts(weights: weights, lengths: lengths))
    }
    let matches = snapshot.changed.map { ranking.match(CaptureReading($0)) }
    for match in matches { ranking.count(match) }
    self.ranking = ranking
    self.snapshot = snapshot
    self.layers = layers
    changed = matches
    scorer = ranking.scorer
  }

  /// The weights of a needle; what the index cannot tell is counted in the files.
  private static func weights(
    of needle: Needle, _ layer: Snapshot.Layer, _ context: QueryContext,
    _ read: @escaping CaptureReader
  ) throws(IndexDamage) -> WordWeights {
    if let pattern = needle.wordPattern { return try layer.segment.weights(of: pattern) }
    guard case .inside = needle else { return WordWeights() }
    let check = IndexedCheck(layer, in: context)
    var weights = WordWeights(whole: [UInt32](repeating: 0, count: layer.segment.count))
    let candidates = (try check.documents(with: needle).possible & layer.live).documents
    let counted = Parallel.map(candidates.chunked(into: 256)) { chunk in
      var weights: [Int] = []
      read(chunk.map(layer.segment.path)) { capture in
        weights.append(capture.map { needle.weight(in: CaptureReading($0)) } ?? 0)
      }
      return weights
    }
    for (document, weight) in zip(candidates, counted.joined()) {
      weights.whole[document] = UInt32(weight)
    }
    return weights
  }

  /// How well captures fit.
  func scores(of entries: [Snapshot.Entry]) throws(IndexDamage) -> [Double] {
    let pairs = try pairs(in: entries)
    return entries.map { entry in
      switch entry {
      case .changed(let place): return scorer.score(changed[place])
      case .document(let layer, let document):
        let counts = layers[layer]
        return scorer.score(
          Ranking.Match(
            counts: counts.weights.map { $0.count(in: document) },
            pairs: pairs[layer][document] ?? 0, length: Int(counts.lengths[document])))
      }
    }
  }
}

// MARK: - Neighbours

extension SnapshotRanking {
  /// How many neighbours in the query are neighbours in the documents of each layer.
  private func pairs(in entries: [Snapshot.Entry]) throws(IndexDamage) -> [[Int: Int]] {
    guard ranking.needles.count > 1 else { return layers.map { _ in [:] } }
    var found: [[Int: Int]] = []
    for (index, layer) in snapshot.layers.enumerated() {
      if layer.isSpent {
        found.append([:])
        continue
      }
      var candidates = DocumentSet(capacity: layer.segment.count)
      for case .document(let owner, let document) in entries where owner == index {
        candidates.insert(document)
      }
      var pairs: [Int: Int] = [:]
      var previous: Occurrences?
      for (place, needle) in ranking.needles.enumerated() {
        let current = try needle.wordPattern.map { (pattern) throws(IndexDamage) in
          try layer.segment.occurrences(of: pattern, among: candidates)
        }
        if let previous, let current {
          let distance = ranking.needles[place - 1].pieceCount
          for document in previous.documents(followedBy: current, after: distance) {
            pairs[document, default: 0] += 1
          }
        }
        previous = current
      }
      found.append(pairs)
    }
    return found
  }
}

extension Occurrences {
  /// The documents in which one of these has one of `others` so many positions behind it.
  fileprivate func documents(followedBy others: Occurrences, after distance: Int) -> [Int] {
    var found: [Int] = []
    var place = 0
    for (index, document) in documents.enumerated() {
      while place < others.documents.count, others.documents[place] < document { place += 1 }
      guard place < others.documents.count, others.documents[place] == document else { continue }
      let follows = Set(
        positions[starts[index]..<starts[index + 1]].map { Int($0) + distance })
      let isNear = others.positions[others.starts[place]..<others.starts[place + 1]]
        .contains { follows.contains(Int($0)) }
      if isNear { found.append(document) }
    }
    return found
  }
}

extension WordWeights {
  fileprivate func count(in document: Int) -> Ranking.Count {
    Ranking.Count(
      whole: whole.isEmpty ? 0 : Int(whole[document]),
      longer: longer.isEmpty ? 0 : Int(longer[document]))
  }

  /// In how many of some documents the needle is.
  fileprivate func frequency(in documents: DocumentSet) -> Ranking.Frequency {
    var frequency = Ranking.Frequency()
    guard !whole.isEmpty else { return frequency }
    documents.forEach { document in
      if whole[document] > 0 {
        frequency.whole += 1
      } else if !longer.isEmpty, longer[document] > 0 {
        frequency.any += 1
      }
    }
    frequency.any += frequency.whole
    return frequency
  }
}

extension Needle {
  /// How much its occurrences in a capture count.
  fileprivate func weight(in reading: CaptureReading) -> Int {
    reading.countedZones.reduce(0) { sum, zone in
      reading.texts(zone).reduce(sum) { $0 + zone.weight * positions(in: $1).count }
    }
  }
}
