import CairnCapture
import CairnDigest
import CairnIndex
import CairnNotebook
import CairnText

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
  private var made: [(capture: Capture, meaning: FoundMeaning)] = []
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
  mutating func make(of capture: Capture) {
    guard capture.wantsMeaning(again: again) else { return note(capture) }
    guard let meaning = maker.meaning(of: capture) else { return note(capture) }
    results.append(Result(capture: capture, meaning: meaning.text, maker: meaning.maker))
    made.append((capture, meaning))
  }

  /// Makes the meanings of many captures, and writes them every now and then. Stops where somebody
  /// wants that, after having written what was made.
  mutating func make(of chosen: Chosen) throws {
    Interruption.watch()
    let meter = IndexMeter("Making meanings", "captures")
    defer { meter.clear() }
    for (place, entry) in chosen.entries.enumerated() where Interruption.code == nil {
      guard let capture = chosen.catalog.capture(entry) else { continue }
      make(of: capture)
      if session.showsProgress { meter.show(place + 1, chosen.entries.count) }
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
    JSONDocument.changes(
      report,
      others: [
        .init("operations", .array(operations.map { .string($0) })),
        .init(
          "meanings",
          .array(
            results.map {
              [
                "id": JSONValue($0.capture.id), "path": JSONValue(bytes: $0.capture.path.bytes),
                "meaning": JSONValue($0.meaning), "maker": JSONValue($0.maker),
              ]
            })),
      ])
  }
}
