import CWeights

/// The number of training lines of each type that contain a word.
///
/// An ``Experience`` weighs the notebook's counts against these numbers. Twenty captures with the
/// same word outweigh the training if no training line contains the word. They change nothing for a
/// word as common as `the`.
package struct WordPrior: Sendable {
  /// The number of buckets into which words are hashed; a power of two.
  package static let buckets = 1 << 16
  /// The character that encodes the count 0. The characters for larger counts follow it.
  private static let zero = 0x30
  /// The maximum distance of a character from ``zero``. All counts above a limit are encoded with
  /// the character at this distance.
  private static let greatest = 78.0

  /// A callback that takes the index of a bucket and the index of a type. It returns how many
  /// training lines have that type and contain a word of that bucket.
  private let count: @Sendable (Int, Int) -> Double

  /// The word counts of the classifier's training lines. They are compiled into the program.
  package static let trained = WordPrior { bucket, kind in
    let place = bucket * CaptureKind.allCases.count + kind
    let steps = place < cairn_words_count() ? Double(Int(cairn_words()[place]) - zero) : 0
    return steps * steps / 4
  }

  private init(count: @escaping @Sendable (Int, Int) -> Double) {
    self.count = count
  }

  /// Counts the words of `lines`.
  package init(of lines: some Sequence<(text: String, kind: CaptureKind)>) {
    var counts = [Double](repeating: 0, count: Self.buckets * CaptureKind.allCases.count)
    for line in lines {
      for word in TaughtWords.hashes(of: line.text) {
        counts[Self.bucket(of: word) * CaptureKind.allCases.count + line.kind.index] += 1
      }
    }
    self.init { [counts] in counts[$0 * CaptureKind.allCases.count + $1] }
  }

  private static func bucket(of word: UInt32) -> Int { Int(word & UInt32(buckets - 1)) }

  /// Returns the number of training lines of each type that contain a word, given the word's hash.
  /// Words in the same bucket share these numbers.
  subscript(word: UInt32) -> SIMD4<Double> {
    let bucket = Self.bucket(of: word)
    return SIMD4(count(bucket, 0), count(bucket, 1), count(bucket, 2), count(bucket, 3))
  }

  /// The counts as ASCII characters, one for each type in each bucket.
  package var characters: [UInt8] {
    (0..<Self.buckets).flatMap { bucket in
      CaptureKind.allCases.indices.map { Self.character(for: count(bucket, $0)) }
    }
  }

  /// Returns the character that encodes a count. The character encodes twice the square root of the
  /// count, so that large counts fit too.
  private static func character(for count: Double) -> UInt8 {
    UInt8(zero + Int(min((count.squareRoot() * 2).rounded(), greatest)))
  }
}
