import CWeights

/// The trained weights by which a person is chosen among ``PersonCandidates``.
///
/// The hash of a feature is its place in the table of weights; several features may share a place.
/// The weights are signed bytes, in sixteenths.
package enum PersonWeights {
  /// The number of places; a power of two.
  package static let places = 1 << 17
  /// The value of one unit of a weight.
  package static let unit = 1.0 / 16
  /// The lowest probability at which a candidate counts as the person.
  package static let threshold = 0.6
  /// The lowest probability at which a candidate counts as the person if no single word of the
  /// candidate indicates a person.
  package static let thresholdOfUnknown = 0.7

  static func place(of feature: UInt64) -> Int {
    Int((feature ^ feature >> 32) & UInt64(places - 1))
  }

  /// Returns the probability of each candidate. The sum is less than 1; the difference is the
  /// probability that the text concerns nobody.
  package static func probabilities(of candidates: [PersonCandidates.Candidate]) -> [Double] {
    guard cairn_persons_count() == places else { return candidates.map { _ in 0 } }
    return probabilities(of: candidates) { Double(Int8(bitPattern: cairn_persons()[$0])) * unit }
  }

  /// Returns the probability of each candidate, given a function that returns the weight at a
  /// place.
  package static func probabilities(
    of candidates: [PersonCandidates.Candidate], _ weight: (Int) -> Double
  ) -> [Double] {
    let scores = candidates.map { $0.features.reduce(0) { $0 + weight($1) } }
    return Array(Softmax.of(scores + [0]).dropLast())
  }
}
