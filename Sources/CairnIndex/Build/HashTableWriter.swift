/// A writer of a table of pairs. A pair consists of a hash and the number of a document. A reader
/// can look up a hash without reading all pairs.
///
/// Pairs are grouped into parts by the highest bits of their hashes. The table starts with the
/// number of these bits and the width of the hashes in bits. The end offset of each part follows,
/// then the pairs, ordered by hash and document. A pair is written as two numbers: one for the
/// hash, one for the document. The hash is written as the distance from the previous pair's hash.
/// The first hash of a part is written as the distance from the lowest hash that belongs to the
/// part. The document is written as its number or, if the previous pair of the part has the same
/// hash, as the distance from that pair's document.
enum HashTableWriter {
  /// A hash and the number of a document that has this hash.
  typealias Pair<Hash> = (hash: Hash, document: UInt32)

  /// The approximate number of pairs in a part.
  private static let partSize = 16

  /// Writes a table of the pairs in all lists.
  static func write<Hash: FixedWidthInteger>(
    _ lists: [[Pair<Hash>]], to writer: inout ByteWriter
  ) {
    let count = lists.reduce(0) { $0 + $1.count }
    var bits = 0
    while bits < 24, count >> bits > partSize { bits += 1 }
    writer.append(UInt8(bits))
    writer.append(UInt8(Hash.bitWidth))
    writer.fixed(0 as UInt16)
    var data = ByteWriter()
    let shift = Hash.bitWidth - bits
    let (pairs, ends) = sorted(lists, parts: 1 << bits) { Int($0 >> shift) }
    var next = 0
    for part in 0..<(1 << bits) {
      var last: Pair<Hash> = (Hash(truncatingIfNeeded: part) << shift, 0)
      var isFirst = true
      while next < ends[part] {
        let pair = pairs[next]
        next += 1
        if !isFirst, pair == last { continue }
        data.varint(pair.hash - last.hash)
        data.varint(
          isFirst || pair.hash != last.hash ? pair.document : pair.document - last.document)
        last = pair
        isFirst = false
      }
      writer.fixed(UInt32(data.count))
    }
    writer.append(contentsOf: data.bytes)
  }

  /// Returns the pairs sorted by part, hash and document, and the end of each part. `part` returns
  /// the part to which a hash belongs. Sorting each part separately is several times as fast as
  /// sorting all pairs at once.
  private static func sorted<Hash: FixedWidthInteger>(
    _ lists: [[Pair<Hash>]], parts: Int, by part: (Hash) -> Int
  ) -> (pairs: [Pair<Hash>], ends: [Int]) {
    var next = [Int](repeating: 0, count: parts + 1)
    for pairs in lists {
      for pair in pairs { next[part(pair.hash) + 1] += 1 }
    }
    for index in 0..<parts { next[index + 1] += next[index] }
    let total = next[parts]
    // With no capacity, the initializer would write to the storage that all empty arrays share.
    if total == 0 { return ([], Array(next.dropLast())) }
    let sorted = [Pair<Hash>](unsafeUninitializedCapacity: total) { buffer, count in
      for pairs in lists {
        for pair in pairs {
          let index = part(pair.hash)
          buffer.initializeElement(at: next[index], to: pair)
          next[index] += 1
        }
      }
      // `next` now has the end of each part.
      var start = 0
      for end in next.dropLast() {
        if end - start > 1 {
          var part = UnsafeMutableBufferPointer(rebasing: buffer[start..<end])
          part.sort { ($0.hash, $0.document) < ($1.hash, $1.document) }
        }
        start = end
      }
      count = total
    }
    return (sorted, next.dropLast())
  }
}
