import CairnCapture
import CairnNotebook
import CairnQuery
import CairnWork

extension Session {
  /// The captures that arguments choose, for a command that only reads.
  func select(
    _ query: QueryArguments, sort: String? = nil, order: Query.DefaultOrder = .newest,
    limit: Int? = nil, narrowing: Query? = nil
  ) throws -> CaptureSelection {
    var request = try query.request(surroundings)
    (request.sort, request.order, request.limit) = (sort, order, limit)
    request.narrowing = narrowing
    return try work.select(request)
  }

  /// Ends the command with a report of no change if no captures were chosen.
  func expect(_ captures: [Capture]) throws {
    guard captures.isEmpty else { return }
    if options.json { show(ChangeReport(), .write) }
    throw nothingFound()
  }

  /// Says what was done, and ends the command with failure if something was refused.
  func finish(_ report: ChangeReport, _ mode: Mode, verb: String? = nil) throws {
    show(report, mode, verb: verb)
    try checkRefusals(report)
  }

  /// Ends the command with failure if something was refused.
  func checkRefusals(_ report: ChangeReport) throws {
    if !report.refused.isEmpty { throw ExitStatus.failure.code }
  }
}
