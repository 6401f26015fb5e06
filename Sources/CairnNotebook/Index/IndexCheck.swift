import CairnCapture
import CairnFiles
import CairnIndex
public import CairnText

/// The result of comparing an index with the files.
public struct IndexCheck: Sendable {
  /// A difference between the index and the files.
  public struct Difference: Hashable, Sendable {
    /// The kinds of differences.
    public enum Kind: String, Sendable {
      /// The index lacks the capture.
      case missing
      /// The index has a capture that does not exist.
      case surplus
      /// The words of the capture or their positions differ.
      case words
      /// The fields, title, tags or aliases of the capture differ.
      case fields
      /// The times, links or tasks of the capture differ; or the index and the file disagree on
      /// whether the capture has a body.
      case facts
    }

    /// The path of the capture.
    public let path: NotePath
    /// The kind of the difference.
    public let kind: Kind
  }

  /// Whether there is an index.
  public var exists = true
  /// The number of captures compared.
  public var captures = 0
  /// Descriptions of the damage in the index's own files.
  public var damage: [String] = []
  /// The differences between the index and the files, sorted by path.
  public var differences: [Difference] = []

  /// Whether there is an index without damage or differences.
  public var isRight: Bool { exists && damage.isEmpty && differences.isEmpty }
}

extension Notebook {
  /// Checks every byte of the index's files, then reads all captures and compares them with the
  /// index. Writes nothing.
  public func checkIndex(progress: IndexProgress? = nil) -> IndexCheck {
    var check = IndexCheck()
    var cache = IndexCache(cache)
    let contents = cache.load()
    check.damage = cache.notes
    guard contents.base != nil else {
      check.exists = !check.damage.isEmpty
      return check
    }
    do throws(IndexDamage) {
      try contents.base?.verify()
      try contents.changes?.verify()
      let kept = try refreshed(contents)
      var indexer = Indexer(store, nil, progress: progress)
      let fresh = indexer.run(isFresh: true).snapshot
      check.captures = fresh.count
      check.differences = try IndexCheck.differences(kept, fresh)
      if !check.differences.isEmpty {
        // A difference found in only one of two comparisons comes from a write during the check.
        let again = Set(try IndexCheck.differences(try refreshed(contents), fresh))
        check.differences.removeAll { !again.contains($0) }
      }
    } catch {
      check.damage.append("the index cannot be used: \(error.reason)")
    }
    return check
  }

  /// Returns the damage in the index's own files; empty if there is no index. Checks every byte of
  /// these files and reads no captures.
  func indexDamage() -> [String] {
    var cache = IndexCache(cache)
    let contents = cache.load()
    do throws(IndexDamage) {
      try contents.base?.verify()
      try contents.changes?.verify()
      return cache.notes
    } catch {
      return cache.notes + ["the index cannot be used: \(error.reason)"]
    }
  }

  /// Returns the current content of the notebook: the index `contents`, updated from the changed
  /// files. The update is only in memory.
  private func refreshed(_ contents: IndexCache.Contents) throws(IndexDamage) -> Snapshot {
    var indexer = Indexer(store, nil, progress: nil)
    return try indexer.refreshed(contents, store.now(), false).snapshot
  }
}

extension IndexCheck {
  /// Returns the differences between the snapshot `kept`, from the index, and the snapshot `fresh`,
  /// made from the files. The differences are sorted by path.
  static func differences(
    _ kept: Snapshot, _ fresh: Snapshot
  ) throws(IndexDamage) -> [Difference] {
    let left = try prints(kept)
    let right = try prints(fresh)
    var found: [Difference] = []
    for path in left.keys where right[path] == nil {
      found.append(.init(path: path, kind: .surplus))
    }
    for (path, print) in right {
      guard let known = left[path] else {
        found.append(.init(path: path, kind: .missing))
        continue
      }
      // A capture that was just read from its file is in no segment, so there is nothing to
      // compare.
      guard let known, let print else { continue }
      if known.words != print.words { found.append(.init(path: path, kind: .words)) }
      if known.fields != print.fields { found.append(.init(path: path, kind: .fields)) }
      if known.facts != print.facts { found.append(.init(path: path, kind: .facts)) }
    }
    return found.sorted { ($0.path, $0.kind.rawValue) < ($1.path, $1.kind.rawValue) }
  }

  /// Returns the fingerprint of each capture of a snapshot; nil for a capture that is in no
  /// segment.
  private static func prints(_ snapshot: Snapshot) throws(IndexDamage) -> [NotePath: Fingerprint?] {
    var prints: [NotePath: Fingerprint?] = [:]
    for layer in snapshot.layers {
      let all = try layer.segment.fingerprints()
      layer.live.forEach { prints[layer.segment.path($0)] = .some(all[$0]) }
    }
    for capture in snapshot.changed { prints[capture.path] = .some(nil) }
    return prints
  }
}
