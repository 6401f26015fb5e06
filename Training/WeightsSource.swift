import CairnInsight

/// The trained weights as they are compiled in.
struct WeightsSource {
  /// The buckets of ``Weights``.
  let characters: [UInt8]
  /// What a unit of a weight adds to a score.
  let step: Double

  /// Where there is no room for all features, those with the least weights are left out.
  ///
  /// - Parameter temperature: Scores are divided by this, so that confidences say how often they are
  ///   right.
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

  /// The Swift source.
  var text: String {
    var text = """
      // Generated from Training/captures by `make train`. Do not edit.
      // swift-format-ignore-file

      /// What was learned from the lines of `Training/captures`; ``Weights`` says how it is read.
      enum TrainedWeights {
        /// What a unit of a weight adds to a score, before the text's length is divided out.
        static let step = \(step)

        /// A mark of two characters for each bucket, and a character for each of its weights.
        static let text: StaticString = #\"""

      """
    let width = Weights.width * 4096
    for start in stride(from: 0, to: characters.count, by: width) {
      let end = min(start + width, characters.count)
      text += String(decoding: characters[start..<end], as: UTF8.self)
      text += end < characters.count ? "\\#\n" : "\n"
    }
    return text + "\"\"\"#\n}\n"
  }
}
