public import CairnCapture
import CairnDocument
public import CairnFiles
public import CairnIndex
public import CairnQuery
public import CairnText
import Synchronization

/// The content of a notebook, from its index. Captures are read only if the index lacks facts.
///
///     let catalog = notebook.catalog()
///     let found = try catalog.select(query, in: catalog.context(clock), limit: 20)
///     let titles = found.entries.map { catalog.row($0)?.title }
///
/// A catalog shows the files as they were when it was created. Tests compare it with `Library`,
/// which reads all files. Thread-safe.
public final class Catalog: Sendable {
  /// The notebook.
  public let notebook: Notebook
  /// The walk over the notebook's files: the folders, and the entries in them that are not
  /// captures.
  public let walk: Walk
  /// The files that are not captures, sorted by path; empty unless they were requested.
  public let attachments: [NotePath]
  /// The errors of folders and files that could not be read. Their captures are missing from this
  /// catalog.
  public let problems: [FileError]
  private let pages: [NotePath: CollectionPage]
  /// What the notebook's audience does not see; nil if this catalog shows everything.
  private let concealment: Concealment?
  private let unconcealed: Catalog?
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
        snapshot: notebook.unsaved.replacing(in: result.snapshot), notes: result.notes,
        isKept: result.isKept,
        facts: notebook.unsaved.isEmpty ? result.facts : CatalogFacts()))
  }

  /// Creates the part of a catalog that an audience sees.
  fileprivate init(of whole: Catalog, for audience: Audience) {
    let concealment = Concealment(audience, in: whole)
    self.concealment = concealment
    unconcealed = whole
    notebook = whole.notebook
    pages = whole.pages
    walk = whole.walk
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

  /// Returns whether the notebook's audience sees a collection.
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

  /// The folders, sorted by path with the root first, each with the number of its captures.
  public var collections: [CaptureCollection] {
    kept(\.collections) { snapshot in
      let folders = walk.folders.filter { shows(collection: $0) }
      return CaptureCollection.all(folders, pages, snapshot.countsByCollection)
    }
  }

  /// The collections, except folders that contain only attachments and have no page. Requires a
  /// catalog with attachments.
  public var listedCollections: [CaptureCollection] {
    let holders = Set(
      attachments.flatMap { sequence(first: $0.parent) { $0.isRoot ? nil : $0.parent } })
    return collections.filter { collection in
      collection.total > 0 || collection.path.isRoot || collection.page != nil
        || !holders.contains(collection.path)
    }
  }

  /// The number of leading characters that distinguish the ids of all captures; at least 4,
  /// possibly more than necessary.
  public var idWidth: Int {
    kept(\.idWidth) { snapshot in
      let segments = snapshot.layers.map(\.segment)
      let known = segments.map(\.summary.idWidth).max() ?? 0
      return max(known, width(of: snapshot.changed.compactMap(\.id), beside: segments))
    }
  }

  private func width(of ids: [String], beside segments: [Segment]) -> Int {
    if ids.isEmpty { return 0 }
    do throws(IndexDamage) {
      guard let memory = notebook.resident?.memory else {
        return try IDWidth.width(of: ids, beside: segments)
      }
      var tables: [IDWidth.Table] = []
      for segment in segments { tables.append(try memory.ids(of: segment)) }
      return IDWidth.width(of: ids, beside: tables)
    } catch {
      return CaptureID.length
    }
  }

  /// The indices in `snapshot.changed` of the captures that are in no segment, keyed by folded
  /// name.
  var changedNames: [String: [Int]] { kept(\.changedNames) { _ in namesOfChanged() } }

  /// The codes of all paths.
  var pathCodes: PathCodes { kept(\.pathCodes) { PathCodes($0) } }

  /// Returns the value at a key path of the facts, and creates it with `make` on first use.
  private func kept<Value: Sendable>(
    _ value: any WritableKeyPath<CatalogFacts.Values, Value?> & Sendable,
    _ make: (Snapshot) -> Value
  ) -> Value {
    let (facts, snapshot) = state.withLock { ($0.facts, $0.snapshot) }
    if let made = facts.values.withLock({ $0[keyPath: value] }) { return made }
    let made = make(snapshot)
    facts.values.withLock { $0[keyPath: value] = made }
    return made
  }
}

extension Snapshot {
  /// The number of captures in each folder that has any.
  fileprivate var countsByCollection: [NotePath: Int] {
    var counts: [NotePath: Int] = [:]
    for layer in layers {
      var numbers = [Int](repeating: 0, count: layer.segment.folderCount)
      layer.live.forEach { numbers[layer.segment.folder($0)] += 1 }
      for (folder, count) in numbers.enumerated() where count > 0 {
        counts[layer.segment.folderPath(folder), default: 0] += count
      }
    }
    for capture in changed { counts[capture.collection, default: 0] += 1 }
    return counts
  }
}

extension Notebook {
  /// Updates the index from the files and opens it.
  ///
  /// Checks the metadata of each file, and reads the files that changed, or all files if there is
  /// no index.
  ///
  /// - Parameters:
  ///   - listsAttachments: Whether to also list files that are not captures.
  ///   - isFresh: Whether to read all files, ignoring the existing index.
  ///   - keepsAll: Whether to write every change to the index, even if rereading the changed files
  ///     each time would be cheaper.
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
    var indexer = Indexer(store, cache, progress: progress, keepsAll: keepsAll)
    let result = indexer.run(isFresh: isFresh, listsAttachments: listsAttachments)
    return visible(Catalog(self, result))
  }

  private func visible(_ whole: Catalog) -> Catalog {
    audience.map { Catalog(of: whole, for: $0) } ?? whole
  }
}

// MARK: - Damage

extension Catalog {
  /// Returns the result of `body` for the snapshot. If the index turns out to be damaged, rebuilds
  /// it and calls `body` again.
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
      notebook.resident?.forget()
      var indexer = Indexer(notebook.store, notebook.cache, progress: nil)
      // Earlier callers still hold entries of the old snapshot.
      let result = indexer.run(isFresh: true)
      let newer = concealment?.concealing(result.snapshot) ?? result.snapshot
      state.snapshot = state.snapshot.succeeded(by: newer)
      state.facts = CatalogFacts()
      state.isKept = result.isKept
      return state.snapshot
    }
  }

  /// Discards the index so that the next command rebuilds it. Used if a single row is damaged.
  private func abandon(_ damage: IndexDamage) {
    state.withLock { state in
      guard !state.isRebuilt, !state.isAbandoned else { return }
      state.isAbandoned = true
      state.notes.append("the index cannot be used: \(damage.reason)")
      state.isKept = false
      notebook.resident?.forget()
      var cache = IndexCache(notebook.cache)
      cache.clear()
    }
  }
}

// MARK: - Queries

extension Catalog {
  /// The number of captures.
  public var count: Int { snapshot.count }

  /// Returns the captures that match a query. They have the order that the query requests or, if it
  /// requests none, `order`. If `limit` is not nil, returns at most that many captures. If `named`
  /// is not nil, considers only captures at the paths in `named`.
  ///
  /// - Throws: `IndexDamage`, if the index is damaged even after a rebuild.
  public func select(
    _ query: Query, in context: QueryContext, order: Query.DefaultOrder = .newest,
    limit: Int? = nil, among named: Set<NotePath>? = nil
  ) throws(IndexDamage) -> IndexedSelection {
    let read = reader
    return try asking { (snapshot) throws(IndexDamage) in
      try query.select(
        from: snapshot, in: context, order: order, limit: limit, among: named, read: read)
    }
  }

  /// Returns how many captures each part of a query matches.
  ///
  /// - Throws: `IndexDamage`, as ``select(_:in:order:limit:among:)`` does.
  public func explanation(
    of query: Query, in context: QueryContext
  ) throws(IndexDamage) -> Explanation {
    let read = reader
    return try asking { (snapshot) throws(IndexDamage) in
      try query.explanation(over: snapshot, in: context, read: read)
    }
  }

  /// Returns the context in which a query is evaluated.
  ///
  /// - Parameter isCancelled: A callback that returns whether the caller no longer needs the result
  ///   of the query.
  public func context(
    _ clock: LocalClock, until isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> QueryContext {
    var context = QueryContext(
      clock: clock, language: notebook.settings.dateLanguage,
      links: IndexedLinks(notebook, snapshot), choices: choices,
      collectionsNamed: CollectionNames(walk.folders, pages).paths(named:))
    context.isCancelled = isCancelled
    return context
  }

  /// The types that pages set for the captures in their collections.
  public var pageTypes: [String] { pages.values.compactMap(\.defaultType) }

  /// The allowed values of fields for which a schema lists choices, keyed by field name.
  var choices: [String: [String]] { pages.choices }

  /// Checks that the fields and collections in a query exist in this notebook.
  ///
  /// - Throws: A `Diagnostic` that suggests the most similar name, if a name is unknown.
  public func check(_ query: Query) throws(Diagnostic) {
    // List all fields only in the rare case that a name is unknown.
    let isKnown = query.fields.allSatisfy { hasField($0) }
    try query.check(
      fields: isKnown ? Array(query.fields) : Array(fieldNames),
      collections: [.root] + walk.folders,
      collectionsNamed: CollectionNames(walk.folders, pages).paths(named:),
      capturesLike: capturesLike,
      language: notebook.settings.dateLanguage)
  }

  /// Returns nil for the name of a capture or of a link, and otherwise other names: the id of the
  /// capture that has the name as another handle, or the most similar title.
  private func capturesLike(_ name: String) -> [String]? {
    guard entries(called: name).isEmpty, links.captures(linkingTo: name).isEmpty else { return nil }
    let named = entries(withHandle: name).map { id(of: $0) ?? snapshot.path($0).description }
    return named + entries(nearest: name, most: 1).compactMap { row($0)?.title }
  }

  func hasField(_ name: String) -> Bool {
    let known = try? asking { (snapshot) throws(IndexDamage) in
      for layer in snapshot.layers where !layer.isSpent {
        guard let column = try layer.segment.field(name.folded) else { continue }
        if !(try column.documents() & layer.live).isEmpty { return true }
      }
      return false
    }
    return known ?? false
  }

  /// The names of all fields of captures and schemas, as written.
  public var fieldNames: Set<String> {
    var names: Set<String> = []
    let found = try? asking { (snapshot) throws(IndexDamage) in
      var names: Set<String> = []
      for layer in snapshot.layers where !layer.isSpent {
        for field in try layer.segment.fieldNames() {
          if !(try field.column.documents() & layer.live).isEmpty { names.insert(field.name) }
        }
      }
      return names
    }
    names.formUnion(found ?? [])
    for capture in snapshot.changed { names.formUnion(capture.document.fields.lazy.map(\.key)) }
    for page in pages.values { names.formUnion((page.schema?.fields ?? []).lazy.map(\.name)) }
    return names
  }
}

// MARK: - Links

extension Catalog {
  /// Returns all links of a capture with their destinations, in the order of its text. Attachments
  /// are resolved only if they were listed.
  public func links(from capture: Capture) -> [LinkEdge] { links.links(from: capture) }

  /// Returns all links to the file at `path`. Reads the captures that may contain one.
  public func links(to path: NotePath) -> Backlinks { links.links(to: path) }

  /// Returns a diagnostic for each link that matches one of `captures` and at least one other
  /// capture.
  public func ambiguities(of captures: [Capture]) -> [Diagnostic] {
    let found = links.ambiguousLinks(to: Set(captures.map(\.path)))
    let documents = Dictionary(
      found.sources.map { ($0.path, $0.document) }, uniquingKeysWith: { first, _ in first })
    var locators: [NotePath: SourceLocator] = [:]
    return found.edges.compactMap { edge in
      documents[edge.source].flatMap { document in
        let unread = SourceLocator(document.bytes)
        return edge.ambiguity(&locators[edge.source, default: unread], in: document)
      }
    }
  }

  /// Returns a table for looking up the destinations of the links in `captures`.
  public func destinations(ofLinksIn captures: [Capture]) -> LinkDestinations {
    links.destinations(ofLinksIn: captures)
  }

  /// Returns a table for looking up the destinations of the links in any captures. Costs a pass
  /// over the names of all captures.
  public func destinations() -> LinkDestinations { links.destinations() }

  private var links: IndexedLinks { IndexedLinks(notebook, snapshot, attachments: attachments) }
}

// MARK: - Captures

extension Catalog {
  /// A function that reads captures from their files.
  private var reader: CaptureReader {
    let store = notebook.store
    return { paths, visit in
      store.read(inOrder: paths) { path, contents in
        visit(
          (try? contents.get()).map {
            Capture(path: path, document: Document($0.bytes), modified: $0.stamp.modified)
          })
      }
    }
  }

  /// Returns a capture, read from its file if necessary; nil if it no longer exists.
  public func capture(_ entry: Snapshot.Entry) -> Capture? {
    if case .changed(let place) = entry { return snapshot.changed[place] }
    return try? notebook.capture(at: snapshot.path(entry))
  }

  /// Returns captures in the order of `entries`, without those that no longer exist. Reads files on
  /// several threads.
  public func captures(_ entries: some Collection<Snapshot.Entry>) -> [Capture] {
    snapshot.captures(Array(entries), of: notebook)
  }

  /// Returns captures in the order of `entries`, with nil for each that no longer exists. Reads
  /// files on several threads.
  public func presentCaptures(_ entries: [Snapshot.Entry]) -> [Capture?] {
    snapshot.presentCaptures(entries, of: notebook)
  }

  /// Returns the facts that a list shows about a capture; nil if the capture no longer exists.
  public func row(_ entry: Snapshot.Entry) -> CaptureRow? {
    if case .document(let layer, let document) = entry {
      do throws(IndexDamage) {
        if let row = try CaptureRow(document, of: snapshot.layers[layer].segment) { return row }
      } catch {
        abandon(error)
      }
    }
    return capture(entry).map { CaptureRow($0) }
  }

  /// Returns the time when a capture is due; nil if there is none. Reads the file only if the index
  /// does not contain the time.
  public func due(of entry: Snapshot.Entry) -> FieldTime? {
    if case .document(let layer, let document) = entry {
      do throws(IndexDamage) {
        let segment = snapshot.layers[layer].segment
        let isException = try segment.exceptions("due")?.documents().contains(document) ?? false
        if !isException, let column = try segment.field("due"),
          let number = try column.values(of: document).first, let value = try column.value(number)
        {
          return FieldTime(value)
        }
      } catch {
        abandon(error)
      }
    }
    return capture(entry)?.due
  }

  /// Returns the times of the last changes of captures, with nil for each that no longer exists.
  /// Reads a file only if the index does not contain its time.
  public func updates(of entries: [Snapshot.Entry], _ clock: LocalClock) -> [Instant?] {
    var moments: [Int: [Instant]] = [:]
    return entries.map { entry in
      if case .document(let layer, let document) = entry {
        do throws(IndexDamage) {
          if moments[layer] == nil {
            moments[layer] = try snapshot.layers[layer].segment.moments(.updated, clock)
          }
          return moments[layer]?[document]
        } catch {
          abandon(error)
        }
      }
      return capture(entry)?.updated.instant(clock)
    }
  }

  /// Returns the tags of a capture, as written.
  public func tags(of entry: Snapshot.Entry) -> [String] {
    guard case .document(let layer, let document) = entry else { return row(entry)?.tags ?? [] }
    do throws(IndexDamage) {
      guard let column = try snapshot.layers[layer].segment.tags() else { return [] }
      var tags: [String] = []
      for number in try column.values(of: document) { tags.append(try column.text(number)) }
      return tags
    } catch {
      return row(entry)?.tags ?? []
    }
  }

  /// Returns the capture at a path; nil if there is none.
  public func entry(at path: NotePath) -> Snapshot.Entry? { snapshot.entry(at: path) }

  /// Returns the captures with exactly this id.
  public func entries(withID id: String) -> [Snapshot.Entry] {
    entries(called: id).filter { self.id(of: $0) == id }
  }

  /// Returns the captures in segments that may have `name` as their id, path without extension,
  /// file name, title or alias. The result contains all captures that have the name, and possibly
  /// others.
  func documents(named name: String) -> [Snapshot.Entry] {
    let found = try? asking { (snapshot) throws(IndexDamage) in
      var found: [Snapshot.Entry] = []
      for (index, layer) in snapshot.layers.enumerated() where !layer.isSpent {
        for document in try layer.segment.documents(named: name)
        where layer.live.contains(document) {
          found.append(.document(layer: index, document))
        }
      }
      return found
    }
    return found ?? []
  }

  /// Returns the captures whose ids begin with a prefix. An id that Cairn did not create must equal
  /// the whole prefix.
  public func entries(withIDPrefix prefix: String) -> [Snapshot.Entry] {
    let heads = Set([prefix, prefix.lowercased()]).map { Array($0.utf8) }
    let found = try? asking { (snapshot) throws(IndexDamage) in
      var found: [Snapshot.Entry] = []
      for (index, layer) in snapshot.layers.enumerated() where !layer.isSpent {
        guard let ids = try layer.segment.ids() else { continue }
        let documents = try ids.documents { (number) throws(IndexDamage) in
          for head in heads where try ids.hasPrefix(head, number) {
            return Capture.isID(try ids.text(number), beginningWith: prefix)
          }
          return false
        }
        (documents & layer.live).forEach { found.append(.document(layer: index, $0)) }
      }
      return found
    }
    let changed = snapshot.changed.indices.filter {
      snapshot.changed[$0].hasID(beginningWith: prefix)
    }
    return (found ?? []) + changed.map { .changed($0) }
  }

  /// Returns the page that applies to captures in a folder: the folder's own page or, if it has
  /// none, the page of the nearest folder above. Returns nil if none of these folders has a page.
  public func nearestPage(of folder: NotePath) -> CollectionPage? {
    var folder = folder
    while true {
      if let page = pages[folder] { return page }
      if folder.isRoot { return nil }
      folder = folder.parent
    }
  }

  /// The pages of collections, as captures that can contain links.
  var pageCaptures: [Capture] {
    pages.sorted { $0.key < $1.key }.map { folder, page in
      Capture(
        path: folder.appending(listed: CollectionPage.fileName.utf8), document: page.document,
        modified: Instant(seconds: 0))
    }
  }

  /// Returns the collection at a path; nil if there is none.
  public func collection(_ path: NotePath) -> CaptureCollection? {
    collections.first { $0.path == path }
  }
}
