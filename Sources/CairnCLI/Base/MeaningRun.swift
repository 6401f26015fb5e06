import CairnCapture
import CairnDigest
import CairnDocument
import CairnIndex
import CairnNotebook
import CairnProvider
import CairnText
import CairnWork

/// One run over captures that want a meaning: it makes them, and writes them as it goes.
struct MeaningRun {
  /// What became of a capture: its meaning, where it has one now.
  struct Result {
    let capture: Capture
    let meaning: String?
    /// The machine that wrote the meaning; nil where a person did, or there is none.
    let maker: String?
  }

  let session: Session
  let maker: MeaningMaker
  /// Whether meanings that a machine wrote are made again.
  let again: Bool
  let mode: Mode
  /// What was written, in all operations.
  private(set) var report = ChangeReport()
  /// The operations, in order.
  private(set) var operations: [String] = []
  /// What became of each capture.
  private(set) var results: [Result] = []
  /// What would be sent, in a dry run.
  private(set) var unsent: [AskedProvider] = []
  /// For how many captures the provider gave no answer, and why not for the last of them.
  private(set) var failures: (count: Int, last: ProviderFailure?) = (0, nil)
  /// Those of many that were passed over, since their front matter is kept as it is.
  private(set) var passedOver: [NotePath] = []
  /// How many captures the provider was not sent, since they are private.
  private(set) var withheld = 0
  private var patience = ProviderPatience()
  private var made: [(capture: Capture, meaning: MeaningAnswer)] = []
  private var lastWrite = ContinuousClock.now

  /// What was made is written once it is so much, or so long ago: a run that is stopped goes on from
  /// there, and one operation of the journal is that much.
  private static let batch = (count: 1000, time: Duration.seconds(10))

  init(_ session: Session, _ maker: MeaningMaker, again: Bool, _ mode: Mode) {
    self.session = session
    self.maker = maker
    self.again = again
    self.mode = mode
  }

  /// Makes the meaning of one capture; what was made is written by ``write()``.
  mutating func make(of capture: Capture) async {
    guard capture.wantsMeaning(again: again), again || !isKnownToHaveNone(capture) else {
      return note(capture)
    }
    let isWithheld = maker.provider != nil && session.notebook.isPrivate(capture)
    if isWithheld { withheld += 1 }
    let own = isWithheld ? MeaningMaker(provider: nil) : maker
    let (found, asked) = await own.meaning(of: capture, dryRun: mode == .dryRun)
    if let asked {
      if !asked.isSent { return unsent.append(asked) }
      patience.note(asked)
      if let failure = asked.failure { return failures = (failures.count + 1, failure) }
    }
    if let found {
      results.append(Result(capture: capture, meaning: found.text, maker: found.maker))
      made.append((capture, .found(found)))
    } else {
      note(capture)
      if let provider = own.provider, capture.meaning == nil {
        made.append((capture, .none(maker: provider.name)))
      }
    }
  }

  /// Whether the provider found no meaning for this text before. The program itself is not marked, since
  /// its answer costs nothing.
  private func isKnownToHaveNone(_ capture: Capture) -> Bool {
    maker.provider.map { capture.makerWithoutMeaning == $0.name } ?? false
  }

  /// Whether the run has to end before all is done: somebody wants that, or the provider fails in a way
  /// that does not pass.
  var mustStop: Bool { Interruption.code != nil || patience.isOver }

  /// Makes the meanings of many captures, and writes them every now and then. Stops where somebody
  /// wants that, after having written what was made.
  mutating func make(of chosen: CaptureSelection) async throws {
    Interruption.watch()
    defer { Interruption.unwatch() }
    let meter = IndexMeter("Making meanings", "captures", width: session.surroundings.columns)
    defer { meter.clear() }
    for (place, entry) in chosen.entries.enumerated() {
      guard let capture = chosen.catalog.capture(entry) else { continue }
      if capture.document.frontMatter.isKept {
        passedOver.append(capture.path)
        continue
      }
      await make(of: capture)
      if mustStop { break }
      if session.work.context.progress != nil { meter.show(place + 1, chosen.entries.count) }
      let isLate = ContinuousClock.now - lastWrite > Self.batch.time
      if made.count >= Self.batch.count || isLate { try write() }
    }
    try write()
  }

  /// Writes what was made since the last time.
  mutating func write() throws {
    lastWrite = .now
    guard !made.isEmpty else { return }
    let batch = try session.notebook.keep(made, again: again, mode)
    made = []
    report.changed += batch.changed
    report.unchanged += batch.unchanged
    report.refused += batch.refused
    report.operation = batch.operation ?? report.operation
    if let operation = batch.operation { operations.append(operation) }
  }

  private mutating func note(_ capture: Capture) {
    results.append(
      Result(
        capture: capture, meaning: capture.meaning, maker: capture.maker(of: "meaning")))
  }
}

extension MeaningRun {
  /// What was done, for scripts.
  var json: JSONValue {
    var others: [JSONValue.Member] = [
      .init("operations", .array(operations.map { .string($0) })),
      .init("meanings", .array(results.map(\.json))),
    ]
    if let provider = maker.provider {
      others.append(
        AskedProvider.member(provider.name, failures.last, failed: failures.count))
      others.append(.init("withheld", .integer(withheld)))
    }
    if !unsent.isEmpty { others.append(AskedProvider.sent(unsent)) }
    return JSONDocument.changes(report, others: others)
  }
}

extension MeaningRun.Result {
  fileprivate var json: JSONValue {
    [
      "id": JSONValue(capture.id), "path": JSONValue(bytes: capture.path.bytes),
      "meaning": JSONValue(meaning), "maker": JSONValue(maker),
    ]
  }
}
