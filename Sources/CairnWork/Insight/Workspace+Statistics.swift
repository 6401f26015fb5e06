public import CairnCharts
public import CairnNotebook
import CairnQuery
import CairnText

/// A request for statistics on captures in a period.
public struct StatisticsRequest: Sendable {
  /// The captures to count.
  public var selection: SelectRequest
  /// The start of the period, as typed: `2026-11`, `-30d`. Nil if the period has no start.
  public var since: String?
  /// The end of the period, as typed; nil if it has none. If the end is a month or another span,
  /// the period includes the whole span.
  public var until: String?

  /// Creates a request to count the captures of `selection`.
  public init(_ selection: SelectRequest, since: String? = nil, until: String? = nil) {
    self.selection = selection
    self.since = since
    self.until = until
  }
}

extension Workspace {
  /// Returns counts of captures per day, score, type and collection, and of actions over time.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if the request is invalid.
  public func statistics(_ request: StatisticsRequest) throws -> Statistics {
    let since = try request.since.map { try date($0, "since").pastDays(by: clock).first }
    let until = try request.until.map { try date($0, "until").pastDays(by: clock).last }
    try Refusal.checkPeriod(since: since, until: until)
    let chosen = try select(request.selection)
    return Statistics(
      chosen.catalog.facts(of: chosen.entries), since: since, until: until, clock: clock)
  }

  private func date(_ text: String, _ option: String) throws(Refusal) -> DateExpression {
    if let date = DateExpression(text, dateLanguage) { return date }
    throw Refusal(
      "date-unknown",
      "--\(option): `\(text)` is not a date; write it as 2026-11-20, 2026-11, -30d or last-week",
      .invalid)
  }

  /// Returns the tags of the selected captures, with the number of captures for each.
  ///
  /// Throws a `Diagnostic` or a ``Refusal`` if a word is not understood.
  public func tags(_ request: SelectRequest, by order: TagCount.Order) throws -> [TagCount] {
    let chosen = try select(request)
    return TagCount.all(in: chosen.entries.lazy.map { chosen.catalog.tags(of: $0) }, by: order)
  }
}
