import CairnInsight
import CairnText

/// Multinomial logistic regression over features: trains the weights of the classifier.
///
/// It takes one capture after the other, some times over, and goes a step against the error of each. The
/// steps of a weight are the shorter the more it was moved before (Duchi, Hazan and Singer, Adaptive
/// subgradient methods, 2011), so that a word which few captures have learns as much from them as a
/// frequent one from many. That was better on voices that were not trained on than the least of a loss
/// with the squares of the weights, which lets the frequent ones speak alone.
struct Regression {
  /// How long the first step of a weight is.
  var rate = 0.15
  /// How often each capture is taken; the steps get shorter from one time to the next.
  var passes = 10
  /// How much a capture counts that does not say what it is.
  var unclear = 1.0
  /// In how many captures a feature must be: those in one alone say little.
  var fewest = 2

  /// The strength of all features of a text together.
  static let norm = 3.0

  /// An example: where the weights of its features begin, and how strong the features are.
  private struct Row {
    let starts: [Int]
    let strengths: [Double]
    let outcome: Int
    let share: Double
  }

  /// The weights for these examples. Costs seconds; the same examples give the same weights.
  func model(for captures: [LabelledCapture]) -> LinearModel {
    let features = captures.map { Features(of: $0.text) }
    var counts: [UInt64: Int] = [:]
    for hash in features.lazy.flatMap(\.hashes) { counts[hash, default: 0] += 1 }
    var model = LinearModel()
    for hash in features.lazy.flatMap(\.hashes) where counts[hash, default: 0] >= fewest {
      model.add(hash)
    }
    let rows = zip(captures, features).map { row($0, $1, model.places) }
    descend(rows, &model.weights)
    return model
  }

  private func row(
    _ capture: LabelledCapture, _ features: Features, _ places: [UInt64: Int]
  ) -> Row {
    let scale = LinearModel.scale(of: features)
    let kept = zip(features.hashes, features.strengths).compactMap { hash, strength in
      places[hash].map { ($0, Double(strength) * scale) }
    }
    return Row(
      starts: kept.map(\.0), strengths: kept.map(\.1), outcome: capture.outcome,
      share: capture.outcome == Weights.unclear ? unclear : 1)
  }

  /// Takes all rows as often as it is meant to, each time in another order.
  private func descend(_ rows: [Row], _ weights: inout [Double]) {
    var random = SplitMix(seed: 1)
    var order = Array(rows.indices)
    // What weights were moved by, in squares; at first so little that the first step is a whole one.
    var moved = [Double](repeating: 1e-4, count: weights.count)
    for pass in 0..<passes {
      order.shuffle(using: &random)
      let rate = rate * (1 - Double(pass) / Double(passes))
      for index in order { step(rows[index], rate, &weights, &moved) }
    }
  }

  /// A step against the error of a row.
  private func step(
    _ row: Row, _ rate: Double, _ weights: inout [Double], _ moved: inout [Double]
  ) {
    var scores = [Double](repeating: 0, count: Weights.outcomes)
    for (start, strength) in zip(row.starts, row.strengths) {
      for outcome in scores.indices { scores[outcome] += strength * weights[start + outcome] }
    }
    var errors = Softmax.of(scores)
    errors[row.outcome] -= 1
    for (start, strength) in zip(row.starts, row.strengths) {
      for outcome in errors.indices {
        let gradient = row.share * strength * errors[outcome]
        moved[start + outcome] += gradient * gradient
        weights[start + outcome] -= rate * gradient / moved[start + outcome].squareRoot()
      }
    }
  }
}

/// Weights of features for each outcome.
struct LinearModel {
  /// Where the weights of each feature begin.
  private(set) var places: [UInt64: Int] = [:]
  /// The weights, ``Weights/outcomes`` in a row for a feature.
  var weights: [Double] = []

  /// Makes room for a feature, where there is none.
  mutating func add(_ feature: UInt64) {
    guard places[feature] == nil else { return }
    places[feature] = weights.count
    weights += [Double](repeating: 0, count: Weights.outcomes)
  }

  /// What the strengths of features are multiplied by, so that long texts weigh as much as short ones.
  static func scale(of features: Features) -> Double {
    Regression.norm / Double(features.strengths.reduce(0) { $0 + $1 * $1 }).squareRoot()
  }

  /// The score of each outcome.
  func scores(of features: Features) -> [Double] {
    let scale = Self.scale(of: features)
    var scores = [Double](repeating: 0, count: Weights.outcomes)
    for (hash, strength) in zip(features.hashes, features.strengths) {
      guard let start = places[hash] else { continue }
      for outcome in scores.indices {
        scores[outcome] += Double(strength) * scale * weights[start + outcome]
      }
    }
    return scores
  }
}
