import CairnInsight
import Foundation

/// The quality of reading gifts and works, measured for each field.
///
/// A field is right if it equals the label, regardless of case and surrounding blanks.
enum DetailMeasures {
  /// The labelled value of a field, and the value that was read.
  private struct Answer {
    let text: String
    let label: String?
    let found: String?

    init(_ text: String, _ label: String?, _ found: String?) {
      (self.text, self.label, self.found) = (text, label, found)
    }

    var isRight: Bool { label?.lowercased() == found?.lowercased() }
  }

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

  /// Returns the precision and recall of the fields of gifts.
  static func gifts(_ path: String) throws -> String {
    let lines = try JSONLines.read(path, as: Gift.self).map { ($0, GiftDetails($0.text)) }
    return report(
      path,
      [
        ("recipient", lines.map { Answer($0.text, $0.recipient, $1.recipient) }),
        ("idea", lines.map { Answer($0.text, $0.idea, $1.idea) }),
        ("occasion", lines.map { Answer($0.text, $0.occasion, $1.occasion) }),
        ("budget", lines.map { Answer($0.text, $0.budget, $1.budget) }),
        ("date", lines.map { Answer($0.text, $0.date, $1.date) }),
      ])
  }

  /// Returns the precision and recall of the fields of works; a missing score is undecided.
  static func works(_ path: String) throws -> String {
    let lines = try JSONLines.read(path, as: Work.self).map { ($0, EntryDetails($0.text)) }
    return report(
      path,
      [
        ("title", lines.map { Answer($0.text, $0.title, $1.title) }),
        (
          "score",
          lines.map { line, found in
            Answer(line.text, line.score, found.verdict.map { "\($0)" } ?? "undecided")
          }
        ),
        ("collection", lines.map { Answer($0.text, $0.collection, $1.collection) }),
      ])
  }

  private static func report(_ path: String, _ fields: [(name: String, answers: [Answer])])
    -> String
  {
    var lines = ["\(path)\n", "| field | precision | recall | of |", "|---|--:|--:|--:|"]
    var wrong: [String] = []
    for (name, answers) in fields {
      let right = answers.count { $0.found != nil && $0.isRight }
      let found = answers.count { $0.found != nil }
      let labelled = answers.count { $0.label != nil }
      let precision = Measures.percent(Double(right) / Double(max(found, 1)))
      let recall = Measures.percent(Double(right) / Double(max(labelled, 1)))
      lines.append("| \(name) | \(precision) | \(recall) | \(labelled) |")
      wrong += answers.filter { !$0.isRight }.map {
        "  \(name): \($0.found ?? "-") for \($0.label ?? "-"): \($0.text)"
      }
    }
    return (lines + ["read otherwise:"] + wrong).joined(separator: "\n")
  }
}
