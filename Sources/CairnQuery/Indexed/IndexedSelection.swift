public import CairnCapture
public import CairnIndex
public import CairnText

/// The result of a query on a snapshot.
public struct IndexedSelection: Sendable {
  /// The captures in the requested order, up to the limit.
  public let entries: [Snapshot.Entry]
  /// The number of all matching captures, regardless of the limit.
  public let total: Int
  /// Captures that are left out because a pattern exceeded its limits, so that it is unknown
  /// whether they match.
  public let undecided: [NotePath]
  /// The number of files that were read because the index could not decide whether they match.
  public let filesRead: Int
  /// The spellings in which the query's mistyped words were found.
  public let spellings: [FoundSpellings]
}

/// A function that reads captures of a snapshot. Calls its second parameter once for each path, in
/// order, with the capture, or with nil if the file is gone. Must be thread-safe, because queries
/// call it on several threads.
public typealias CaptureReader = @Sendable ([NotePath], (Capture?) -> Void) -> Void

extension Query {
  /// Returns the captures of a snapshot that satisfy this query. The captures and their order are
  /// the same as in ``select(from:in:order:)-(Sequence<Capture>,_,_)``.
  ///
  /// Cost is proportional to the number of postings of the query's words, plus the number of files
  /// that must be read. A file must be read if the index cannot decide whether it matches, for
  /// example for regular expressions, separators inside `*…*`, and values too long to be indexed.
  /// The result is incomplete if ``QueryContext/isCancelled`` returns true.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of captures to return. All matches are counted in
  ///     ``IndexedSelection/total``.
  ///   - named: If not nil, only captures at these paths are considered.
  /// - Throws: `IndexDamage` if the index is corrupt.
  public func select(
    from snapshot: Snapshot, in context: QueryContext, order: DefaultOrder = .newest,
    limit: Int? = nil, among named: Set<NotePath>? = nil, read: @escaping CaptureReader
  ) throws(IndexDamage) -> IndexedSelection {
    let likes = sort.isEmpty ? condition.rankingLikes : []
    let ranking =
      sort.isEmpty && likes.isEmpty && order == .relevance
      ? try SnapshotRanking(condition, snapshot, context, read) : nil
    var finder = SnapshotFinder(snapshot, context, read)
    var found = try finder.find(self, counted: ranking?.documents)
    if let named { found = found.filter { named.contains(snapshot.path($0)) } }
    let relevance =
      likes.isEmpty
      ? try ranking?.scores(of: found)
      : found.map { context.similarity(of: snapshot.path($0), to: likes) }
    let sorter = try SnapshotSorting(sort, snapshot, context, read)
    let entries = try sorter.sorted(found, relevance: relevance, limit: limit)
    return IndexedSelection(
      entries: entries, total: found.count, undecided: finder.undecided,
      filesRead: finder.filesRead,
      spellings: try SpellingFinder(condition).found(in: found, of: snapshot))
  }

  /// Counts the captures of a snapshot that match each part of this query.
  ///
  /// - Throws: `IndexDamage` if the index is corrupt.
  public func explanation(
    over snapshot: Snapshot, in context: QueryContext, read: @escaping CaptureReader
  ) throws(IndexDamage) -> Explanation {
    var lines: [Explanation.Line] = []
    for part in condition.parts(depth: 0) {
      var finder = SnapshotFinder(snapshot, context, read)
      let found = try finder.find(Query(part.condition))
      let spellings = try SpellingFinder(part: part.condition).found(in: found, of: snapshot)
      lines.append(
        Explanation.Line(
          depth: part.depth, text: part.condition.headline, count: found.count,
          filesRead: finder.filesRead, spellings: spellings.flatMap(\.spellings)))
    }
    return Explanation(lines: lines)
  }
}

/// A finder of matching captures. Reads the file of a capture only if the index cannot decide
/// whether the capture matches.
private struct SnapshotFinder {
  let snapshot: Snapshot
  let context: QueryContext
  let read: CaptureReader
  private let novelty: SnapshotNovelty
  private(set) var undecided: [NotePath] = []
  private(set) var filesRead = 0

  init(_ snapshot: Snapshot, _ context: QueryContext, _ read: @escaping CaptureReader) {
    self.snapshot = snapshot
    self.read = read
    novelty = SnapshotNovelty(snapshot, context.nearestMeaning)
    var context = context
    context.novelty = novelty
    self.context = context
  }

  /// Returns the captures that match a query.
  ///
  /// - Parameter counted: For each layer, the documents that are known to contain a pattern, keyed
  ///   by pattern; nil if none are known.
  mutating func find(
    _ query: Query, counted: [[WordPattern: DocumentSet]]? = nil
  ) throws(IndexDamage) -> [Snapshot.Entry] {
    let matcher = Matcher(query, in: context)
    var found: [Snapshot.Entry] = []
    let isCancelled = context.isCancelled
    for (index, layer) in snapshot.layers.enumerated() where !layer.isSpent && !isCancelled() {
      let check = IndexedCheck(layer, in: context, counted: counted?[index] ?? [:])
      let answer = try check.answer(matcher.check)
      let doubtful = answer.maybe.documents
      filesRead += doubtful.count
      let read = read
      let verdicts = Parallel.map(doubtful.chunked(into: 32)) { chunk in
        var verdicts: [Bool?] = []
        if isCancelled() { return verdicts }
        read(chunk.map(layer.segment.path)) { capture in
          guard let capture, !isCancelled() else { return verdicts.append(false) }
          verdicts.append(matcher.verdict(CaptureReading(capture)))
        }
        return verdicts
      }
      var yes = answer.yes
      for (document, verdict) in zip(doubtful, verdicts.joined()) {
        switch verdict {
        case true?: yes.insert(document)
        case nil: undecided.append(layer.segment.path(document))
        default: break
        }
      }
      yes.forEach { found.append(.document(layer: index, $0)) }
    }
    for (index, capture) in snapshot.changed.enumerated() where !isCancelled() {
      switch matcher.verdict(CaptureReading(capture)) {
      case true?: found.append(.changed(index))
      case nil: undecided.append(capture.path)
      default: break
      }
    }
    if let damage = novelty.damage { throw damage }
    return found
  }
}
