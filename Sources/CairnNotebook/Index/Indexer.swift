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

  /// The result of an update: the current content of the notebook.
  struct Result {
    var snapshot: Snapshot
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
  }

  init(
    _ store: Store, _ folder: StateFolder?, progress: IndexProgress?, keepsAll: Bool = false
  ) {
    self.store = store
    cache = IndexCache(folder)
    self.progress = progress
    self.keepsAll = keepsAll
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

/// A callback that receives the number of files read so far and the number of all files to read. It
/// is called from several threads.
public typealias IndexProgress = @Sendable (_ done: Int, _ total: Int) -> Void

// MARK: - Refreshing

extension Indexer {
  /// The maximum number of changed files that are not written to the cache. Every command reads
  /// these files again. The limit is higher if the segment of changes is large.
  private static let fewChanges = 8
  /// If more than about one in eight captures has changed, the whole index is rebuilt.
  private static let largestShare = 8

  /// Returns the content of the notebook: the index `contents`, brought up to date with the files.
  /// If there is a cache, writes the changes to it unless they are few. `start` is the time at
  /// which the update began. If `listsAttachments` is true, files that are not captures are listed,
  /// too.
  mutating func refreshed(
    _ contents: IndexCache.Contents, _ start: Instant, _ listsAttachments: Bool
  ) throws(IndexDamage) -> Result {
    var findings = Refresh(contents).run(store, listsAttachments: listsAttachments)
    let layers = [contents.base, contents.changes].compactMap(\.self)
    try recheckRacy(layers, &findings)
    let changed = findings.unknown.count + findings.gone.reduce(0) { $0 + $1.count }
    let overlay = findings.unknown.count + (contents.changes?.count ?? 0)
    if !findings.hidesDocuments, cache.folder != nil {
      if overlay * Self.largestShare > layers[0].count + 1000 {
        return built(start, listsAttachments)
      }
      let few = keepsAll ? 0 : max(Self.fewChanges, (contents.changes?.count ?? 0) / 4)
      if changed > few {
        return try rewritten(contents, findings, start)
      }
    }
    return try result(layers, findings, isKept: true)
  }

  /// Rereads files that may have changed without getting a new stamp, and adds those that changed
  /// to the unknown files of `findings`.
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
      for page in try segment.pages() where page.document < segment.count {
        guard live.contains(page.document) else { continue }
        pages[segment.path(page.document).parent] = CollectionPage(Document(page.bytes))
      }
    }
    var captures: [Capture] = []
    var problems: [FileError] = []
    for (file, outcome) in zip(findings.unknown, store.contents(of: findings.unknown.map(\.path))) {
      switch outcome {
      case .success(let contents):
        let document = Document(contents.bytes)
        if CollectionPage.isPage(file.path) {
          pages[file.path.parent] = CollectionPage(document)
        } else {
          captures.append(
            Capture(path: file.path, document: document, modified: contents.stamp.modified))
        }
      case .failure(let error):
        if error.code != .notFound { problems.append(error) }
      }
    }
    return Result(
      snapshot: Snapshot(layers: snapshot, changed: captures), pages: pages, walk: findings.walk,
      attachments: findings.attachments, problems: problems, notes: cache.notes, isKept: isKept)
  }

  /// Writes a new segment of changes, which contains all changes since the base segment was
  /// written. Returns the content of the notebook according to both segments.
  private mutating func rewritten(
    _ contents: IndexCache.Contents, _ findings: Refresh.Findings, _ start: Instant
  ) throws(IndexDamage) -> Result {
    guard let base = contents.base else { return built(start, false) }
    var files = findings.unknown.map { ($0.path, $0.stamp.size) }
    if let changes = contents.changes {
      findings.live[1].forEach { document in
        files.append((changes.path(document), Int(changes.identity(document).size)))
      }
    }
    files.sort { $0.0 < $1.0 }
    var folders: [NotePath: [[UInt8]]] = [.root: []]
    for (path, _) in files { folders[path.parent, default: []].append(Array(path.nameBytes)) }
    let summary = SegmentSummary(
      root: store.root.bytes, identifier: .random(in: 1 ... .max),
      base: base.summary.identifier, replaced: (~findings.live[0]).documents.map(UInt32.init))
    let taught = try base.chosenKinds(of: summary.replaced.lazy.map(Int.init))
    let make = making(
      files.map { SegmentBuilder.Source(path: $0.0, size: $0.1) },
      folders.sorted { $0.key < $1.key }.map {
        IndexedFolder(path: $0.key, files: NameList($0.value))
      }, summary, start, taught: taught, beside: base)
    let (bytes, isKept) = cache.save(changes: make)
    let changes = try Segment(bytes)
    var findings = findings
    findings.live = [findings.live[0], DocumentSet(capacity: changes.count, isFull: true)]
    findings.unknown = unread(changes)
    return try result([base, changes], findings, isKept: isKept)
  }
}

// MARK: - Building

extension Indexer {
  /// Builds the index by reading all files. If `listsAttachments` is true, also lists files that
  /// are not captures.
  private mutating func built(_ start: Instant, _ listsAttachments: Bool) -> Result {
    let tree = Mutex(Tree())
    let walk = store.walk { listing in
      let folder = IndexedFolder(path: listing.path, files: listing.names.trimmed())
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
    let found = tree.withLock { $0.takeSorted() }
    let summary = SegmentSummary(root: store.root.bytes, identifier: .random(in: 1 ... .max))
    let make = making(found.files, found.folders, summary, start)
    // A folder that could not be listed counts as new once it can be.
    let (bytes, isKept) = cache.save(base: make)
    var findings = Refresh.Findings(live: [], gone: [], walk: walk)
    findings.attachments = found.attachments
    do throws(IndexDamage) {
      let segment = try Segment(bytes)
      findings.live = [DocumentSet(capacity: segment.count, isFull: true)]
      findings.unknown = unread(segment)
      return try result([segment], findings, isKept: isKept)
    } catch {
      // Bytes that were just written are expected to be valid. If they are not, every file is read
      // each time.
      let all = Refresh(IndexCache.Contents()).run(store, listsAttachments: listsAttachments)
      let captures = try? result([], all, isKept: false)
      return captures
        ?? Result(
          snapshot: Snapshot(layers: []), pages: [:], walk: walk, attachments: [], problems: [],
          notes: cache.notes, isKept: false)
    }
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

  /// Returns the files that could not be read when the segment was built, with empty stamps.
  private func unread(_ segment: Segment) -> [Scan.File] {
    let nothing = Stamp(
      size: 0, modified: Instant(seconds: 0), changed: Instant(seconds: 0), inode: 0, device: 0)
    return segment.unreadDocuments.map { Scan.File(path: segment.path($0), stamp: nothing) }
  }

  /// Returns a function that reads `sources` and passes a segment made from them to its parameter.
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
