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
      range.reduce(0) {
        $0 + merged.size(of: $1, in: runs)
          + merged.sources(of: $1).count * ShortNumber.largestSize
      })
    var (key, previous): ([UInt8], [UInt8]) = ([], [])
    for index in range {
      let offset = chunk.postings.count
      if index % termsPerBlock == 0 {
        chunk.blocks.append((chunk.terms.count, offset))
        previous.removeAll(keepingCapacity: true)
      }
      key.removeAll(keepingCapacity: true)
      var last = -1
      for source in merged.sources(of: index) {
        let (run, term) = (Int(source.run), Int(source.term))
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
  /// A run with a term, and the number of the term in that run.
  struct Source {
    let run: Int32
    let term: Int32
  }

  /// The sources of all terms, sorted by term and then by run. Most terms are in few runs, so a
  /// table with a cell for each term and run would take many times as much memory.
  private var sources: [Source] = []
  /// For each term, the index in ``sources`` after its last source.
  private var ends: [Int32] = []

  /// The number of distinct terms.
  var count: Int { ends.count }

  /// Returns the runs that have a term, in order.
  func sources(of term: Int) -> ArraySlice<Source> {
    sources[(term == 0 ? 0 : Int(ends[term - 1]))..<Int(ends[term])]
  }

  /// Returns the size in bytes of a term's occurrences in all runs.
  func size(of term: Int, in runs: [PostingRun]) -> Int {
    sources(of: term).reduce(0) { $0 + runs[Int($1.run)].size(of: Int($1.term)) }
  }

  init(of runs: [PostingRun]) {
    sources.reserveCapacity(runs.reduce(0) { $0 + $1.count })
    ends.reserveCapacity(runs.map(\.count).max() ?? 0)
    var next = runs.map { _ in 0 }
    // For each run, the first eight bytes of the next term as a number. Comparing these numbers
    // usually suffices.
    var heads = runs.map { $0.count > 0 ? $0.head(of: 0) : 0 }
    while true {
      let start = sources.count
      for run in runs.indices where next[run] < runs[run].count {
        var order = -1
        if sources.count > start {
          let other = Int(sources[start].run)
          order =
            heads[run] == heads[other]
            ? runs[run].order(next[run], runs[other], next[other])
            : heads[run] < heads[other] ? -1 : 1
        }
        if order < 0 { sources.removeLast(sources.count - start) }
        if order <= 0 { sources.append(Source(run: Int32(run), term: Int32(next[run]))) }
      }
      if sources.count == start { return }
      for source in sources[start...] {
        let run = Int(source.run)
        next[run] += 1
        if next[run] < runs[run].count { heads[run] = runs[run].head(of: next[run]) }
      }
      ends.append(Int32(sources.count))
    }
  }
}
