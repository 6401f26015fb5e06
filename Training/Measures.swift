import CairnInsight

/// The accuracy of answers, and how well their confidence predicts it.
struct Measures {
  /// A capture and its answer.
  struct Answer {
    let capture: LabelledCapture
    let kind: CaptureKind?
    let confidence: Double
    var person: String?
    var due: String?
    /// Whether the answer is another language.
    var isForeign = false

    /// Whether the type is the labelled one.
    var isRight: Bool { kind == capture.kind }
  }

  let answers: [Answer]
  private let clear: [Answer]
  private let unclear: [Answer]
  private let foreign: [Answer]

  init(_ answers: [Answer]) {
    self.answers = answers
    clear = answers.filter { $0.capture.kind != nil }
    unclear = answers.filter { $0.capture.kinds.count > 1 }
    foreign = answers.filter { $0.capture.isForeign }
  }

  /// The share of right answers among captures with one type.
  var right: Share { Self.share(clear, \.isRight) }

  /// The share of captures with one type whose confidence is too low to file them.
  func asked(below threshold: Double) -> Share { Self.share(clear) { $0.confidence < threshold } }

  /// The share of right answers among the captures with one type that are filed.
  func rightOfFiled(from threshold: Double) -> Share {
    Self.share(clear.filter { $0.confidence >= threshold }, \.isRight)
  }

  /// The share of captures without a single type that are asked about.
  func askedOfUnclear(below threshold: Double) -> Share {
    Self.share(unclear) { $0.confidence < threshold }
  }

  /// The captures with a wrong type, one on each line.
  var mistakes: [String] {
    clear.filter { !$0.isRight }.map { answer in
      "type: \(answer.kind?.rawValue ?? "-") for \(answer.capture.kind?.rawValue ?? "-"): "
        + answer.capture.text
    }
  }

  private static func share(_ answers: [Answer], _ isMeant: (Answer) -> Bool) -> Share {
    Share(answers.count(where: isMeant), of: answers.count)
  }

  /// Formats 0.8312 as `83.1 %`.
  static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }
}

// MARK: - As text

extension Measures {
  /// Returns the effect of a threshold: the share of questions, the share of right answers among
  /// the rest, and the share of unclear captures among the questions.
  func asking(below threshold: Double) -> String {
    "below \(threshold): asked about \(asked(below: threshold)); right of the others "
      + "\(rightOfFiled(from: threshold)); asked about the unclear "
      + "\(askedOfUnclear(below: threshold))"
  }

  /// A row for each type, with the number of each answer.
  var confusion: String {
    let kinds = CaptureKind.allCases
    let header = "| is | " + kinds.map { "said \($0.rawValue)" }.joined(separator: " | ") + " |"
    let rows = kinds.map { kind in
      let said = clear.filter { $0.capture.kind == kind }
      let counts = kinds.map { other in "\(said.count { $0.kind == other })" }
      return "| \(kind.rawValue) | " + counts.joined(separator: " | ") + " |"
    }
    return ([header, "|---|" + kinds.map { _ in "--:|" }.joined()] + rows).joined(separator: "\n")
  }

  /// A row for each tenth of confidence, with the number of captures and the share of right
  /// answers.
  var calibration: String {
    let rows = (3...9).compactMap { tenth -> String? in
      let range = Double(tenth) / 10..<(tenth == 9 ? 1.01 : Double(tenth + 1) / 10)
      let said = clear.filter { range.contains($0.confidence) }
      guard !said.isEmpty else { return nil }
      let mean = said.reduce(0) { $0 + $1.confidence } / Double(said.count)
      let right = Self.share(said, \.isRight)
      return "| 0.\(tenth) | \(said.count) | \(Self.percent(mean)) | \(right) |"
    }
    return (["| confidence from | captures | mean | right |", "|---|--:|--:|--:|"] + rows)
      .joined(separator: "\n")
  }

  /// The share of texts that were answered as another language, separately for texts in
  /// another language and for all others. Lists the latter.
  var languages: String {
    let said = Self.share(foreign, \.isForeign)
    let wrong = (clear + unclear).filter(\.isForeign)
    return "said to be in another language: \(said) that are, "
      + "\(wrong.count) of \(clear.count + unclear.count) that are not"
      + wrong.map { "\n  \($0.capture.text)" }.joined()
  }

  /// All measures.
  var report: String {
    let thresholds = [0.55, 0.6, 0.65, Classifier.threshold, 0.75]
    return """
      accuracy \(right)

      \(confusion)

      \(thresholds.map(asking).joined(separator: "\n"))

      \(languages)

      \(calibration)

      """
  }
}
