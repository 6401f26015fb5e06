public import CairnCapture
import CairnDocument
public import CairnFiles
public import CairnIndex
public import CairnQuery
public import CairnText

/// What a notebook holds, known from its index: captures are read only where more is wanted of them
/// than the index knows.
///
///     let catalog = notebook.catalog()
///     let found = try catalog.select(query, limit: 20)
///     for entry in found.entries { print(catalog.row(entry).title) }
///
/// The files were looked at when this was made: it says what they said then. For one thread.
public final class Catalog {
  /// The notebook.
  public let notebook: Notebook
  /// The folders and what is in them that is no capture.
  public let walk: Walk
  /// Files that are no captures, where they were asked for, by path.
  public let attachments: [NotePath]
  /// Folders and files that could not be read: what they hold is missing here, not gone.
  public let problems: [FileError]
  /// What was wrong with the index, for people who want to know.
  public private(set) var notes: [String]

  /// The captures.
  public private(set) var snapshot: Snapshot
  private let pages: [NotePath: CollectionPage]
  private var isRebuilt = false
  private var isAbandoned = false
  /// Whether the index was in the cache when this was made. Other commands may have brought it up to
  /// date since.
  private(set) var isKept: Bool

  init(_ notebook: Notebook, _ result: Indexer.Result) {
    self.notebook = notebook
    snapshot = result.snapshot
    pages = result.pages
    walk = result.walk
    attachments = result.attachments
    problems = result.walk.problems + result.problems
    notes = result.notes
    isKept = result.isKept
  }

  /// The folders, the root first, by path, each with its captures counted.
  public private(set) lazy var collections: [CaptureCollection] = {
    var counts: [NotePath: Int] = [:]
    for layer in snapshot.layers {
      var numbers = [Int](repeating: 0, count: layer.segment.folderCount)
      layer.live.forEach { numbers[layer.segment.folder($0)] += 1 }
      for (folder, count) in numbers.enumerated() where count > 0 {
        counts[layer.segment.folderPath(folder), default: 0] += count
      }
    }
    for capture in snapshot.changed { counts[capture.collection, default: 0] += 1 }
    return CaptureCollection.all(walk.folders, pages, counts)
  }()
}

extension Notebook {
  /// Brings the index up to date with the files, and opens it.
  ///
  /// Costs a look at each file, and reading those that changed; all of them where there is no index.
  ///
  /// - Parameters:
  ///   - listsAttachments: whether files that are no captures are listed too.
  ///   - isFresh: whether all files are read, whatever the index says.
  ///   - keepsAll: whether each change is written down, also where reading it again costs less.
  ///   - progress: told how far that has come.
  public func catalog(
    listsAttachments: Bool = false, isFresh: Bool = false, keepsAll: Bool = false,
    progress: IndexProgress? = nil
  ) -> Catalog {
    var indexer = Indexer(store, cache, progress: progress, keepsAll: keepsAll)
    let result = indexer.run(isFresh: isFresh, listsAttachments: listsAttachments)
    return Catalog(self, result)
  }
}

// MARK: - Damage

extension Catalog {
  /// What `body` says of the snapshot. Where the index turns out to be damaged, it is made anew, and
  /// asked again.
  func asking<Result>(
    _ body: (Snapshot) throws(IndexDamage) -> Result
  ) throws(IndexDamage) -> Result {
    do throws(IndexDamage) {
      return try body(snapshot)
    } catch {
      guard !isRebuilt else { throw error }
      isRebuilt = true
      notes.append("the index is made anew: \(error.reason)")
      var indexer = Indexer(notebook.store, notebook.cache, progress: nil)
      // Whoever asked before still has entries of the old one.
      let result = indexer.run(isFresh: true)
      snapshot = snapshot.succeeded(by: result.snapshot)
      isKept = result.isKept
      return try body(snapshot)
    }
  }

  /// Leaves it to the next command to make the index anew: what is asked for here is one row.
  private func abandon(_ damage: IndexDamage) {
    guard !isRebuilt, !isAbandoned else { return }
    isAbandoned = true
    notes.append("the index is of no use: \(damage.reason)")
    isKept = false
    var cache = IndexCache(notebook.cache)
    cache.clear()
  }
}

// MARK: - Asking

extension Catalog {
  /// How many captures there are.
  public var count: Int { snapshot.count }

  /// The captures that fulfil a query, in its order.
  ///
  /// - Throws: `IndexDamage`, which the caller cannot mend: the index was made anew already.
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

  /// How many captures each part of a query fits.
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

  /// What a query is asked with.
  public func context(_ clock: LocalClock) -> QueryContext {
    QueryContext(
      clock: clock, links: IndexedLinks(notebook, snapshot), choices: pages.choices)
  }

  /// Checks that what a query names exists here.
  ///
  /// - Throws: a `Diagnostic` with the nearest name.
  public func check(_ query: Query) throws(Diagnostic) {
    // Names that are no fields of any capture are rare; only then are all of them listed.
    let isKnown = query.fields.allSatisfy { hasField($0) }
    try query.check(
      fields: isKnown ? Array(query.fields) : Array(fieldNames),
      collections: [.root] + walk.folders)
  }

  private func hasField(_ name: String) -> Bool {
    let known = try? asking { (snapshot) throws(IndexDamage) in
      for layer in snapshot.layers where !layer.isSpent {
        guard let column = try layer.segment.field(name.folded) else { continue }
        if !(try column.documents() & layer.live).isEmpty { return true }
      }
      return false
    }
    return known ?? false
  }

  /// Every field that a capture has or a schema names, as it is written.
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
  /// All links of a capture with what they lead to, in the order of its text. Attachments are known
  /// where they were asked for.
  public func links(from capture: Capture) -> [LinkEdge] { links.links(from: capture) }

  /// All links that lead to the file at `path`. Reads the captures that may have one.
  public func links(to path: NotePath) -> Backlinks { links.links(to: path) }

  /// What is said of the links that fit several captures, of which one is among these.
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

  /// Where the links in some captures lead, for many questions.
  public func destinations(ofLinksIn captures: [Capture]) -> LinkDestinations {
    links.destinations(ofLinksIn: captures)
  }

  /// Where links lead, those in any captures. Costs a look at the names of all; for whoever asks about
  /// most.
  public func destinations() -> LinkDestinations { links.destinations() }

  private var links: IndexedLinks { IndexedLinks(notebook, snapshot, attachments: attachments) }
}

// MARK: - Captures

extension Catalog {
  /// Reads captures that lie in the files.
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

  /// A capture, read from its file if need be; nil where it has gone since.
  public func capture(_ entry: Snapshot.Entry) -> Capture? {
    if case .changed(let place) = entry { return snapshot.changed[place] }
    return try? notebook.capture(at: snapshot.path(entry))
  }

  /// Captures in this order, without those that have gone since. Reads by several threads.
  public func captures(_ entries: some Collection<Snapshot.Entry>) -> [Capture] {
    snapshot.captures(Array(entries), of: notebook)
  }

  /// Captures in this order, nil for each that has gone since. Reads by several threads.
  public func presentCaptures(_ entries: [Snapshot.Entry]) -> [Capture?] {
    snapshot.presentCaptures(entries, of: notebook)
  }

  /// What a list shows of a capture.
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

  /// The tags of a capture, as written.
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

  /// The capture at a path.
  public func entry(at path: NotePath) -> Snapshot.Entry? { snapshot.entry(at: path) }

  /// The captures with this very id.
  public func entries(withID id: String) -> [Snapshot.Entry] {
    entries(named: id).filter { row($0)?.id == id }
  }

  /// The captures that a name may be one of: by id, path without ending, file name, title or alias.
  /// It is one for all of which it is, and may be none for some.
  public func entries(named name: String) -> [Snapshot.Entry] {
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
    return (found ?? []) + snapshot.changed.indices.map { .changed($0) }
  }

  /// The captures whose ids begin with a prefix; one that is not ours has to be it.
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

  /// The capture that a word names, as `Selector` says; those in question are read.
  public func select(_ word: String) -> Selector.Outcome {
    let prefix = word.hasPrefix("id:") ? String(word.dropFirst(3)) : word
    let entries = Set(entries(named: word) + entries(withIDPrefix: prefix))
    let captures = captures(entries.sorted { snapshot.path($0) < snapshot.path($1) })
    if case .none = Selector.select(word, from: captures) {
      if Selector.isPath(word) {
        if let entry = NotePath(word).flatMap({ self.entry(at: $0) }),
          let capture = capture(entry)
        {
          return .found(capture)
        }
        let paths = snapshot.entries.lazy.map { self.snapshot.path($0).description }
        return .none(nearest: Nearest.name(to: word, among: paths))
      }
      if word.hasPrefix("id:") { return .none(nearest: nil) }
      let titles = snapshot.entries.lazy.compactMap { self.row($0)?.title }
      return .none(nearest: Nearest.name(to: word, among: titles))
    }
    return Selector.select(word, from: captures)
  }

  /// The page that holds for captures in a folder: the folder's own, else the nearest one above.
  public func nearestPage(of folder: NotePath) -> CollectionPage? {
    var folder = folder
    while true {
      if let page = pages[folder] { return page }
      if folder.isRoot { return nil }
      folder = folder.parent
    }
  }

  /// The pages of collections, as captures in which links may stand.
  var pageCaptures: [Capture] {
    pages.sorted { $0.key < $1.key }.map { folder, page in
      Capture(
        path: folder.appending(listed: CollectionPage.fileName.utf8), document: page.document,
        modified: Instant(seconds: 0))
    }
  }

  /// The collection at a path.
  public func collection(_ path: NotePath) -> CaptureCollection? {
    collections.first { $0.path == path }
  }

  /// How many characters of an id tell each capture from all others, or a few more; at least 4.
  public var idWidth: Int {
    let segments = snapshot.layers.map(\.segment)
    let known = segments.map(\.summary.idWidth).max() ?? 0
    let recent = try? IDWidth.width(of: snapshot.changed.compactMap(\.id), beside: segments)
    return max(known, recent ?? CaptureID.length)
  }
}
