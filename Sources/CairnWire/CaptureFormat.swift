import CairnIndex
import CairnNotebook
public import CairnQuery
public import CairnTemplates
public import CairnText
public import CairnWork

/// A format in which programs read a selection of captures.
public enum CaptureFormat: Sendable {
  /// All captures as one JSON document.
  case document
  /// One JSON document per capture, each on its own line.
  case records
  /// The path of each capture, followed by a line feed or NUL.
  case paths(endsInNUL: Bool)
  /// The id of each capture on its own line. Captures without an id are skipped.
  case ids
  /// One line per capture, in the form that the user's template defines.
  case template(PrintTemplate)

  /// Writes the captures of `chosen` by passing successive chunks of bytes to `output`.
  ///
  /// - Parameters:
  ///   - passages: The matches of a search; nil if there is no search.
  ///   - escape: A function that makes a line of text safe for a terminal. If nil, text is written
  ///     unchanged. JSON, and paths that end in NUL, are never changed.
  public func write(
    _ chosen: CaptureSelection, _ passages: Passages?, _ clock: LocalClock,
    escape: (@Sendable (String) -> String)?, to output: ([UInt8]) -> Void
  ) {
    func write(_ line: String) { output(Array((line + "\n").utf8)) }
    switch self {
    case .document: JSONDocument.write(chosen, passages, clock, to: output)
    case .records:
      for capture in chosen.streamed { write("\(JSONDocument.line(capture, passages, clock))") }
    case .paths(let endsInNUL):
      for path in chosen.entries.lazy.map(chosen.catalog.snapshot.path) {
        if let escape, !endsInNUL {
          write(escape(path.description))
        } else {
          output(path.bytes + [endsInNUL ? 0 : 0x0A])
        }
      }
    case .ids:
      for id in chosen.entries.lazy.compactMap({ chosen.catalog.row($0)?.id }) {
        write(escape?(id) ?? id)
      }
    case .template(let template):
      for capture in chosen.streamed {
        write(
          template.render(
            capture, clock: clock, snippet: passages?.snippet(of: capture).text,
            escaping: escape ?? { $0 }, novelty: chosen.novelty.novelty))
      }
    }
  }
}
