import CairnCapture
import CairnDocument
import CairnIndex
public import CairnText

/// A change in the files of a notebook: captures, and the pages of collections.
///
/// Some receivers also ask for changes of other files. If only such files were added or removed,
/// all lists are empty.
public struct NotebookChange: Hashable, Sendable {
  /// The number of changes so far, including this one. If a number is missing in a stream, the
  /// receiver was too slow and has to read the notebook again.
  public let generation: Int
  /// The files that are new, sorted by path.
  public let created: [NotePath]
  /// The files that were written again, perhaps with the same contents, sorted by path. A file that
  /// Cairn only read again, or only added to the index in the cache, is not among them.
  public let changed: [NotePath]
  /// The files that are gone, sorted by path.
  public let removed: [NotePath]
  /// The files that were moved, recognized by their size and time of change, sorted by their new
  /// path.
  public let renamed: [Rename]

  /// A file whose path changed.
  public struct Rename: Hashable, Sendable {
    /// The old path of the file.
    public let from: NotePath
    /// The new path of the file.
    public let to: NotePath
  }

  /// Compares two states of a notebook; returns nil if no file differs.
  ///
  /// The cost is proportional to the number of differences or, if the index was built again, to the
  /// number of captures.
  init?(from old: Indexer.Result, to new: Indexer.Result, generation: Int) {
    let before = FileVersion.all(of: old, notIn: new.snapshot)
    let now = FileVersion.all(of: new, notIn: old.snapshot)
    var created = now.keys.filter { before[$0] == nil }
    var removed = before.keys.filter { now[$0] == nil }
    changed =
      now.filter { path, version in before[path].map { version.mayDiffer(from: $0) } ?? false }
      .keys.sorted()
    // Files with the same size and time cannot be distinguished, so a file counts as renamed only
    // if no other file shares its size and time.
    let gone = Dictionary(grouping: removed) { before[$0]?.key }.compactMapValues(\.onlyOne)
    let added = Dictionary(grouping: created) { now[$0]?.key }.compactMapValues(\.onlyOne)
    renamed = added.compactMap { key, path in
      key == nil ? nil : gone[key].map { Rename(from: $0, to: path) }
    }.sorted { $0.to < $1.to }
    if !renamed.isEmpty {
      let (sources, targets) = (Set(renamed.map(\.from)), Set(renamed.map(\.to)))
      created.removeAll(where: targets.contains)
      removed.removeAll(where: sources.contains)
    }
    self.generation = generation
    self.created = created.sorted()
    self.removed = removed.sorted()
    if created.isEmpty, removed.isEmpty, changed.isEmpty, renamed.isEmpty { return nil }
  }
}

extension NotebookChange {
  /// Creates a change in which only files that are not captures were added or removed. The change
  /// has the number `generation`: the number of the last change to captures or pages.
  init(ofAttachmentsAfter generation: Int) {
    self.generation = generation
    (created, changed, removed, renamed) = ([], [], [], [])
  }
}

/// The metadata and the contents that a file has in one state of a notebook.
private struct FileVersion {
  /// The size in bytes and the time of the last change. Renaming the file changes neither. Nil for
  /// a collection's page.
  let key: Key?
  /// The metadata; nil for a collection's page.
  private let identity: FileIdentity?
  /// The contents; nil if the file was not read for this state and is not a collection's page.
  private let bytes: [UInt8]?
  /// The hash of the contents, if the contents may have changed without a change of the metadata;
  /// otherwise nil.
  private let racyHash: UInt64?

  struct Key: Hashable {
    let size: UInt32
    let modified: Int64
  }

  /// Returns whether the contents may differ from those of another version of the same file.
  func mayDiffer(from other: FileVersion) -> Bool {
    if let bytes, let others = other.bytes { return bytes != others }
    if identity != other.identity { return true }
    guard let hash, let others = other.hash else { return false }
    return hash != others
  }

  private var hash: UInt64? { bytes.map { Segment.contentHash($0) } ?? racyHash }

  /// Returns the versions of the files in `result` that may differ from `other`, keyed by path.
  /// Leaves out files whose current version is in a segment that both states share. Always includes
  /// the pages of collections, and the captures that are in no segment.
  static func all(of result: Indexer.Result, notIn other: Snapshot) -> [NotePath: FileVersion] {
    var versions: [NotePath: FileVersion] = [:]
    for layer in result.snapshot.layers {
      let segment = layer.segment
      let twin = other.layers.first {
        $0.segment.summary.identifier == segment.summary.identifier
          && $0.segment.count == segment.count
      }
      let racy = Dictionary((try? segment.racyDocuments()) ?? []) { $1 }
      (twin.map { layer.live - $0.live } ?? layer.live).forEach { document in
        versions[segment.path(document)] = FileVersion(
          segment.identity(document), racyHash: racy[document])
      }
    }
    for (capture, identity) in zip(result.snapshot.changed, result.identities) {
      versions[capture.path] = FileVersion(identity, capture.document.bytes)
    }
    for (folder, page) in result.pages {
      versions[folder.appending(listed: CollectionPage.fileName.utf8)] = FileVersion(
        nil, page.document.bytes)
    }
    return versions
  }

  private init(_ identity: FileIdentity?, _ bytes: [UInt8]? = nil, racyHash: UInt64? = nil) {
    key = identity.map { Key(size: $0.size, modified: $0.modified) }
    self.identity = identity
    self.bytes = bytes
    self.racyHash = racyHash
  }
}
