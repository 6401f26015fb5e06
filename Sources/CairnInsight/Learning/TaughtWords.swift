import CairnText

/// The words of a capture from which the classifier learns: the distinct words at the start of its
/// text.
public enum TaughtWords {
  /// The maximum number of words taken from one capture.
  public static let limit = 32
  /// The maximum number of bytes read from one capture.
  package static let bytes = 512

  /// Returns the hashes of the distinct folded words in `text`, in order. `text` must be UTF-8. No
  /// hash is 0.
  ///
  /// Reads only the first 512 bytes, and returns at most ``limit`` hashes.
  public static func hashes(of text: UnsafeBufferPointer<UInt8>) -> [UInt32] {
    var folded: [UInt8] = []
    FoldedText.fold(UnsafeBufferPointer(rebasing: text.prefix(bytes)), into: &folded)
    var hashes: [UInt32] = []
    hashes.reserveCapacity(limit)
    folded.withUnsafeBufferPointer { folded in
      try? Words.forEachPiece(in: folded) { (piece) throws(Full) in
        let hash = hash(of: folded[piece])
        if !hashes.contains(hash) { hashes.append(hash) }
        if hashes.count == limit { throw Full() }
      }
    }
    return hashes
  }

  /// Thrown to stop reading when there are ``limit`` hashes.
  private struct Full: Error {}

  /// Returns the hashes of the distinct folded words at the start of `text`, in order.
  public static func hashes(of text: String) -> [UInt32] {
    var text = text
    return text.withUTF8 { hashes(of: $0) }
  }

  /// Returns the 32-bit hash of a word.
  private static func hash(of word: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32 {
    let hash = FeatureHash.of(word)
    return max(UInt32(truncatingIfNeeded: hash ^ (hash >> 32)), 1)
  }
}
