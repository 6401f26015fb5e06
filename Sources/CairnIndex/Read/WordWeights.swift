/// The weight of a pattern in each document of a segment. It is the sum over all occurrences, each
/// with the weight of its zone (``CairnCapture/Zone/weight``).
public struct WordWeights: Sendable {
  /// For each document, the weight of the exact matches: whole words or, for
  /// ``WordPattern/inside(_:)``, substrings of words.
  public private(set) var whole: [UInt32]
  /// For each document, the weight of longer words that begin with the pattern, or of other
  /// spellings of the pattern. Empty if the segment contains none of these words.
  public fileprivate(set) var inexact: [UInt32] = []
  /// The documents that contain the pattern, including those in which every occurrence has the
  /// weight 0.
  public private(set) var documents: DocumentSet

  /// Creates weights of 0 for a segment with `count` documents.
  public init(count: Int = 0) {
    whole = [UInt32](repeating: 0, count: count)
    documents = DocumentSet(capacity: count)
  }

  /// Adds an occurrence in a document.
  public mutating func add(_ weight: Int, in document: Int) {
    whole[document] &+= UInt32(weight)
    documents.insert(document)
  }

  /// Adds an inexact occurrence in a document. ``inexact`` must not be empty.
  fileprivate mutating func addInexact(_ weight: Int, in document: Int) {
    inexact[document] &+= UInt32(weight)
    documents.insert(document)
  }

  /// Moves all weights to ``inexact``.
  fileprivate mutating func makeInexact() {
    inexact = whole
    whole = [UInt32](repeating: 0, count: whole.count)
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
    var weights = WordWeights(count: count)
    let extents = try Extents(store, documentCount: count)
    if let terms = try singleTerms(of: pattern, until: isCancelled) {
      if terms.contains(where: \.isInexact) { weights.inexact = weights.whole }
      for term in terms {
        if isCancelled() { break }
        try forEachOccurrence(in: term.postings) { document, position in
          let weight =
            term.times
            * extents.weight(of: position, in: document, isLineTitle: isLineTitle(document))
          if term.isInexact {
            weights.addInexact(weight, in: document)
          } else {
            weights.add(weight, in: document)
          }
        }
      }
      return weights
    }
    let found = try occurrences(of: pattern, until: isCancelled)
    add(found, to: &weights, extents)
    guard case .phrase(let pieces, isOpen: true) = pattern, let last = pieces.last,
      try terms(for: last, isOpen: true).contains(where: \.isInexact)
    else { return weights }
    // The weights of all matches minus the weights of whole matches.
    weights.makeInexact()
    let whole = try merge(
      try terms(for: last, isOpen: false), among: weights.documents, until: isCancelled)
    add(found.intersection(whole, shift: pieces.count - 1), to: &weights, extents)
    for document in found.documents { weights.inexact[document] &-= weights.whole[document] }
    return weights
  }

  private func add(_ found: Occurrences, to weights: inout WordWeights, _ extents: Extents) {
    for (index, document) in found.documents.enumerated() {
      for position in found.positions[found.starts[index]..<found.starts[index + 1]] {
        weights.add(
          extents.weight(of: Int(position), in: document, isLineTitle: isLineTitle(document)),
          in: document)
      }
    }
  }
}
