public import CairnCapture
public import CairnIndex
public import CairnText

/// The up-to-date vectors of a catalog's captures.
///
/// A vector is up to date if the text of its capture has not changed since the vector was made.
/// Private captures have no vectors here, even if they became private after their vectors were
/// made.
public struct CurrentVectors: Sendable {
  private let table: VectorTable
  /// The captures, indexed by their number in the table; nil for a capture that is gone or private,
  /// or whose vectors are out of date.
  private let entries: [Snapshot.Entry?]
  private let numbers: [Snapshot.Entry: Int]
  /// The number of captures without an up-to-date vector, not counting private ones.
  public let lacking: Int

  /// The number of dimensions of each vector.
  public var dimensions: Int { table.dimensions }

  /// The number of captures with vectors that are up to date.
  public var count: Int { numbers.count }

  fileprivate init(_ table: VectorTable, _ entries: [Snapshot.Entry?], of captures: Int) {
    self.table = table
    self.entries = entries
    var numbers: [Snapshot.Entry: Int] = [:]
    for (number, entry) in entries.enumerated() {
      if let entry { numbers[entry] = number }
    }
    self.numbers = numbers
    lacking = max(0, captures - numbers.count)
  }
}

extension Catalog {
  /// Returns the up-to-date vectors that a model made; nil if the notebook has no vectors of this
  /// model.
  ///
  /// Costs a lookup of each path, and reads up to 256 captures whose files have changed since their
  /// vectors were made. If more files have changed, the vectors of the others count as out of date.
  public func vectors(of model: EmbeddingModel) throws -> CurrentVectors? {
    guard let table = notebook.vectors?.table(of: model) else { return nil }
    let hidden = try excluded(notebook.clock) { $0.isPrivate }
    let snapshot = snapshot
    let parts = Parallel.map(Array(0..<table.count).chunked(into: 1024)) { part in
      part.map { number -> Snapshot.Entry? in
        snapshot.entry(at: table.path(number)).flatMap { hidden.contains($0) ? nil : $0 }
      }
    }
    var entries = Array(parts.joined())
    var reads = 256
    for (number, entry) in entries.enumerated() {
      guard let entry else { continue }
      if isUnchanged(entry, since: table.stamp(number)) { continue }
      reads -= 1
      let text = reads >= 0 ? capture(entry)?.embeddedTexts : nil
      if text?.map(EmbeddingModel.hash(ofText:)) != table.hashes(of: number) {
        entries[number] = nil
      }
    }
    return CurrentVectors(table, entries, of: count - hidden.count)
  }

  /// Returns whether the file of a capture has certainly not changed since it had this stamp.
  func isUnchanged(_ entry: Snapshot.Entry, since stamp: UInt64) -> Bool {
    guard case .document(let layer, let document) = entry else { return false }
    return snapshot.layers[layer].segment.identity(document).vectorStamp == stamp
  }
}

// MARK: - Missing vectors

extension Catalog {
  /// Returns the paths of the captures that may need new vectors, sorted: captures without vectors
  /// in `table`, and captures whose files have changed since the vectors in `table` were made.
  /// `current` contains the captures whose files have not changed; `withheld` counts private
  /// captures, which get no vectors.
  ///
  /// Costs a pass over all captures, but reads no capture.
  public func capturesToEmbed(
    with table: VectorTable?
  ) throws -> (paths: [NotePath], current: Set<NotePath>, withheld: Int) {
    let hidden = try excluded(notebook.clock) { $0.isPrivate }
    var paths: [NotePath] = []
    var current: Set<NotePath> = []
    for entry in snapshot.entries where !hidden.contains(entry) {
      let path = snapshot.path(entry)
      let number = table.flatMap { $0.number(of: path) }
      let stamp = number.flatMap { table?.stamp($0) } ?? 0
      if isUnchanged(entry, since: stamp) { current.insert(path) } else { paths.append(path) }
    }
    return (paths.sorted(), current, hidden.count)
  }
}

// MARK: - Comparison

extension CurrentVectors {
  /// Returns the vector of a capture: the mean direction of the vectors of its pieces. Returns nil
  /// if the capture has no vectors.
  public func vector(of entry: Snapshot.Entry) -> QuantizedVector? {
    numbers[entry].flatMap { number in
      QuantizedVector(meanOf: table.vectors(of: number).map { table.vector($0) })
    }
  }

  /// Returns the vector of a capture, as ``vector(of:)`` does.
  public func vector(of capture: Capture, in catalog: Catalog) -> QuantizedVector? {
    catalog.entry(at: capture.path).flatMap { vector(of: $0) }
  }

  /// A capture and its similarity to a vector.
  public struct Near: Sendable {
    /// The capture.
    public let entry: Snapshot.Entry
    /// The cosine similarity, from -1 to 1.
    public let similarity: Double
    /// The amount by which the capture is more similar to the vector than to the mean of all
    /// vectors. The order of captures depends on this value.
    public let excess: Double
  }

  /// Returns the captures that are clearly more similar to a vector than most others, the most
  /// similar first.
  ///
  /// Some texts are similar to all others, so each similarity is compared with the capture's
  /// similarity to the mean of all vectors (``Near/excess``). In some models, even unrelated texts
  /// are similar, so the limit is halfway between the average and the greatest excess.
  ///
  /// - Parameter excluded: A capture to leave out; nil for none.
  public func nearest(
    to vector: QuantizedVector, except excluded: Snapshot.Entry? = nil
  ) -> [Near] {
    let usual = usualSimilarities
    var all: [Near] = []
    all.reserveCapacity(usual.count)
    for (number, similarity) in table.similarities(to: vector).enumerated() where similarity > -1 {
      guard let entry = entries[number], entry != excluded else { continue }
      all.append(
        Near(
          entry: entry, similarity: Double(similarity),
          excess: Double(similarity - usual[number])))
    }
    guard let best = all.map(\.excess).max() else { return [] }
    let mean = all.reduce(0) { $0 + $1.excess } / Double(all.count)
    return all.filter { $0.excess >= (mean + best) / 2 }.sorted { $0.excess > $1.excess }
  }

  /// Returns the captures that are most similar to a vector, the most similar first, at most
  /// `limit` of them.
  public func closest(to vector: QuantizedVector, limit: Int) -> [Snapshot.Entry] {
    let similarities = table.similarities(to: vector)
    return similarities.indices.filter { similarities[$0] > -1 && entries[$0] != nil }
      .first(limit) { (similarities[$1], $0) < (similarities[$0], $1) }
      .compactMap { entries[$0] }
  }

  /// The similarity of each capture to the mean of all vectors, indexed by the capture's number.
  /// Computed on each access.
  public var usualSimilarities: [Float] { table.similarities(to: table.mean) }

  /// Returns the greatest similarity, by vectors, of another capture to this capture, from 0 to 1.
  /// The result is 1 for equal vectors. It is 0 if every other capture is at least as similar to
  /// the mean of all vectors as to this capture. Nil if this capture has no vectors. Compares the
  /// capture with all others.
  ///
  /// - Parameter usual: The ``usualSimilarities``.
  public func nearestShare(
    of entry: Snapshot.Entry, leavingOut: Set<Snapshot.Entry>, _ usual: [Float]
  ) -> Double? {
    vector(of: entry).map { vector in
      var best: Float = 0
      for (number, similarity) in table.similarities(to: vector).enumerated() {
        let share = (similarity - usual[number]) / max(1 - usual[number], .ulpOfOne)
        guard share > best, let other = entries[number], other != entry,
          !leavingOut.contains(other)
        else { continue }
        best = share
      }
      return Double(min(1, best))
    }
  }

  /// The maximum number of captures whose vectors are all compared with each other.
  private static let mostCompared = 10_000
  /// The number of most similar captures that are considered as partners of each capture.
  private static let nearestInPair = 5

  /// The pairs of captures in which each capture is one of the five that are most similar to the
  /// other. Each pair occurs in both orders. Empty if there are more than 10,000 captures, because
  /// the cost is quadratic.
  var pairs: [(Snapshot.Entry, Snapshot.Entry)] {
    let all = numbers.sorted { $0.value < $1.value }.map(\.key)
    guard all.count <= Self.mostCompared else { return [] }
    let near = Parallel.map(all.chunked(into: 64)) { part in
      part.map { entry in
        let found = vector(of: entry).map { nearest(to: $0, except: entry) } ?? []
        return found.prefix(Self.nearestInPair).map(\.entry)
      }
    }.joined()
    let sets = Dictionary(
      zip(all, near.map { Set($0) }), uniquingKeysWith: { first, _ in first })
    return zip(all, near).flatMap { entry, others in
      others.filter { sets[$0]?.contains(entry) == true }.map { (entry, $0) }
    }
  }

  /// Returns the piece of a capture's text that is most similar to a vector; nil if the capture has
  /// no vectors.
  public func bestPiece(
    of capture: Capture, at entry: Snapshot.Entry, for vector: QuantizedVector
  ) -> String? {
    guard let number = numbers[entry] else { return nil }
    let texts = capture.embeddedTexts
    let place = table.bestPiece(of: number, for: vector)
    return place < texts.count ? texts[place] : texts.first
  }
}
