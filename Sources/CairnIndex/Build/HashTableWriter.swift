/// Writes pairs of a hash and a document, so that those of one hash are found without reading the
/// others.
///
/// The hashes are parted by their highest bits. First stand how many bits that are, and how many all
/// have; then where the pairs of each part end; then the pairs by hash and document: how much
/// larger the hash is than the last one, then the document, or where the hash is the last one
/// again, how much larger the document is.
struct HashTableWriter {
  /// A hash and a document that has it.
  typealias Pair = (hash: UInt64, document: UInt32)

  /// How many pairs a part has about.
  private static let partSize = 16

  /// Writes the table of some pairs; their hashes have `width` bits.
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
