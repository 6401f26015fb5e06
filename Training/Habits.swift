import CairnInsight
import Foundation

/// A measurement of whether a notebook's own captures teach its habits and nothing else. Uses the
/// lines of `habits.tsv` in groups of thirty. Each group is a habit that is not in the training
/// data.
struct Habits {
  /// The number of lines of a habit that a person corrects.
  private static let taught = 20
  private static let linesOfHabit = 30

  private let groups: [ArraySlice<LabelledCapture>]

  init(_ lines: [LabelledCapture]) {
    groups = stride(from: 0, to: lines.count, by: Self.linesOfHabit).map { start in
      lines[start..<min(start + Self.linesOfHabit, lines.count)]
    }
  }

  /// Measures the right answers for each habit before and after it is taught. Also measures
  /// captures without the words of the habits (`others`, not in the training data) after all habits
  /// are taught.
  ///
  /// - Parameter judge: A callback that classifies text, given the taught captures.
  func report(
    others: [LabelledCapture], prior: WordPrior,
    _ judge: (LabelledCapture, Experience?) -> Measures.Answer
  ) -> String {
    func right(_ captures: some Collection<LabelledCapture>, _ experience: Experience?) -> String {
      let measures = Measures(captures.map { judge($0, experience) })
      return "\(measures.right), \(measures.asking(below: Classifier.threshold))"
    }
    func experience(_ captures: some Collection<LabelledCapture>) -> Experience {
      Experience(of: captures.typed, prior: prior)
    }
    var lines: [String] = []
    for group in groups {
      let rest = group.dropFirst(Self.taught)
      let word = group.first?.text.split(separator: " ").first ?? ""
      lines += [
        "\(word) is \(group.first?.kind?.rawValue ?? ""):",
        "  before           \(right(rest, nil))",
        "  after 1          \(right(rest, experience(group.prefix(1))))",
        "  after \(Self.taught)         \(right(rest, experience(group.prefix(Self.taught))))",
      ]
    }
    let all = groups.flatMap { $0.prefix(Self.taught) }
    // Who says `stall` and means a habit means it everywhere.
    let words = groups.compactMap { $0.first?.text.split(separator: " ").first?.prefix(4) }
    let others = others.filter { line in !words.contains { line.text.contains($0) } }
    let half = others.indices.filter { $0 % 2 == 0 }.map { others[$0] }
    let rest = others.indices.filter { $0 % 2 == 1 }.map { others[$0] }
    lines += [
      "other captures:", "  before           \(right(others, nil))",
      "  after all habits \(right(others, experience(all)))",
      "half of them:", "  before           \(right(rest, nil))",
      "  after the others \(right(rest, experience(half)))",
    ]
    return lines.joined(separator: "\n")
  }
}
