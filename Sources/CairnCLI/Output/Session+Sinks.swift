import CairnQuery
import CairnScreens
import CairnTemplates
import CairnText
import CairnWire
import CairnWork

extension Session {
  /// Returns a sink that writes captures in the format that the options request. `passages` finds
  /// the matches of a search in a capture; nil if there is no search.
  ///
  /// Throws a `Diagnostic` if the template of `--print` is malformed.
  func sink(_ list: ListOptions, _ passages: Passages?) throws -> any CaptureSink {
    if options.json { return DocumentSink(passages, clock) }
    if list.jsonl { return RecordSink(passages, clock) }
    let escaped: @Sendable (String) -> String = { TerminalText.escaped($0) }
    let escape = surroundings.outputIsTerminal ? escaped : nil
    if list.nul { return PathSink(endsInNUL: true, escape: nil) }
    if list.paths { return PathSink(endsInNUL: false, escape: escape) }
    if list.ids { return IDSink(escape: escape) }
    if let source = list.print {
      return TemplateSink(try PrintTemplate(source), passages, clock, escape: escape)
    }
    return passages.map { PassageSink(session: self, passages: $0) } ?? TableSink(session: self)
  }
}

/// A sink that writes each capture with its place and the matching passage. Blank lines separate
/// the captures.
private struct PassageSink: CaptureSink {
  let session: Session
  let passages: Passages

  func write(_ chosen: CaptureSelection, to output: ([UInt8]) -> Void) {
    for (number, capture) in chosen.streamed.enumerated() {
      let (snippet, line) = passages.located(in: capture)
      let lines = session.lines(of: capture, snippet, line: line) {
        passages.matches(in: $0)
      }
      output(Array(((number == 0 ? [] : [""]) + lines).map { $0 + "\n" }.joined().utf8))
    }
  }
}

/// A sink that writes a table with one row for each capture.
private struct TableSink: CaptureSink {
  let session: Session

  func write(_ chosen: CaptureSelection, to output: ([UInt8]) -> Void) {
    for line in session.lines(of: chosen.rows, isStyled: true, width: session.width()) {
      output(Array((line + "\n").utf8))
    }
  }
}
