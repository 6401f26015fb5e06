import CairnCapture
import CairnIndex
import CairnText

/// The ``Ranking`` of a snapshot's captures: the same scores, computed from postings.
struct SnapshotRanking {
  private let snapshot: Snapshot
  private let scorer: Ranking.Scorer
  private let layers: [Counts]
  private let changed: [Ranking.Match]

  /// The counts of a query's words in the documents of a layer.
  private struct Counts {
    /// For each needle, the weights of its occurrences in the documents. For a needle that does not
    /// affect the score, the arrays `whole` and `inexact` are empty.
    let weights: [WordWeights]
    /// The number of words in each document; nil if all documents of the layer have been replaced
    /// or removed.
    let lengths: DocumentLengths?
  }

  private let ranking: Ranking
  private let isCancelled: @Sendable () -> Bool

  /// Creates a ranking, or nil if the query has no words to rank by.
  init?(
    _ condition: Condition, _ snapshot: Snapshot, _ context: QueryContext,
    _ read: @escaping CaptureReader
  ) throws(IndexDamage) {
    var ranking = Ranking(condition)
    guard !ranking.needles.isEmpty else { return nil }
    var layers: [Counts] = []
    for layer in snapshot.layers {
      if layer.isSpent {
        layers.append(Counts(weights: [], lengths: nil))
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
      ranking.count(
        captures: layer.live.count, totalLength: lengths.total(of: layer.live),
        frequencies: frequencies)
      layers.append(Counts(weights: weights, lengths: lengths))
    }
    let matches = snapshot.changed.map { ranking.match(CaptureReading($0)) }
    for match in matches { ranking.count(match) }
    self.ranking = ranking
    self.snapshot = snapshot
    isCancelled = context.isCancelled
    self.layers = layers
    changed = matches
    scorer = ranking.scorer
  }

  /// Returns the weights of a needle in a layer. Reads files if the index cannot determine the
  /// weights.
  private static func weights(
    of needle: Needle, _ layer: Snapshot.Layer, _ context: QueryContext,
    _ read: @escaping CaptureReader
  ) throws(IndexDamage) -> WordWeights {
    if let pattern = needle.wordPattern {
      return try layer.segment.weights(of: pattern, until: context.isCancelled)
    }
    switch needle {
    case .inside, .pieces: break
    case .pattern, .never, .similar: return WordWeights()
    }
    let check = IndexedCheck(layer, in: context)
    var weights = WordWeights(count: layer.segment.count)
    let candidates = (try check.documents(with: needle).possible & layer.live).documents
    let counted = Parallel.map(candidates.chunked(into: 256)) { chunk in
      var weights: [Int] = []
      if context.isCancelled() { return weights }
      read(chunk.map(layer.segment.path)) { capture in
        weights.append(capture.map { needle.weight(in: CaptureReading($0)) } ?? 0)
      }
      return weights
    }
    for (document, weight) in zip(candidates, counted.joined()) {
      weights.add(weight, in: document)
    }
    return weights
  }

  /// For each layer, the documents that contain a pattern, keyed by pattern. Contains the patterns
  /// of all needles that have one.
  var documents: [[WordPattern: DocumentSet]] {
    layers.map { layer in
      zip(ranking.needles, layer.weights).reduce(into: [:]) { documents, counted in
        if let pattern = counted.0.wordPattern { documents[pattern] = counted.1.documents }
      }
    }
  }

  /// Returns the relevance of each of these captures, in the same order.
  func scores(of entries: [Snapshot.Entry]) throws(IndexDamage) -> [Double] {
    let pairs = try pairs(in: entries)
    var scores: [Double] = []
    scores.reserveCapacity(entries.count)
    // One value is reused, so that nothing is allocated for each capture.
    var match = Ranking.Match(
      counts: ranking.needles.map { _ in Ranking.Count() }, pairs: 0, length: 0)
    var current = (layer: -1, counts: Counts(weights: [], lengths: nil))
    for entry in entries {
      switch entry {
      case .changed(let place): scores.append(scorer.score(changed[place]))
      case .document(let layer, let document):
        if layer != current.layer { current = (layer, layers[layer]) }
        for index in match.counts.indices {
          match.counts[index] = current.counts.weights[index].count(in: document)
        }
        match.pairs = pairs[layer].isEmpty ? 0 : pairs[layer][document] ?? 0
        match.length = current.counts.lengths?[document] ?? 0
        scores.append(scorer.score(match))
      }
    }
    return scores
  }
}

// MARK: - Neighbours

extension SnapshotRanking {
  /// Returns, for each document, how many pairs of adjacent words in the query are also adjacent in
  /// the document. The result is indexed by layer, then keyed by document.
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
          try layer.segment.occurrences(of: pattern, among: candidates, until: isCancelled)
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
  /// Returns the documents in which one of `others` begins `distance` positions after one of these
  /// occurrences.
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
      inexact: inexact.isEmpty ? 0 : Int(inexact[document]))
  }

  /// Returns how many of the given documents contain the needle as a whole word, and how many
  /// contain it in any form.
  fileprivate func frequency(in documents: DocumentSet) -> Ranking.Frequency {
    var frequency = Ranking.Frequency()
    guard !whole.isEmpty else { return frequency }
    (documents & self.documents).forEach { document in
      if whole[document] > 0 {
        frequency.whole += 1
      } else if !inexact.isEmpty, inexact[document] > 0 {
        frequency.any += 1
      }
    }
    frequency.any += frequency.whole
    return frequency
  }
}

extension Needle {
  /// Returns how often the needle occurs in a capture, weighted by zone.
  fileprivate func weight(in reading: CaptureReading) -> Int {
    reading.countedZones.reduce(0) { sum, zone in
      reading.texts(zone).reduce(sum) { $0 + zone.weight * positions(in: $1).count }
    }
  }
}
