import CairnInsight

/// A measurement of how many captures teach a notebook's habits, and whether they teach anything
/// else. The lines come in groups of thirty. Each group is a habit that is not in the training
/// data.
struct Habits {
  /// A row of the table.
  typealias Row = (name: String, share: Share)

  private static let linesOfHabit = 30
  /// The number of lines of a habit from which a person chose the type.
  private static let lessons = [0, 5, 20]
  /// The number of lines of a habit that are measured, the last ones.
  private static let measured = 10

  private let groups: [ArraySlice<LabelledCapture>]

  init(_ lines: [LabelledCapture]) {
    groups = stride(from: 0, to: lines.count, by: Self.linesOfHabit).map { start in
      lines[start..<min(start + Self.linesOfHabit, lines.count)]
    }
  }

  /// Measures the right types of lines of each habit, after none, five and twenty other lines of it
  /// were taught. Also measures captures that have nothing to do with the habits (`others`), each
  /// time after the lines of one habit were taught, and returns the lowest share.
  ///
  /// Throws ``TrainingError`` if the embedding server fails.
  func rows(
    _ name: String, others: [LabelledCapture], _ opinion: SecondOpinion?
  ) throws -> [Row] {
    var rows: [Row] = []
    let vectors = try opinion?.vectors(of: groups.joined() + others)
    for count in Self.lessons {
      var right = 0
      var rest: [Share] = []
      for group in groups {
        let taught = group.prefix(count)
        let experience = count > 0 ? Experience(of: taught.typed) : nil
        let classifier = Classifier(experience)
        func share(_ captures: some Sequence<LabelledCapture>) -> Share {
          let answers = captures.map { capture in
            let likelihoods = vectors.flatMap { vectors in
              opinion?.likelihoods(of: capture, taught: Array(taught), vectors)
            }
            let found = classifier.classify(capture.text, likelihoods)
            return Measures.Answer(
              capture: capture, kind: found.kind, confidence: found.confidence)
          }
          return Measures(answers).right
        }
        right += share(group.suffix(Self.measured)).part
        rest.append(share(others))
      }
      let suffix = "after \(count)" + (opinion == nil ? "" : ", with embeddings")
      rows.append(("\(name), \(suffix)", Share(right, of: groups.count * Self.measured)))
      if let lowest = rest.min(by: { $0.part < $1.part }) {
        rows.append(("others \(suffix) of a \(name), lowest", lowest))
      }
    }
    return rows
  }
}
