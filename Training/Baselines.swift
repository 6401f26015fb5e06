import CairnInsight
import Foundation

/// Simple classifiers to compare with.
enum Baselines {
  /// A name and a classifier.
  typealias Baseline = (name: String, answer: (String) -> CaptureKind)

  /// Returns all baselines, trained on `captures`.
  static func all(from captures: [LabelledCapture]) -> [Baseline] {
    let bayes = NaiveBayes(captures)
    return [
      ("the most frequent type", { _ in commonest(captures) }),
      ("rules with key words", byKeyWords),
      ("naive Bayes over words", bayes.kind),
    ]
  }

  private static func commonest(_ captures: [LabelledCapture]) -> CaptureKind {
    let counts = Dictionary(grouping: captures.compactMap(\.kind)) { $0 }.mapValues(\.count)
    return CaptureKind.allCases.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? .action
  }

  /// Classifies text by rules that a person would write in ten minutes.
  private static func byKeyWords(_ text: String) -> CaptureKind {
    let words = NaiveBayes.words(of: text)
    let has = { (list: String) in words.contains { list.split(separator: " ").contains($0[...]) } }
    if has("maybe perhaps idea imagine could what if app story") { return .idea }
    if has("call buy email book pay ask send fix get order tomorrow today by need") {
      return .action
    }
    if has("he she his her likes loves hates lives works birthday met") { return .person }
    return .fact
  }
}

/// Naive Bayes over the words of a text, with add-one smoothing (Laplace).
struct NaiveBayes {
  private var counts: [CaptureKind: [String: Int]] = [:]
  private var totals: [CaptureKind: Int] = [:]
  private var captures: [CaptureKind: Int] = [:]
  private var vocabulary: Set<String> = []

  init(_ examples: [LabelledCapture]) {
    for example in examples {
      guard let kind = example.kind else { continue }
      captures[kind, default: 0] += 1
      for word in Self.words(of: example.text) {
        counts[kind, default: [:]][word, default: 0] += 1
        totals[kind, default: 0] += 1
        vocabulary.insert(word)
      }
    }
  }

  /// Returns the likeliest type.
  func kind(_ text: String) -> CaptureKind {
    let words = Self.words(of: text)
    let scores = CaptureKind.allCases.map { kind -> (CaptureKind, Double) in
      let total = Double(totals[kind, default: 0] + vocabulary.count)
      let prior = log(Double(captures[kind, default: 1]))
      return (
        kind,
        words.reduce(prior) { $0 + log(Double(counts[kind]?[$1] ?? 0) + 1) - log(total) }
      )
    }
    return scores.max { $0.1 < $1.1 }?.0 ?? .action
  }

  static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
  }
}
