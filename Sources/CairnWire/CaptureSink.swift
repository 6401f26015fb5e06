import CairnIndex
import CairnNotebook
public import CairnQuery
public import CairnTemplates
public import CairnText
public import CairnWork

/// A form in which the captures of a selection are written for programs.
public protocol CaptureSink {
  /// Writes the captures, in one or more pieces.
  func write(_ chosen: CaptureSelection, to output: ([UInt8]) -> Void)
}

/// One JSON document.
public struct DocumentSink: CaptureSink {
  private let passages: Passages?
  private let clock: LocalClock

  /// Creates a sink; without `passages`, the document has no passages.
  public init(_ passages: Passages?, _ clock: LocalClock) {
    (self.passages, self.clock) = (passages, clock)
  }

  /// Writes the document in pieces.
  public func write(_ chosen: CaptureSelection, to output: ([UInt8]) -> Void) {
    JSONDocument.write(chosen, passages, clock, to: output)
  }
}

/// One JSON document per capture, each on its own line.
public struct RecordSink: CaptureSink {
  private let passages: Passages?
  private let clock: LocalClock

  /// Creates a sink; without `passages`, the documents have no passages.
  public init(_ passages: Passages?, _ clock: LocalClock) {
    (self.passages, self.clock) = (passages, clock)
  }

  /// Writes each document and a line feed.
  public func write(_ chosen: CaptureSelection, to output: ([UInt8]) -> Void) {
    for capture in chosen.streamed {
      output(Array("\(JSONDocument.line(capture, passages, clock))\n".utf8))
    }
  }
}

/// Paths, each ended by a line feed or by NUL.
public struct PathSink: CaptureSink {
  private let endsInNUL: Bool
  private let escape: ((String) -> String)?

  /// Creates a sink. Without `escape`, the bytes of the paths are written.
  public init(endsInNUL: Bool, escape: ((String) -> String)?) {
    (self.endsInNUL, self.escape) = (endsInNUL, escape)
  }

  /// Writes each path and its end.
  public func write(_ chosen: CaptureSelection, to output: ([UInt8]) -> Void) {
    for entry in chosen.entries {
      let path = chosen.catalog.snapshot.path(entry)
      let bytes = escape.map { Array($0(path.description).utf8) } ?? path.bytes
      output(bytes + [endsInNUL ? 0 : 0x0A])
    }
  }
}

/// The ids of the captures that have one.
public struct IDSink: CaptureSink {
  private let escape: ((String) -> String)?

  /// Creates a sink.
  public init(escape: ((String) -> String)?) { self.escape = escape }

  /// Writes each id and a line feed.
  public func write(_ chosen: CaptureSelection, to output: ([UInt8]) -> Void) {
    for id in chosen.entries.lazy.compactMap({ chosen.catalog.row($0)?.id }) {
      output(Array((escape?(id) ?? id).utf8) + [0x0A])
    }
  }
}

/// A line of the user's own for each capture.
public struct TemplateSink: CaptureSink {
  private let template: PrintTemplate
  private let passages: Passages?
  private let clock: LocalClock
  private let escape: (@Sendable (String) -> String)?

  /// Creates a sink; without `passages`, the template's `snippet` is empty.
  public init(
    _ template: PrintTemplate, _ passages: Passages?, _ clock: LocalClock,
    escape: (@Sendable (String) -> String)?
  ) {
    (self.template, self.passages) = (template, passages)
    (self.clock, self.escape) = (clock, escape)
  }

  /// Writes each line and a line feed.
  public func write(_ chosen: CaptureSelection, to output: ([UInt8]) -> Void) {
    for capture in chosen.streamed {
      let line = template.render(
        capture, clock: clock, snippet: passages?.snippet(of: capture).text,
        escaping: escape ?? { $0 }, novelty: chosen.novelty.novelty)
      output(Array((line + "\n").utf8))
    }
  }
}
