import CWeights

/// A set of words as a Bloom filter: a word that was added is always found, and few others are.
struct WordFilter {
  /// The number of bits; a power of two.
  let bits: Int
  /// The bytes of the filter.
  private let bytes: UnsafePointer<UInt8>
  private static let probes: UInt64 = 6

  /// Creates a filter that reads embedded bytes; nil if their number is not that of the bits.
  init?(_ bytes: UnsafePointer<UInt8>, count: Int, bits: Int) {
    guard count * 8 == bits else { return nil }
    (self.bytes, self.bits) = (bytes, bits)
  }

  /// Returns whether a word, which must be in lower case, seems to be in the set.
  func contains(_ word: some StringProtocol) -> Bool {
    Self.places(of: word, bits: bits).allSatisfy { bytes[$0 / 8] >> ($0 % 8) & 1 == 1 }
  }

  /// Returns the bytes of a filter for some words, which must be in lower case.
  static func bytes(for words: some Sequence<String>, bits: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: bits / 8)
    for word in words {
      for place in places(of: word, bits: bits) { bytes[place / 8] |= 1 << (place % 8) }
    }
    return bytes
  }

  private static func places(of word: some StringProtocol, bits: Int) -> [Int] {
    let hash = FeatureHash.of(word)
    let step = hash >> 32 | 1
    return (0..<probes).map { Int((hash &+ $0 &* step) & UInt64(bits - 1)) }
  }
}
