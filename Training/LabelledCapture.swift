import CairnInsight

/// A line of `Training/captures`, or of a file to measure with.
struct LabelledCapture {
  /// The name of the file without its extension: the voice.
  let voice: String
  /// The type; several if the text does not determine it, none if the text is in another language.
  let kinds: [CaptureKind]
  let text: String
  /// The person and the time in the text, as written; empty if there are none.
  let person: String
  let due: String
  /// The day that ``due`` means, if the label says so.
  var day: String?

  /// The type, if there is exactly one.
  var kind: CaptureKind? { kinds.count == 1 ? kinds[0] : nil }

  /// Whether the text is in a language other than English.
  var isForeign: Bool { kinds.isEmpty }

  /// The index of the outcome of ``Weights`` for this example.
  var outcome: Int {
    if isForeign { return Weights.foreign }
    return kind.flatMap { CaptureKind.allCases.firstIndex(of: $0) } ?? Weights.unclear
  }
}

extension Sequence<LabelledCapture> {
  /// The captures with one type, with their text.
  var typed: [(text: String, kind: CaptureKind)] {
    compactMap { capture in capture.kind.map { (capture.text, $0) } }
  }
}

extension LabelledCapture {
  /// Reads a line with the tab-separated columns `type`, `text`, `person` and `due`. The last two
  /// may be missing. The type is `foreign` for another language. Returns nil if the line is
  /// invalid.
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
