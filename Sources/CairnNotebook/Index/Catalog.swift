import CairnCapture
public import CairnFiles
public import CairnIndex
public import CairnText
import Synchronization

/// The content of a notebook, from its index. The file of a capture is read only if the index lacks
/// facts about the capture.
///
///     let catalog = notebook.catalog()
///     let found = try catalog.select(query, in: catalog.context(clock), limit: 20)
///     let titles = found.entries.map { catalog.row($0)?.title }
///
/// A catalog shows the files as they were when the catalog was created. Tests compare catalogs with
/// `Library`, which reads all files. Thread-safe.
public final class Catalog: Sendable {
  /// The notebook.
  public let notebook: Notebook
  /// The result of the walk over the notebook's files: the folders, and the entries in them that
  /// are not captures.
  public let walk: Walk
  /// The files that are not captures, sorted by path; empty unless they were requested.
  public let attachments: [NotePath]
  /// The errors of folders and files that could not be read. The captures in these folders and
  /// files are missing from this catalog.
  public let problems: [FileError]
  /// The pages of collections, keyed by collection.
  let pages: [NotePath: CollectionPage]
  /// The captures and folders that the notebook's audience does not see; nil if this catalog shows
  /// everything.
  private let concealment: Concealment?
  /// The catalog of the whole notebook if this one shows only a part of it; otherwise nil.
  let unconcealed: Catalog?
  private let state: Mutex<State>

  /// The parts of the catalog that change if the index turns out to be damaged.
  private struct State: Sendable {
    var snapshot: Snapshot
    var notes: [String]
    var isRebuilt = false
    var isAbandoned = false
    var isKept: Bool
    var facts: CatalogFacts
  }

  init(_ notebook: Notebook, _ result: Indexer.Result) {
    self.notebook = notebook
    (concealment, unconcealed) = (nil, nil)
    pages = result.pages.merging(notebook.unsaved.pages) { $1 }
    walk = result.walk
    attachments = result.attachments
    problems = result.walk.problems + result.problems
    state = Mutex(
      State(
        snapshot: notebook.unsaved.replacing(in: result.snapshot, of: notebook.store),
        notes: result.notes,
        isKept: result.isKept,
        facts: notebook.unsaved.isEmpty ? result.facts : CatalogFacts()))
  }

  /// Creates the part of a catalog that an audience sees.
  fileprivate init(of whole: Catalog, for audience: Audience) {
    let concealment = Concealment(audience, in: whole)
    self.concealment = concealment
    unconcealed = whole
    notebook = whole.notebook
    pages = whole.pages.filter { !concealment.hidesName(ofFolder: $0.key) }
    walk = whole.walk.without(
      folders: concealment.hidesName(ofFolder:), files: concealment.hides(_:))
    attachments = whole.attachments.filter { !concealment.hides($0) }
    problems = whole.problems.filter { $0.notePath.map { !concealment.hides($0) } ?? true }
    let (snapshot, isKept) = (concealment.concealing(whole.snapshot), whole.isKept)
    state = Mutex(
      State(snapshot: snapshot, notes: [], isKept: isKept, facts: CatalogFacts()))
  }

  /// The catalog of the whole notebook, including everything that the audience does not see. Used
  /// to update links.
  var whole: Catalog { unconcealed ?? self }

  /// Returns whether the notebook's audience sees the file at a path.
  public func shows(_ path: NotePath) -> Bool { concealment.map { !$0.hides(path) } ?? true }

  /// Returns the part of `contents` that the notebook's audience can see; nil if the audience can
  /// see everything.
  func visible(in contents: LinkedContents) -> LinkedContents? {
    guard concealment != nil else { return nil }
    return LinkedContents(
      names: contents.names.filter { shows($0.path) },
      attachments: contents.attachments.filter { shows($0) },
      sources: contents.sources.filter { shows($0.path) })
  }

  /// Returns whether the notebook's audience sees a collection, or would see it if it existed.
  public func shows(collection: NotePath) -> Bool {
    concealment.map { !$0.hides(folder: collection) } ?? true
  }

  /// The captures, in the segments of the index and in files that are newer than the index.
  public var snapshot: Snapshot { state.withLock(\.snapshot) }

  /// Descriptions of the problems found in the index, displayed on request.
  public var notes: [String] { state.withLock(\.notes) }

  /// Whether the index was in the cache when this catalog was made. Other commands may have updated
  /// the cached index since.
  var isKept: Bool { state.withLock(\.isKept) }

  /// Returns the value at a key path of the facts, and creates it with `make` on first use. `make`
  /// must use only its argument and not ``snapshot``: if the index was rebuilt in the meantime, the
  /// catalog has a newer snapshot than these facts.
  func kept<Value: Sendable>(
    _ value: any WritableKeyPath<CatalogFacts.Values, Value?> & Sendable,
    _ make: (Snapshot) -> Value
  ) -> Value {
    let (facts, snapshot) = state.withLock { ($0.facts, $0.snapshot) }
    if let made = facts.values.withLock({ $0[keyPath: value] }) { return made }
    let made = make(snapshot)
    facts.values.withLock { $0[keyPath: value] = made }
    return made
  }

  /// Returns the value at a key path of the facts, and creates it with `make` on first use. If the
  /// index is rebuilt while `make` runs, the value is returned but not kept.
  func kept<Value: Sendable>(
    _ value: any WritableKeyPath<CatalogFacts.Values, Value?> & Sendable,
    _ make: () throws(IndexDamage) -> Value
  ) throws(IndexDamage) -> Value {
    let facts = state.withLock(\.facts)
    if let made = facts.values.withLock({ $0[keyPath: value] }) { return made }
    let made = try make()
    if state.withLock({ $0.facts === facts }) {
      facts.values.withLock { $0[keyPath: value] = made }
    }
    return made
  }
}

extension Notebook {
  /// Updates the index from the files and opens it.
  ///
  /// Checks the metadata of each file, and reads the files that changed, or all files if there is
  /// no index. Starts again if another command changes files in the meantime.
  ///
  /// - Parameters:
  ///   - listsAttachments: Whether to also list files that are not captures.
  ///   - isFresh: Whether to read all files, ignoring the existing index.
  ///   - keepsAll: Whether to write every change to the index, even if rereading the changed files
  ///     would be cheaper.
  ///   - progress: A callback that receives the number of files read so far and the number of all
  ///     files to read.
  public func catalog(
    listsAttachments: Bool = false, isFresh: Bool = false, keepsAll: Bool = false,
    progress: IndexProgress? = nil
  ) -> Catalog {
    if !isFresh, !keepsAll, let resident, resident.belongs(to: self) {
      return visible(
        Catalog(self, resident.result(of: self, listsAttachments: listsAttachments)))
    }
    let read = {
      var indexer = Indexer(store, cache, progress: progress, keepsAll: keepsAll)
      return indexer.run(isFresh: isFresh, listsAttachments: listsAttachments)
    }
    // A second read of all files would take too long.
    let result = isFresh ? read() : state.undisturbed(read)
    // The indexer may have replaced the index in the cache.
    resident?.forget()
    return visible(Catalog(self, result))
  }

  private func visible(_ whole: Catalog) -> Catalog {
    audience.map { Catalog(of: whole, for: $0) } ?? whole
  }
}

// MARK: - Attachments

extension Catalog {
  /// Returns whether a file that is not a capture is at a path. Requires a catalog with attachments.
  public func hasAttachment(at path: NotePath) -> Bool {
    let place = attachments.partitioningIndex { $0 >= path }
    return place < attachments.count && attachments[place] == path
  }
}

// MARK: - Damage

extension Catalog {
  /// Returns the result of `body` for the snapshot. If the index turns out to be damaged, rebuilds
  /// it and calls `body` again. If the rebuilt index is damaged too, throws.
  func asking<Result>(
    _ body: (Snapshot) throws(IndexDamage) -> Result
  ) throws(IndexDamage) -> Result {
    let (asked, wasRebuilt) = state.withLock { ($0.snapshot, $0.isRebuilt) }
    do throws(IndexDamage) {
      return try body(asked)
    } catch {
      guard !wasRebuilt else { throw error }
      return try body(rebuilt(because: error))
    }
  }

  /// Rebuilds the index, unless another thread has already done so, and returns the new snapshot.
  private func rebuilt(because damage: IndexDamage) -> Snapshot {
    state.withLock { state in
      guard !state.isRebuilt else { return state.snapshot }
      state.isRebuilt = true
      state.notes.append("rebuilding the index: \(damage.reason)")
      var indexer = Indexer(notebook.store, notebook.cache, progress: nil)
      let result = indexer.run(isFresh: true)
      notebook.resident?.forget()
      let newer = concealment?.concealing(result.snapshot) ?? result.snapshot
      // Callers may still hold entries of the old snapshot, which must remain valid.
      state.snapshot = state.snapshot.rebased(onto: newer)
      state.facts = CatalogFacts()
      state.isKept = result.isKept
      return state.snapshot
    }
  }

  /// Discards the index so that the next command rebuilds it. Used if a single row is damaged.
  func abandon(_ damage: IndexDamage) {
    state.withLock { state in
      guard !state.isRebuilt, !state.isAbandoned else { return }
      state.isAbandoned = true
      state.notes.append("the index cannot be used: \(damage.reason)")
      state.isKept = false
      var cache = IndexCache(notebook.cache)
      cache.clear()
      notebook.resident?.forget()
    }
  }
}
