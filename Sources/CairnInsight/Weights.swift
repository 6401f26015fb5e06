import CWeights

/// The trained weights: from the features of a text to how likely each outcome is: the four types,
/// "unclear", and another language.
///
/// Features are hashed into ``buckets`` of the text that `make train` wrote. A bucket has a mark, which
/// tells its feature from others, and a weight for each outcome, one character each.
/// A feature whose bucket is taken is in one of those behind it; one that the training did not keep has
/// no weight. Nothing is decoded before use.
package enum Weights {
  /// How many buckets there are.
  package static let buckets = 3 << 15
  /// How many outcomes there are weights for.
  package static let outcomes = CaptureKind.allCases.count + 2
  /// The outcomes behind those of the types: a text that does not say what it is, and one in
  /// another language.
  package static let (unclear, foreign) = (CaptureKind.allCases.count, outcomes - 1)
  /// How many characters a mark has.
  package static let markLength = 2
  /// How many characters a bucket has.
  package static let width = markLength + outcomes
  /// How many buckets in a row are looked at for a feature.
  private static let reach = 12
  /// The character of the weight 0, around which the others lie.
  private static let zero = 0x4F
  /// How far a character can be from ``zero``. None of them is a `#`, a `"` or a blank.
  private static let farthest = 43.0
  /// What an empty bucket begins with, and no mark does: the least character.
  package static let empty = UInt8(zero) - UInt8(farthest)

  /// Where the buckets begin in which a feature may be, in their order.
  package static func places(of feature: UInt64) -> some Sequence<Int> {
    let first = Int(feature % UInt64(buckets))
    return (first..<first + reach).lazy.map { $0 % buckets * width }
  }

  /// What a bucket of this feature begins with. Two features have the same one once in 7,482.
  package static func mark(of feature: UInt64) -> (UInt8, UInt8) {
    let characters = UInt64(farthest) * 2
    let first = (feature >> 40) % characters
    let second = (feature >> 40) / characters % (characters + 1)
    return (empty + 1 + UInt8(first), empty + UInt8(second))
  }

  /// How likely each outcome is: the types in the order of ``CaptureKind``, ``unclear``, ``foreign``.
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

  /// Where the bucket of a feature begins; nil where it has none.
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
  /// The weight that a character stands for: the square of its distance from ``zero``, so that
  /// small weights are fine and great ones fit.
  private static func weight(of character: UInt8) -> Int {
    let distance = Int(character) - zero
    return distance * abs(distance)
  }

  /// The character for a weight, in units of the greatest one.
  package static func character(for weight: Double) -> UInt8 {
    let distance = (abs(weight).squareRoot() * farthest).rounded()
    return UInt8(zero + Int(weight < 0 ? -min(distance, farthest) : min(distance, farthest)))
  }

  /// How many units the greatest weight is.
  package static let units = farthest * farthest
}

/// Scores as probabilities.
package enum Softmax {
  /// eˢ of each score over their sum.
  package static func of(_ scores: [Double]) -> [Double] {
    let greatest = scores.max() ?? 0
    let powers = scores.map { Exponential.of($0 - greatest) }
    let sum = powers.reduce(0, +)
    return powers.map { $0 / sum }
  }
}

/// The exponential function, for which the standard library has no name.
enum Exponential {
  /// eˣ to about 14 digits, for a number up to 700; 0 for one below −700.
  ///
  /// x is k·ln 2 + r with |r| at most ln 2 / 2; eʳ as a series, times 2ᵏ.
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
