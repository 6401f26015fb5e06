import CairnText
import CXXHash

/// The terms of a run of consecutive documents and their occurrences: a hash table with open
/// addressing, and a stream of numbers for each term.
///
/// If an occurrence is in the same document as the previous one, the stream contains one number:
/// twice the distance between the two positions. If the occurrence is in a later document, the
/// stream contains two numbers: twice the distance between the documents, plus one; then the
/// position. In this form, streams can be written while documents are read. When a stream of later
/// documents is appended to another stream, only the first number of the appended stream changes.
struct PostingTable: ~Copyable {
  /// A term and the end of its stream. Each `Term` fills one cache line, so that adding an
  /// occurrence touches only one line of ``terms``.
  private struct Term {
    /// The first eight bytes of the term, padded with zeros.
    let head: UInt64
    /// The next eight bytes, padded with zeros.
    let middle: UInt64
    /// The bytes of the term after the first sixteen; nil if there are none.
    let tail: UnsafePointer<UInt8>?
    let count: UInt32
    /// The document of the last occurrence. ``position`` is the occurrence's position in this
    /// document.
    var document: UInt32
    var position: UInt32
    var stream: SliceArena.Stream
  }

  /// The number of terms.
  private(set) var count = 0

  private var terms: UnsafeMutablePointer<Term>
  private var room = 1 << 10
  /// The slots of the hash table. The upper 32 bits of a slot are the upper half of a term's hash;
  /// the lower 32 bits are the term's number plus one. A free slot is 0.
  private var slots: UnsafeMutablePointer<UInt64>
  private var mask: Int
  private var arena = SliceArena()
  private let pending = UnsafeMutablePointer<Pending>.allocate(capacity: batchSize)
  private var pendingCount = 0
  /// Whether a pending occurrence needs the bytes of its text when it is entered in the table.
  private var hasLongPending = false
  private var tails: [UnsafeMutablePointer<UInt8>] = []
  /// The lower halves of the terms' hashes.
  private var hashes: [UInt32] = []
  /// The number of the table's first document minus one, with wraparound. Each stream stores its
  /// first document as the distance from this number.
  private let origin: UInt32

  /// Creates a table for documents whose numbers start at `first`.
  init(firstDocument first: UInt32) {
    origin = first &- 1
    terms = Self.lines(room)
    mask = (1 << 12) - 1
    slots = Self.slots(mask + 1)
  }

  /// Allocates memory for terms, one per cache line.
  private static func lines(_ capacity: Int) -> UnsafeMutablePointer<Term> {
    LargeMemory.allocate(byteCount: capacity * MemoryLayout<Term>.stride)
      .bindMemory(to: Term.self, capacity: capacity)
  }

  /// Allocates slots, all of them free.
  private static func slots(_ capacity: Int) -> UnsafeMutablePointer<UInt64> {
    let slots = LargeMemory.allocate(byteCount: capacity * MemoryLayout<UInt64>.stride)
      .bindMemory(to: UInt64.self, capacity: capacity)
    slots.initialize(repeating: 0, count: capacity)
    return slots
  }

  deinit {
    terms.deallocate()
    slots.deallocate()
    pending.deallocate()
    for tail in tails { tail.deallocate() }
  }
}

// MARK: - Adding

extension PostingTable {
  /// The number of readable bytes that must follow each term. The values of these bytes do not
  /// matter.
  static let padding = inlineSize
  /// The maximum number of bytes of a term that are stored in the table itself.
  private static let inlineSize = 16

  /// An occurrence that has not been entered in the table yet.
  private struct Pending {
    let bytes: UnsafePointer<UInt8>
    let head: UInt64
    let middle: UInt64
    let hash: UInt64
    let count: UInt32
    let document: UInt32
    let position: UInt32
    var number: UInt32 = 0
  }

  /// The number of occurrences that are added to the table together.
  private static let batchSize = 128

  /// Adds an occurrence of the term in `bytes`. Occurrences must be added in order of document and
  /// position. ``padding`` bytes after the term must be readable. All bytes must stay valid until
  /// ``endText()`` is called.
  @inline(__always)
  mutating func add(
    _ bytes: UnsafePointer<UInt8>, count: Int, document: UInt32, position: UInt32
  ) {
    let start = UnsafeRawPointer(bytes)
    let head = Self.first(count, of: start.loadUnaligned(as: UInt64.self))
    let middle = Self.first(
      count - 8, of: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    var hash = (head ^ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash >> 32 ^ middle) &* 0x9E37_79B9_7F4A_7C15
    if count > Self.inlineSize {
      hasLongPending = true
      hash ^= Checksum.of(
        UnsafeRawBufferPointer(start: bytes + Self.inlineSize, count: count - Self.inlineSize))
    }
    hash = (hash ^ hash >> 29) &* 0xBF58_476D_1CE4_E5B9
    hash ^= hash >> 32
    (pending + pendingCount).initialize(
      to: Pending(
        bytes: bytes, head: head, middle: middle, hash: hash, count: UInt32(count),
        document: document, position: position))
    cairn_prefetch(slots + (Int(truncatingIfNeeded: hash) & mask))
    pendingCount += 1
    if pendingCount == Self.batchSize { flush() }
  }

  /// Returns the first `count` of the eight bytes in `bytes`, padded with zeros. Returns 0 if
  /// `count` is less than one.
  @inline(__always)
  private static func first(_ count: Int, of bytes: UInt64) -> UInt64 {
    UInt64(littleEndian: bytes) & (count < 8 ? (1 << UInt64(max(count, 0) * 8)) &- 1 : .max)
  }

  /// Ends a text, whose bytes need no longer be valid. Most occurrences of a short text wait for
  /// the occurrences of later texts, because adding many at once is faster.
  mutating func endText() {
    if hasLongPending { flush() }
  }

  /// Adds the pending occurrences to the table. In a table larger than the CPU cache, every step
  /// waits for memory. Each step is done for all occurrences before the next, so that the waits
  /// overlap.
  private mutating func flush() {
    for index in 0..<pendingCount {
      let slot = slots[Int(truncatingIfNeeded: pending[index].hash) & mask]
      if slot != 0 { cairn_prefetch(terms + (Int(slot & 0xFFFF_FFFF) - 1)) }
    }
    for index in 0..<pendingCount {
      let number = find(pending[index]) ?? insert(pending[index])
      pending[index].number = UInt32(number)
      cairn_prefetch(terms[number].stream.next)
    }
    for index in 0..<pendingCount {
      let next = pending[index]
      enter(terms + Int(next.number), next.document, next.position)
    }
    pendingCount = 0
    hasLongPending = false
  }

  @inline(__always)
  private mutating func enter(
    _ term: UnsafeMutablePointer<Term>, _ document: UInt32, _ position: UInt32
  ) {
    // Whether the document is new is hard to predict, so there is no branch for it.
    let isNew = term.pointee.document != document
    let first =
      isNew
      ? (document &- term.pointee.document) << 1 | 1 : (position &- term.pointee.position) << 1
    term.pointee.document = document
    term.pointee.position = position
    arena.append(first, and: isNew ? position : nil, to: &term.pointee.stream)
  }

  @inline(__always)
  private func find(_ wanted: Pending) -> Int? {
    var index = Int(truncatingIfNeeded: wanted.hash) & mask
    while slots[index] != 0 {
      if slots[index] >> 32 == wanted.hash >> 32 {
        let number = Int(slots[index] & 0xFFFF_FFFF) - 1
        let term = terms + number
        if term.pointee.head == wanted.head, term.pointee.middle == wanted.middle,
          term.pointee.count == wanted.count
        {
          guard let tail = term.pointee.tail else { return number }
          if memcmp(tail, wanted.bytes + Self.inlineSize, Int(wanted.count) - Self.inlineSize) == 0
          {
            return number
          }
        }
      }
      index = (index + 1) & mask
    }
    return nil
  }

  private mutating func insert(_ new: Pending) -> Int {
    if count == room { growTerms() }
    if count * 2 > mask { growSlots() }
    var tail: UnsafePointer<UInt8>?
    let longer = Int(new.count) - Self.inlineSize
    if longer > 0 {
      let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: longer)
      copy.update(from: new.bytes + Self.inlineSize, count: longer)
      tails.append(copy)
      tail = UnsafePointer(copy)
    }
    (terms + count).initialize(
      to: Term(
        head: new.head, middle: new.middle, tail: tail, count: new.count, document: origin,
        position: 0, stream: arena.stream()))
    var index = Int(truncatingIfNeeded: new.hash) & mask
    while slots[index] != 0 { index = (index + 1) & mask }
    slots[index] = new.hash & 0xFFFF_FFFF_0000_0000 | UInt64(count + 1)
    hashes.append(UInt32(truncatingIfNeeded: new.hash))
    count += 1
    return count - 1
  }

  private mutating func growTerms() {
    let larger = Self.lines(room * 2)
    larger.moveInitialize(from: terms, count: count)
    terms.deallocate()
    terms = larger
    room *= 2
  }

  private mutating func growSlots() {
    let old = slots
    let oldSize = mask + 1
    mask = oldSize * 2 - 1
    slots = Self.slots(mask + 1)
    for slot in 0..<oldSize where old[slot] != 0 {
      let number = Int(old[slot] & 0xFFFF_FFFF) - 1
      var index = Int(hashes[number]) & mask
      while slots[index] != 0 { index = (index + 1) & mask }
      slots[index] = old[slot]
    }
    old.deallocate()
  }
}

// MARK: - Reading

extension PostingTable {
  /// Moves all terms and their occurrences into a run. The table is empty afterwards.
  mutating func takeRun() -> PostingRun {
    flush()
    var run = PostingRun(
      origin: origin, termCount: count,
      byteCount: (0..<count).reduce(0) { $0 + Int(terms[$1].stream.count) })
    for number in sorted() {
      let term = terms[Int(number)]
      withUnsafeBytes(of: (term.head.littleEndian, term.middle.littleEndian)) {
        run.keys.append(contentsOf: $0.prefix(Int(term.count)))
      }
      if let tail = term.tail {
        run.keys.append(
          contentsOf: UnsafeBufferPointer(start: tail, count: Int(term.count) - Self.inlineSize))
      }
      SliceArena.forEachPiece(of: term.stream) { run.streams.append(contentsOf: $0) }
      run.endTerm(lastDocument: term.document)
    }
    self = PostingTable(firstDocument: origin &+ 1)
    return run
  }

  /// Compares the terms with these numbers in byte order. Returns -1, 0 or 1.
  private func order(_ number: Int, _ other: Int) -> Int {
    let (left, right) = (terms[number], terms[other])
    // Big-endian, because the first byte is the most significant.
    if left.head != right.head { return left.head.bigEndian < right.head.bigEndian ? -1 : 1 }
    if left.middle != right.middle {
      return left.middle.bigEndian < right.middle.bigEndian ? -1 : 1
    }
    guard let one = left.tail, let two = right.tail else {
      return left.count == right.count ? 0 : left.count < right.count ? -1 : 1
    }
    let order = memcmp(one, two, Int(min(left.count, right.count)) - Self.inlineSize)
    if order != 0 { return order < 0 ? -1 : 1 }
    return left.count == right.count ? 0 : left.count < right.count ? -1 : 1
  }

  /// Returns the numbers of the terms in byte order.
  private func sorted() -> [Int32] {
    var heads = (0..<count).map { (head: terms[$0].head.bigEndian, number: Int32($0)) }
    heads.sort { left, right in
      if left.head != right.head { return left.head < right.head }
      return order(Int(left.number), Int(right.number)) < 0
    }
    return heads.map(\.number)
  }
}
