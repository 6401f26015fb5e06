import CairnCapture

/// How much a whole word counts in the documents that have it: what ``WordWeights`` says of all
/// documents, for a word that is in few.
public struct WordCounts: Sendable {
  /// The documents, in order.
  public fileprivate(set) var documents: [Int] = []
  /// For each of them the weights of the zones that the word occurs in, added up.
  public fileprivate(set) var weights: [UInt32] = []
}

extension Segment {
  /// In how many of some documents a whole word occurs; no more than `limit` are counted. Costs its
  /// postings up to there.
  public func frequency(
    of word: [UInt8], among documents: DocumentSet, upTo limit: Int
  ) throws(IndexDamage) -> Int {
    var frequency = 0
    var last = -1
    guard limit > 0, var reader = try postings(of: word) else { return 0 }
    while try reader.advance() {
      guard reader.document != last else { continue }
      last = reader.document
      if documents.contains(last) { frequency += 1 }
      if frequency == limit { break }
    }
    return frequency
  }

  /// How much a whole word counts in those of some documents that have it. Costs its postings.
  public func counts(
    of word: [UInt8], among documents: DocumentSet
  ) throws(IndexDamage) -> WordCounts {
    guard let reader = try postings(of: word) else { return WordCounts() }
    let extents = try Extents(store, documentCount: count)
    return try counts(reader, among: documents, upTo: .max, extents) ?? WordCounts()
  }

  private func postings(of word: [UInt8]) throws(IndexDamage) -> PostingReader? {
    guard let range = try TermDictionary(store).find(word) else { return nil }
    return try PostingReader(try store.bytes(of: .postings, range), documentCount: count)
  }
}

extension Segment {
  /// Calls `body` with each word and how much it counts in those of some documents that have it: words
  /// in byte order, but for those that `isWanted` refuses, and those that more than `limit` have.
  /// Costs the postings of all words, of those that too many have up to there.
  public func forEachWord(
    among documents: DocumentSet, upTo limit: Int, where isWanted: ([UInt8]) -> Bool,
    _ body: ([UInt8], WordCounts) -> Void
  ) throws(IndexDamage) {
    let extents = try Extents(store, documentCount: count)
    try TermDictionary(store).forEach { (word, range) throws(IndexDamage) in
      guard isWanted(word) else { return true }
      let bytes = try store.bytes(of: .postings, range)
      guard let reader = try PostingReader(bytes, documentCount: count) else { return true }
      let counts = try self.counts(reader, among: documents, upTo: limit, extents)
      if let counts, !counts.documents.isEmpty { body(word, counts) }
      return true
    }
  }

  /// What the postings of a word count; nil where more than `limit` of some documents have it.
  private func counts(
    _ postings: PostingReader, among documents: DocumentSet, upTo limit: Int, _ extents: Extents
  ) throws(IndexDamage) -> WordCounts? {
    var reader = postings
    var counts = WordCounts()
    while try reader.advance() {
      let document = reader.document
      guard documents.contains(document) else { continue }
      if counts.documents.last != document {
        if counts.documents.count == limit { return nil }
        counts.documents.append(document)
        counts.weights.append(0)
      }
      let weight = extents.weight(
        of: reader.position, in: document, isLineTitle: isLineTitle(document))
      counts.weights[counts.weights.count - 1] &+= UInt32(weight)
    }
    return counts
  }
}
