import CairnText

/// The sections that list the terms and their occurrences.
enum TermSections {
  /// The number of terms in a block. The table that is used to look up terms has one entry per
  /// block.
  static let termsPerBlock = 16
  /// The approximate number of bytes of occurrences that a thread writes at a time.
  private static let chunkSize = 1 << 20

  /// The terms of some consecutive blocks.
  private struct Chunk {
    var terms = ByteWriter()
    var postings = ByteWriter()
    /// The offset of each block in `terms` and in `postings`.
    var blocks: [(term: Int, posting: Int)] = []
  }

  /// Writes the sections with the terms of all runs and their occurrences. Several threads share
  /// the work. Holds only a few chunks in memory.
  static func write(_ runs: [PostingRun], to stream: SegmentStream) {
    let merged = MergedTerms(of: runs)
    let ranges = ranges(of: merged, runs)
    var (blocks, terms) = (ByteWriter(), ByteWriter())
    var postings = 0
    stream.add(.postings) { addPiece in
      Parallel.inOrder(ranges.count) {
        chunk(of: merged, ranges[$0], runs)
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

  /// Divides the terms into ranges of whole blocks. The occurrences of the terms in a range take at
  /// least ``chunkSize`` bytes, except in the last range.
  private static func ranges(of merged: MergedTerms, _ runs: [PostingRun]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    var size = 0
    for index in 0..<merged.count {
      if index % termsPerBlock == 0, size >= chunkSize {
        ranges.append(start..<index)
        start = index
        size = 0
      }
      size += merged.size(of: index, in: runs)
    }
    ranges.append(start..<merged.count)
    return ranges
  }

  private static func chunk(
    of merged: MergedTerms, _ range: Range<Int>, _ runs: [PostingRun]
  ) -> Chunk {
    var chunk = Chunk()
    // A stream that follows another may need more bytes for its first number.
    chunk.postings.reserve(
      range.reduce(0) { $0 + merged.size(of: $1, in: runs) + runs.count * ShortNumber.largestSize })
    var (key, previous): ([UInt8], [UInt8]) = ([], [])
    for index in range {
      let offset = chunk.postings.count
      if index % termsPerBlock == 0 {
        chunk.blocks.append((chunk.terms.count, offset))
        previous.removeAll(keepingCapacity: true)
      }
      key.removeAll(keepingCapacity: true)
      var last = -1
      for run in runs.indices {
        guard let term = merged.number(of: index, in: run) else { continue }
        if key.isEmpty { runs[run].withKey(term) { key.append(contentsOf: $0) } }
        last = runs[run].append(term, behind: last, to: &chunk.postings)
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

/// The distinct terms of several runs, in byte order.
private struct MergedTerms {
  private let runCount: Int
  /// For each term, one element per run: the number of the term in that run, or -1 if the run does
  /// not have the term.
  private var table: [Int32] = []

  /// The number of distinct terms.
  var count: Int { table.count / runCount }

  /// Returns the number of a term in a run, or nil if the run does not have the term.
  func number(of term: Int, in run: Int) -> Int? {
    let number = table[term * runCount + run]
    return number < 0 ? nil : Int(number)
  }

  /// Returns the size in bytes of a term's occurrences in all runs.
  func size(of term: Int, in runs: [PostingRun]) -> Int {
    runs.indices.reduce(0) { size, run in
      size + (number(of: term, in: run).map { runs[run].size(of: $0) } ?? 0)
    }
  }

  init(of runs: [PostingRun]) {
    runCount = runs.count
    table.reserveCapacity((runs.map(\.count).max() ?? 0) * runCount)
    var next = runs.map { _ in 0 }
    while let least = Self.least(of: runs, next) {
      for run in runs.indices {
        let isSame =
          next[run] < runs[run].count
          && (run == least || runs[run].order(next[run], runs[least], next[least]) == 0)
        table.append(isSame ? Int32(next[run]) : -1)
      }
      for run in runs.indices where table[table.count - runCount + run] >= 0 { next[run] += 1 }
    }
  }

  /// Returns the index of the run whose next term is first in byte order; the first run wins a
  /// tie. Returns nil if no terms are left.
  private static func least(of runs: [PostingRun], _ next: [Int]) -> Int? {
    var least: Int?
    for run in runs.indices where next[run] < runs[run].count {
      if let known = least, runs[run].order(next[run], runs[known], next[known]) >= 0 { continue }
      least = run
    }
    return least
  }
}
