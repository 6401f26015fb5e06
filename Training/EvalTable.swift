import CairnInsight
import Foundation

/// The table of `make eval`, with a row for each measure and a column for each set of lines.
struct EvalTable {
  private var names: [String] = []
  private var columns: [(name: String, cells: [String: String])] = []
  private let opinion: SecondOpinion?
  /// The wrong answers, one on each line.
  private(set) var mistakes: [String] = []

  /// Measures the built-in classifier on the sets `dev`, `fresh` and `foreign` of a folder, on the
  /// project's own sets `voices`, `informal` and `jottings`, and on its own lines about gifts, works, and habits of notebooks.
  ///
  /// Throws ``TrainingError`` with the position of an invalid line.
  ///
  /// - Parameters:
  ///   - own: The folder with `gifts.jsonl`, `works.jsonl`, `habits.tsv` and `topics.tsv`.
  ///   - training: The captures from which the baselines are made.
  ///   - opinion: A second opinion on types by an embedding server; nil to measure none.
  init(
    _ folder: EvalFolder, own: EvalFolder, training: [LabelledCapture], _ opinion: SecondOpinion?
  ) throws {
    self.opinion = opinion
    let voices = EvalFolder(path: "\(own.path)/eval", half: own.half)
    for (set, folder) in [
      ("dev", folder), ("fresh", folder), ("voices", voices), ("informal", voices),
      ("jottings", voices),
    ] {
      columns.append((set, [:]))
      try add(folder.captures("\(set).jsonl"), Baselines.all(from: training))
      try add(PieceMeasures(folder, "\(set)_split.jsonl"))
      try add(DetailMeasures.gifts(folder, "\(set)_gift.jsonl"))
      try add(DetailMeasures.works(folder, "\(set)_media.jsonl"))
    }
    columns.append(("foreign", [:]))
    try add(folder.captures("foreign.jsonl"), [])
    columns.append(("own", [:]))
    addSpans(of: training)
    try add(DetailMeasures.gifts(own, "gifts.jsonl"))
    try add(DetailMeasures.works(own, "works.jsonl"))
    let others = try voices.captures("voices.jsonl") ?? []
    for (name, file) in [("habit", "habits.tsv"), ("topic", "topics.tsv")] {
      let habits = Habits(try CaptureFiles.lines("\(own.path)/\(file)"))
      for opinion in opinion.map({ [nil, $0] }) ?? [nil] {
        for row in try habits.rows(name, others: others, opinion) { set(row.name, row.share) }
      }
    }
  }

  /// The table in Markdown. A measure without lines has an empty cell.
  var text: String {
    let header = "| measure | " + columns.map(\.name).joined(separator: " | ") + " |"
    let rows = names.map { name in
      "| \(name) | " + columns.map { $0.cells[name] ?? "" }.joined(separator: " | ") + " |"
    }
    return ([header, "|---|" + columns.map { _ in "--:|" }.joined()] + rows)
      .joined(separator: "\n")
  }

  private mutating func set(_ name: String, _ value: some CustomStringConvertible) {
    if !names.contains(name) { names.append(name) }
    columns[columns.count - 1].cells[name] = value.description
  }
}

// MARK: - Measuring

extension EvalTable {
  private mutating func add(
    _ captures: [LabelledCapture]?, _ baselines: [Baselines.Baseline]
  ) throws {
    guard let captures else { return }
    let classifier = Classifier()
    func answer(_ capture: LabelledCapture, _ opinion: [Double]? = nil) -> Measures.Answer {
      let found = classifier.classify(capture.text, opinion)
      return Measures.Answer(
        capture: capture, kind: found.kind, confidence: found.confidence, person: found.person,
        due: found.due, isForeign: found.candidates.isEmpty)
    }
    let answers = captures.map { answer($0) }
    let measures = Measures(answers)
    set("type", measures.right)
    for (name, kind) in baselines {
      let others = captures.map {
        Measures.Answer(capture: $0, kind: kind($0.text), confidence: 1)
      }
      set("type, by \(name)", Measures(others).right)
    }
    set("asked", measures.asked(below: Classifier.threshold))
    set("right of filed", measures.rightOfFiled(from: Classifier.threshold))
    set("asked, of unclear", measures.askedOfUnclear(below: Classifier.threshold))
    if let opinion {
      let opinions = try opinion.likelihoods(of: captures.map(\.text))
      let measures = Measures(zip(captures, opinions).map { answer($0, $1) })
      set("type, with embeddings", measures.right)
      set("asked, with embeddings", measures.asked(below: Classifier.threshold))
      set("right of filed, with embeddings", measures.rightOfFiled(from: Classifier.threshold))
    }
    mistakes += measures.mistakes
    // The labels of lines in other languages name no persons and times.
    let isLabelled = captures.contains { !$0.person.isEmpty || !$0.due.isEmpty }
    if isLabelled { add(SpanMeasures(answers)) }
  }

  /// Measures persons and due times in captures whose type is known. The labels of facts and
  /// persons omit most days, so due times count only where a label has one or the capture is an
  /// action.
  private mutating func addSpans(of captures: [LabelledCapture]) {
    let classifier = Classifier()
    add(
      SpanMeasures(
        captures.compactMap { capture in
          guard let kind = capture.kind else { return nil }
          let found = classifier.classify(capture.text, as: kind)
          let isLabelled = kind == .action || !capture.due.isEmpty
          return Measures.Answer(
            capture: capture, kind: kind, confidence: 1, person: found.person,
            due: isLabelled ? found.due : nil)
        }))
  }

  private mutating func add(_ spans: SpanMeasures) {
    add([spans.persons])
    let dues = spans.dues
    set("due, day right", dues.right)
    set("due, day wrong", dues.wrong)
    set("due, missing", dues.missing)
    mistakes += spans.mistakes.map { "\(columns.last?.name ?? "") \($0)" }
  }

  private mutating func add(_ pieces: PieceMeasures?) {
    guard let pieces else { return }
    add([pieces.pieces])
    mistakes += pieces.mistakes
  }

  private mutating func add(_ details: DetailMeasures?) {
    guard let details else { return }
    add(details.fields)
    mistakes += details.mistakes
  }

  private mutating func add(_ fields: [FieldShares]) {
    for field in fields {
      set("\(field.name), precision", field.precision)
      set("\(field.name), recall", field.recall)
    }
  }
}

/// A count of answers among others: `88.4 % of 285`.
struct Share: CustomStringConvertible {
  let part: Int
  let whole: Int

  init(_ part: Int, of whole: Int) { (self.part, self.whole) = (part, whole) }

  var description: String {
    "\(Measures.percent(Double(part) / Double(max(whole, 1)))) of \(whole)"
  }
}

/// The measures of one field: the right values as a share of the values that were found, and of the
/// values that the labels have.
struct FieldShares {
  let name: String
  let precision: Share
  let recall: Share
}
