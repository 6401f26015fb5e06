import CairnCapture
import CairnFiles
import CairnIndex
public import CairnText

/// What came of comparing an index with the files.
public struct IndexCheck: Sendable {
  /// Where the index says something else than the files.
  public struct Difference: Hashable, Sendable {
    /// What differs.
    public enum Kind: String, Sendable {
      /// The index does not know the capture.
      case missing
      /// The index knows a capture that is not there.
      case surplus
      /// The words of the capture, or where they stand.
      case words
      /// Its fields, title, tags or aliases.
      case fields
      /// Its times and links, or whether it has a body, tasks.
      case facts
    }

    /// The capture.
    public let path: NotePath
    /// What differs.
    public let kind: Kind
  }

  /// Whether there is an index at all.
  public var exists = true
  /// How many captures were compared.
  public var captures = 0
  /// What is wrong with the index's own files.
  public var damage: [String] = []
  /// Where it differs from what the files say, by path.
  public var differences: [Difference] = []

  /// Whether there is an index, and nothing is wrong with it.
  public var isRight: Bool { exists && damage.isEmpty && differences.isEmpty }
}

extension Notebook {
  /// Checks every byte of the index's files, then reads all captures and compares what the index
  /// says of them. Writes nothing.
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
        // What somebody wrote in between is none; that shows in only one of two comparisons.
        let again = Set(try IndexCheck.differences(try refreshed(contents), fresh))
        check.differences.removeAll { !again.contains($0) }
      }
    } catch {
      check.damage.append("the index is of no use: \(error.reason)")
    }
    return check
  }

  /// What is wrong with the index's own files; nothing where there are none. Checks every byte of
  /// them, and reads no capture.
  func indexDamage() -> [String] {
    var cache = IndexCache(cache)
    let contents = cache.load()
    do throws(IndexDamage) {
      try contents.base?.verify()
      try contents.changes?.verify()
      return cache.notes
    } catch {
      return cache.notes + ["the index is of no use: \(error.reason)"]
    }
  }

  /// What the index says now, brought up to date in memory.
  private func refreshed(_ contents: IndexCache.Contents) throws(IndexDamage) -> Snapshot {
    var indexer = Indexer(store, nil, progress: nil)
    return try indexer.refreshed(contents, store.now(), false).snapshot
  }
}

extension IndexCheck {
  /// Where two snapshots differ, by path.
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
      // A capture that was read just now is in no segment, and nothing to compare.
      guard let known, let print else { continue }
      if known.words != print.words { found.append(.init(path: path, kind: .words)) }
      if known.fields != print.fields { found.append(.init(path: path, kind: .fields)) }
      if known.facts != print.facts { found.append(.init(path: path, kind: .facts)) }
    }
    return found.sorted { ($0.path, $0.kind.rawValue) < ($1.path, $1.kind.rawValue) }
  }

  /// What a snapshot says of each capture; nil for those that are in no segment.
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
