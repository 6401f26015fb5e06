import CairnCapture
import CairnConsole
import CairnNotebook
import CairnQuery
import CairnScreens
import CairnWork

extension Session {
  /// Asks the embedding server for the vectors that a query with these words needs. The resident
  /// process never asks that server; instead, it lets the client run the command.
  func prepare(_ words: [String]) async throws {
    if let transcript = surroundings.transcript {
      if work.needsServer(for: words) { transcript.decline() }
    } else {
      try await work.prepare(words)
    }
  }

  /// Selects captures for a command that only reads.
  func select(
    _ query: QueryArguments, sort: String? = nil, order: Query.DefaultOrder = .newest,
    limit: Int? = nil
  ) throws -> CaptureSelection {
    var request = try query.request(surroundings)
    (request.sort, request.order, request.limit) = (sort, order, limit)
    return try work.select(request)
  }

  /// Throws exit code 1 if no captures were selected. With `--json`, first prints a report that
  /// contains no changes.
  func expect(_ captures: [Capture]) throws {
    guard captures.isEmpty else { return }
    if options.json { show(ChangeReport(), .write) }
    throw nothingFound()
  }

  /// Shows the changes in a report. If a change was refused, throws the exit code of a failure.
  func finish(_ report: ChangeReport, _ mode: Mode, verb: String? = nil) throws {
    show(report, mode, verb: verb)
    try checkRefusals(report)
  }

  /// Throws the exit code of a failure if a change was refused.
  func checkRefusals(_ report: ChangeReport) throws {
    if !report.refused.isEmpty { throw ExitStatus.failure.code }
  }
}
