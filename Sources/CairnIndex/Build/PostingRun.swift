import Glibc

/// The terms that occur in a run of consecutive documents, sorted by their bytes. The occurrences
/// of each term are encoded as in ``PostingTable``. Takes little more memory than the bytes of the
/// terms and their occurrences.
struct PostingRun: Sendable {
  /// The terms, one after another.
  var keys: [UInt8] = []
  /// The streams of the terms' occurrences, one after another.
  var streams: [UInt8] = []
  private var keyEnds: [Int] = []
  private var streamEnds: [Int] = []
  /// For each term, the last document in which it occurs.
  private var lastDocuments: [UInt32] = []
  /// The number of the run's first document minus one, with wraparound. Each stream stores its
  /// first document as the distance from this number.
  private let origin: UInt32

  /// Creates an empty run with room for `termCount` terms and `byteCount` bytes of streams.
  init(origin: UInt32, termCount: Int, byteCount: Int) {
    self.origin = origin
    streams.reserveCapacity(byteCount)
    keyEnds.reserveCapacity(termCount)
    streamEnds.reserveCapacity(termCount)
    lastDocuments.reserveCapacity(termCount)
  }

  /// The number of terms.
  var count: Int { keyEnds.count }

  /// Completes a term whose bytes and stream have just been appended to ``keys`` and ``streams``.
  mutating func endTerm(lastDocument: UInt32) {
    keyEnds.append(keys.count)
    streamEnds.append(streams.count)
    lastDocuments.append(lastDocument)
  }

  /// Calls `body` with the bytes of a term.
  func withKey<Result>(_ term: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    keys.withUnsafeBytes {
      body(
        UnsafeRawBufferPointer(rebasing: $0[(term == 0 ? 0 : keyEnds[term - 1])..<keyEnds[term]]))
    }
  }

  /// Returns the size in bytes of a term's stream.
  func size(of term: Int) -> Int { stream(term).count }

  private func stream(_ term: Int) -> Range<Int> {
    (term == 0 ? 0 : streamEnds[term - 1])..<streamEnds[term]
  }

  /// Returns the first eight bytes of a term as a number. If the numbers of two terms differ, the
  /// terms have the same order as the numbers.
  func head(of term: Int) -> UInt64 {
    withKey(term) { key in
      var head: UInt64 = 0
      for index in 0..<8 { head = head << 8 | (index < key.count ? UInt64(key[index]) : 0) }
      return head
    }
  }

  /// Compares a term with a term of another run in byte order. Returns a negative number, 0 or a
  /// positive number.
  func order(_ term: Int, _ other: PostingRun, _ otherTerm: Int) -> Int {
    withKey(term) { left in
      other.withKey(otherTerm) { right in
        guard let one = left.baseAddress, let two = right.baseAddress else {
          return left.count - right.count
        }
        let order = memcmp(one, two, min(left.count, right.count))
        return order == 0 ? left.count - right.count : Int(order)
      }
    }
  }

  /// Appends a term's stream to `writer` and returns the last document in the stream. If `writer`
  /// already ends with a stream of the same term for earlier documents, `previous` is the last
  /// document of that stream. Otherwise, `previous` is -1.
  func append(_ term: Int, behind previous: Int, to writer: inout ByteWriter) -> Int {
    let range = stream(term)
    streams.withUnsafeBytes { all in
      let stream = UnsafeRawBufferPointer(rebasing: all[range])
      guard let start = stream.assumingMemoryBound(to: UInt8.self).baseAddress else { return }
      let document = Int(origin &+ ShortNumber.read(start) >> 1)
      ShortNumber.write(UInt32(document - previous) << 1 | 1) { writer.append($0) }
      writer.append(UnsafeRawBufferPointer(rebasing: stream[ShortNumber.size(stream[0])...]))
    }
    return Int(lastDocuments[term])
  }
}
