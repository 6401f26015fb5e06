import CairnInsight
import Foundation

/// How well lines about gifts and works are read, field by field.
///
/// A field is right where it says just what the label does, in any case and without blanks around it.
enum DetailMeasures {
  /// What a line has of a field, and what was read.
  private typealias Answer = (label: String?, found: String?)

  private struct Gift: Decodable {
    let text: String
    let recipient: String?
    let idea: String?
    let occasion: String?
    let budget: String?
    let date: String?
  }

  private struct Work: Decodable {
    let text: String
    let collection: String?
    let title: String?
    let score: String?
  }

  /// Precision and recall of the fields of gifts.
  static func gifts(_ path: String) throws -> String {
    let lines = try JSONLines.read(path, as: Gift.self).map { ($0, GiftDetails($0.text)) }
    return report(
      path,
      [
        ("recipient", lines.map { ($0.recipient, $1.recipient) }),
        ("idea", lines.map { ($0.idea, $1.idea) }),
        ("occasion", lines.map { ($0.occasion, $1.occasion) }),
        ("budget", lines.map { ($0.budget, $1.budget) }),
        ("date", lines.map { ($0.date, $1.date) }),
      ])
  }

  /// Precision and recall of the fields of works; an unsaid score is undecided.
  static func works(_ path: String) throws -> String {
    let lines = try JSONLines.read(path, as: Work.self).map { ($0, EntryDetails($0.text)) }
    return report(
      path,
      [
        ("title", lines.map { ($0.title, $1.title) }),
        (
          "score",
          lines.map { line, found in (line.score, found.verdict.map { "\($0)" } ?? "undecided") }
        ),
        ("collection", lines.map { ($0.collection, $1.collection) }),
      ])
  }

  private static func report(_ path: String, _ fields: [(name: String, answers: [Answer])])
    -> String
  {
    var lines = ["\(path)\n", "| field | precision | recall | of |", "|---|--:|--:|--:|"]
    var wrong: [String] = []
    for (name, answers) in fields {
      let right = answers.count { $0.found != nil && isSame($0) }
      let found = answers.count { $0.found != nil }
      let labelled = answers.count { $0.label != nil }
      let precision = Measures.percent(Double(right) / Double(max(found, 1)))
      let recall = Measures.percent(Double(right) / Double(max(labelled, 1)))
      lines.append("| \(name) | \(precision) | \(recall) | \(labelled) |")
      wrong += answers.filter { !isSame($0) }.map {
        "  \(name): \($0.found ?? "-") for \($0.label ?? "-")"
      }
    }
    return (lines + ["read otherwise:"] + wrong).joined(separator: "\n")
  }

  private static func isSame(_ answer: Answer) -> Bool {
    guard let label = answer.label, let found = answer.found else {
      return answer.label == nil && answer.found == nil
    }
    return label.lowercased() == found.lowercased()
  }
}
