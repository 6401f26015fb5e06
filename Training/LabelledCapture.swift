import CairnInsight

/// A line of `Training/captures`, or of a file to measure with.
struct LabelledCapture {
  /// The file it is in without its extension: whose voice it is.
  let voice: String
  /// What it is; more than one where it does not say.
  let kinds: [CaptureKind]
  let text: String
  /// The person and the time in it, as written; empty where there are none.
  let person: String
  let due: String

  /// The type, where there is one.
  var kind: CaptureKind? { kinds.count == 1 ? kinds[0] : nil }

  /// The index of the outcome it is an example of: a type, or "unclear".
  var outcome: Int {
    kind.flatMap { CaptureKind.allCases.firstIndex(of: $0) } ?? CaptureKind.allCases.count
  }
}

extension Sequence<LabelledCapture> {
  /// Those with one type, with their text.
  var typed: [(text: String, kind: CaptureKind)] {
    compactMap { capture in capture.kind.map { (capture.text, $0) } }
  }
}

extension LabelledCapture {
  /// Reads a line with tabs between `type`, `text`, `person` and `due`; the last two may be missing.
  /// Nil where the line is none.
  init?(line: Substring, voice: String) {
    let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    let kinds = cells[0].split(separator: "|").compactMap { CaptureKind(rawValue: String($0)) }
    guard cells.count >= 2, cells.count <= 4, !kinds.isEmpty, !cells[1].isEmpty else { return nil }
    let person = cells.count > 2 ? cells[2] : ""
    let due = cells.count > 3 ? cells[3] : ""
    guard cells[1].contains(person) || person.isEmpty, cells[1].contains(due) || due.isEmpty
    else { return nil }
    self.init(voice: voice, kinds: kinds, text: cells[1], person: person, due: due)
  }
}
