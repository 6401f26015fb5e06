import CairnText

/// The sections that list the terms and their occurrences.
enum TermSections {
  /// The number of terms in a block. The table that is used to look up terms has one entry per
  /// block.
  static let termsPerBlock = 16
  /// The number of terms that a thread writes at a time.
  private static let termsPerChunk = 256 * termsPerBlock

  /// The terms of some consecutive blocks.
  private struct Chunk {
    var terms = ByteWriter()
    var postings = ByteWriter()
    /// The offset of each block in `terms` and in `postings`.
    var blocks: [(term: Int, posting: Int)] = []
  }

  /// Returns the sections with the terms of all parts and their occurrences. Copies all postings
  /// once; several threads share the work.
  static func entries(of parts: [FinishedPart]) -> [SegmentWriter.Entry] {
    let merged = MergedTerms(of: parts)
    let starts = Array(stride(from: 0, to: merged.count, by: termsPerChunk))
    let chunks = Parallel.map(starts) { start in
      chunk(of: merged, from: start, parts)
    }
    var blocks = ByteWriter()
    var (terms, postings) = (0, 0)
    for chunk in chunks {
      for block in chunk.blocks {
        blocks.fixed(UInt32(terms + block.term))
        blocks.fixed(UInt64(postings + block.posting))
      }
      terms += chunk.terms.count
      postings += chunk.postings.count
    }
    return [
      (.termBlocks, [blocks.bytes]), (.terms, chunks.map(\.terms.bytes)),
      (.postings, chunks.map(\.postings.bytes)),
    ]
  }

  private static func chunk(
    of merged: MergedTerms, from start: Int, _ parts: [FinishedPart]
  ) -> Chunk {
    var chunk = Chunk()
    var key: [UInt8] = []
    var previous: [UInt8] = []
    for index in start..<min(start + termsPerChunk, merged.count) {
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
