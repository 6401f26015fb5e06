public import CairnCapture

/// A query made ready to be asked of captures, one by one.
///
///     let matcher = Matcher(query, in: QueryContext(clock: clock))
///     let open = captures.filter(matcher.matches)
///
/// It reads of a capture only what the query asks for, in the order it is written, and stops as soon
/// as the answer is known. Nothing is remembered from one capture to the next: this is the plain way,
/// which any faster one has to agree with.
public struct Matcher: Sendable {
  /// The query.
  public let query: Query
  private let context: QueryContext
  let check: Check

  /// Makes `query` ready: compiles its patterns, resolves its dates, looks up its links.
  public init(_ query: Query, in context: QueryContext) {
    self.query = query
    self.context = context
    check = Check(query.condition, in: context)
  }

  /// Whether `capture` fulfils the query, as far as that is known.
  public func matches(_ capture: Capture) -> Bool {
    verdict(CaptureReading(capture)) == true
  }

  /// Whether a capture fulfils the query; nil where a pattern was given up on, so that it is not known.
  func verdict(_ reading: CaptureReading) -> Bool? {
    check.accepts(reading, in: context)
  }
}
