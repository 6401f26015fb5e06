import CairnCapture
package import CairnConsole
import CairnInsight
import CairnText
package import CairnWork

extension Screen {
  /// Lists an unclassified capture, with its most likely type and the type of similar captures if
  /// they are known.
  package func list(_ unclassified: UnclassifiedCapture, _ similar: SimilarType?) {
    let (capture, found) = (unclassified.capture, unclassified.found)
    let id = listed(capture.path)
    let opinions = [found.candidates.isEmpty ? nil : found.likeliest, similar?.words]
      .compactMap(\.self).joined(separator: "; ")
    console.line(
      TerminalText.line("\(id)  \(capture.title)")
        + (opinions.isEmpty ? "" : console.styled("  \(TerminalText.line(opinions))", .dim))
    )
  }
}

extension Console {
  /// Shows the type of a text, and what else was found in the text.
  package func show(_ classified: ClassifiedText, by classifier: TextClassifier) {
    lines(classifier.lines(classified, self))
  }

  /// Shows the fields that were read from a text.
  package func show(_ extraction: DetailExtraction) { lines(extraction.lines(self)) }
}

extension TextClassifier {
  fileprivate func lines(_ classified: ClassifiedText, _ console: Console) -> [String] {
    let found = classified.found
    if let entry = classified.entry {
      return entry.details.lines(console).enumerated().map { index, line in
        index == 0 ? "\(line)  (\(entry.label))" : line
      }
    }
    guard let kind = found.kind else {
      return [
        "unknown  The text is not in English and its type is unclear, or the text has no words."
      ]
    }
    var lines: [String]
    if found.needsClarification(below: threshold) {
      lines = [console.styled("unsure", .yellow) + "  " + found.likeliest]
    } else {
      lines = [console.styled(kind.rawValue, .bold) + "  \(found.shownConfidence)"]
    }
    return lines + facts(of: classified).map { $0.padding(to: 9) + TerminalText.line($1) }
  }
}

extension DetailExtraction {
  fileprivate func lines(_ console: Console) -> [String] {
    [console.styled(kind.rawValue, .bold)]
      + fields.map { TerminalText.line("\($0.key.padding(to: 10)) \($0.value)") }
  }
}
