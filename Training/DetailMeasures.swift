import CairnInsight

/// The quality of reading gifts and works, measured for each field.
///
/// A field is right if it equals the label, regardless of case and of an article at its start.
struct DetailMeasures {
  /// The measures of each field.
  let fields: [FieldShares]
  /// The wrong fields, one on each line.
  let mistakes: [String]

  /// The labelled value of a field, and the value that was read.
  private struct Answer {
    let text: String
    let label: String?
    let found: String?

    init(_ text: String, _ label: String?, _ found: String?) {
      (self.text, self.label, self.found) = (text, label, found)
    }

    var isRight: Bool { label.map(Self.plain) == found.map(Self.plain) }

    /// Returns the words of a value in lower case, without an article at the start.
    private static func plain(_ value: String) -> [Substring] {
      let words = value.lowercased().split(separator: " ")
      let isArticle = ["a", "an", "the", "my", "our"].contains(words.first ?? "")
      return Array(words.dropFirst(isArticle && words.count > 1 ? 1 : 0))
    }
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

  /// Returns the measures of the fields of gifts, and the wrong fields; nil if there is no such
  /// file.
  static func gifts(_ folder: EvalFolder, _ name: String) throws -> DetailMeasures? {
    try folder.read(name, as: Gift.self).map { gifts in
      let lines = gifts.map { ($0, GiftDetails($0.text)) }
      return DetailMeasures([
        ("gift recipient", lines.map { Answer($0.text, $0.recipient, $1.recipient) }),
        ("gift idea", lines.map { Answer($0.text, $0.idea, $1.idea) }),
        ("gift occasion", lines.map { Answer($0.text, $0.occasion, $1.occasion) }),
        ("gift budget", lines.map { Answer($0.text, $0.budget, $1.budget) }),
        ("gift date", lines.map { Answer($0.text, $0.date, $1.date) }),
      ])
    }
  }

  /// Returns the measures of the fields of works, and the wrong fields; nil if there is no such
  /// file. A missing score is undecided.
  static func works(_ folder: EvalFolder, _ name: String) throws -> DetailMeasures? {
    try folder.read(name, as: Work.self).map { works in
      let lines = works.map { ($0, EntryDetails($0.text)) }
      return DetailMeasures([
        ("entry title", lines.map { Answer($0.text, $0.title, $1.title) }),
        (
          "entry score",
          lines.map { line, found in
            Answer(line.text, line.score, found.verdict.map { "\($0)" } ?? "undecided")
          }
        ),
        ("entry collection", lines.map { Answer($0.text, $0.collection, $1.collection) }),
      ])
    }
  }

  private init(_ fields: [(name: String, answers: [Answer])]) {
    self.fields = fields.map { name, answers in
      let right = answers.count { $0.found != nil && $0.isRight }
      return FieldShares(
        name: name, precision: Share(right, of: answers.count { $0.found != nil }),
        recall: Share(right, of: answers.count { $0.label != nil }))
    }
    mistakes = fields.flatMap { name, answers in
      answers.filter { !$0.isRight }.map {
        "\(name): \($0.found ?? "-") for \($0.label ?? "-"): \($0.text)"
      }
    }
  }
}
