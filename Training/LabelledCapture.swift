import CairnInsight

/// A line of `Training/captures`, or of a file to measure with.
struct LabelledCapture {
  /// The file it is in without its extension: whose voice it is.
  let voice: String
  /// What it is; more than one where it does not say, none where it is in another language.
  let kinds: [CaptureKind]
  let text: String
  /// The person and the time in it, as written; empty where there are none.
  let person: String
  let due: String

  /// The type, where there is one.
  var kind: CaptureKind? { kinds.count == 1 ? kinds[0] : nil }

  /// Whether it is in another language than English.
  var isForeign: Bool { kinds.isEmpty }

  /// The index of the outcome of ``Weights`` it is an example of.
  var outcome: Int {
    if isForeign { return Weights.foreign }
    return kind.flatMap { CaptureKind.allCases.firstIndex(of: $0) } ?? Weights.unclear
  }
}

extension Sequence<LabelledCapture> {
  /// Those with one type, with their text.
  var typed: [(text: String, kind: CaptureKind)] {
    compactMap { capture in capture.kind.map { (capture.text, $0) } }
  }
}

extension LabelledCapture {
  /// Reads a line with tabs between `type`, `text`, `person` and `due`; the last two may be missing, and
  /// the type is `foreign` for another language. Nil where the line is none.
  init?(line: Substring, voice: String) {
    let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    let kinds = cells[0].split(separator: "|").compactMap { CaptureKind(rawValue: String($0)) }
    guard cells.count >= 2, cells.count <= 4, !cells[1].isEmpty,
      !kinds.isEmpty || cells[0] == "foreign"
    else { return nil }
    let person = cells.count > 2 ? cells[2] : ""
    let due = cells.count > 3 ? cells[3] : ""
    guard cells[1].contains(person) || person.isEmpty, cells[1].contains(due) || due.isEmpty
    else { return nil }
    self.init(voice: voice, kinds: kinds, text: cells[1], person: person, due: due)
  }
}
