import CairnCapture

/// How much a pattern counts in each document of a segment: the weights of the zones it occurs in
/// (``CairnCapture/Zone/weight``), added up.
public struct WordWeights: Sendable {
  /// Of what is found as it was written: whole words, or letters inside them.
  public var whole: [UInt32]
  /// Of longer words that begin so; empty where there are none.
  public var longer: [UInt32] = []

  /// Nothing, in any document.
  public init(whole: [UInt32] = []) {
    self.whole = whole
  }
}

extension Segment {
  /// How much the occurrences of a pattern count. Costs the postings of its words.
  public func weights(of pattern: WordPattern) throws(IndexDamage) -> WordWeights {
    var weights = WordWeights(whole: [UInt32](repeating: 0, count: count))
    let extents = try Extents(store, documentCount: count)
    if let terms = try singleTerms(of: pattern) {
      if terms.contains(where: \.isLonger) { weights.longer = weights.whole }
      for term in terms {
        if term.isLonger {
          try add(term, to: &weights.longer, extents)
        } else {
          try add(term, to: &weights.whole, extents)
        }
      }
      return weights
    }
    let found = try occurrences(of: pattern)
    add(found, to: &weights.whole, extents)
    guard case .phrase(let pieces, isOpen: true) = pattern, let last = pieces.last,
      try terms(for: last, isOpen: true).contains(where: \.isLonger)
    else { return weights }
    // All of them less the whole ones.
    weights.longer = weights.whole
    weights.whole = [UInt32](repeating: 0, count: count)
    var candidates = DocumentSet(capacity: count)
    for document in found.documents { candidates.insert(document) }
    let whole = try merge(try terms(for: last, isOpen: false), among: candidates)
    add(found.intersection(whole, shift: pieces.count - 1), to: &weights.whole, extents)
    for document in found.documents { weights.longer[document] &-= weights.whole[document] }
    return weights
  }

  /// How many words each document has.
  public func lengths() throws(IndexDamage) -> [UInt32] {
    let extents = try Extents(store, documentCount: count)
    return (0..<count).map { UInt32(extents.length(of: $0)) }
  }

  private func add(
    _ term: Term, to weights: inout [UInt32], _ extents: Extents
  ) throws(IndexDamage) {
    try forEachOccurrence(in: term.postings) { document, position in
      let weight = extents.weight(
        of: position, in: document, isLineTitle: isLineTitle(document))
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
