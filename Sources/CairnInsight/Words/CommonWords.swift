import CWeights

/// A set of ordinary English words. A capitalized word that is in this set does not count as a name
/// without further evidence.
///
/// The set is a Bloom filter, so about one in a thousand of all other words seems to be in the set
/// too. The set contains the base forms of dictionary words, and words that occur in lower case in
/// the training lines.
package enum CommonWords {
  /// The number of bits of the filter; a power of two.
  package static let bits = 1 << 19
  private static let probes: UInt64 = 6

  /// Returns whether a word or its base form is in the set. The word must be in lower case. A word
  /// with hyphens is in the set if every part is.
  static func contains(_ word: some StringProtocol) -> Bool {
    word.split(separator: "-").allSatisfy { part in
      isListed(String(part)) || stems(of: String(part)).contains(where: isListed)
    }
  }

  private static func isListed(_ word: String) -> Bool {
    guard cairn_common_count() * 8 == bits else { return false }
    return places(of: word).allSatisfy { cairn_common()[$0 / 8] >> ($0 % 8) & 1 == 1 }
  }

  private static func places(of word: String) -> [Int] {
    let hash = FeatureHash.of(word)
    let step = hash >> 32 | 1
    return (0..<probes).map { Int((hash &+ $0 &* step) & UInt64(bits - 1)) }
  }

  /// Returns the bytes of the filter for these words, which must be in lower case. Leaves out given
  /// names. Also leaves out a word if its base form is in `words`: `walks` if `words` contains
  /// `walk`.
  package static func bytes(for words: Set<String>) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: bits / 8)
    var bases: Set<String> = []
    for word in words.sorted(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) })
    where !GivenNames.all.contains(word) && !stems(of: word).contains(where: bases.contains) {
      bases.insert(word)
      for place in places(of: word) { bytes[place / 8] |= 1 << (place % 8) }
    }
    return bytes
  }
}

// MARK: - Base forms

extension CommonWords {
  /// Returns the words that may be the base form of `word`.
  private static func stems(of word: String) -> [String] {
    endings.flatMap { ending, others -> [String] in
      guard word.hasSuffix(ending) else { return [] }
      let stem = word.dropLast(ending.count)
      guard stem.count > 2 else { return [] }
      let isDoubled = stem.last == stem.dropLast().last
      return others.map { stem + $0 } + (isDoubled ? [String(stem.dropLast())] : [])
    }
  }

  private static let endings: [(String, [String])] = [
    ("s", [""]), ("es", ["", "e"]), ("ies", ["y"]), ("ed", ["", "e"]), ("ied", ["y"]),
    ("ing", ["", "e"]), ("ly", ["", "le"]), ("ily", ["y"]), ("ness", [""]), ("er", ["", "e"]),
    ("ers", ["", "e"]), ("est", ["", "e"]),
  ]
}
