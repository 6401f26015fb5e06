import CairnCapture
import CairnDocument
import CairnFiles
import CairnIndex
import CairnText
import Synchronization

/// What a long-lived process remembers between two updates of an index, so that an update costs as
/// much as what has changed: the open segments, the comparison of each folder with them, and the
/// files that are in no segment.
///
/// Everything is stored together with the state of the files that it was made from, and is used only
/// while that state is the same. Thread-safe.
final class IndexMemory: Sendable {
  private struct State {
    /// The open segments, keyed by the name of their file.
    var segments: [String: OpenSegment] = [:]
    /// The fingerprints of the segments with which the folders were compared.
    var compared: [UInt64] = []
    var comparisons: [NotePath: Comparison] = [:]
    /// The pages of collections in the segments, keyed by the segment's fingerprint.
    var pages: [UInt64: [IndexedPage]] = [:]
    /// The ids in the segments, keyed by the segment's fingerprint.
    var ids: [UInt64: IDWidth.Table] = [:]
    var files: [NotePath: ReadFile] = [:]
  }

  /// A segment and the stamp of its file.
  private struct OpenSegment {
    let segment: Segment
    let stamp: Stamp
  }

  /// The comparison of a listing of a folder with the segments.
  struct Comparison {
    /// The number of the listing.
    let listing: Int
    let findings: Refresh.FolderFindings
  }

  /// A collection's page in a segment.
  struct IndexedPage {
    let document: Int
    let page: CollectionPage
  }

  /// A file that was read and cannot have changed without getting another stamp.
  struct ReadFile {
    let stamp: Stamp
    let document: Document
  }

  private let state = Mutex(State())
}

// MARK: - Segments

extension IndexMemory {
  /// Returns the segment in the cache file with this name, if it was opened when the file had this
  /// stamp. A file of the cache is replaced and never changed, and it stays on the disk while its
  /// segment is open. So its inode number identifies it.
  func segment(_ name: String, at stamp: Stamp) -> Segment? {
    state.withLock { state in
      guard let open = state.segments[name], open.stamp.inode == stamp.inode,
        open.stamp.device == stamp.device
      else { return nil }
      return open.segment
    }
  }

  /// Remembers a segment that was opened from the cache file with this name.
  func remember(_ segment: Segment, _ name: String, at stamp: Stamp) {
    state.withLock { $0.segments[name] = OpenSegment(segment: segment, stamp: stamp) }
  }

  /// Returns the pages of collections in a segment.
  func pages(of segment: Segment) throws(IndexDamage) -> [IndexedPage] {
    let key = segment.fingerprint
    if let known = state.withLock({ $0.pages[key] }) { return known }
    let pages = try IndexedPage.all(of: segment)
    state.withLock { $0.pages[key] = pages }
    return pages
  }

  /// Returns the ids in a segment.
  func ids(of segment: Segment) throws(IndexDamage) -> IDWidth.Table {
    let key = segment.fingerprint
    if let known = state.withLock({ $0.ids[key] }) { return known }
    let ids = try IDWidth.Table(segment)
    state.withLock { $0.ids[key] = ids }
    return ids
  }
}

extension IndexMemory.IndexedPage {
  /// Returns the pages of collections in a segment.
  static func all(of segment: Segment) throws(IndexDamage) -> [IndexMemory.IndexedPage] {
    try segment.pages().filter { $0.document < segment.count }.map {
      IndexMemory.IndexedPage(document: $0.document, page: CollectionPage(Document($0.bytes)))
    }
  }
}

// MARK: - Folders

extension IndexMemory {
  /// Returns the comparisons of folders with segments that have these fingerprints.
  func comparisons(with segments: [UInt64]) -> [NotePath: Comparison] {
    state.withLock { $0.compared == segments ? $0.comparisons : [:] }
  }

  /// Remembers the comparisons of all folders with segments that have these fingerprints, in place
  /// of any others.
  func remember(_ comparisons: [NotePath: Comparison], with segments: [UInt64]) {
    state.withLock { state in
      state.comparisons = comparisons
      state.compared = segments
      state.pages = state.pages.filter { segments.contains($0.key) }
      state.ids = state.ids.filter { segments.contains($0.key) }
    }
  }
}

// MARK: - Files

extension IndexMemory {
  /// Returns the files that were read when they had these stamps, in order, with nil for every other
  /// file.
  func files(_ files: [Scan.File]) -> [ReadFile?] {
    state.withLock { state in
      files.map { file in
        state.files[file.path].flatMap { $0.stamp == file.stamp ? $0 : nil }
      }
    }
  }

  /// Remembers files that are in no segment, in place of any others.
  func remember(_ files: [NotePath: ReadFile]) { state.withLock { $0.files = files } }
}
