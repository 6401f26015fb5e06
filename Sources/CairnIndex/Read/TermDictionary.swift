/// The terms of a segment in byte order, each with the range of its postings.
struct TermDictionary {
  private let terms: UnsafeRawBufferPointer
  private let blocks: UnsafeRawBufferPointer

  init(_ store: SectionStore) throws(IndexDamage) {
    blocks = try store.all(.termBlocks)
    terms = try store.all(.terms)
  }

  private static let blockSize = 12

  private var blockCount: Int { blocks.count / Self.blockSize }

  private func start(ofBlock block: Int) -> (term: Int, postings: Int) {
    let offset = block * Self.blockSize
    return (
      Int(UInt32(littleEndian: blocks.loadUnaligned(fromByteOffset: offset, as: UInt32.self))),
      Int(
        truncatingIfNeeded: UInt64(
          littleEndian: blocks.loadUnaligned(fromByteOffset: offset + 4, as: UInt64.self)))
    )
  }

  /// Calls `body` with each term from `first` on and the range of its postings, until `body`
  /// returns false.
  func forEach(
    from first: [UInt8] = [],
    _ body: ([UInt8], Range<Int>) throws(IndexDamage) -> Bool
  ) throws(IndexDamage) {
    var block = try lastBlock(notBehind: first)
    var term: [UInt8] = []
    while block < blockCount {
      var (offset, postings) = start(ofBlock: block)
      guard offset <= terms.count else { throw IndexDamage("a term is outside its section") }
      let end = block + 1 < blockCount ? start(ofBlock: block + 1).term : terms.count
      while offset < end {
        var reader = ByteReader(terms)
        reader.offset = offset
        let shared = try reader.varint()
        let suffix = try reader.counted()
        let size = try reader.varint()
        guard shared <= term.count, postings >= 0, size <= Int.max - postings else {
          throw IndexDamage("terms are out of order")
        }
        term.replaceSubrange(shared..., with: suffix)
        offset = reader.offset
        defer { postings += size }
        if term.lexicographicallyPrecedes(first) { continue }
        guard try body(term, postings..<postings + size) else { return }
      }
      block += 1
    }
  }

  /// Returns the last block whose first term is not after `term`, or the first block if there is
  /// none.
  private func lastBlock(notBehind term: [UInt8]) throws(IndexDamage) -> Int {
    var low = 0
    var high = blockCount
    while low < high {
      let middle = (low + high) / 2
      var reader = ByteReader(terms)
      reader.offset = start(ofBlock: middle).term
      _ = try reader.varint()
      let head = try reader.counted()
      if term.lexicographicallyPrecedes(head) { high = middle } else { low = middle + 1 }
    }
    return max(low - 1, 0)
  }

  /// Returns the range of a term's postings, or nil if there is no such term.
  func find(_ term: [UInt8]) throws(IndexDamage) -> Range<Int>? {
    var found: Range<Int>?
    try forEach(from: term) { (candidate, range) throws(IndexDamage) in
      if candidate == term { found = range }
      return false
    }
    return found
  }
}
