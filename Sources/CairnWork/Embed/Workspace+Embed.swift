import CairnFiles
import CairnIndex
public import CairnNotebook
import CairnProvider
import CairnText

/// The result of making vectors.
public struct EmbedResult: Sendable {
  /// The name of the model.
  public let model: String
  /// The number of captures with up-to-date vectors after the run.
  public internal(set) var captures = 0
  /// The number of captures whose vectors were made or, in a dry run, would be made.
  public internal(set) var made = 0
  /// The number of texts that were sent or, in a dry run, would be sent.
  public internal(set) var sent = 0
  /// The number of private captures, which are never sent.
  public internal(set) var withheld = 0
  /// The number of lines that were sent (in a dry run, would be sent) to train the second opinion
  /// on types; nil if this training was not requested.
  public var types: Int?
  /// Whether the caller ended the run early.
  public internal(set) var isStopped = false
  /// The failure that ended the run early; nil if there was none.
  public internal(set) var failure: Refusal?
}

extension Workspace {
  /// Makes all vectors that captures lack, and deletes the vectors of captures that are gone or
  /// private. Sends only text that has no vector yet. If the run ends early, the vectors made so
  /// far are saved, and the next run continues.
  ///
  /// Throws a ``Refusal`` if no server or no cache folder is set, and `FileError` if the vectors
  /// cannot be saved.
  ///
  /// - Parameters:
  ///   - again: Whether to discard all vectors first.
  ///   - mode: A dry run sends and saves nothing.
  public func embed(again: Bool = false, _ mode: Mode = .write) async throws -> EmbedResult {
    let embedder = try embedder()
    guard let store = notebook.vectors else {
      throw Refusal("embeddings-cache", "the vectors need a cache folder, and there is none")
    }
    let table = again ? nil : store.table(of: embedder.model)
    let plan = try catalog(keepsAll: true).capturesToEmbed(with: table)
    var run = EmbeddingRun(
      self, embedder, store, table, current: plan.current, missing: plan.paths)
    run.result.withheld = plan.withheld
    context.cancellation.setsWaiting(true)
    defer { context.cancellation.setsWaiting(false) }
    try await run.run(mode)
    return run.result
  }

  /// Updates the vectors after requests of this workspace changed, moved or removed captures.
  /// Deletes vectors of text that is gone or became private. Sends nothing.
  func updateVectors() {
    guard hasWritten, notebook.vectors?.exists == true else { return }
    let changes = notebook.state.changes(ofOperations: Set(writtenOperations)).filter {
      $0.kind != .added && $0.kind != .restored
    }
    if !changes.isEmpty { notebook.updateVectors(after: changes) }
  }
}

/// A run that makes the vectors of captures.
private struct EmbeddingRun {
  private let work: Workspace
  private let embedder: Embedder
  private let store: VectorStore
  /// The vectors before the run; nil if there are no vectors of this model, or if they are
  /// discarded.
  private let table: VectorTable?
  /// The index of each vector in ``table``, keyed by the hash of the vector's text.
  private let known: [UInt64: Int]
  /// The captures that may need new vectors.
  private let paths: [NotePath]
  /// The captures whose vectors are not deleted.
  private var kept: Set<NotePath>
  /// The vectors that this run made, keyed by the hash of their text.
  private var made: [UInt64: QuantizedVector] = [:]
  /// The number of vectors that are not saved yet.
  private var unsaved = 0
  /// The captures whose vectors are complete but not saved yet, keyed by path.
  private var items: [NotePath: VectorTableWriter.Item] = [:]
  private var isFirstSave = true
  var result: EmbedResult

  /// The number of captures that are read at a time.
  private static let chunk = 64
  /// The number of unsaved vectors at which the run saves them. If ``table`` has more than 4,096
  /// vectors, the number is an eighth of the table's vectors instead.
  private static let leastToSave = 512

  init(
    _ work: Workspace, _ embedder: Embedder, _ store: VectorStore, _ table: VectorTable?,
    current: Set<NotePath>, missing paths: [NotePath]
  ) {
    (self.work, self.embedder, self.store, self.table) = (work, embedder, store, table)
    var known: [UInt64: Int] = [:]
    for number in 0..<(table?.count ?? 0) {
      guard let table else { break }
      for (hash, vector) in zip(table.hashes(of: number), table.vectors(of: number)) {
        known[hash] = vector
      }
    }
    self.known = known
    self.paths = paths
    kept = current.union(paths)
    result = EmbedResult(model: embedder.model.name)
    result.captures = current.count
  }

  mutating func run(_ mode: Mode) async throws {
    let progress = work.context.progress
    defer { progress?(.ended) }
    var done = 0
    for chunk in paths.chunked(into: Self.chunk) where result.failure == nil {
      if work.context.cancellation.isRequested() {
        result.isStopped = true
        break
      }
      let notebook = work.notebook
      let read = Parallel.map(Array(chunk)) { notebook.embeddedCapture(at: $0) }
      for (path, capture) in zip(chunk, read) where capture == nil { kept.remove(path) }
      await make(read.compactMap(\.self), mode)
      done += chunk.count
      progress?(.vectors(done: done, total: paths.count))
      if unsaved >= max(Self.leastToSave, (table?.vectorCount ?? 0) / 8) { try save() }
    }
    if mode == .write { try save() }
  }

  /// Makes the vectors that captures lack.
  private mutating func make(_ captures: [EmbeddedCapture], _ mode: Mode) async {
    var missing: [(hash: UInt64, text: String)] = []
    var wanted: Set<UInt64> = []
    for piece in captures.lazy.flatMap(\.pieces)
    where known[piece.hash] == nil && made[piece.hash] == nil {
      if wanted.insert(piece.hash).inserted { missing.append(piece) }
    }
    if mode == .dryRun {
      result.sent += missing.count
    } else {
      for batch in missing.chunked(into: EmbeddingServer.mostTexts) {
        do throws(ProviderFailure) {
          let vectors = try await embedder.vectors(of: batch.map(\.text))
          try check(vectors)
          for (piece, vector) in zip(batch, vectors) { made[piece.hash] = vector }
          result.sent += batch.count
          unsaved += batch.count
        } catch {
          if work.context.cancellation.isRequested() {
            result.isStopped = true
          } else {
            result.failure = Refusal(embedding: error)
          }
          break
        }
      }
    }
    for capture in captures { finish(capture, wanted, mode) }
  }

  /// Throws a `ProviderFailure` if the number of dimensions differs from that of earlier vectors.
  private func check(_ vectors: [QuantizedVector]) throws(ProviderFailure) {
    let known = table.flatMap { $0.vectorCount > 0 ? $0.dimensions : nil }
    guard let dimensions = known ?? made.first?.value.dimensions,
      let other = vectors.first(where: { $0.dimensions != dimensions })
    else { return }
    throw ProviderFailure(
      .output,
      "the vectors have \(other.dimensions) dimensions, but earlier ones have \(dimensions); run "
        + "`cairn embed --rebuild`")
  }

  /// Records the vectors of a capture for saving, if every piece of the capture has a vector;
  /// otherwise does nothing. In a dry run, only counts the capture.
  private mutating func finish(
    _ capture: EmbeddedCapture, _ wanted: Set<UInt64>, _ mode: Mode
  ) {
    let isNew = capture.pieces.contains { wanted.contains($0.hash) }
    if mode == .dryRun {
      if isNew { result.made += 1 } else { result.captures += 1 }
      return
    }
    var pieces: [(hash: UInt64, vector: QuantizedVector)] = []
    for piece in capture.pieces {
      if let vector = made[piece.hash] {
        pieces.append((piece.hash, vector))
      } else if let number = known[piece.hash], let table {
        pieces.append((piece.hash, table.vector(number)))
      }
    }
    guard pieces.count == capture.pieces.count else { return }
    items[capture.path] = VectorTableWriter.Item(stamp: capture.stamp, pieces: pieces)
    result.captures += 1
    if isNew { result.made += 1 }
  }

  /// Saves the vectors made so far, and deletes the vectors of captures that are gone or private.
  private mutating func save() throws(FileError) {
    let (model, notebook) = (embedder.model.hash, work.notebook)
    let (items, kept, isFresh) = (items, kept, isFirstSave && table == nil)
    // If the server never returned a vector, the vectors of another model must not be deleted.
    if isFresh, made.isEmpty, result.failure != nil || result.isStopped { return }
    try store.update { current in
      // Another command may have changed the vectors or the captures meanwhile.
      let isUsable = current?.model == model && !isFresh
      var writer =
        current.flatMap { isUsable ? VectorTableWriter($0) : nil }
        ?? VectorTableWriter(model: model)
      for (path, item) in items where notebook.isUnchanged(path, since: item.stamp) {
        writer[path] = item
      }
      for path in Array(writer.paths) where !kept.contains(path) { writer[path] = nil }
      return writer
    }
    isFirstSave = false
    unsaved = 0
    self.items = [:]
  }
}

extension EmbedResult {
  /// Sentences on the run, not escaped for a terminal.
  public func lines(_ mode: Mode) -> [String] {
    let texts = sent.of("text")
    var lines: [String] = []
    if mode == .dryRun {
      lines.append("\(texts) of \(made.of("capture")) would be sent; nothing was sent.")
    } else if made > 0 || failure != nil || isStopped {
      lines.append("Made the vectors of \(made.of("capture")) (\(texts)) with `\(model)`.")
    }
    let have = captures == 1 ? "has an up-to-date vector" : "have up-to-date vectors"
    lines.append("\(captures.of("capture")) \(have).")
    if withheld > 0 {
      let (are, were) = withheld == 1 ? ("is", "was") : ("are", "were")
      lines.append("\(withheld.of("capture")) \(are) private and \(were) not sent.")
    }
    if let types {
      lines.append(
        mode == .dryRun
          ? "\(types.of("training line")) would be sent to detect types by meaning."
          : "`cairn add` and `cairn classify` now also detect types by meaning.")
    }
    if isStopped { lines.append("Stopped early; run `cairn embed` again to continue.") }
    return lines
  }
}
