/// A reader of a table written by a ``HashTableWriter``.
struct HashTable {
  private let store: SectionStore
  private let section: Section
  /// The number of leading bits of each hash. These bits select the part of the table that contains
  /// the hash. ``width`` is the total number of bits in a hash.
  private let bits: Int
  private let width: Int
  /// The offset of the first pair in the section.
  private let start: Int
  private let documentCount: Int

  init(
    _ section: Section, in store: SectionStore, width: Int, documentCount: Int
  ) throws(IndexDamage) {
    self.store = store
    self.section = section
    self.width = width
    self.documentCount = documentCount
    var reader = ByteReader(try store.bytes(of: section, 0..<4))
    bits = Int(try reader.byte())
    let written = Int(try reader.byte())
    guard bits <= 24, written == width else {
      throw IndexDamage("hashes have the wrong width")
    }
    start = 4 + 4 << bits
  }

  /// Returns the documents that have the given hash, in ascending order.
  func documents(with hash: UInt64) throws(IndexDamage) -> [Int] {
    let part = Int(hash >> UInt64(width - bits))
    let ends = try store.bytes(of: section, 4 + max(part - 1, 0) * 4..<8 + part * 4)
    let low = part == 0 ? 0 : Int(ends.number(0, as: UInt32.self))
    let high = Int(ends.number(part == 0 ? 0 : 1, as: UInt32.self))
    guard low <= high else { throw IndexDamage("hashes are out of order") }
    var reader = ByteReader(try store.bytes(of: section, start + low..<start + high))
    var found: [Int] = []
    try forEach(of: part, &reader) { other, document in
      if other == hash { found.append(document) }
      return other <= hash
    }
    return found
  }

  /// Calls `body` with each pair of a hash and a document that has the hash, ordered by hash and
  /// document.
  func forEach(_ body: (UInt64, Int) -> Void) throws(IndexDamage) {
    let all = try store.all(section)
    guard all.count >= start else { throw IndexDamage("a section ends early") }
    var low = start
    for part in 0..<(1 << bits) {
      let high = start + Int(all.number(1 + part, as: UInt32.self))
      guard low <= high, high <= all.count else { throw IndexDamage("hashes are out of order") }
      var reader = ByteReader(UnsafeRawBufferPointer(rebasing: all[low..<high]))
      try forEach(of: part, &reader) {
        body($0, $1)
        return true
      }
      low = high
    }
  }

  /// Calls `body` with each hash and document of one part until `body` returns false.
  @inline(__always)
  private func forEach(
    of part: Int, _ reader: inout ByteReader, _ body: (UInt64, Int) -> Bool
  ) throws(IndexDamage) {
    var hash = UInt64(part) << UInt64(width - bits)
    var document = 0
    var isFirst = true
    while !reader.isAtEnd {
      let step = try reader.varint64()
      let number = try reader.varint()
      hash &+= step
      document = isFirst || step != 0 ? number : document &+ number
      isFirst = false
      guard document >= 0, document < documentCount else {
        throw IndexDamage("a name belongs to a document that is not in the index")
      }
      if !body(hash, document) { return }
    }
  }
}
