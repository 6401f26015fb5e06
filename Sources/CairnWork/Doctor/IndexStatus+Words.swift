public import CairnNotebook
import CairnText

extension IndexStatus {
  /// Sentences on the contents of the index, one per line, not escaped for a terminal.
  public var lines: [String] {
    let share = noteBytes == 0 ? 0 : (byteCount * 100 + noteBytes / 2) / noteBytes
    let size = "\(byteCount.asSize), \(share)% of the size of the captures (\(noteBytes.asSize))"
    return [
      "\(captures.of("capture")), \(words.of("word")).",
      folder.map { "\(size), in \($0)" } ?? "\(size).",
      "\(changed.of("capture")) changed since the whole index was last written.",
    ]
  }
}

extension Int {
  /// The number of bytes in human-readable form: in bytes or, with one decimal, in kB or MB.
  fileprivate var asSize: String {
    if self < 1000 { return of("byte") }
    let (unit, name) = self < 1_000_000 ? (1000, "kB") : (1_000_000, "MB")
    let tenths = (self * 10 + unit / 2) / unit
    return "\(tenths / 10).\(tenths % 10) \(name)"
  }
}

extension IndexCheck {
  /// The problems of the index, one per line, not escaped for a terminal.
  public var lines: [String] { damage + differences.map { "\($0.path): \($0.kind.words)" } }
}

extension IndexCheck.Difference.Kind {
  fileprivate var words: String {
    switch self {
    case .missing: "not in the index"
    case .surplus: "in the index, but not a capture"
    case .words: "the words differ"
    case .fields: "the fields, the title or the tags differ"
    case .facts: "the times or the body differ"
    }
  }
}

extension RoundTrip {
  /// Sentences on a trial that edits every field in memory, one per line: the number of edits, and
  /// their results.
  public var lines: [String] {
    let reasons = refused.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return [
      "\(files.of("file")), \(edits.of("edit")) in memory; nothing was written.",
      "\(restored.of("value")) set and restored byte for byte.",
      "\(respelled.of("value")) set and restored in a different spelling.",
      "\(refused.values.reduce(0, +).of("edit")) refused"
        + (reasons.isEmpty
          ? "." : ": " + reasons.map { "\($0.value) \($0.key)" }.joined(separator: ", ") + "."),
      "\(violations.count.of("violation")).",
    ]
  }
}

extension [Finding] {
  /// The findings grouped by kind, starting with the most frequent kind.
  public var byKind: [(kind: String, findings: [Finding])] {
    Dictionary(grouping: self, by: \.diagnostic.code)
      .map { (kind: $0.key, findings: $0.value) }
      .sorted { ($1.findings.count, $0.kind) < ($0.findings.count, $1.kind) }
  }
}
