import CairnCapture
import CairnDocument
import CairnFiles
import CairnIndex
import CairnInsight
import CairnText
import Synchronization

/// An updater that reads changed files into the index, and writes the index to the cache if that
/// saves time.
struct Indexer {
  private let store: Store
  private var cache: IndexCache
  private let progress: IndexProgress?
  /// Whether to write every change to the cache, however small.
  private let keepsAll: Bool
  /// The data that a long-lived process keeps between updates; nil in a process that runs one
  /// command.
  private let memory: IndexMemory?

  /// The result of an update: the current content of the notebook.
  struct Result {
    var snapshot: Snapshot
    /// The identities of the captures in the snapshot's ``Snapshot/changed``, in the same order.
    /// Each is the identity that the file had when it was read.
    var identities: [FileIdentity]
    /// The pages of collections, keyed by collection.
    var pages: [NotePath: CollectionPage]
    var walk: Walk
    var attachments: [NotePath]
    /// The errors of files that could not be read.
    var problems: [FileError]
    /// The problems found in the index.
    var notes: [String]
    /// Whether the segments of the snapshot are in the cache.
    var isKept: Bool
    /// The changes that a long-lived process has not written to the cache yet; nil if there are
    /// none, or if they must not be written.
    var unwritten: Unwritten?
    /// The facts about the content that are determined when they are first needed.
    let facts = CatalogFacts()
  }

  /// Changes that are not in the cache yet.
  struct Unwritten: Sendable {
    fileprivate let contents: IndexCache.Contents
    fileprivate let findings: Refresh.Findings
    /// Whether the whole index must be written. True if there are too many changes for a segment of
    /// changes.
    fileprivate let isWhole: Bool
    /// Whether there are enough changes to be worth writing.
    let isDue: Bool
  }

  init(
    _ store: Store, _ folder: StateFolder?, progress: IndexProgress?, keepsAll: Bool = false,
    memory: IndexMemory? = nil
  ) {
    self.store = store
    cache = IndexCache(folder, memory)
    self.progress = progress
    self.keepsAll = keepsAll
    self.memory = memory
  }

  /// Updates the index and returns the current content of the notebook.
  ///
  /// - Parameters:
  ///   - isFresh: Whether to read everything, ignoring the cache.
  ///   - listsAttachments: Whether to also list files that are not captures.
  mutating func run(isFresh: Bool = false, listsAttachments: Bool = false) -> Result {
    let start = store.now()
    let contents = isFresh ? IndexCache.Contents() : cache.load()
    do throws(IndexDamage) {
      if contents.base != nil {
        return try refreshed(contents, start, listsAttachments)
      }
    } catch {
      // Ignore a damaged index.
    }
    return built(start, listsAttachments)
  }
}

// MARK: - The saved index

extension Indexer {
  /// Returns the content of the index in the cache, without looking at the files; nil if the cache
  /// has no index of at least `count` files. Leaves out files that may have changed without a
  /// change of their stamps.
  mutating func saved(ofAtLeast count: Int) throws(IndexDamage) -> Result? {
    let contents = cache.load()
    guard let base = contents.base, base.count >= count else { return nil }
    var findings = Refresh(contents).assumingNoChanges
    let layers = [base, contents.changes].compactMap(\.self)
    for (layer, segment) in layers.enumerated() {
      for (document, _) in try segment.racyDocuments() where document < segment.count {
        findings.live[layer].remove(document)
      }
    }
    return try result(layers, findings, isKept: true)
  }
}

/// A callback that receives the number of files read so far and the number of all files to read.
/// The callback is called on several threads.
public typealias IndexProgress = @Sendable (_ done: Int, _ total: Int) -> Void

// MARK: - Refreshing

extension Indexer {
  /// If at most this number of files has changed, a command does not write the changes to the
  /// cache, because the next command can read the files again at less cost.
  /// ``mostUnwritten(beside:)`` adapts this number to the size of the segment of changes.
  private static let fewChanges = 8
  /// The whole index is rebuilt if more than about 1/`rebuildDivisor` of the captures have changed.
  private static let rebuildDivisor = 8
  /// The maximum number of new and changed files for which a long-lived process answers first and
  /// writes the cache afterward.
  private static let mostRead = 64

  /// Returns the content of the notebook: the index `contents`, brought up to date with the files.
  /// Writes the changes to the cache, if there is one, unless they are few.
  ///
  /// - Parameters:
  ///   - start: The time at which the update began.
  ///   - listsAttachments: Whether to also list files that are not captures.
  mutating func refreshed(
    _ contents: IndexCache.Contents, _ start: Instant, _ listsAttachments: Bool
  ) throws(IndexDamage) -> Result {
    var findings = Refresh(contents).run(
      store, listsAttachments: listsAttachments, memory: memory)
    let layers = [contents.base, contents.changes].compactMap(\.self)
    try recheckRacy(layers, &findings)
    let changed = findings.unknown.count + findings.gone.reduce(0) { $0 + $1.count }
    let overlay = findings.unknown.count + (contents.changes?.count ?? 0)
    guard !findings.hidesDocuments, cache.folder != nil else {
      return try result(layers, findings, isKept: true)
    }
    let isWhole = overlay * Self.rebuildDivisor > layers[0].count + 1000
    let isDue = isWhole || changed > mostUnwritten(beside: contents.changes)
    if isDue, memory == nil || findings.unknown.count > Self.mostRead {
      return isWhole
        ? built(start, listsAttachments) : try rewritten(contents, findings, start)
    }
    var result = try result(layers, findings, isKept: true)
    if changed > 0, memory != nil {
      result.unwritten = Unwritten(
        contents: contents, findings: findings, isWhole: isWhole, isDue: isDue)
    }
    return result
  }

  /// Returns the maximum number of changed files that may stay out of the cache. If more files have
  /// changed, the changes are written. `changes` is the current segment of changes, which would be
  /// rewritten too; nil if there is no such segment.
  private func mostUnwritten(beside changes: Segment?) -> Int {
    if keepsAll { return 0 }
    // A long-lived process reads each changed file only once. But each query looks at all changed
    // files, so many changed files cost more than writing the segment again.
    let most = memory == nil ? Int.max : Self.mostRead
    return max(Self.fewChanges, min((changes?.count ?? 0) / 4, most))
  }

  /// Writes to the cache the changes that an earlier update found. Returns whether they were
  /// written.
  ///
  /// Reads the changed files again, as they are now. Needs no walk, except to write the whole
  /// index.
  mutating func write(_ unwritten: Unwritten) -> Bool {
    // With this start time, only files that have just changed count as racy and are reread by later
    // updates.
    let start = store.now()
    guard !unwritten.isWhole, let base = unwritten.contents.base else {
      return cache.store(base: makingBase(tree(start, false).found, start)) != nil
    }
    let make = try? makingChanges(base, unwritten.contents.changes, unwritten.findings, start)
    return make.map { cache.store(changes: $0) != nil } ?? false
  }

  /// Rereads files that may have changed without getting a new stamp. If a file has changed, adds
  /// it to the unknown files of `findings`.
  private func recheckRacy(
    _ layers: [Segment], _ findings: inout Refresh.Findings
  ) throws(IndexDamage) {
    for (layer, segment) in layers.enumerated() {
      for (document, hash) in try segment.racyDocuments()
      where document < segment.count && findings.live[layer].contains(document) {
        let path = segment.path(document)
        guard let contents = try? store.readText(path) else { continue }
        if Segment.contentHash(contents.bytes) == hash { continue }
        findings.live[layer].remove(document)
        findings.gone[layer].insert(document)
        findings.unknown.append(Scan.File(path: path, stamp: contents.stamp))
      }
    }
    findings.unknown.sort { $0.path < $1.path }
  }

  /// Returns the result for the given layers and the files that are in no layer. `isKept` states
  /// whether the cache contains the layers.
  private func result(
    _ layers: [Segment], _ findings: Refresh.Findings, isKept: Bool
  ) throws(IndexDamage) -> Result {
    var pages: [NotePath: CollectionPage] = [:]
    var snapshot: [Snapshot.Layer] = []
    for (segment, live) in zip(layers, findings.live) {
      snapshot.append(Snapshot.Layer(segment, live: live & segment.captures))
      let facts = memory?.facts(of: segment) ?? SegmentFacts(segment)
      for indexed in try facts.pages() where live.contains(indexed.document) {
        pages[segment.path(indexed.document).parent] = indexed.page
      }
    }
    let (files, problems) = read(findings.unknown)
    var (captures, identities): ([Capture], [FileIdentity]) = ([], [])
    for (path, file) in files {
      if CollectionPage.isPage(path) {
        pages[path.parent] = CollectionPage(file.document)
      } else {
        captures.append(
          Capture(path: path, document: file.document, modified: file.stamp.modified))
        identities.append(FileIdentity(file.stamp))
      }
    }
    return Result(
      snapshot: Snapshot(layers: snapshot, changed: captures), identities: identities,
      pages: pages, walk: findings.walk, attachments: findings.attachments, problems: problems,
      notes: cache.notes, isKept: isKept)
  }

  /// Reads files, except those that were read in an earlier update and have not changed since.
  /// Files that no longer exist are left out.
  private func read(
    _ files: [Scan.File]
  ) -> (files: [(path: NotePath, file: IndexMemory.ReadFile)], problems: [FileError]) {
    let start = store.now()
    let known = memory?.files(files) ?? files.map { _ in nil }
    let unread = zip(files, known).filter { $1 == nil }.map(\.0.path)
    var contents = store.contents(of: unread)[...]
    var found: [(path: NotePath, file: IndexMemory.ReadFile)] = []
    var problems: [FileError] = []
    for (file, known) in zip(files, known) {
      if let known {
        found.append((file.path, known))
        continue
      }
      switch contents.popFirst() {
      case .success(let contents)?:
        found.append(
          (
            file.path,
            IndexMemory.ReadFile(stamp: contents.stamp, document: Document(contents.bytes))
          ))
      case .failure(let error)?: if error.code != .notFound { problems.append(error) }
      case nil: break
      }
    }
    let lasting = found.filter { !$0.file.stamp.isRacy(at: start) }
    memory?.remember(Dictionary(lasting.map { ($0.path, $0.file) }) { $1 })
    return (found, problems)
  }

  /// Writes a new segment of changes, which contains all changes since the base segment was
  /// written. Returns the content of the notebook according to both segments.
  private mutating func rewritten(
    _ contents: IndexCache.Contents, _ findings: Refresh.Findings, _ start: Instant
  ) throws(IndexDamage) -> Result {
    guard let base = contents.base else { return built(start, false) }
    let make = try makingChanges(base, contents.changes, findings, start)
    let stored = cache.store(changes: make)
    let changes = try Segment(stored ?? IndexCache.bytes(make))
    var findings = findings
    findings.live = [findings.live[0], DocumentSet(capacity: changes.count, isFull: true)]
    findings.unknown = unread(changes)
    return try result([base, changes], findings, isKept: stored != nil)
  }

  /// Returns a function that makes a segment of all changes since the segment `base` was written.
  /// `changes` is the current segment of changes; `findings` contains the newer changes.
  private func makingChanges(
    _ base: Segment, _ changes: Segment?, _ findings: Refresh.Findings, _ start: Instant
  ) throws(IndexDamage) -> IndexCache.Making {
    var files = findings.unknown.map { ($0.path, $0.stamp.size) }
    if let changes {
      findings.live[1].forEach { document in
        files.append((changes.path(document), Int(changes.identity(document).size)))
      }
    }
    files.sort { $0.0 < $1.0 }
    var folders: [NotePath: [[UInt8]]] = [.root: []]
    for (path, _) in files { folders[path.parent, default: []].append(Array(path.nameBytes)) }
    let summary = SegmentSummary(
      root: store.root.bytes, noteEndings: store.noteEndings, identifier: .random(in: 1 ... .max),
      base: base.summary.identifier, replaced: (~findings.live[0]).documents.map(UInt32.init))
    let taught = try base.chosenKinds(of: summary.replaced.lazy.map(Int.init))
    return making(
      files.map { SegmentBuilder.Source(path: $0.0, size: $0.1) },
      folders.sorted { $0.key < $1.key }.map {
        IndexedFolder(path: $0.key, files: NameList($0.value))
      }, summary, start, taught: taught, beside: base)
  }
}

// MARK: - Building

extension Indexer {
  /// Builds the index by reading all files. If `listsAttachments` is true, also lists files that
  /// are not captures.
  private mutating func built(_ start: Instant, _ listsAttachments: Bool) -> Result {
    let (tree, walk) = tree(start, listsAttachments)
    let make = makingBase(tree, start)
    // A folder that could not be listed counts as new once it can be listed.
    let stored = cache.store(base: make)
    var findings = Refresh.Findings(live: [], gone: [], walk: walk)
    findings.attachments = tree.attachments
    do throws(IndexDamage) {
      let segment = try Segment(stored ?? IndexCache.bytes(make))
      findings.live = [DocumentSet(capacity: segment.count, isFull: true)]
      findings.unknown = unread(segment)
      return try result([segment], findings, isKept: stored != nil)
    } catch {
      // Bytes that were just written are expected to be valid. If they are not, each command reads
      // every file.
      let all = Refresh(IndexCache.Contents()).run(store, listsAttachments: listsAttachments)
      let captures = try? result([], all, isKept: false)
      return captures
        ?? Result(
          snapshot: Snapshot(layers: []), identities: [], pages: [:], walk: walk, attachments: [],
          problems: [], notes: cache.notes, isKept: false)
    }
  }

  /// Returns a function that makes a base segment of all files of a tree.
  private func makingBase(_ tree: Tree, _ start: Instant) -> IndexCache.Making {
    let summary = SegmentSummary(
      root: store.root.bytes, noteEndings: store.noteEndings, identifier: .random(in: 1 ... .max))
    return making(tree.files, tree.folders, summary, start)
  }

  /// Returns all files and folders of the notebook, and the walk that found them. `start` is a time
  /// before the walk.
  private func tree(_ start: Instant, _ listsAttachments: Bool) -> (found: Tree, walk: Walk) {
    let tree = Mutex(Tree())
    // Sizes are only needed to divide the work. Each file is examined when it is read.
    let walk = store.walk(estimatesStamps: true) { listing in
      let folder = IndexedFolder(
        path: listing.path, files: listing.names.trimmed(),
        state: FolderState(listing, listedAfter: start))
      let files = folder.order.lazy.map(Int.init).map { number in
        SegmentBuilder.Source(
          path: listing.path.appending(listed: folder.files[number]),
          size: listing.stamps[number].size)
      }
      tree.withLock {
        $0.folders.append(folder)
        $0.files += files
        if listsAttachments {
          $0.attachments += listing.attachments.map { listing.path.appending(listed: $0) }
        }
      }
    }
    return (tree.withLock { $0.takeSorted() }, walk)
  }

  /// All files and folders that a walk found.
  private struct Tree {
    var files: [SegmentBuilder.Source] = []
    var folders: [IndexedFolder] = []
    /// The files that are not captures, if requested.
    var attachments: [NotePath] = []

    /// Returns this tree with its files and folders sorted by path, and makes this tree empty.
    mutating func takeSorted() -> Tree {
      var tree = Tree()
      swap(&tree, &self)
      tree.files.sort { $0.path < $1.path }
      tree.folders.sort { $0.path < $1.path }
      tree.attachments.sort()
      // Include the root even if it cannot be listed.
      if tree.folders.first?.path != .root {
        tree.folders.insert(IndexedFolder(path: .root, files: NameList()), at: 0)
      }
      return tree
    }
  }

  /// Returns the files that could not be read when the segment was built, each with an empty stamp.
  private func unread(_ segment: Segment) -> [Scan.File] {
    let nothing = Stamp(
      size: 0, modified: Instant(seconds: 0), changed: Instant(seconds: 0), inode: 0, device: 0)
    return segment.unreadDocuments.map { Scan.File(path: segment.path($0), stamp: nothing) }
  }

  /// Returns a function that reads `sources`, makes a segment from them, and passes the segment to
  /// its parameter `sink`.
  private func making(
    _ sources: [SegmentBuilder.Source], _ folders: [IndexedFolder], _ summary: SegmentSummary,
    _ start: Instant, taught: [NotePath: CaptureKind] = [:], beside base: Segment? = nil
  ) -> IndexCache.Making {
    let (store, progress) = (store, progress)
    return { sink in
      let done = Atomic(0)
      SegmentBuilder.segment(
        of: sources, folders: folders, summary: summary, taught: taught, beside: base,
        threads: Store.processors,
        read: { part, add in
          store.read(inOrder: part.map(\.path)) { path, outcome in
            add(
              (try? outcome.get()).map { contents in
                SegmentBuilder.Contents(
                  IndexedFile(
                    path: path, identity: FileIdentity(contents.stamp),
                    modified: contents.stamp.modified, isRacy: contents.stamp.isRacy(at: start)),
                  contents.bytes)
              })
            progress?(done.add(1, ordering: .relaxed).newValue, sources.count)
          }
        }, to: sink)
    }
  }
}

extension FolderState {
  /// Creates the state of a folder that was listed after the time `start`. Nil if the folder may
  /// change without getting another stamp, or if each walk must list it.
  fileprivate init?(_ listing: borrowing FolderListing, listedAfter start: Instant) {
    guard let stamp = listing.stamp, !stamp.isRacy(at: start) else { return nil }
    self.init(
      identity: FileIdentity(stamp), subfolderCount: listing.subfolders.count,
      hiddenFolders: listing.hiddenFolders.trimmed(),
      hasAttachments: !listing.attachments.isEmpty)
  }
}
