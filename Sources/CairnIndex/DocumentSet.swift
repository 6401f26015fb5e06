/// A set of document numbers within one segment, stored as one bit per document.
///
/// Set operations make one pass over the 64-bit words. Both operands must have the same capacity.
public struct DocumentSet: Hashable, Sendable {
  /// The number of documents in the segment, whether or not they are in the set.
  public let capacity: Int
  private var words: [UInt64]

  /// Creates an empty set, or a set of all documents if `isFull` is true.
  public init(capacity: Int, isFull: Bool = false) {
    self.capacity = capacity
    words = [UInt64](repeating: isFull ? .max : 0, count: (capacity + 63) / 64)
    if isFull { trim() }
  }

  /// Creates the set of documents for which `isMember` returns true. `isMember` is called once per
  /// document, in order. This is cheaper than inserting the documents one by one.
  @inline(__always)
  init<Failure>(
    capacity: Int, where isMember: (Int) throws(Failure) -> Bool
  ) throws(Failure) {
    self.capacity = capacity
    words = []
    words.reserveCapacity((capacity + 63) / 64)
    for start in stride(from: 0, to: capacity, by: 64) {
      var word: UInt64 = 0
      for document in start..<Swift.min(start + 64, capacity) {
        word |= (try isMember(document) ? 1 : 0) << UInt64(document & 63)
      }
      words.append(word)
    }
  }

  private mutating func trim() {
    if capacity % 64 != 0, let last = words.indices.last {
      words[last] &= (1 << UInt64(capacity % 64)) - 1
    }
  }
}

// MARK: - Elements

extension DocumentSet {
  /// Returns whether a document is in the set.
  public func contains(_ document: Int) -> Bool {
    words[document >> 6] & (1 << UInt64(document & 63)) != 0
  }

  /// Adds a document to the set.
  public mutating func insert(_ document: Int) {
    words[document >> 6] |= 1 << UInt64(document & 63)
  }

  /// Removes a document from the set.
  public mutating func remove(_ document: Int) {
    words[document >> 6] &= ~(1 << UInt64(document & 63))
  }

  /// The number of documents in the set.
  public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Whether the set is empty.
  public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// Calls `body` with each document in the set, in order.
  public func forEach<Failure>(_ body: (Int) throws(Failure) -> Void) throws(Failure) {
    for index in words.indices {
      var word = words[index]
      while word != 0 {
        try body(index << 6 | word.trailingZeroBitCount)
        word &= word - 1
      }
    }
  }

  /// The documents in the set, in order.
  public var documents: [Int] {
    var documents: [Int] = []
    forEach { documents.append($0) }
    return documents
  }
}

// MARK: - Sets

extension DocumentSet {
  /// Returns the documents that are in both sets.
  public static func & (left: DocumentSet, right: DocumentSet) -> DocumentSet {
    var result = left
    for index in result.words.indices { result.words[index] &= right.words[index] }
    return result
  }

  /// Returns the documents that are in at least one of the sets.
  public static func | (left: DocumentSet, right: DocumentSet) -> DocumentSet {
    var result = left
    for index in result.words.indices { result.words[index] |= right.words[index] }
    return result
  }

  /// Returns the documents that are in the first set but not in the second.
  public static func - (left: DocumentSet, right: DocumentSet) -> DocumentSet {
    var result = left
    for index in result.words.indices { result.words[index] &= ~right.words[index] }
    return result
  }

  /// Returns the documents that are not in the set.
  public static prefix func ~ (set: DocumentSet) -> DocumentSet {
    var result = set
    for index in result.words.indices { result.words[index] = ~result.words[index] }
    result.trim()
    return result
  }
}
