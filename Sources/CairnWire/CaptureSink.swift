import CairnIndex
import CairnNotebook
public import CairnQuery
public import CairnTemplates
public import CairnText
public import CairnWork

/// A writer that outputs the captures of a selection in one format, such as JSON or paths.
public protocol CaptureSink {
  /// Writes the captures of `chosen` by passing successive chunks of bytes to `output`.
  func write(_ chosen: CaptureSelection, to output: ([UInt8]) -> Void)
}

/// A sink that writes all captures as one JSON document.
public struct DocumentSink: CaptureSink {
  private let passages: Passages?
  private let clock: LocalClock

  /// Creates a sink. If `passages` is nil, the document contains no passages.
  public init(_ passages: Passages?, _ clock: LocalClock) {
    (self.passages, self.clock) = (passages, clock)
  }

  /// Writes the document in chunks, with a line feed at its end.
  public func write(_ chosen: CaptureSelection, to output: ([UInt8]) -> Void) {
    JSONDocument.write(chosen, passages, clock, to: output)
  }
}

/// A sink that writes one JSON document per capture, each on its own line.
public struct RecordSink: CaptureSink {
  private let passages: Passages?
  private let clock: LocalClock

  /// Creates a sink. If `passages` is nil, the documents contain no passages.
  public init(_ passages: Passages?, _ clock: LocalClock) {
    (self.passages, self.clock) = (passages, clock)
  }

  /// Writes one document per capture, each followed by a line feed.
  public func write(_ chosen: CaptureSelection, to output: ([UInt8]) -> Void) {
    for capture in chosen.streamed {
      output(Array("\(JSONDocument.line(capture, passages, clock))\n".utf8))
    }
  }
}

/// A sink that writes the path of each capture, followed by a line feed or NUL.
public struct PathSink: CaptureSink {
  private let endsInNUL: Bool
  private let escape: ((String) -> String)?

  /// Creates a sink.
  ///
  /// - Parameters:
  ///   - endsInNUL: Whether each path ends in NUL instead of a line feed.
  ///   - escape: A function that makes a path safe for a terminal. If nil, the bytes of paths are
  ///     written unchanged.
  public init(endsInNUL: Bool, escape: ((String) -> String)?) {
    (self.endsInNUL, self.escape) = (endsInNUL, escape)
  }

  /// Writes each path, followed by a line feed or NUL.
  public func write(_ chosen: CaptureSelection, to output: ([UInt8]) -> Void) {
    for entry in chosen.entries {
      let path = chosen.catalog.snapshot.path(entry)
      let bytes = escape.map { Array($0(path.description).utf8) } ?? path.bytes
      output(bytes + [endsInNUL ? 0 : 0x0A])
    }
  }
}

/// A sink that writes the id of each capture on its own line. Skips captures without an id.
public struct IDSink: CaptureSink {
  private let escape: ((String) -> String)?

  /// Creates a sink. If `escape` is nil, ids are written unchanged.
  public init(escape: ((String) -> String)?) { self.escape = escape }

  /// Writes each id and a line feed.
  public func write(_ chosen: CaptureSelection, to output: ([UInt8]) -> Void) {
    for id in chosen.entries.lazy.compactMap({ chosen.catalog.row($0)?.id }) {
      output(Array((escape?(id) ?? id).utf8) + [0x0A])
    }
  }
}

/// A sink that writes one line per capture, in a format that the user's template defines.
public struct TemplateSink: CaptureSink {
  private let template: PrintTemplate
  private let passages: Passages?
  private let clock: LocalClock
  private let escape: (@Sendable (String) -> String)?

  /// Creates a sink. If `passages` is nil, the template's variable `snippet` is empty.
  public init(
    _ template: PrintTemplate, _ passages: Passages?, _ clock: LocalClock,
    escape: (@Sendable (String) -> String)?
  ) {
    (self.template, self.passages) = (template, passages)
    (self.clock, self.escape) = (clock, escape)
  }

  /// Writes the filled-in template for each capture, followed by a line feed.
  public func write(_ chosen: CaptureSelection, to output: ([UInt8]) -> Void) {
    for capture in chosen.streamed {
      let line = template.render(
        capture, clock: clock, snippet: passages?.snippet(of: capture).text,
        escaping: escape ?? { $0 }, novelty: chosen.novelty.novelty)
      output(Array((line + "\n").utf8))
    }
  }
}
