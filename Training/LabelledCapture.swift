import CairnInsight

/// A line of `Training/captures`, or of a file to measure with.
struct LabelledCapture {
  /// The name of the file without its extension: the voice.
  let voice: String
  /// The type; several if the text does not determine it, none if the text is in another language.
  let kinds: [CaptureKind]
  let text: String
  /// The person and the time in the text, as written; empty if there are none.
  var person: String
  let due: String
  /// The type of a text in another language, if it is labelled.
  var foreignKind: CaptureKind?
  /// The days that ``due`` may mean, if the label says so: ISO 8601 dates.
  var days: ClosedRange<String>?

  /// The type, if there is exactly one.
  var kind: CaptureKind? { kinds.count == 1 ? kinds[0] : nil }

  /// Whether the text is in a language other than English.
  var isForeign: Bool { kinds.isEmpty }

  /// Whether the text has letters of an alphabet other than Latin.
  var isInOtherAlphabet: Bool {
    text.unicodeScalars.contains {
      $0.value >= 0x370 && $0.value < 0x1F000 && !(0x2000...0x2BFF).contains($0.value)
    }
  }

  /// The index of the outcome of ``Weights`` for this example.
  var outcome: Int {
    if isForeign { return Weights.foreign }
    return kind.flatMap { CaptureKind.allCases.firstIndex(of: $0) } ?? Weights.unclear
  }
}

extension LabelledCapture {
  /// The likelihood of each outcome of ``Weights``: 1 for ``outcome``.
  var outcomes: [Double] { (0..<Weights.outcomes).map { $0 == outcome ? 1 : 0 } }
}

/// A line with the likelihood of each outcome of ``Weights`` that the teacher gave it.
struct TaughtLine {
  let text: String
  let outcomes: [Double]

  /// Reads thousandths separated by spaces, a tab, and the text. Returns nil if the line is
  /// invalid.
  init?(_ line: Substring) {
    let cells = line.split(separator: "\t", maxSplits: 1)
    guard cells.count == 2 else { return nil }
    let shares = cells[0].split(separator: " ").compactMap { Double($0) }
    let sum = shares.reduce(0, +)
    guard shares.count == Weights.outcomes, sum > 0 else { return nil }
    outcomes = shares.map { $0 / sum }
    text = String(cells[1])
  }
}

extension Sequence<LabelledCapture> {
  /// The captures with one type in any language, with their text.
  var classified: [(text: String, kind: CaptureKind)] {
    compactMap { capture in (capture.kind ?? capture.foreignKind).map { (capture.text, $0) } }
  }

  /// The captures with one type, with their text.
  var typed: [(text: String, kind: CaptureKind)] {
    compactMap { capture in capture.kind.map { (capture.text, $0) } }
  }
}

extension LabelledCapture {
  /// Reads a line with the tab-separated columns `type`, `text`, `person` and `due`. The last two
  /// may be missing. The type is `foreign` for another language, or `foreign-action` and so on.
  /// Returns nil if the line is invalid.
  init?(line: Substring, voice: String) {
    let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    let kinds = cells[0].split(separator: "|").compactMap { CaptureKind(rawValue: String($0)) }
    guard cells.count >= 2, cells.count <= 4, !cells[1].isEmpty,
      !kinds.isEmpty || cells[0].hasPrefix("foreign")
    else { return nil }
    let person = cells.count > 2 ? cells[2] : ""
    let due = cells.count > 3 ? cells[3] : ""
    guard cells[1].contains(person) || person.isEmpty, cells[1].contains(due) || due.isEmpty
    else { return nil }
    self.init(
      voice: voice, kinds: kinds, text: cells[1], person: person, due: due,
      foreignKind: CaptureKind(rawValue: String(cells[0].dropFirst("foreign-".count))))
  }
}
