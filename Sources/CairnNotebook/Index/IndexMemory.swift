import CairnDocument
import CairnFiles
import CairnIndex
import CairnText
import Synchronization

/// The data that a long-lived process keeps between updates of an index: the open segments, the
/// result of comparing each folder with these segments, and the files that are in no segment. With
/// this data, the cost of an update depends only on the number of changes.
///
/// Each item is stored with the state of the files from which it was made, and is used only while
/// the files have that state. Thread-safe.
final class IndexMemory: Sendable {
  private struct State {
    /// The open segments, keyed by the name of their file.
    var segments: [String: OpenSegment] = [:]
    /// The fingerprints of the segments to which `comparisons` refers.
    var compared: [UInt64] = []
    var comparisons: [NotePath: Comparison] = [:]
    /// The facts of the segments, keyed by the segment's fingerprint.
    var facts: [UInt64: SegmentFacts] = [:]
    var files: [NotePath: ReadFile] = [:]
  }

  /// A segment and the stamp of its file.
  private struct OpenSegment {
    let segment: Segment
    let stamp: Stamp
  }

  /// The result of comparing a listing of a folder with the segments.
  struct Comparison {
    /// A number that identifies the listing. The number is different each time the folder is
    /// listed.
    let listing: Int
    let findings: Refresh.FolderFindings
  }

  /// A file that was read. If the file changes later, it is certain to get another stamp.
  struct ReadFile {
    let stamp: Stamp
    let document: Document
  }

  private let state = Mutex(State())
}

// MARK: - Segments

extension IndexMemory {
  /// Returns the segment from the cache file with this name and stamp, if it is open. Cache files
  /// are replaced and never changed, and a replaced file stays on the disk while its segment is
  /// open, so the inode number identifies the file.
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

  /// Returns the facts of a segment.
  func facts(of segment: Segment) -> SegmentFacts {
    let key = segment.fingerprint
    return state.withLock { state in
      if let known = state.facts[key] { return known }
      let facts = SegmentFacts(segment)
      state.facts[key] = facts
      return facts
    }
  }
}

// MARK: - Folders

extension IndexMemory {
  /// Returns the remembered comparisons, keyed by folder; empty if the folders were not compared
  /// with the segments that have these fingerprints.
  func comparisons(with segments: [UInt64]) -> [NotePath: Comparison] {
    state.withLock { $0.compared == segments ? $0.comparisons : [:] }
  }

  /// Remembers the comparisons of all folders with the segments that have these fingerprints.
  /// Forgets all earlier comparisons, and the facts of other segments.
  func remember(_ comparisons: [NotePath: Comparison], with segments: [UInt64]) {
    state.withLock { state in
      state.comparisons = comparisons
      state.compared = segments
      state.facts = state.facts.filter { segments.contains($0.key) }
    }
  }
}

// MARK: - Files

extension IndexMemory {
  /// Returns the remembered content of each of `files`; nil for a file that is not remembered, or
  /// is remembered with another stamp.
  func files(_ files: [Scan.File]) -> [ReadFile?] {
    state.withLock { state in
      files.map { file in
        state.files[file.path].flatMap { $0.stamp == file.stamp ? $0 : nil }
      }
    }
  }

  /// Remembers the files that are in no segment, and forgets the files remembered earlier.
  func remember(_ files: [NotePath: ReadFile]) { state.withLock { $0.files = files } }
}
