import CairnInsight
import CairnText

/// A multinomial logistic regression over features, which trains the weights of the classifier.
///
/// Processes one capture at a time in several passes, and adjusts the weights against the error of
/// each capture. A weight that was adjusted more gets smaller adjustments (Duchi, Hazan and Singer,
/// Adaptive subgradient methods, 2011), so that rare words learn as much from a few captures as
/// frequent words learn from many. On voices outside the training data, this was better than a loss
/// with squared weights, which favors frequent words.
struct Regression {
  /// The size of the first adjustment of a weight.
  var rate = 0.15
  /// The number of passes over the captures. Adjustments become smaller from pass to pass.
  var passes = 10
  /// The weight of a capture whose text does not determine its type.
  var unclear = 1.0
  /// The weight of a line that the teacher labelled.
  var taught = 0.3
  /// The number of trainings, each with another order of the captures. The weights are the means,
  /// because the results of single trainings differ.
  var trainings = 5
  /// The minimum number of captures with a feature. Features of a single capture say little.
  var fewest = 2

  /// The combined strength of all features of a text.
  static let norm = 3.0

  /// An example: the positions of its features' weights, and the strengths of the features.
  private struct Row {
    let starts: [Int]
    let strengths: [Double]
    /// The likelihood of each outcome.
    let outcomes: [Double]
    let share: Double
  }

  /// Returns the weights for these examples. Takes less than a minute. The same examples give the
  /// same weights. Ignores text in other alphabets, which ``Language`` recognizes without weights.
  ///
  /// - Parameter lines: Lines that the teacher labelled.
  func model(for captures: [LabelledCapture], taught lines: [TaughtLine] = []) -> LinearModel {
    let captures = captures.filter { !($0.isForeign && $0.isInOtherAlphabet) }
    let features = (captures.map(\.text) + lines.map(\.text)).map { Features(of: $0) }
    // The program has no room for features that only the teacher's lines have.
    let known = features.prefix(captures.count).lazy.flatMap(\.hashes)
    var counts: [UInt64: Int] = [:]
    for hash in known { counts[hash, default: 0] += 1 }
    var model = LinearModel()
    for hash in known where counts[hash, default: 0] >= fewest { model.add(hash) }
    let own = captures.map { capture in
      (capture.outcomes, capture.outcome == Weights.unclear ? unclear : 1)
    }
    let rows = zip(own + lines.map { ($0.outcomes, taught) }, features).map {
      row($1, model.places, $0.0, share: $0.1)
    }
    let count = model.weights.count
    let trained = Parallel.map(Array(1...trainings)) { seed in
      descend(rows, count: count, seed: UInt64(seed))
    }
    for weights in trained {
      for (place, weight) in weights.enumerated() {
        model.weights[place] += weight / Double(trainings)
      }
    }
    return model
  }

  private func row(
    _ features: Features, _ places: [UInt64: Int], _ outcomes: [Double], share: Double
  ) -> Row {
    let scale = LinearModel.scale(of: features)
    let kept = zip(features.hashes, features.strengths).compactMap { hash, strength in
      places[hash].map { ($0, Double(strength) * scale) }
    }
    return Row(
      starts: kept.map(\.0), strengths: kept.map(\.1), outcomes: outcomes, share: share)
  }

  /// Processes all rows in each pass, in a different order each time. Returns the weights.
  private func descend(_ rows: [Row], count: Int, seed: UInt64) -> [Double] {
    var weights = [Double](repeating: 0, count: count)
    var random = SplitMix(seed: seed)
    var order = Array(rows.indices)
    // What weights were moved by, in squares; at first so little that the first step is a whole
    // one.
    var moved = [Double](repeating: 1e-4, count: weights.count)
    for pass in 0..<passes {
      order.shuffle(using: &random)
      let rate = rate * (1 - Double(pass) / Double(passes))
      for index in order { step(rows[index], rate, &weights, &moved) }
    }
    return weights
  }

  /// Adjusts the weights against the error of a row.
  private func step(
    _ row: Row, _ rate: Double, _ weights: inout [Double], _ moved: inout [Double]
  ) {
    var scores = [Double](repeating: 0, count: Weights.outcomes)
    for (start, strength) in zip(row.starts, row.strengths) {
      for outcome in scores.indices { scores[outcome] += strength * weights[start + outcome] }
    }
    var errors = Softmax.of(scores)
    for outcome in errors.indices { errors[outcome] -= row.outcomes[outcome] }
    for (start, strength) in zip(row.starts, row.strengths) {
      for outcome in errors.indices {
        let gradient = row.share * strength * errors[outcome]
        moved[start + outcome] += gradient * gradient
        weights[start + outcome] -= rate * gradient / moved[start + outcome].squareRoot()
      }
    }
  }
}

/// The weights of features for each outcome.
struct LinearModel {
  /// The position of each feature's weights.
  private(set) var places: [UInt64: Int] = [:]
  /// The weights; each feature has ``Weights/outcomes`` consecutive ones.
  var weights: [Double] = []

  /// Adds space for a feature unless it exists.
  mutating func add(_ feature: UInt64) {
    guard places[feature] == nil else { return }
    places[feature] = weights.count
    weights += [Double](repeating: 0, count: Weights.outcomes)
  }

  /// Returns the factor for the strengths of features, which gives long texts the same weight as
  /// short ones.
  static func scale(of features: Features) -> Double {
    Regression.norm / Double(features.strengths.reduce(0) { $0 + $1 * $1 }).squareRoot()
  }

  /// Returns the score of each outcome.
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
