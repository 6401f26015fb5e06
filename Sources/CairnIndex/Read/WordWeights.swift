import CairnText

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

  /// Adds the weights of other terms.
  fileprivate mutating func add(_ other: WordWeights) {
    for (index, weight) in other.whole.enumerated() { whole[index] &+= weight }
    if inexact.isEmpty {
      inexact = other.inexact
    } else {
      for (index, weight) in other.inexact.enumerated() { inexact[index] &+= weight }
    }
    documents = documents | other.documents
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
    of pattern: WordPattern, until isCancelled: @Sendable () -> Bool = { false }
  ) throws(IndexDamage) -> WordWeights {
    var weights = WordWeights(count: count)
    if let terms = try singleTerms(of: pattern, until: isCancelled) {
      let hasInexact = terms.contains(where: \.isInexact)
      let parts = Parallel.map(Self.divided(terms)) { part in
        Result { () throws(IndexDamage) in
          try self.weights(of: part, hasInexact: hasInexact, until: isCancelled)
        }
      }
      for part in parts { try weights.add(part.get()) }
      return weights
    }
    let extents = try Extents(store, documentCount: count)
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

  /// Returns the weights of the occurrences of terms.
  private func weights(
    of terms: ArraySlice<Term>, hasInexact: Bool, until isCancelled: () -> Bool
  ) throws(IndexDamage) -> WordWeights {
    let extents = try Extents(store, documentCount: count)
    var weights = WordWeights(count: count)
    if hasInexact { weights.inexact = weights.whole }
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

  /// Returns terms in slices that different threads can read: in one slice if their postings have
  /// fewer than 64 KiB, otherwise in four slices with about the same number of bytes.
  private static func divided(_ terms: [Term]) -> [ArraySlice<Term>] {
    let size = terms.reduce(0) { $0 + $1.postings.count }
    guard size >= 1 << 16 else { return [terms[...]] }
    var slices: [ArraySlice<Term>] = []
    var (start, bytes) = (0, 0)
    for (index, term) in terms.enumerated() {
      bytes += term.postings.count
      if bytes * 4 >= size || index == terms.count - 1 {
        slices.append(terms[start...index])
        (start, bytes) = (index + 1, 0)
      }
    }
    return slices
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
