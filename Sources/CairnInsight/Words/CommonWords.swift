import CWeights

/// A set of ordinary English words. A capitalized word that is in this set does not count as a name
/// without further evidence.
///
/// The set is a ``WordFilter``, so about one in a thousand of all other words seems to be in the set
/// too. The set contains the base forms of dictionary words, and words that occur in lower case in
/// the training lines.
package enum CommonWords {
  /// The number of bits of the filter; a power of two.
  package static let bits = 1 << 19

  /// Returns whether a word or its base form is in the set. The word must be in lower case. A word
  /// with hyphens is in the set if every part is.
  static func contains(_ word: some StringProtocol) -> Bool {
    word.split(separator: "-").allSatisfy { part in
      isListed(String(part)) || stems(of: String(part)).contains(where: isListed)
    }
  }

  private static func isListed(_ word: String) -> Bool {
    WordFilter(cairn_common(), count: cairn_common_count(), bits: bits)?.contains(word) ?? false
  }

  /// Returns the bytes of the filter for these words, which must be in lower case. Leaves out given
  /// names. Also leaves out a word if its base form is in `words`: `walks` if `words` contains
  /// `walk`.
  package static func bytes(for words: Set<String>) -> [UInt8] {
    var bases: Set<String> = []
    for word in words.sorted(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) })
    where !GivenNames.all.contains(word) && !stems(of: word).contains(where: bases.contains) {
      bases.insert(word)
    }
    return WordFilter.bytes(for: bases, bits: bits)
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
