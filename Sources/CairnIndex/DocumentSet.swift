/// A set of documents of one segment, by number: one bit for each.
///
/// All operations cost one pass over the words; those with another set want one of the same size.
public struct DocumentSet: Hashable, Sendable {
  /// How many documents there are, in the set or not.
  public let capacity: Int
  private var words: [UInt64]

  /// The empty set, or that of all documents.
  public init(capacity: Int, isFull: Bool = false) {
    self.capacity = capacity
    words = [UInt64](repeating: isFull ? .max : 0, count: (capacity + 63) / 64)
    if isFull { trim() }
  }

  /// The documents for which `isMember` holds, which is asked for each in order. Costs less than to
  /// insert them one by one.
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
  /// Whether a document is in the set.
  public func contains(_ document: Int) -> Bool {
    words[document >> 6] & (1 << UInt64(document & 63)) != 0
  }

  /// Puts a document into the set.
  public mutating func insert(_ document: Int) {
    words[document >> 6] |= 1 << UInt64(document & 63)
  }

  /// Takes a document out of the set.
  public mutating func remove(_ document: Int) {
    words[document >> 6] &= ~(1 << UInt64(document & 63))
  }

  /// How many documents are in the set.
  public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Whether no document is in the set.
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
  /// What is in both.
  public static func & (left: DocumentSet, right: DocumentSet) -> DocumentSet {
    var result = left
    for index in result.words.indices { result.words[index] &= right.words[index] }
    return result
  }

  /// What is in either.
  public static func | (left: DocumentSet, right: DocumentSet) -> DocumentSet {
    var result = left
    for index in result.words.indices { result.words[index] |= right.words[index] }
    return result
  }

  /// What is in the first and not in the second.
  public static func - (left: DocumentSet, right: DocumentSet) -> DocumentSet {
    var result = left
    for index in result.words.indices { result.words[index] &= ~right.words[index] }
    return result
  }

  /// All documents that are not in the set.
  public static prefix func ~ (set: DocumentSet) -> DocumentSet {
    var result = set
    for index in result.words.indices { result.words[index] = ~result.words[index] }
    result.trim()
    return result
  }
}
