public import CairnCapture

/// A compiled query that is evaluated on captures one at a time.
///
///     let matcher = Matcher(query, in: QueryContext(clock: clock))
///     let open = captures.filter(matcher.matches)
///
/// Reads only the parts of a capture that the query needs, and stops as soon as the result is
/// known. Keeps no state between captures. This is the reference implementation: faster
/// implementations must give the same results.
public struct Matcher: Sendable {
  /// The query.
  public let query: Query
  private let context: QueryContext
  let check: Check

  /// Compiles `query`: its patterns, dates and links.
  public init(_ query: Query, in context: QueryContext) {
    self.query = query
    self.context = context
    check = Check(query.condition, in: context)
  }

  /// Returns whether `capture` matches the query. Returns false if this is unknown because a
  /// pattern exceeded its limits.
  public func matches(_ capture: Capture) -> Bool {
    verdict(CaptureReading(capture)) == true
  }

  /// Returns whether a capture matches the query, or nil if this is unknown because a pattern
  /// exceeded its limits.
  func verdict(_ reading: CaptureReading) -> Bool? {
    check.accepts(reading, in: context)
  }
}
