import CairnInsight
import CairnText

/// A training of ``ForeignKinds`` on the lines in other languages whose type is labelled, by the
/// same method as ``Regression``.
struct ForeignRegression {
  /// The size of the first adjustment of a weight.
  var rate = 0.15
  /// The number of passes over the lines.
  var passes = 12

  /// Returns the weights: one for each type at each place.
  func weights(for captures: [LabelledCapture]) -> [Double] {
    let rows = captures.compactMap { capture in
      capture.foreignKind.flatMap { CaptureKind.allCases.firstIndex(of: $0) }.map {
        (features: ForeignKinds.Features(of: capture.text), kind: $0)
      }
    }
    let count = ForeignKinds.places * ForeignKinds.outcomes
    var weights = [Double](repeating: 0, count: count)
    var moved = [Double](repeating: 1e-4, count: count)
    var random = SplitMix(seed: 3)
    var order = Array(rows.indices)
    for pass in 0..<passes {
      order.shuffle(using: &random)
      let rate = rate * (1 - Double(pass) / Double(passes))
      for index in order {
        let (features, kind) = rows[index]
        var errors = ForeignKinds.likelihoods(of: features) { weights[$0] }
        errors[kind] -= 1
        for place in features.places {
          for outcome in errors.indices {
            let gradient = features.strength * errors[outcome]
            let weight = place * ForeignKinds.outcomes + outcome
            moved[weight] += gradient * gradient
            weights[weight] -= rate * gradient / moved[weight].squareRoot()
          }
        }
      }
    }
    return weights
  }

  /// The quality of types for lines that were left out of the training: every fifth line.
  func report(_ captures: [LabelledCapture]) -> String {
    let typed = captures.filter { $0.foreignKind != nil }
    var found: [(capture: LabelledCapture, kind: CaptureKind, share: Double)] = []
    for fold in 0..<5 {
      let held = typed.indices.filter { $0 % 5 == fold }
      let weights = weights(for: typed.indices.filter { $0 % 5 != fold }.map { typed[$0] })
      for capture in held.map({ typed[$0] }) {
        let shares = ForeignKinds.likelihoods(of: ForeignKinds.Features(of: capture.text)) {
          weights[$0]
        }
        let best = shares.indices.max { shares[$0] < shares[$1] } ?? 0
        found.append((capture, CaptureKind.allCases[best], shares[best]))
      }
    }
    let voices = Set(found.map(\.capture.voice)).sorted()
    let rows = (["all"] + voices).map { voice in
      let lines = found.filter { voice == "all" || $0.capture.voice == voice }
      let filed = lines.filter { $0.share >= Classifier.threshold }
      let right = { (lines: [(capture: LabelledCapture, kind: CaptureKind, share: Double)]) in
        Share(lines.count { $0.kind == $0.capture.foreignKind }, of: lines.count)
      }
      return "| \(voice) | \(right(lines)) | \(Share(filed.count, of: lines.count)) | "
        + "\(right(filed)) |"
    }
    return (["| lines | type | filed | right of filed |", "|---|--:|--:|--:|"] + rows)
      .joined(separator: "\n")
  }
}
