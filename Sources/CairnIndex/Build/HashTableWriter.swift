/// A writer of pairs of a hash and a document. A reader can look up a hash without reading all
/// pairs.
///
/// Pairs are grouped into parts by the highest bits of their hashes. The table starts with the
/// number of these bits and the width of the hashes, then the end of each part, then the pairs in
/// order of hash and document. Each pair is written as the difference to the previous hash, or to
/// the lowest hash of the part if the pair is the first. Then comes the document or, if the hash is
/// the same as before, the difference to the previous document.
struct HashTableWriter {
  /// A hash and the number of a document that has this hash.
  typealias Pair = (hash: UInt64, document: UInt32)

  /// The approximate number of pairs in a part.
  private static let partSize = 16

  /// Writes a table of pairs. The hashes have `width` bits.
  static func write(_ pairs: [Pair], width: Int, to writer: inout ByteWriter) {
    let pairs = pairs.sorted { ($0.hash, $0.document) < ($1.hash, $1.document) }
    var bits = 0
    while bits < 24, pairs.count >> bits > partSize { bits += 1 }
    writer.append(UInt8(bits))
    writer.append(UInt8(width))
    writer.fixed(0 as UInt16)
    var data = ByteWriter()
    var next = 0
    for part in 0..<(1 << bits) {
      var last: Pair = (UInt64(part) << UInt64(width - bits), 0)
      var isFirst = true
      while next < pairs.count, pairs[next].hash >> UInt64(width - bits) == part {
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
}
