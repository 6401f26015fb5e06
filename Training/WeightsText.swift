import CairnInsight

/// The trained weights in the form that is embedded in the program.
struct WeightsText {
  /// The buckets of ``Weights``.
  let characters: [UInt8]
  /// The contribution of one unit of a weight to a score.
  let step: Double

  /// Creates the text of weights. If there is no room for all features, leaves out those with the
  /// smallest weights.
  ///
  /// - Parameter temperature: The divisor of scores, chosen so that confidences equal the share of
  ///   right answers.
  init(_ model: LinearModel, temperature: Double) {
    let features = model.places.map { hash, place -> (hash: UInt64, weights: [Double]) in
      (hash, Array(model.weights[place..<place + Weights.outcomes]))
    }.map { ($0.hash, $0.weights, $0.weights.reduce(0) { max($0, abs($1)) }) }
      .sorted { ($1.2, $0.0) < ($0.2, $1.0) }
    let greatest = features.first?.2 ?? 1
    var characters = [UInt8](repeating: Weights.empty, count: Weights.buckets * Weights.width)
    for (hash, weights, _) in features {
      let mark = Weights.mark(of: hash)
      let free = Weights.places(of: hash).first { characters[$0] == Weights.empty }
      guard let free else { continue }
      let bucket = [mark.0, mark.1] + weights.map { Weights.character(for: $0 / greatest) }
      characters.replaceSubrange(free..<free + Weights.width, with: bucket)
    }
    self.characters = characters
    step = greatest / Weights.units * Regression.norm / temperature
  }
}

extension WeightsText {
  /// Returns weights as signed bytes, in the units of ``PersonWeights`` and ``ForeignKinds``.
  static func bytes(_ weights: [Double]) -> [UInt8] {
    weights.map {
      UInt8(bitPattern: Int8(max(-127, min(127, ($0 / PersonWeights.unit).rounded()))))
    }
  }
}
