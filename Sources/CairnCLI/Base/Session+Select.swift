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

  /// The captures that arguments choose, for a command that writes.
  func selectToWrite(
    _ query: QueryArguments, all: Bool, attachments: Bool = false, narrowing: Query? = nil
  ) throws -> CaptureSelection {
    var request = try query.request(surroundings)
    (request.listsAttachments, request.narrowing) = (attachments, narrowing)
    return try work.selectToWrite(request, all: all)
  }

  /// Makes sure that captures were chosen; if not, reports that nothing was changed and ends the
  /// command.
  func expect(_ captures: [Capture]) throws {
    guard captures.isEmpty else { return }
    if options.json { show(ChangeReport(), .write) }
    throw nothingFound()
  }

  /// The captures that arguments choose to be written, at least one.
  func someToWrite(_ query: QueryArguments, all: Bool) throws -> [Capture] {
    let captures = try selectToWrite(query, all: all).captures
    try expect(captures)
    return captures
  }

  /// Says what was done, and ends the command with failure if something was refused.
  func finish(_ report: ChangeReport, _ mode: Mode) throws {
    show(report, mode)
    if !report.refused.isEmpty { throw ExitStatus.failure.code }
  }
}
