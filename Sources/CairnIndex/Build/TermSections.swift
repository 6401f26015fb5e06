import CairnText

/// The sections that list the terms and their occurrences.
enum TermSections {
  /// The number of terms in a block. The table that is used to look up terms has one entry per
  /// block.
  static let termsPerBlock = 16
  /// The size of the occurrences in bytes that a thread writes at a time.
  private static let chunkSize = 1 << 20

  /// The terms of some consecutive blocks.
  private struct Chunk {
    var terms = ByteWriter()
    var postings = ByteWriter()
    /// The offset of each block in `terms` and in `postings`.
    var blocks: [(term: Int, posting: Int)] = []
  }

  /// Writes the sections with the terms of all parts and their occurrences. Several threads share
  /// the work. Copies all postings once, but holds only a few chunks in memory.
  static func write(_ parts: [FinishedPart], to stream: SegmentStream) {
    let merged = MergedTerms(of: parts)
    let ranges = ranges(of: merged, parts)
    var (blocks, terms) = (ByteWriter(), ByteWriter())
    var postings = 0
    stream.add(.postings) { addPiece in
      Parallel.inOrder(ranges.count) {
        chunk(of: merged, ranges[$0], parts)
      } _: { chunk in
        for block in chunk.blocks {
          blocks.fixed(UInt32(terms.count + block.term))
          blocks.fixed(UInt64(postings + block.posting))
        }
        terms.append(contentsOf: chunk.terms.bytes)
        postings += chunk.postings.count
        addPiece(chunk.postings.bytes)
      }
    }
    stream.add((.termBlocks, [blocks.bytes]))
    stream.add((.terms, [terms.bytes]))
  }

  /// Divides the terms into runs of whole blocks, whose occurrences have about ``chunkSize`` bytes.
  private static func ranges(of merged: MergedTerms, _ parts: [FinishedPart]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    var size = 0
    for index in 0..<merged.count {
      if index % termsPerBlock == 0, size >= chunkSize {
        ranges.append(start..<index)
        start = index
        size = 0
      }
      size += merged.size(of: index, in: parts)
    }
    ranges.append(start..<merged.count)
    return ranges
  }

  private static func chunk(
    of merged: MergedTerms, _ range: Range<Int>, _ parts: [FinishedPart]
  ) -> Chunk {
    var chunk = Chunk()
    // A stream that follows another may need more bytes for its first number.
    chunk.postings.reserve(
      range.reduce(0) {
        $0 + merged.size(of: $1, in: parts) + parts.count * ShortNumber.largestSize
      })
    var key: [UInt8] = []
    var previous: [UInt8] = []
    for index in range {
      let offset = chunk.postings.count
      if index % termsPerBlock == 0 {
        chunk.blocks.append((chunk.terms.count, offset))
        previous.removeAll(keepingCapacity: true)
      }
      key.removeAll(keepingCapacity: true)
      var last = -1
      for part in parts.indices {
        guard let number = merged.number(of: index, in: part) else { continue }
        if key.isEmpty { parts[part].part.postings.appendKey(number, to: &key) }
        last = parts[part].part.postings.append(number, behind: last, to: &chunk.postings)
      }
      let shared = zip(previous, key).prefix { $0 == $1 }.count
      chunk.terms.varint(shared)
      chunk.terms.varint(key.count - shared)
      chunk.terms.append(contentsOf: key[shared...])
      chunk.terms.varint(chunk.postings.count - offset)
      swap(&previous, &key)
    }
    return chunk
  }
}

/// The distinct terms of several parts, in byte order.
private struct MergedTerms {
  private let partCount: Int
  /// For each term, its number in each part, or -1 if the part does not have the term.
  private var table: [Int32] = []

  /// The number of distinct terms.
  var count: Int { table.count / partCount }

  /// Returns the number of a term in a part, or nil if the part does not have the term.
  func number(of term: Int, in part: Int) -> Int? {
    let number = table[term * partCount + part]
    return number < 0 ? nil : Int(number)
  }

  /// Returns the size in bytes of a term's occurrences in all parts.
  func size(of term: Int, in parts: [FinishedPart]) -> Int {
    parts.indices.reduce(0) { size, part in
      size + (number(of: term, in: part).map { parts[part].part.postings.size(of: $0) } ?? 0)
    }
  }

  init(of parts: [FinishedPart]) {
    partCount = parts.count
    let orders = Parallel.map(parts) { $0.part.postings.sorted() }
    var next = parts.map { _ in 0 }
    while let least = Self.least(of: parts, orders, next) {
      for part in parts.indices {
        guard next[part] < orders[part].count else {
          table.append(-1)
          continue
        }
        let term = orders[part][next[part]]
        let isSame =
          part == least
          || parts[part].part.postings.order(
            Int(term), parts[least].part.postings, Int(orders[least][next[least]])) == 0
        table.append(isSame ? term : -1)
      }
      for part in parts.indices where table[table.count - partCount + part] >= 0 { next[part] += 1 }
    }
  }

  /// Returns the index of the part whose next term is first in byte order; the first part wins a
  /// tie. Returns nil if no terms are left.
  private static func least(
    of parts: [FinishedPart], _ orders: [[Int32]], _ next: [Int]
  ) -> Int? {
    var least: Int?
    for part in parts.indices where next[part] < orders[part].count {
      if let known = least,
        parts[part].part.postings.order(
          Int(orders[part][next[part]]), parts[known].part.postings,
          Int(orders[known][next[known]])) >= 0
      {
        continue
      }
      least = part
    }
    return least
  }
}
