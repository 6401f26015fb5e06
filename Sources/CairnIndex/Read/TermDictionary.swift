import CairnText

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

  /// Calls `body` with each term at or after `first` in byte order, and with the range of the
  /// term's postings, until `body` returns false.
  func forEach(
    from first: [UInt8] = [],
    _ body: ([UInt8], Range<Int>) throws(IndexDamage) -> Bool
  ) throws(IndexDamage) {
    var block = try lastBlock(notBehind: first)
    var term: [UInt8] = []
    while block < blockCount {
      let isAll = try forEach(inBlock: block, &term) { (term, _, postings) throws(IndexDamage) in
        if term.lexicographicallyPrecedes(first) { return true }
        return try body(term, postings)
      }
      if !isAll { return }
      block += 1
    }
  }

  /// Calls `body` with each term that the user may have meant by `word`, and with the range of the
  /// term's postings.
  ///
  /// If all terms of a block begin with bytes that rule out a match, reads only the first term of
  /// that block.
  func forEach(
    spelling word: MistypedWord, _ body: ([UInt8], Range<Int>) -> Void
  ) throws(IndexDamage) {
    var comparison = MistypedWord.Comparison(word)
    var term: [UInt8] = []
    for block in 0..<blockCount {
      if let ruledOut = comparison.ruledOut, block + 1 < blockCount {
        let beginning = term[..<ruledOut]
        if try head(ofBlock: block).starts(with: beginning),
          try head(ofBlock: block + 1).starts(with: beginning)
        {
          continue
        }
      }
      _ = try forEach(inBlock: block, &term) { (term, shared, postings) in
        if comparison.accepts(term, sharing: shared) { body(term, postings) }
        return true
      }
    }
  }

  /// Calls `body` with each term of a block, until `body` returns false. Also passes the number of
  /// bytes that the term shares with the previous term, and the range of the term's postings.
  /// Returns false if `body` stopped the iteration.
  ///
  /// - Parameter term: The last term that was read before the call. The next term is decoded from
  ///   this term and then replaces it.
  @inline(__always)
  private func forEach(
    inBlock block: Int, _ term: inout [UInt8],
    _ body: ([UInt8], Int, Range<Int>) throws(IndexDamage) -> Bool
  ) throws(IndexDamage) -> Bool {
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
      guard try body(term, shared, postings..<postings + size) else { return false }
      postings += size
    }
    return true
  }

  /// Returns the last block whose first term is at or before `term` in byte order; the first block
  /// if there is none.
  private func lastBlock(notBehind term: [UInt8]) throws(IndexDamage) -> Int {
    let next = try (0..<blockCount).partitioningIndex { block throws(IndexDamage) in
      term.lexicographicallyPrecedes(try head(ofBlock: block))
    }
    return max(next - 1, 0)
  }

  /// Returns the first term of a block.
  private func head(ofBlock block: Int) throws(IndexDamage) -> UnsafeRawBufferPointer {
    var reader = ByteReader(terms)
    reader.offset = start(ofBlock: block).term
    _ = try reader.varint()
    return try reader.counted()
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
