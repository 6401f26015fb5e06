/// The weight of a pattern in each document of a segment. It is the sum over all occurrences, each
/// with the weight of its zone (``CairnCapture/Zone/weight``).
public struct WordWeights: Sendable {
  /// For each document, the weight of the exact matches: whole words or, for
  /// ``WordPattern/inside(_:)``, substrings of words.
  public var whole: [UInt32]
  /// For each document, the weight of longer words that begin with the pattern, or of other
  /// spellings of the pattern. Empty if the segment contains none of these words.
  public var inexact: [UInt32] = []
  /// A set of documents that contain the pattern. It includes all documents in which every
  /// occurrence has the weight 0, because the weights do not show these documents.
  fileprivate var weightless: DocumentSet

  /// Creates weights in which ``inexact`` is empty.
  public init(whole: [UInt32] = []) {
    self.whole = whole
    weightless = DocumentSet(capacity: whole.count)
  }

  /// The documents that contain the pattern.
  public var documents: DocumentSet {
    DocumentSet(capacity: whole.count) { document in
      whole[document] > 0 || !inexact.isEmpty && inexact[document] > 0
    } | weightless
  }
}

extension Segment {
  /// Returns the weights of a pattern's occurrences. Reads the postings of all words that match.
  ///
  /// - Parameter isCancelled: A callback that returns whether the caller no longer needs the
  ///   result. Once it has returned true, the result may be incomplete.
  public func weights(
    of pattern: WordPattern, until isCancelled: () -> Bool = { false }
  ) throws(IndexDamage) -> WordWeights {
    var weights = WordWeights(whole: [UInt32](repeating: 0, count: count))
    let extents = try Extents(store, documentCount: count)
    if let terms = try singleTerms(of: pattern, until: isCancelled) {
      if terms.contains(where: \.isInexact) { weights.inexact = weights.whole }
      for term in terms {
        if isCancelled() { break }
        if term.isInexact {
          try add(term, to: &weights.inexact, &weights.weightless, extents)
        } else {
          try add(term, to: &weights.whole, &weights.weightless, extents)
        }
      }
      return weights
    }
    let found = try occurrences(of: pattern, until: isCancelled)
    for document in found.documents { weights.weightless.insert(document) }
    add(found, to: &weights.whole, extents)
    guard case .phrase(let pieces, isOpen: true) = pattern, let last = pieces.last,
      try terms(for: last, isOpen: true).contains(where: \.isInexact)
    else { return weights }
    // The weights of all matches minus the weights of whole matches.
    weights.inexact = weights.whole
    weights.whole = [UInt32](repeating: 0, count: count)
    var candidates = DocumentSet(capacity: count)
    for document in found.documents { candidates.insert(document) }
    let whole = try merge(
      try terms(for: last, isOpen: false), among: candidates, until: isCancelled)
    add(found.intersection(whole, shift: pieces.count - 1), to: &weights.whole, extents)
    for document in found.documents { weights.inexact[document] &-= weights.whole[document] }
    return weights
  }

  /// Returns the number of words in each document.
  public func lengths() throws(IndexDamage) -> [UInt32] {
    let extents = try Extents(store, documentCount: count)
    return (0..<count).map { UInt32(extents.length(of: $0)) }
  }

  private func add(
    _ term: Term, to weights: inout [UInt32], _ weightless: inout DocumentSet, _ extents: Extents
  ) throws(IndexDamage) {
    try forEachOccurrence(in: term.postings) { document, position in
      let weight = extents.weight(
        of: position, in: document, isLineTitle: isLineTitle(document))
      if weight == 0 { weightless.insert(document) }
      weights[document] &+= UInt32(weight * term.times)
    }
  }

  private func add(_ found: Occurrences, to weights: inout [UInt32], _ extents: Extents) {
    for (index, document) in found.documents.enumerated() {
      for position in found.positions[found.starts[index]..<found.starts[index + 1]] {
        weights[document] &+= UInt32(
          extents.weight(of: Int(position), in: document, isLineTitle: isLineTitle(document)))
      }
    }
  }
}
