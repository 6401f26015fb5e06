/// The number of words in each document of a segment, read from the segment's bytes on demand.
public struct DocumentLengths {
  private let segment: Segment
  private let extents: Extents

  init(_ segment: Segment) throws(IndexDamage) {
    self.segment = segment
    extents = try Extents(segment.store, documentCount: segment.count)
  }

  /// Returns the number of words in a document.
  public subscript(document: Int) -> Int { extents.length(of: document) }

  /// Returns the total number of words in `documents`. Takes one step for each of these documents
  /// or for each other document of the segment, whichever are fewer. The first call that counts the
  /// words of the other documents also makes one pass over the segment.
  public func total(of documents: DocumentSet) -> Int {
    let others = ~documents
    if documents.count <= others.count { return sum(documents) }
    let whole = segment.totalLength { sum(DocumentSet(capacity: segment.count, isFull: true)) }
    return whole - sum(others)
  }

  private func sum(_ documents: DocumentSet) -> Int {
    var sum = 0
    documents.forEach { sum += self[$0] }
    return sum
  }
}

extension Segment {
  /// Returns the number of words in each document.
  public func lengths() throws(IndexDamage) -> DocumentLengths { try DocumentLengths(self) }
}
