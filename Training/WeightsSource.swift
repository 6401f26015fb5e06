import CairnInsight

/// The trained weights as they are compiled in.
struct WeightsSource {
  /// One character for each weight.
  let characters: [UInt8]
  /// What a unit of a weight adds to a score.
  let step: Double

  /// - Parameters:
  ///   - weights: As ``Regression`` finds them.
  ///   - temperature: Scores are divided by this, so that confidences say how often they are right.
  init(_ weights: [Double], temperature: Double) {
    let greatest = weights.lazy.map(abs).max() ?? 1
    characters = weights.map { Weights.character(for: $0 / greatest) }
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

        /// One character for each weight: five in a row for a bucket.
        static let text: StaticString = #\"""

      """
    let width = Weights.outcomes * 4096
    for start in stride(from: 0, to: characters.count, by: width) {
      let end = min(start + width, characters.count)
      text += String(decoding: characters[start..<end], as: UTF8.self)
      text += end < characters.count ? "\\#\n" : "\n"
    }
    return text + "\"\"\"#\n}\n"
  }
}
