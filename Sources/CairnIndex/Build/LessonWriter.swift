import CairnInsight

/// A writer of ``Lessons``. A reader can look up a word without reading all words.
///
/// The counts of captures come first: one for each type, then ``Lessons/typed`` and
/// ``Lessons/total``. Words are grouped into parts by the highest bits of their hashes. The number
/// of these bits comes next, then the end offset of each part, then the parts. A word is written as
/// the distance from the previous word's hash. The first word of a part is written as the distance
/// from the lowest hash that belongs to the part. The word's four counts follow, one for each type.
enum LessonWriter {
  /// The approximate number of words in a part.
  private static let partSize = 16

  static func write(_ lessons: Lessons, to writer: inout ByteWriter) {
    for kind in 0..<4 { writer.fixed(lessons.captures[kind]) }
    writer.fixed(Int32(clamping: lessons.typed))
    writer.fixed(Int32(clamping: lessons.total))
    var words: [(word: UInt32, counts: KindCounts)] = []
    lessons.words.forEach { if $1 != .zero { words.append(($0, $1)) } }
    words.sort { $0.word < $1.word }
    var bits = 0
    while bits < 24, words.count >> bits > partSize { bits += 1 }
    writer.fixed(UInt32(bits))
    var data = ByteWriter()
    var rest = words[...]
    for part in 0..<UInt64(1 << bits) {
      var last = UInt32(part << UInt64(32 - bits))
      while let next = rest.first, UInt64(next.word) >> UInt64(32 - bits) == part {
        data.varint(next.word - last)
        for kind in 0..<4 { data.signed(Int(next.counts[kind])) }
        last = next.word
        rest.removeFirst()
      }
      writer.fixed(UInt32(data.count))
    }
    writer.append(contentsOf: data.bytes)
  }
}
