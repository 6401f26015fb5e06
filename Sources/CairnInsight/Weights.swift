import CWeights

/// The trained weights, which map the features of text to the likelihood of each outcome: the four
/// types, "unclear", and another language.
///
/// The weights are text, which `make train` writes, divided into ``buckets``. A bucket holds one
/// feature: a mark that distinguishes it from others, and one character for the weight of each
/// outcome. The hash of a feature determines its bucket; if another feature is already in that
/// bucket, the feature is in one of the next buckets. Features that were dropped in training have
/// no bucket and no weight. The text is read in place; nothing is decoded in advance.
package enum Weights {
  /// The number of buckets.
  package static let buckets = 3 << 15
  /// The number of outcomes.
  package static let outcomes = CaptureKind.allCases.count + 2
  /// The indices of the outcomes after the types: text without a clear type (`unclear`), and text
  /// in another language (`foreign`).
  package static let (unclear, foreign) = (CaptureKind.allCases.count, outcomes - 1)
  /// The number of characters in the mark of a bucket.
  package static let markLength = 2
  /// The number of characters in a bucket.
  package static let width = markLength + outcomes
  /// The maximum number of consecutive buckets that are searched for a feature.
  private static let reach = 12
  /// The character that encodes the weight 0. In ASCII order, the characters for negative weights
  /// precede this character, and the characters for positive weights follow it.
  private static let zero = 0x4F
  /// The maximum distance between a character and ``zero``. The limit ensures that `#`, `"` and the
  /// space do not occur in the text.
  private static let farthest = 43.0
  /// The first character of an empty bucket: the lowest character that occurs in the text. The mark
  /// of a feature never begins with this character.
  package static let empty = UInt8(zero) - UInt8(farthest)

  /// Returns the offsets of the buckets that may contain a feature, in search order. The offsets
  /// count from the start of the text.
  package static func places(of feature: UInt64) -> some Sequence<Int> {
    let first = Int(feature % UInt64(buckets))
    return (first..<first + reach).lazy.map { $0 % buckets * width }
  }

  /// Returns the mark that distinguishes a feature from other features. The probability that two
  /// features have the same mark is 1 in 7,482.
  package static func mark(of feature: UInt64) -> (UInt8, UInt8) {
    let characters = UInt64(farthest) * 2
    let first = (feature >> 40) % characters
    let second = (feature >> 40) / characters % (characters + 1)
    return (empty + 1 + UInt8(first), empty + UInt8(second))
  }

  /// Returns the likelihood of each outcome: first the types, in the order of ``CaptureKind``, then
  /// ``unclear`` and ``foreign``.
  package static func likelihoods(of features: Features) -> [Double] {
    var sums = [Int](repeating: 0, count: outcomes)
    var squares = 0
    let text = UnsafeBufferPointer(start: cairn_weights(), count: cairn_weights_count())
    for (feature, strength) in zip(features.hashes, features.strengths) {
      squares += strength * strength
      guard let place = place(of: feature, in: text) else { continue }
      for outcome in sums.indices {
        sums[outcome] += strength * weight(of: text[place + markLength + outcome])
      }
    }
    let scale = cairn_weights_step() / Double(max(squares, 1)).squareRoot()
    return Softmax.of(sums.map { Double($0) * scale })
  }

  /// Returns the offset of a feature's bucket from the start of the text; nil if the feature has no
  /// bucket.
  private static func place(of feature: UInt64, in text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard text.count == buckets * width else { return nil }
    let mark = mark(of: feature)
    for place in places(of: feature) {
      if text[place] == empty { return nil }
      if text[place] == mark.0, text[place + 1] == mark.1 { return place }
    }
    return nil
  }
}

// MARK: - Characters

extension Weights {
  /// Returns the weight that a character encodes: the signed square of its distance from ``zero``,
  /// so that small weights are precise and large ones fit.
  private static func weight(of character: UInt8) -> Int {
    let distance = Int(character) - zero
    return distance * abs(distance)
  }

  /// Returns the character that encodes a weight. Clamps the weight to −1 … 1.
  package static func character(for weight: Double) -> UInt8 {
    let distance = (abs(weight).squareRoot() * farthest).rounded()
    return UInt8(zero + Int(weight < 0 ? -min(distance, farthest) : min(distance, farthest)))
  }

  /// The number that the private function `weight(of:)` returns for the greatest weight, 1.
  package static let units = farthest * farthest
}

/// The softmax function, which converts scores to probabilities.
package enum Softmax {
  /// Returns eˢ for each score s, divided by the sum of all these powers.
  package static func of(_ scores: [Double]) -> [Double] {
    let greatest = scores.max() ?? 0
    let powers = scores.map { Exponential.of($0 - greatest) }
    let sum = powers.reduce(0, +)
    return powers.map { $0 / sum }
  }
}

/// The exponential function, which the standard library does not provide.
enum Exponential {
  /// Returns eˣ to about 14 digits for a number up to 700, or 0 for a number below −700.
  ///
  /// x is k·ln 2 + r with |r| at most ln 2 / 2. The result is a series for eʳ, times 2ᵏ.
  static func of(_ value: Double) -> Double {
    guard value > -700 else { return 0 }
    let exponent = (value / 0.693_147_180_559_945_3).rounded()
    let rest = value - exponent * 0.693_147_180_559_945_3
    var term = 1.0
    var sum = 1.0
    for index in 1...14 {
      term *= rest / Double(index)
      sum += term
    }
    return Double(sign: .plus, exponent: Int(exponent), significand: sum)
  }
}
