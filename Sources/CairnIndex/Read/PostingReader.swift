/// An iterator over the postings of one term: its occurrences, ordered by document and position.
struct PostingReader {
  private var next: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>
  private let documentCount: Int
  /// The document of the current occurrence.
  private(set) var document = -1
  /// The position of the current occurrence.
  private(set) var position = 0

  /// Creates a reader, or returns nil if there are no postings.
  init?(_ bytes: UnsafeRawBufferPointer, documentCount: Int) throws(IndexDamage) {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return nil }
    next = start.assumingMemoryBound(to: UInt8.self)
    end = next + bytes.count
    self.documentCount = documentCount
    // The first occurrence states its document, so the document of every occurrence is known.
    guard ShortNumber.size(next.pointee) <= bytes.count, ShortNumber.read(next) & 1 == 1 else {
      throw IndexDamage("a word belongs to a document that is not in the index")
    }
  }

  /// Advances to the next occurrence. Returns false if there is none.
  @inline(__always)
  mutating func advance() throws(IndexDamage) -> Bool {
    guard next < end else { return false }
    let tagged = try number()
    if tagged & 1 == 0 {
      position &+= tagged >> 1
    } else {
      document &+= tagged >> 1
      position = try number()
      guard document >= 0, document < documentCount else {
        throw IndexDamage("a word belongs to a document that is not in the index")
      }
    }
    return true
  }

  @inline(__always)
  private mutating func number() throws(IndexDamage) -> Int {
    guard next < end else { throw IndexDamage("the list of word positions is incomplete") }
    let byte = next.pointee
    if byte < ShortNumber.twoBytes {
      next += 1
      return Int(byte)
    }
    return try longNumber(ShortNumber.size(byte))
  }

  private mutating func longNumber(_ size: Int) throws(IndexDamage) -> Int {
    guard size <= end - next else { throw IndexDamage("the list of word positions is incomplete") }
    defer { next += size }
    return Int(ShortNumber.read(next))
  }
}
