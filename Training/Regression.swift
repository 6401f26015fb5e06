import CairnInsight
import Foundation

/// Multinomial logistic regression over hashed features: trains the weights of the classifier.
struct Regression {
  /// How much the examples count against the size of the weights.
  var examples = 0.3
  /// How much a capture counts that does not say what it is.
  var unclear = 0.5

  /// An example: where the weights of its features begin, and how strong the features are.
  private struct Row {
    let starts: [Int]
    let strengths: [Double]
    let outcome: Int
    let share: Double
  }

  /// The strength of all features of a text together.
  static let norm = 10.0

  /// The weights for these examples, `Weights.buckets` times `Weights.outcomes`. Costs seconds.
  func weights(for captures: [LabelledCapture]) -> [Double] {
    let features = captures.map { Features(of: $0.text) }
    var counts: [UInt64: Int] = [:]
    for hash in features.lazy.flatMap(\.hashes) { counts[hash, default: 0] += 1 }
    let rows = zip(captures, features).map { capture, features in
      row(capture, features) { counts[$0, default: 0] > 1 }
    }
    let start = [Double](repeating: 0, count: Weights.buckets * Weights.outcomes)
    return LimitedMemoryBFGS().minimum(from: start) { loss(of: rows, $0) }
  }

  /// A capture as an example, with the features that are kept: those seen in one capture alone say
  /// little, and would share their buckets with others.
  private func row(
    _ capture: LabelledCapture, _ features: Features, keeps: (UInt64) -> Bool
  ) -> Row {
    let squares = features.strengths.reduce(0) { $0 + $1 * $1 }
    let scale = Self.norm / Double(squares).squareRoot()
    let kept = zip(features.hashes, features.strengths).filter { keeps($0.0) }
    return Row(
      starts: kept.map { Weights.index(of: $0.0) }, strengths: kept.map { Double($0.1) * scale },
      outcome: capture.outcome, share: examples * (capture.kind == nil ? unclear : 1))
  }

  /// How badly the weights fit, with their own size, and how that changes with each of them.
  private func loss(of rows: [Row], _ weights: [Double]) -> (Double, [Double]) {
    var loss = 0.0
    var gradient = weights
    for weight in weights { loss += weight * weight / 2 }
    var scores = [Double](repeating: 0, count: Weights.outcomes)
    for row in rows {
      for outcome in scores.indices { scores[outcome] = 0 }
      for (start, strength) in zip(row.starts, row.strengths) {
        for outcome in scores.indices { scores[outcome] += strength * weights[start + outcome] }
      }
      var errors = Softmax.of(scores)
      loss -= row.share * log(max(errors[row.outcome], 1e-300))
      errors[row.outcome] -= 1
      for (start, strength) in zip(row.starts, row.strengths) {
        for outcome in errors.indices {
          gradient[start + outcome] += row.share * strength * errors[outcome]
        }
      }
    }
    return (loss, gradient)
  }
}
