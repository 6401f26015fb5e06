import CairnText

/// The words by which a capture teaches: those that a text begins with, each once.
public enum TaughtWords {
  /// How many words are taken of a text.
  public static let limit = 32
  /// How many bytes of a text are read for them.
  package static let bytes = 512

  /// The hashes of the words of a text, UTF-8, folded, each once, in its order. None is 0.
  ///
  /// Costs one pass over its beginning.
  public static func hashes(of text: UnsafeBufferPointer<UInt8>) -> [UInt32] {
    var folded: [UInt8] = []
    FoldedText.fold(UnsafeBufferPointer(rebasing: text.prefix(bytes)), into: &folded)
    var hashes: [UInt32] = []
    hashes.reserveCapacity(limit)
    folded.withUnsafeBufferPointer { folded in
      Words.forEachPiece(in: folded) { piece in
        guard hashes.count < limit else { return }
        let hash = hash(of: folded[piece])
        if !hashes.contains(hash) { hashes.append(hash) }
      }
    }
    return hashes
  }

  /// The hashes of the words of a text.
  public static func hashes(of text: String) -> [UInt32] {
    var text = text
    return text.withUTF8 { hashes(of: $0) }
  }

  /// Thirty-two bits of a word's hash.
  private static func hash(of word: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32 {
    let hash = FeatureHash.of(word)
    return max(UInt32(truncatingIfNeeded: hash ^ (hash >> 32)), 1)
  }
}
