public import CairnCapture
public import CairnNotebook
public import CairnProvider
import CairnText

/// The meanings that were written or, in a dry run, would be written.
public struct MeaningResult: Sendable {
  /// A capture and the meaning that it has after the run.
  public struct Found: Sendable {
    /// The capture.
    public let capture: Capture
    /// The meaning of ``capture``; nil if it has none.
    public let meaning: String?
    /// The name of the provider that wrote the meaning; `cairn` for the built-in rules. Nil if a
    /// person wrote the meaning, or if there is none.
    public let maker: String?
  }

  /// The changed files of all operations.
  public internal(set) var report = ChangeReport()
  /// The ids of the operations, in order.
  public internal(set) var operations: [String] = []
  /// The captures that were processed, with their meanings.
  public internal(set) var found: [Found] = []
  /// In a dry run, the requests that would be sent.
  public internal(set) var unsent: [AskedProvider] = []
  /// The number of captures for which the provider failed, and the last of these failures.
  public internal(set) var failures: (count: Int, last: ProviderFailure?) = (0, nil)
  /// The number of captures not sent to the provider because they are private.
  public internal(set) var withheld = 0
  /// Whether the run ended early: the caller cancelled it, or the provider kept failing.
  public internal(set) var isStopped = false
}

extension MeaningResult {
  /// The captures that got a new meaning.
  public var written: [Found] {
    let paths = Set(report.changed.map(\.path))
    return found.filter { $0.meaning != nil && paths.contains($0.capture.path) }
  }

  /// A sentence with the number of meanings that were written.
  public var summary: String {
    let without = found.count { $0.meaning == nil }
    return "\(written.count.of("meaning")) written"
      + (without > 0 ? "; none found for \(without.of("capture"))." : ".")
  }

  /// If the run ended early, returns one sentence with the number of processed captures and
  /// `total`; otherwise returns an empty array. The sentence is not escaped for a terminal.
  public func remarks(of total: Int) -> [String] {
    let stop = "Stopped after \(found.count) of \(total.of("capture"))"
    return isStopped ? ["\(stop); run the command again to continue."] : []
  }
}

extension Workspace {
  /// Determines the meanings of a plan's captures, and writes them in batches. If the run stops
  /// early, meanings found so far are written, and the next run continues with the other captures.
  ///
  /// Throws `FileError` if the notebook cannot be locked, and `CancellationError` if the caller
  /// cancelled a run for a single capture.
  public func findMeanings(_ plan: MeaningPlan) async throws -> MeaningResult {
    guard case .find(let again, _) = plan.request.edit else { return MeaningResult() }
    var run = MeaningRun(
      work: self, maker: MeaningMaker(provider: plan.provider), again: again,
      mode: plan.request.mode)
    context.cancellation.setsWaiting(true)
    defer { context.cancellation.setsWaiting(false) }
    switch plan.captures {
    case .one(let capture):
      await run.find(capture)
      if context.cancellation.isRequested() { throw CancellationError() }
      try run.write()
    case .many(let selection): try await run.find(selection)
    }
    tellWithheld(run.result.withheld)
    return run.result
  }
}

/// A run that determines and writes the meanings of captures.
private struct MeaningRun {
  let work: Workspace
  let maker: MeaningMaker
  /// Whether to replace meanings that Cairn or a provider wrote.
  let again: Bool
  let mode: Mode
  var result = MeaningResult()
  private var patience = ProviderPatience()
  private var made: [(capture: Capture, meaning: MeaningAnswer)] = []
  private var lastWrite = ContinuousClock.now

  /// The limits after which a batch is written: the number of meanings, and the time since the last
  /// write.
  private static let batch = (count: 1000, time: Duration.seconds(10))

  init(work: Workspace, maker: MeaningMaker, again: Bool, mode: Mode) {
    (self.work, self.maker, self.again, self.mode) = (work, maker, again, mode)
  }

  /// Determines the meaning of a capture. ``write()`` writes the meaning later.
  mutating func find(_ capture: Capture) async {
    guard capture.wantsMeaning(again: again), again || !isKnownToHaveNone(capture) else {
      return note(capture)
    }
    let isWithheld = maker.provider != nil && work.isPrivate(capture)
    if isWithheld { result.withheld += 1 }
    let own = isWithheld ? MeaningMaker(provider: nil) : maker
    let (found, asked) = await own.meaning(of: capture, dryRun: mode == .dryRun)
    if let asked {
      if !asked.isSent { return result.unsent.append(asked) }
      patience.note(asked)
      if let failure = asked.failure {
        return result.failures = (result.failures.count + 1, failure)
      }
    }
    if let found {
      result.found.append(.init(capture: capture, meaning: found.text, maker: found.maker))
      made.append((capture, .found(found)))
    } else {
      note(capture)
      if let provider = own.provider, capture.meaning == nil {
        made.append((capture, .none(maker: provider.name)))
      }
    }
  }

  /// Returns whether the provider already found no meaning for this text. Always false without a
  /// provider: results of the built-in rules are not recorded, because it is cheap to apply the
  /// rules again.
  private func isKnownToHaveNone(_ capture: Capture) -> Bool {
    maker.provider.map { capture.makerWithoutMeaning == $0.name } ?? false
  }

  /// Determines the meanings of many captures, and writes them in batches.
  mutating func find(_ chosen: CaptureSelection) async throws {
    let progress = work.context.progress
    defer { progress?(.ended) }
    for (place, entry) in chosen.entries.enumerated() {
      guard let capture = chosen.catalog.capture(entry) else { continue }
      await find(capture)
      if work.context.cancellation.isRequested() || patience.isOver {
        result.isStopped = true
        break
      }
      progress?(.meanings(done: place + 1, total: chosen.entries.count))
      let isLate = ContinuousClock.now - lastWrite > Self.batch.time
      if made.count >= Self.batch.count || isLate { try write() }
    }
    try write()
  }

  /// Writes the meanings found since the last call.
  mutating func write() throws {
    lastWrite = .now
    guard !made.isEmpty else { return }
    let batch = try work.notebook.keep(made, again: again, mode)
    made = []
    result.report.changed += batch.changed
    result.report.unchanged += batch.unchanged
    result.report.refused += batch.refused
    result.report.operation = batch.operation ?? result.report.operation
    if let operation = batch.operation { result.operations.append(operation) }
  }

  private mutating func note(_ capture: Capture) {
    result.found.append(
      .init(capture: capture, meaning: capture.meaning, maker: capture.maker(of: "meaning")))
  }
}
