/// The trained weights: from the features of a text to how likely each type is.
///
/// Features are hashed into ``buckets``; each has a weight for each of the four types and for
/// "unclear", which is one character of ``TrainedWeights/text``. Nothing is decoded before use.
package enum Weights {
  /// How many buckets features are hashed into: a power of two.
  package static let buckets = 1 << 17
  /// How many outcomes each has a weight for: the types, and "unclear".
  package static let outcomes = CaptureKind.allCases.count + 1
  /// The character of the weight 0, around which the others lie.
  private static let zero = 0x4F
  /// How far a character can be from ``zero``. None of them is a `#`, a `"` or a blank.
  private static let farthest = 43.0

  /// Where the weights of a feature begin, in weights.
  package static func index(of feature: UInt64) -> Int {
    Int(truncatingIfNeeded: feature & UInt64(buckets - 1)) * outcomes
  }

  /// How likely each type is, in the order of ``CaptureKind``; "unclear" has the rest.
  package static func likelihoods(of features: Features) -> [Double] {
    var sums = [Int](repeating: 0, count: outcomes)
    var squares = 0
    TrainedWeights.text.withUTF8Buffer { text in
      guard text.count == buckets * outcomes else { return }
      for (feature, strength) in zip(features.hashes, features.strengths) {
        let start = index(of: feature)
        squares += strength * strength
        for outcome in sums.indices {
          sums[outcome] += strength * weight(of: text[start + outcome])
        }
      }
    }
    let scale = TrainedWeights.step / Double(max(squares, 1)).squareRoot()
    return Array(Softmax.of(sums.map { Double($0) * scale }).dropLast())
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
