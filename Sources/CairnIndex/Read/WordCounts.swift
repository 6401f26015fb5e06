/// The weights of a whole word in the documents that contain it. A sparse form of ``WordWeights``
/// for words that occur in few documents.
public struct WordCounts: Sendable {
  /// The documents that contain the word, in order.
  public fileprivate(set) var documents: [Int] = []
  /// For each of ``documents``, the sum of the weights of the word's occurrences.
  public fileprivate(set) var weights: [UInt32] = []
}

extension Segment {
  /// Returns the number of the given documents that contain `word` as a whole word, or `limit` if
  /// there are more. Stops reading the word's postings at the limit.
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

  /// Returns the weights of a whole word in the given documents. Reads all postings of the word.
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
  /// Calls `body` with each word, in byte order, and its weights in the given documents. Skips
  /// words that `isWanted` rejects or that more than `limit` of the documents contain. Reads the
  /// postings of each wanted word, up to the limit.
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

  /// Returns the weights of a word, or nil if more than `limit` of the documents contain it.
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
